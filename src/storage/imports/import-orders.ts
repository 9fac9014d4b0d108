import type { AccountScope, AccountWriter, PreparedQuery } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** A row of a file of orders. */
export interface ImportRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Keeps rows with the order ids that they name. */
export async function addImportRows(
  writer: AccountWriter,
  importId: string,
  rows: readonly (ImportRow & { readonly orderKey: string })[],
): Promise<void> {
  await writer.rawChange(
    `insert into import_rows (account_id, import_id, line, order_key, cells)
     select $1, $2, r.line, r.order_key, array(select json_array_elements_text(r.cells))
       from json_to_recordset($3) as r (line integer, order_key text, cells json)`,
    [
      importId,
      JSON.stringify(rows.map(({ line, orderKey, cells }) => ({ line, order_key: orderKey, cells }))),
    ],
  );
}

/**
 * Makes one order of all rows of an order id; where there are too many they are rejected, and looked at no more.
 *
 * @returns how many order ids there are
 */
export async function gatherImportOrders(
  writer: AccountWriter,
  importId: string,
  most: { readonly rows: number; readonly error: string },
): Promise<number> {
  const [row] = await writer.rawChange<{ orders: number }>(
    `with keys as (
       select order_key, min(line) as first_line, count(*) > $3 as is_too_long,
              case when count(*) <= $3 then array_agg(line order by line) else '{}' end as lines
         from import_rows where account_id = $1 and import_id = $2 group by order_key
     ), rejected as (
       insert into import_rejections (account_id, import_id, line, cells, errors)
       select $1, $2, r.line, r.cells, array[$4] from keys join import_rows r using (order_key)
        where r.account_id = $1 and r.import_id = $2 and keys.is_too_long
     ), gathered as (
       insert into import_orders (account_id, import_id, first_line, lines, state)
       select $1, $2, first_line, lines, case when is_too_long then 'rejected' else 'waiting' end from keys
       returning 1
     ) select count(*)::integer as orders from gathered`,
    [importId, most.rows, most.error],
  );
  return row?.orders ?? 0;
}

/** Lets an import whose orders are gathered go on in turns. */
export async function continueImport(
  writer: AccountWriter,
  importId: string,
  read: {
    readonly rows: number;
    readonly rejected: number;
    readonly header: readonly string[];
    readonly counts: object;
  },
): Promise<void> {
  await writer.rawChange(
    `update imports set state = 'running', started_at = coalesce(started_at, $3), turn_at = clock_timestamp(), rows = $4,
        rejected = $5, header = $6, counts = $7, bytes_read = 0
      where account_id = $1 and import_id = $2`,
    [importId, writer.now, read.rows, read.rejected, read.header, JSON.stringify(read.counts)],
  );
}

/** The import that had its last turn longest ago. */
export async function findImportToDo(
  scope: AccountScope,
): Promise<{ readonly importId: string; readonly turnAt: Date } | null> {
  const [row] = await scope.rawQuery<{ importId: string; turnAt: Date }>(
    `select import_id as "importId", turn_at as "turnAt" from imports
      where account_id = $1 and state = 'running' and turn_at is not null order by turn_at limit 1`,
    [],
  );
  return row ?? null;
}

/** Whether an import's orders are gathered. */
export async function isGathered(scope: AccountScope, importId: string): Promise<boolean> {
  const rows = await scope.rawQuery(
    'select from imports where account_id = $1 and import_id = $2 and turn_at is not null',
    [importId],
  );
  return rows.length > 0;
}

/** An order of an import, with its rows. */
export interface ImportOrder {
  readonly firstLine: number;
  readonly rows: readonly ImportRow[];
}

/** Each row by its key: a plan kept from before the file came in would else read all rows for each order. */
const ROWS_OF_ORDER = `(select coalesce(json_agg(json_build_object('line', n.line, 'cells', r.cells) order by n.line), '[]')
    from unnest(o.lines) as n (line) cross join lateral (
      select cells from import_rows where account_id = $1 and import_id = $2 and line = n.line limit 1) r) as rows`;

const TAKE: PreparedQuery = {
  name: 'take-import-orders',
  text: `update import_orders o set state = 'acting'
      from (select first_line from import_orders where account_id = $1 and import_id = $2 and state = 'waiting'
             order by first_line limit $3) next
     where o.account_id = $1 and o.import_id = $2 and o.first_line = next.first_line
    returning o.first_line as "firstLine", ${ROWS_OF_ORDER}`,
};

/** Takes the next orders of an import, by a change of its own. */
export function takeImportOrders(
  database: Database,
  accountId: string,
  importId: string,
  most: number,
): Promise<ImportOrder[]> {
  return database.changeAtOnce<ImportOrder>(accountId, TAKE, [importId, most]);
}

/** The orders that somebody was at when their process ended. */
export function listLeftImportOrders(scope: AccountScope, importId: string): Promise<ImportOrder[]> {
  return scope.rawQuery<ImportOrder>(
    `select o.first_line as "firstLine", ${ROWS_OF_ORDER} from import_orders o
      where o.account_id = $1 and o.import_id = $2 and o.state = 'acting' order by o.first_line`,
    [importId],
  );
}

/** The orders of an import that wait, after a line, for whoever only looks. */
export function listImportOrders(
  scope: AccountScope,
  importId: string,
  after: number,
  limit: number,
): Promise<ImportOrder[]> {
  return scope.rawQuery<ImportOrder>(
    `select o.first_line as "firstLine", ${ROWS_OF_ORDER} from import_orders o
      where o.account_id = $1 and o.import_id = $2 and o.state = 'waiting' and o.first_line > $3 order by o.first_line limit $4`,
    [importId, after, limit],
  );
}

/** Keeps what became of an order that was taken. @returns false where it is known already */
export async function keepImportOrder(
  writer: AccountWriter,
  importId: string,
  firstLine: number,
  state: 'created' | 'booked' | 'rejected',
  shipmentId: string | null,
): Promise<boolean> {
  const kept = await writer.rawChange(
    `update import_orders set state = $4, shipment_id = $5
      where account_id = $1 and import_id = $2 and first_line = $3 and state = 'acting' returning 1`,
    [importId, firstLine, state, shipmentId],
  );
  return kept.length > 0;
}

/** Sums up how far an import is: its counts, its rejected rows, and its turn. */
export async function sumUpImport(writer: AccountWriter, importId: string): Promise<void> {
  await writer.rawChange(
    `update imports i set turn_at = clock_timestamp(), rejected = r.rows,
        bytes_read = case when o.orders = 0 then i.bytes else i.bytes * (o.orders - o.waiting) / o.orders end,
        counts = json_build_object('orders', o.orders, 'created', o.created, 'booked', o.booked)
       from (select count(*)::integer as orders, (count(*) filter (where state in ('waiting', 'acting')))::integer as waiting,
                (count(*) filter (where state in ('created', 'booked')))::integer as created,
                (count(*) filter (where state = 'booked'))::integer as booked
               from import_orders where account_id = $1 and import_id = $2) o,
            (select count(*)::integer as rows from import_rejections where account_id = $1 and import_id = $2) r
      where i.account_id = $1 and i.import_id = $2`,
    [importId],
  );
}

/** Ends an import whose orders are all through. */
export async function endOrderImport(writer: AccountWriter, importId: string): Promise<void> {
  await writer.rawChange(
    `update imports set state = 'done', finished_at = $3, bytes_read = bytes
      where account_id = $1 and import_id = $2 and state = 'running'`,
    [importId, writer.now],
  );
}
