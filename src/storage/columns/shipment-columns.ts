import type { ColumnKind } from '../../columns/column-kinds.ts';
import type { IncomingColumn, IncomingRows } from '../../columns/column-table.ts';
import type { AccountScope, PreparedQuery } from '../account-scope.ts';
import { CONSIGNEE } from '../shipment-joins.ts';
import { readArray, readIds } from './binary-columns.ts';

/** A column: how it is kept, the SQL of its value for a row of `shipments s`, and what it is made of that. */
interface ShipmentColumn {
  readonly kind: ColumnKind;
  readonly sql: string;
  readonly made?: (values: IncomingColumn) => IncomingColumn;
}

/** Dates are kept to the second. */
const second = (sql: string): ShipmentColumn => ({
  kind: 'number32',
  sql,
  made: (times) => times.map((at) => (at === null ? null : Math.floor((at as number) / 1000))),
});

const listOfWords: ShipmentColumn['made'] = (lists) =>
  lists.map((list) => (list === null ? null : (JSON.parse(list as string) as string[])));

/** What is kept in memory of a forward shipment: all that filters, facets and figures ask for. */
const COLUMNS = {
  granular_status: { kind: 'word8', sql: 's.granular_status' },
  zone: { kind: 'word8', sql: 's.zone' },
  ndr_reason: { kind: 'word8', sql: 's.ndr_reason' },
  rto_reason: { kind: 'word8', sql: 's.rto_reason' },
  is_cod: { kind: 'word8', sql: 's.is_cod' },
  carrier_id: { kind: 'word16', sql: 's.carrier_id' },
  warehouse_id: { kind: 'word16', sql: 's.warehouse_id' },
  store_id: { kind: 'word16', sql: 's.store_id' },
  channel: { kind: 'word16', sql: 's.channel' },
  state: { kind: 'word16', sql: 'c.state' },
  city: { kind: 'word32', sql: "c.city || ', ' || c.state" },
  skus: {
    kind: 'set',
    sql: `(select json_agg(distinct i.sku)::text from order_items i
          where i.account_id = s.account_id and i.order_id = s.order_id and i.sku is not null)`,
    made: listOfWords,
  },
  tags: {
    kind: 'set',
    sql: 'case when cardinality(o.tags) > 0 then array_to_json(o.tags)::text end',
    made: listOfWords,
  },
  cod_amount: { kind: 'number32', sql: 's.cod_amount_paise' },
  applied_weight: { kind: 'number32', sql: 's.applied_weight' },
  attempt_count: { kind: 'number16', sql: 's.attempt_count' },
  order_date: second('s.order_date'),
  picked_up_at: second('s.picked_up_at'),
  out_for_delivery_at: second('s.out_for_delivery_at'),
  delivered_at: second('s.delivered_at'),
  ndr_raised_at: second('s.ndr_raised_at'),
  rto_initiated_at: second('s.rto_initiated_at'),
  rto_delivered_at: second('s.rto_delivered_at'),
  cancelled_at: second('s.cancelled_at'),
  updated_at: second('s.updated_at'),
  last_scan_at: second('s.newest_event_at'),
  expected_delivery_date: { kind: 'number16', sql: 's.expected_delivery_date' },
  freight_paise: { kind: 'amount', sql: 'b.forward_freight_paise' },
  cod_due_paise: { kind: 'amount', sql: 'd.collected_paise - d.remitted_paise' },
} as const satisfies Record<string, ShipmentColumn>;

export type ShipmentColumnName = keyof typeof COLUMNS;

const NAMES = Object.keys(COLUMNS) as ShipmentColumnName[];

/** The columns of shipments, by how they are kept. */
export const SHIPMENT_COLUMNS = Object.fromEntries(NAMES.map((name) => [name, COLUMNS[name].kind])) as {
  readonly [N in ShipmentColumnName]: (typeof COLUMNS)[N]['kind'];
};

/** Looked up one by one, which `limit` holds PostgreSQL to: it would read all of a table for each part that is loaded. */
const JOINS = `left join lateral (
        select o.tags from orders o where o.account_id = s.account_id and o.order_id = s.order_id limit 1) o on true
      left join lateral (
        select b.forward_freight_paise from bookings b
         where b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
           and b.state = 'booked' limit 1) b on true
      ${CONSIGNEE}
      left join lateral (
        select d.collected_paise, d.remitted_paise from cod_dues d
         where d.account_id = s.account_id and d.shipment_id = s.shipment_id limit 1) d on true`;

/** One row with an array for each column, in PostgreSQL's own bytes, in the listing's order. @param which narrows `shipments s` */
const columnsOf = (
  which: string,
) => `select ${['created_at', 'shipment_id', ...NAMES].map((name) => `array_send(array_agg(${name})) as ${name}`).join(', ')}
  from (
    select s.created_at, s.shipment_id, ${NAMES.map((name) => `${COLUMNS[name].sql} as ${name}`).join(', ')}
      from (select * from shipments s where s.account_id = $1 and s.journey = 'forward' and ${which}) s
      ${JOINS}
     order by s.created_at, s.shipment_id
  ) as rows`;

const BY_IDS: PreparedQuery = {
  name: 'columns-of-shipments',
  text: columnsOf('s.shipment_id = any($2::uuid[])'),
};

const FROM_PLACE: PreparedQuery = {
  name: 'columns-from-place',
  text: columnsOf(`(s.created_at, s.shipment_id) > ($2::timestamptz, $3::uuid)
        order by s.created_at, s.shipment_id limit $4`),
};

type Arrays = Record<'created_at' | 'shipment_id' | ShipmentColumnName, Buffer | null>;

/** The columns of these shipments, as far as they are forward ones. */
export async function readColumnsOf(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<IncomingRows> {
  const [row] = await scope.preparedQuery<Arrays>(BY_IDS, [shipmentIds]);
  return rowsOf(row as Arrays);
}

/** The columns of the next shipments behind a place in the listing's order. */
export async function readColumnsFrom(
  scope: AccountScope,
  place: { readonly createdAt: number; readonly shipmentId: string },
  limit: number,
): Promise<IncomingRows> {
  const [row] = await scope.preparedQuery<Arrays>(FROM_PLACE, [
    new Date(place.createdAt),
    place.shipmentId,
    limit,
  ]);
  return rowsOf(row as Arrays);
}

function rowsOf(arrays: Arrays): IncomingRows {
  const columns = NAMES.map((name) => {
    const { made }: ShipmentColumn = COLUMNS[name];
    const values = readArray(arrays[name]);
    return [name, made === undefined ? values : made(values)] as const;
  });
  return {
    at: readArray(arrays.created_at) as readonly number[],
    ids: readIds(arrays.shipment_id),
    columns: Object.fromEntries(columns),
  };
}
