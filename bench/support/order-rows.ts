import type pg from 'pg';
import { v7 as newId } from 'uuid';

interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** The statements of one order: a list for each transaction. */
type Order = readonly (readonly pg.QueryConfig[])[];

/** Makes orders from an existing one: the same rows, of the same account, with new ids. */
export interface Copies {
  /** The number of rows of an order. */
  readonly rows: number;
  readonly tables: number;
  next(): Order;
}

/** The number of transactions of an order: the order with its booking, the carrier's own entry, and all the rest. */
export const TRANSACTIONS = 3;

/** Every table with rows of an order, in the order in which the service writes them, and how to find them. */
const OF_ORDER = {
  orders: 'order_id = $1',
  order_contacts: 'order_id = $1',
  order_items: 'order_id = $1',
  shipments: 'order_id = $1',
  parcels: 'shipment_id = $2',
  shipment_skus: 'shipment_id = $2',
  shipment_tags: 'shipment_id = $2',
  shipment_search: 'shipment_id = $2',
  tracking_events: 'shipment_id = $2',
  bookings: 'shipment_id = $2',
  tracking_numbers: 'shipment_id = $2',
  messages: 'shipment_id = $2',
  audit_records: 'subject_id = $2::text',
} as const;

/** The values that differ between two orders' rows. */
const UNIQUE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface Known {
  order_id: string;
  shipment_id: string;
  booking_id: string;
  account_id: string;
  warehouse_id: string;
  store_id: string;
  display_id: string;
  tracking_number: string;
  carrier_id: string;
}

/** Reads the rows of the newest order. */
export async function copiesOf(pool: pg.Pool): Promise<Copies> {
  const { rows: known } = await pool.query<Known>(
    `select s.order_id, s.shipment_id, s.booking_id, s.account_id, s.warehouse_id, s.store_id, o.display_id,
        s.tracking_number, s.carrier_id
       from shipments s join orders o using (account_id, order_id) order by s.shipment_id desc limit 1`,
  );
  const [order] = known;
  if (order === undefined) throw new Error('No order was made');
  const held: Statement[] = [];
  const statements: Statement[] = [];
  let rowCount = 0;
  for (const [table, condition] of Object.entries(OF_ORDER)) {
    const { rows, fields } = await pool.query<Record<string, string | null>>({
      text: `select * from ${table} where ${condition} and ($1::uuid, $2::uuid) is not null`,
      values: [order.order_id, order.shipment_id],
      // In PostgreSQL's text format.
      types: { getTypeParser: () => (text: string) => text },
    });
    if (rows.length === 0) throw new Error(`The order has nothing in ${table}`);
    rowCount += rows.length;
    const isHeld = table === 'orders' || table === 'bookings';
    (isHeld ? held : statements).push(
      insertOf(
        table,
        fields.map((field) => field.name),
        rows.map((row) => (table === 'bookings' ? { ...row, state: 'asking' } : row)),
      ),
    );
  }
  const carrier = insertOf(
    'offline_bookings',
    ['reference', 'carrier_id', 'prefix', 'booked_at'],
    [
      {
        reference: order.booking_id,
        carrier_id: order.carrier_id,
        prefix: order.tracking_number.slice(0, 3),
        booked_at: new Date().toISOString(),
      },
    ],
  );
  const count = insertOf(
    'shipment_count_deltas',
    ['account_id', 'journey', 'status', 'change'],
    [{ account_id: order.account_id, journey: 'forward', status: 'ready_for_pickup', change: '1' }],
  );
  const settle: Statement = {
    name: 'bare-settle',
    text: `update bookings set state = 'booked', settled_at = asked_at
      where account_id = $1 and shipment_id = $2 and booking_id = $3`,
    values: [order.account_id, order.shipment_id, order.booking_id],
  };
  const template = [held, [carrier], [...statements, count, settle]];
  const kept = new Set([order.account_id, order.warehouse_id, order.store_id]);
  let copies = 0;
  return {
    rows: rowCount + 2,
    tables: Object.keys(OF_ORDER).length + 2,
    next: () => {
      copies += 1;
      const ids = new Map<string, string>();
      const renew = (text: string) =>
        text
          .replaceAll(UNIQUE, (id) => {
            if (kept.has(id)) return id;
            const renewed = ids.get(id) ?? newId();
            ids.set(id, renewed);
            return renewed;
          })
          .replaceAll(order.display_id, `BARE-${copies}`)
          .replaceAll(order.tracking_number, `BARE${copies}`)
          // Search texts are in lower case.
          .replaceAll(order.display_id.toLowerCase(), `bare-${copies}`)
          .replaceAll(order.tracking_number.toLowerCase(), `bare${copies}`);
      return template.map((statementsOfOne) =>
        statementsOfOne.map(({ values, ...statement }) => ({
          ...statement,
          values: values.map((value) => (value === null ? null : renew(value))),
        })),
      );
    },
  };
}

function insertOf(
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, string | null>[],
): Statement {
  const tuples = rows.map(
    (_, row) => `(${columns.map((_column, index) => `$${row * columns.length + index + 1}`).join(', ')})`,
  );
  return {
    name: `bare-${table}`,
    text: `insert into ${table} (${columns.join(', ')}) values ${tuples.join(', ')}`,
    values: rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
  };
}
