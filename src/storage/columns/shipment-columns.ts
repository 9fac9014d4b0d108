import type { ColumnKind } from '../../columns/column-kinds.ts';
import type { IncomingRows, ValueReader } from '../../columns/column-table.ts';
import { ID_WORDS } from '../../columns/row-key.ts';
import type { AccountScope, PreparedQuery } from '../account-scope.ts';
import { ArrayReader, readArray, readIds, readTimes } from './binary-columns.ts';

/** A column: how it is kept, where its value is read, and the SQL of that. */
interface ShipmentColumn {
  readonly kind: ColumnKind;
  /** `s` where it is in the row of the shipment, `b` in that of its booking. */
  readonly of: 's' | 'b' | SourceName;
  readonly sql: string;
}

/**
 * What other tables say of shipments: one row for each id of a shipment or an order at most. A whole account's is read
 * by itself, in the order of these ids, and not looked up for each shipment.
 */
const SOURCES = {
  o: { key: 'order_id', sql: `select order_id, tags from orders where account_id = $1 and tags <> '{}'` },
  i: {
    key: 'order_id',
    sql: 'select order_id, array_agg(sku) as skus from order_items where account_id = $1 and sku is not null group by order_id',
  },
  c: {
    key: 'order_id',
    sql: `select distinct on (order_id) order_id, city, state from order_contacts
          where account_id = $1 and role in ('billing', 'shipping') order by order_id, role desc`,
  },
  d: {
    key: 'shipment_id',
    sql: 'select shipment_id, collected_paise - remitted_paise as due_paise from cod_dues where account_id = $1',
  },
} as const;

type SourceName = keyof typeof SOURCES;

/** A column of the shipment's own row. */
const of = (name: string) => ({ of: 's' as const, sql: `s.${name}` });

/** Times are kept to the second. */
const second = (name: string) => ({ kind: 'number32' as const, ...of(name) });

/** What is kept in memory of a forward shipment: all that filters, facets and figures ask for. */
const COLUMNS = {
  granular_status: { kind: 'word8', ...of('granular_status') },
  zone: { kind: 'word8', ...of('zone') },
  ndr_reason: { kind: 'word8', ...of('ndr_reason') },
  rto_reason: { kind: 'word8', ...of('rto_reason') },
  is_cod: { kind: 'word8', ...of('is_cod') },
  carrier_id: { kind: 'word16', ...of('carrier_id') },
  warehouse_id: { kind: 'word16', ...of('warehouse_id') },
  store_id: { kind: 'word16', ...of('store_id') },
  channel: { kind: 'word16', ...of('channel') },
  state: { kind: 'word16', of: 'c', sql: 'c.state' },
  city: { kind: 'word32', of: 'c', sql: "c.city || ', ' || c.state" },
  skus: { kind: 'set', of: 'i', sql: 'array_send(i.skus)' },
  tags: { kind: 'set', of: 'o', sql: 'array_send(o.tags)' },
  cod_amount: { kind: 'number32', ...of('cod_amount_paise') },
  applied_weight: { kind: 'number32', ...of('applied_weight') },
  attempt_count: { kind: 'number16', ...of('attempt_count') },
  order_date: second('order_date'),
  picked_up_at: second('picked_up_at'),
  out_for_delivery_at: second('out_for_delivery_at'),
  delivered_at: second('delivered_at'),
  ndr_raised_at: second('ndr_raised_at'),
  rto_initiated_at: second('rto_initiated_at'),
  rto_delivered_at: second('rto_delivered_at'),
  cancelled_at: second('cancelled_at'),
  updated_at: second('updated_at'),
  last_scan_at: second('newest_event_at'),
  expected_delivery_date: { kind: 'number16', ...of('expected_delivery_date') },
  freight_paise: { kind: 'amount', of: 'b', sql: 'b.forward_freight_paise' },
  cod_due_paise: { kind: 'amount', of: 'd', sql: 'd.due_paise' },
} as const satisfies Record<string, ShipmentColumn>;

export type ShipmentColumnName = keyof typeof COLUMNS;

const NAMES = Object.keys(COLUMNS) as ShipmentColumnName[];

/** The columns of shipments, by how they are kept. */
export const SHIPMENT_COLUMNS = Object.fromEntries(NAMES.map((name) => [name, COLUMNS[name].kind])) as {
  readonly [N in ShipmentColumnName]: (typeof COLUMNS)[N]['kind'];
};

const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];
const namesOf = (...of: ShipmentColumn['of'][]) => NAMES.filter((name) => of.includes(COLUMNS[name].of));

/** Its key is known to the shipment alone. */
const BOOKING = `left join lateral (select b.forward_freight_paise from bookings b
         where b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
           and b.state = 'booked' limit 1) b on true`;

/** Looked up one by one, which `limit` holds PostgreSQL to: it would read all of a table for each part that is asked for. */
const JOINS = SOURCE_NAMES.map((name) => {
  const { key, sql } = SOURCES[name];
  return `left join lateral (select * from (${sql}) ${name} where ${name}.${key} = s.${key} limit 1) ${name} on true`;
}).join('\n      ');

