import type { Restriction } from '../domain/people.ts';

/** A person's restriction, and the person's id: other people's jobs and imports are invisible. */
export interface Sight {
  readonly restriction: Restriction;
  readonly personId: string;
}

/** The tables that statements start from. The other tables are read by the ids of these tables' rows. */
export const RESTRICTED_TABLES = [
  'shipments',
  'orders',
  'stores',
  'warehouses',
  'shipment_counts',
  'shipment_count_deltas',
  'list_totals',
  'shipment_search',
  'shipment_skus',
  'shipment_tags',
  'messages',
  'ledger_entries',
  'cod_dues',
  'remittance_rows',
  'invoices',
  'weight_differences',
  'returns',
  'customer_requests',
  'exchanges',
  'exchange_numbers',
  'manifests',
  'pickups',
  'pickup_requests',
  'jobs',
  'imports',
] as const;
type Table = (typeof RESTRICTED_TABLES)[number];

const NO_ALIAS = new Set(
  'where on using order group limit left right full inner cross natural join union except intersect returning for offset having window set select'.split(
    ' ',
  ),
);

const READ = new RegExp(
  `(\\bdelete\\s+)?\\b(from|join)(\\s+)(${RESTRICTED_TABLES.join('|')})\\b(?![.(])(\\s+(?:as\\s+)?([a-z_]\\w*))?`,
  'g',
);

/** Statements are constants in the code, so there are few. Their last restrictions are cached. */
const MOST_KEPT = 2_000;
const kept = new Map<string, string>();

/**
 * Returns the statement for a restricted person. Each table is replaced by the rows that the person may see,
 * for rows, totals, counts and figures. Counters are replaced by a count. Writes are not restricted, because
 * the same rows are read before. A table that is named with its schema is read in full, for rules about the
 * whole account, such as unique order ids.
 *
 * PostgreSQL gets the account and the restriction as `(select ...)`, and each row of another table looks up
 * its shipment separately, as in `joinOne`. Otherwise, if its statistics do not know an account yet,
 * PostgreSQL would expect one row, and read all rows for each row of another table.
 *
 * @param text contains `$1`, the account
 */
export function restrictSql(text: string, sight: Sight): string {
  const key = `${JSON.stringify(sight)} ${text}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const restricted = text.replace(READ, (found, isDeleted, verb, gap, table: Table, rest = '', alias) => {
    if (isDeleted !== undefined) return found;
    const isNamed = alias !== undefined && !NO_ALIAS.has(alias);
    return `${verb}${gap}${rowsOf(table, sight)}${isNamed ? rest : ` ${table}${rest}`}`;
  });
  const planned = restricted === text ? text : restricted.replace(/\$1(?![\d:])/g, '(select $1::uuid)');
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, planned);
  return planned;
}

function rowsOf(table: Table, sight: Sight): string {
  const { restriction, personId } = sight;
  const { warehouseIds, storeIds } = restriction;
  switch (table) {
    case 'shipments':
      return `(select * from shipments where account_id = $1${ofThese(restriction, 'shipments')})`;
    case 'shipment_counts':
      return `(select account_id, journey, granular_status as status, count(*) as shipments from shipments
        where account_id = $1${ofThese(restriction, 'shipments')} group by account_id, journey, granular_status)`;
    case 'shipment_count_deltas':
      return '(select * from shipment_count_deltas where account_id = $1 and false)';
    case 'list_totals':
      return '(select * from list_totals where account_id = $1 and false)';
    case 'exchanges':
      return `(select * from exchanges where account_id = $1${['forward_shipment_id', 'return_shipment_id']
        .map((id) => ofSeenShipment(`shipment_id = exchanges.${id}`, restriction))
        .join('')})`;
    case 'exchange_numbers':
      return `(select account_id, count(*) as last_number from ${rowsOf('exchanges', sight)} exchanges group by account_id)`;
    case 'stores':
      return `(select * from stores where account_id = $1${oneOf('stores.store_id', storeIds)})`;
    case 'warehouses':
    case 'manifests':
    case 'pickups':
    case 'pickup_requests':
      return `(select * from ${table} where account_id = $1${oneOf(`${table}.warehouse_id`, warehouseIds)})`;
    case 'orders':
      return ofShipments('orders', 'order_id', restriction);
    case 'jobs':
    case 'imports':
      return `(select * from ${table} where account_id = $1 and actor_id = '${uuid(personId)}')`;
    default:
      return ofShipments(table, 'shipment_id', restriction);
  }
}

function ofShipments(table: Table, by: 'order_id' | 'shipment_id', restriction: Restriction): string {
  return `(select * from ${table} where account_id = $1${ofSeenShipment(`${by} = ${table}.${by}`, restriction)})`;
}

function ofSeenShipment(key: string, restriction: Restriction): string {
  return ` and exists (select from (select * from shipments where account_id = $1 and ${key} offset 0) seen
      where true${ofThese(restriction, 'seen')})`;
}

function ofThese({ storeIds, warehouseIds }: Restriction, shipments: string): string {
  return oneOf(`${shipments}.store_id`, storeIds) + oneOf(`${shipments}.warehouse_id`, warehouseIds);
}

/** Returns the condition with the ids in its text, because the statement numbers its parameters itself. */
function oneOf(column: string, ids: readonly string[] | null): string {
  return ids === null ? '' : ` and ${column} = any((select '{${ids.map(uuid).join(',')}}'::uuid[])::uuid[])`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function uuid(text: string): string {
  if (!UUID.test(text)) throw new Error('What somebody is restricted to is named by UUIDs');
  return text;
}
