import type { ColumnKind } from '../../columns/column-kinds.ts';
import type { IncomingRows } from '../../columns/column-table.ts';
import { SEGMENT_ROWS } from '../../columns/segment.ts';
import { USUAL_STATES, usualState } from '../../domain/pincodes/states.ts';
import type { AccountScope } from '../account-scope.ts';
import type { NamedStatement } from '../transaction.ts';
import { readArray, readIds, readTimes } from './binary-values.ts';
import type { ChangedPart } from './shipment-changes.ts';

/** A column: its storage, the table with its value, and the SQL of the value. */
interface ShipmentColumn {
  readonly kind: ColumnKind;
  /** `s` if it is in the shipment's row; else the tables to look in: the last one with a value wins. */
  readonly of: 's' | readonly SourceName[];
  readonly sql: string;
}

const contactOf = (role: 'billing' | 'shipping') => ({
  by: ['order_id'] as const,
  sql: `select order_id, city, state from order_contacts where account_id = $1 and role = '${role}'`,
});

/**
 * Columns from other tables. Their rows are found by ids, and the last id is unique in the table, so there is
 * at most one row, or one row for each word of a set. For a whole account, each table is read once in storage
 * order, instead of looking up each shipment.
 */
const SOURCES = {
  tags: {
    by: ['order_id'],
    sql: "select order_id, unnest(tags) as tag from orders where account_id = $1 and tags <> '{}'",
  },
  warned: {
    by: ['order_id'],
    sql: "select order_id, jsonb_array_length(warnings) as warnings from orders where account_id = $1 and warnings <> '[]'",
  },
  items: {
    by: ['order_id'],
    sql: 'select order_id, sku from order_items where account_id = $1 and sku is not null',
  },
  billing: contactOf('billing'),
  shipping: contactOf('shipping'),
  booking: {
    by: ['shipment_id', 'booking_id'],
    sql: "select shipment_id, booking_id, forward_freight_paise from bookings where account_id = $1 and state = 'booked'",
  },
  cod: {
    by: ['shipment_id'],
    sql: 'select shipment_id, collected_paise - remitted_paise as due_paise from cod_dues where account_id = $1',
  },
} as const satisfies Record<string, { readonly by: readonly RowId[]; readonly sql: string }>;

/** The ids that other tables use to refer to a shipment. */
export type RowId = 'shipment_id' | 'order_id' | 'booking_id';

type SourceName = keyof typeof SOURCES;

const of = (name: string) => ({ of: 's' as const, sql: name });

/** A time column, stored in seconds. */
const second = (name: string) => ({ kind: 'number32' as const, ...of(name) });

/** The character between a city and its state; no city contains it. */
const BEFORE_STATE = '\u001f';

/** An order has a shipping contact only if it differs from the billing contact. */
const CONTACTS = ['billing', 'shipping'] as const;

/** The columns of a forward shipment in memory: all columns for filters, facets and figures. */
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
  state: { kind: 'word16', of: CONTACTS, sql: 'state' },
  city: { kind: 'word32', of: CONTACTS, sql: `city || chr(${BEFORE_STATE.charCodeAt(0)}) || state` },
  skus: { kind: 'set', of: ['items'], sql: 'sku' },
  tags: { kind: 'set', of: ['tags'], sql: 'tag' },
  warnings: { kind: 'amount', of: ['warned'], sql: 'warnings' },
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
  total_price_paise: { kind: 'amount', ...of('total_price_paise') },
  freight_paise: { kind: 'amount', of: ['booking'], sql: 'forward_freight_paise' },
  cod_due_paise: { kind: 'amount', of: ['cod'], sql: 'due_paise' },
} as const satisfies Record<string, ShipmentColumn>;

export type ShipmentColumnName = keyof typeof COLUMNS;

const NAMES = Object.keys(COLUMNS) as ShipmentColumnName[];

export const SHIPMENT_COLUMNS = Object.fromEntries(NAMES.map((name) => [name, COLUMNS[name].kind])) as {
  readonly [N in ShipmentColumnName]: (typeof COLUMNS)[N]['kind'];
};

/** Canonical words: all spellings of a state or city are replaced by its usual name. */
export const MEANT = { state: usualState, city: usualCity } as const satisfies Partial<
  Record<ShipmentColumnName, (word: string) => string>
>;

function usualCity(written: string): string {
  const [city, state] = written.split(BEFORE_STATE) as [string, string];
  return `${city}, ${usualState(state)}`;
}

const SOURCE_NAMES = Object.keys(SOURCES) as SourceName[];
const sourcesOf = (name: ShipmentColumnName): readonly SourceName[] => {
  const { of: sources } = COLUMNS[name];
  return sources === 's' ? [] : sources;
};
const OWN_NAMES = NAMES.filter((name) => COLUMNS[name].of === 's');
const namesOf = (source: SourceName) => NAMES.filter((name) => sourcesOf(name).includes(source));
const isSet = (name: ShipmentColumnName) => COLUMNS[name].kind === 'set';