/** One row with an array for each column, in PostgreSQL's own bytes. */
const arraysOf = (columns: readonly string[], rows: string) =>
  `select ${columns.map((name) => `array_send(array_agg(${name})) as ${name}`).join(', ')} from (${rows}) as rows`;

const asked = (names: readonly ShipmentColumnName[]) =>
  names.map((name) => `${COLUMNS[name].sql} as ${name}`).join(', ');

const BY_IDS: PreparedQuery = {
  name: 'columns-of-shipments',
  text: arraysOf(
    ['created_at', 'shipment_id', ...NAMES],
    `select s.created_at, s.shipment_id, ${asked(NAMES)}
      from (select * from shipments s
             where s.account_id = $1 and s.journey = 'forward' and s.shipment_id = any($2::uuid[])) s
      ${BOOKING}
      ${JOINS}
     order by s.created_at, s.shipment_id`,
  ),
};

const OWN_NAMES = namesOf('s', 'b');
/** Read by one statement: few enough for its time limit on a busy machine, and for reading its answer to hold up nobody for long. */
const ROWS_AT_ONCE = 4_000;

const FROM_PLACE: PreparedQuery = {
  name: 'columns-from-place',
  text: arraysOf(
    ['created_at', 'shipment_id', 'order_id', ...OWN_NAMES],
    `select s.created_at, s.shipment_id, s.order_id, ${asked(OWN_NAMES)}
      from (select * from shipments s
             where s.account_id = $1 and s.journey = 'forward' and (s.created_at, s.shipment_id) > ($2::timestamptz, $3::uuid)
             order by s.created_at, s.shipment_id limit ${ROWS_AT_ONCE}) s
      ${BOOKING}
     order by s.created_at, s.shipment_id`,
  ),
};

/** What a source says of the next ids. */
const FROM_KEY = Object.fromEntries(
  SOURCE_NAMES.map((name): [SourceName, PreparedQuery] => {
    const { key, sql } = SOURCES[name];
    const columns = namesOf(name);
    return [
      name,
      {
        name: `columns-of-source-${name}`,
        text: arraysOf(
          [key, ...columns],
          `select ${name}.${key}, ${asked(columns)} from (${sql}) ${name}
            where ${name}.${key} > $2::uuid order by ${name}.${key} limit ${ROWS_AT_ONCE}`,
        ),
      },
    ];
  }),
) as Record<SourceName, PreparedQuery>;

type Arrays = Readonly<Record<string, Buffer | null>>;

/** The columns of these shipments, as far as they are forward ones. */
export async function readColumnsOf(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<IncomingRows> {
  const [row] = await scope.preparedQuery<Arrays>(BY_IDS, [shipmentIds]);
  const arrays = row as Arrays;
  return {
    at: readTimes(arrays.created_at ?? null),
    ids: readIds(arrays.shipment_id ?? null),
    columns: Object.fromEntries(NAMES.map((name) => [name, readArray(arrays[name] ?? null)])),
  };
}

/** Rows of one part, by the ids that they are kept under. */
export interface PartRead {
  readonly ids: Uint32Array;
  readonly columns: ColumnsRead;
  /** Whether there may be more behind it. */
  readonly isFull: boolean;
}

/** The next shipments of an account, with what their own rows and their bookings say. */
export interface ShipmentsRead extends PartRead {
  readonly at: readonly number[];
  readonly orderIds: Uint32Array;
}

/** Columns that were read. */
export type ColumnsRead = readonly (readonly [name: ShipmentColumnName, values: ValueReader])[];

/** The own columns of the next shipments behind a place in the listing's order. */
export async function readShipmentsFrom(
  scope: AccountScope,
  place: { readonly createdAt: number; readonly shipmentId: string },
): Promise<ShipmentsRead> {
  const [row] = await scope.preparedQuery<Arrays>(FROM_PLACE, [new Date(place.createdAt), place.shipmentId]);
  const arrays = row as Arrays;
  return {
    ...partRead(arrays, 'shipment_id', OWN_NAMES),
    at: readTimes(arrays.created_at ?? null),
    orderIds: readIds(arrays.order_id ?? null),
  };
}

/** What else is to be read of an account, by the ids that it is kept under. */
export const SHIPMENT_SOURCES = SOURCE_NAMES.map((name) => ({ name, key: SOURCES[name].key }));

/** What a source says of the next ids behind one. */
export async function readSourceFrom(scope: AccountScope, name: SourceName, id: string): Promise<PartRead> {
  const [row] = await scope.preparedQuery<Arrays>(FROM_KEY[name], [id]);
  const arrays = row as Arrays;
  return partRead(arrays, SOURCES[name].key, namesOf(name));
}

function partRead(arrays: Arrays, key: string, names: readonly ShipmentColumnName[]): PartRead {
  const ids = readIds(arrays[key] ?? null);
  const columns = names.map((name) => [name, new ArrayReader(arrays[name] ?? null)] as const);
  return { ids, columns, isFull: ids.length === ROWS_AT_ONCE * ID_WORDS };
}
