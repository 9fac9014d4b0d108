import type { ColumnKind } from '../../columns/column-kinds.ts';
import type { IncomingColumn, IncomingRows } from '../../columns/column-table.ts';
import type { AccountScope, PreparedQuery } from '../account-scope.ts';
import { readArray, readIds } from './binary-columns.ts';

/** A column: how it is kept, where its value is read, the SQL of that, and what is made of it. */
interface ShipmentColumn {
  readonly kind: ColumnKind;
  /** `s` where it is in the row of the shipment. */
  readonly of: 's' | SourceName;
  readonly sql: string;
  readonly made?: (values: IncomingColumn) => IncomingColumn;
}

/**
 * What other tables say of shipments: one row for each id of a shipment or an order at most. A whole account's is read
 * by itself, in the order of these ids, and not looked up for each shipment, which took three times as long.
 */
const SOURCES = {
  o: { key: 'order_id', sql: `select order_id, tags from orders where account_id = $1 and tags <> '{}'` },
  i: {
    key: 'order_id',
    sql: 'select order_id, json_agg(sku)::text as skus from order_items where account_id = $1 and sku is not null group by order_id',
  },
  c: {
    key: 'order_id',
    sql: `select distinct on (order_id) order_id, city, state from order_contacts
          where account_id = $1 and role in ('billing', 'shipping') order by order_id, role desc`,
  },
  b: {
    key: 'shipment_id',
    sql: `select of.shipment_id, of.forward_freight_paise from bookings of
            join shipments booked on booked.account_id = $1 and booked.shipment_id = of.shipment_id
             and booked.booking_id = of.booking_id
           where of.account_id = $1 and of.state = 'booked'`,
  },
  d: {
    key: 'shipment_id',
    sql: 'select shipment_id, collected_paise - remitted_paise as due_paise from cod_dues where account_id = $1',
  },
} as const;

type SourceName = keyof typeof SOURCES;

/** A column of the shipment's own row. */
const of = (name: string) => ({ of: 's' as const, sql: `s.${name}` });

/** Dates are kept to the second. */
const second = (name: string) => ({
  kind: 'number32' as const,
  ...of(name),
  made: (times: IncomingColumn) =>
    times.map((at) => (at === null ? null : Math.floor((at as number) / 1000))),
});

const listOfWords = (lists: IncomingColumn) =>
  lists.map((list) => (list === null ? null : (JSON.parse(list as string) as string[])));

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
  skus: { kind: 'set', of: 'i', sql: 'i.skus', made: listOfWords },
  tags: { kind: 'set', of: 'o', sql: 'array_to_json(o.tags)::text', made: listOfWords },
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
const namesOf = (of: ShipmentColumn['of']) => NAMES.filter((name) => COLUMNS[name].of === of);

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
      ${JOINS}
     order by s.created_at, s.shipment_id`,
  ),
};

const OWN_NAMES = namesOf('s');

const FROM_PLACE: PreparedQuery = {
  name: 'columns-from-place',
  text: arraysOf(
    ['created_at', 'shipment_id', 'order_id', ...OWN_NAMES],
    `select s.created_at, s.shipment_id, s.order_id, ${asked(OWN_NAMES)}
      from shipments s
     where s.account_id = $1 and s.journey = 'forward' and (s.created_at, s.shipment_id) > ($2::timestamptz, $3::uuid)
     order by s.created_at, s.shipment_id limit $4`,
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
            where ${name}.${key} > $2::uuid order by ${name}.${key} limit $3`,
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
    ...keysOf(arrays),
    columns: Object.fromEntries(NAMES.map((name) => [name, valuesOf(arrays, name)])),
  };
}

/** The next shipments of an account, with what their own rows say. */
export interface ShipmentsRead {
  readonly at: readonly number[];
  readonly ids: Uint32Array;
  readonly orderIds: Uint32Array;
  readonly columns: ColumnsRead;
}

/** Columns that were read, each made ready once it is asked for. */
export type ColumnsRead = readonly (readonly [name: ShipmentColumnName, values: () => IncomingColumn])[];

/** The own columns of the next shipments behind a place in the listing's order. */
export async function readShipmentsFrom(
  scope: AccountScope,
  place: { readonly createdAt: number; readonly shipmentId: string },
  limit: number,
): Promise<ShipmentsRead> {
  const [row] = await scope.preparedQuery<Arrays>(FROM_PLACE, [
    new Date(place.createdAt),
    place.shipmentId,
    limit,
  ]);
  const arrays = row as Arrays;
  return {
    ...keysOf(arrays),
    orderIds: readIds(arrays.order_id ?? null),
    columns: columnsRead(arrays, OWN_NAMES),
  };
}

/** What a source says, by the ids that it is kept under. */
export interface SourceRead {
  readonly ids: Uint32Array;
  readonly columns: ColumnsRead;
}

/** What else is to be read of an account, by the ids that it is kept under. */
export const SHIPMENT_SOURCES = SOURCE_NAMES.map((name) => ({ name, key: SOURCES[name].key }));

/** What a source says of the next ids behind one. */
export async function readSourceFrom(
  scope: AccountScope,
  name: SourceName,
  id: string,
  limit: number,
): Promise<SourceRead> {
  const [row] = await scope.preparedQuery<Arrays>(FROM_KEY[name], [id, limit]);
  const arrays = row as Arrays;
  return { ids: readIds(arrays[SOURCES[name].key] ?? null), columns: columnsRead(arrays, namesOf(name)) };
}

function keysOf(arrays: Arrays) {
  return {
    at: readArray(arrays.created_at ?? null) as readonly number[],
    ids: readIds(arrays.shipment_id ?? null),
  };
}

function columnsRead(arrays: Arrays, names: readonly ShipmentColumnName[]): ColumnsRead {
  return names.map((name) => [name, () => valuesOf(arrays, name)] as const);
}

function valuesOf(arrays: Arrays, name: ShipmentColumnName): IncomingColumn {
  const { made }: ShipmentColumn = COLUMNS[name];
  const values = readArray(arrays[name] ?? null);
  return made === undefined ? values : made(values);
}