const selectList = (names: readonly ShipmentColumnName[]) =>
  names.map((name) => `${COLUMNS[name].sql} as ${name}`).join(', ');

/** Looks up rows one by one, because of `limit`. PostgreSQL would read the whole table for each part. */
const lookUp = (source: SourceName) => {
  const { by, sql } = SOURCES[source];
  const names = namesOf(source);
  const its = `(${sql}) ${source} where ${by.map((id) => `${source}.${id} = s.${id}`).join(' and ')}`;
  const read = names.some(isSet)
    ? `select ${names.map((name) => `array_agg(${COLUMNS[name].sql}) as ${name}`).join(', ')} from ${its}`
    : `select ${selectList(names)} from ${its} limit 1`;
  return `left join lateral (${read}) ${source} on true`;
};

const lookedUp = (name: ShipmentColumnName) => {
  const found = sourcesOf(name).map((source) => `${source}.${name}`);
  if (found.length === 0) return `s.${COLUMNS[name].sql} as ${name}`;
  return isSet(name)
    ? `array_send(${found.join()}) as ${name}`
    : `coalesce(${found.toReversed().join(', ')}) as ${name}`;
};

/** SQL for one row with an array for each column, in PostgreSQL's binary format. */
const arraysOf = (columns: readonly string[], rows: string) =>
  `select ${columns.map((name) => `array_send(array_agg(${name})) as ${name}`).join(', ')} from (${rows}) as rows`;

interface ReadingByIds {
  readonly names: readonly ShipmentColumnName[];
  readonly query: NamedStatement;
}

const byIds = (
  part: ChangedPart,
  names: readonly ShipmentColumnName[],
  sources: readonly SourceName[],
): ReadingByIds => ({
  names,
  query: {
    name: `columns-of-shipments-${part}`,
    text: arraysOf(
      ['created_at', 'shipment_id', ...names],
      `select s.created_at, s.shipment_id, ${names.map(lookedUp).join(', ')}
      from (select * from shipments s
             where s.account_id = $1 and s.journey = 'forward' and s.shipment_id = any($2::uuid[])) s
      ${sources.map(lookUp).join('\n      ')}
     order by s.created_at, s.shipment_id`,
    ),
  },
});

const BY_IDS: Readonly<Record<ChangedPart, ReadingByIds>> = {
  anything: byIds('anything', NAMES, SOURCE_NAMES),
  row: byIds('row', OWN_NAMES, []),
  dues: byIds('dues', namesOf('cod'), ['cod']),
};

/** A query of a whole account, for COPY: the ids, followed by the columns. */
export interface CopiedTable {
  readonly sql: string;
  readonly names: readonly ShipmentColumnName[];
}

/** All shipments in the listing's order: `created_at`, each `RowId`, and columns from their rows. */
export const COPIED_SHIPMENTS: CopiedTable = {
  names: OWN_NAMES,
  sql: `select s.created_at, s.shipment_id, s.order_id, s.booking_id, ${selectList(OWN_NAMES)}
      from shipments s
     where s.account_id = $1 and s.journey = 'forward'
     order by s.created_at, s.shipment_id`,
};

/** Columns of other tables, each with its id. Any order is allowed, so PostgreSQL chooses the fastest. */
export const COPIED_SOURCES: readonly (CopiedTable & { readonly id: RowId })[] = SOURCE_NAMES.map(
  (source) => {
    const { by, sql } = SOURCES[source];
    const id = by.at(-1) as RowId;
    const names = namesOf(source);
    return { id, names, sql: `select ${id}, ${selectList(names)} from (${sql}) ${source}` };
  },
);

/** All tables to copy of an account, in this order. The shipments come first. */
export const COPIED_TABLES: readonly CopiedTable[] = [COPIED_SHIPMENTS, ...COPIED_SOURCES];

/** The order of columns and the canonical words. The loading thread and its caller must agree on them. */
export const LAYOUT = JSON.stringify([
  SHIPMENT_COLUMNS,
  COPIED_SHIPMENTS,
  COPIED_SOURCES,
  [...USUAL_STATES],
  SEGMENT_ROWS,
]);

type Arrays = Readonly<Record<string, Buffer | null>>;

/** Reads columns of forward shipments that may have changed. */
export async function readColumnsOf(
  scope: AccountScope,
  part: ChangedPart,
  shipmentIds: readonly string[],
): Promise<IncomingRows> {
  const { names, query } = BY_IDS[part];
  const [row] = await scope.read<Arrays>(query, [shipmentIds]);
  const arrays = row as Arrays;
  return {
    at: readTimes(arrays.created_at ?? null),
    ids: readIds(arrays.shipment_id ?? null),
    columns: Object.fromEntries(names.map((name) => [name, readArray(arrays[name] ?? null)])),
  };
}
