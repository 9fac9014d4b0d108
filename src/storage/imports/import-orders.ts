import type { Sentence } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { storedOrNull, storedSentence } from '../stored-sentence.ts';
import { charactersOf } from './imports.ts';

export interface ImportRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export async function addImportRows(
  writer: AccountWriter,
  importId: string,
  rows: readonly (ImportRow & { readonly orderKey: string })[],
): Promise<void> {
  await writer.change(
    `insert into import_rows (account_id, import_id, line, order_key, cells, characters)
     select $1, $2, r.line, r.order_key, array(select json_array_elements_text(r.cells)), r.characters
       from json_to_recordset($3) as r (line integer, order_key text, cells json, characters integer)`,
    [
      importId,
      JSON.stringify(
        rows.map(({ line, orderKey, cells }) => ({
          line,
          order_key: orderKey,
          cells,
          characters: charactersOf(cells),
        })),
      ),
    ],
  );
}

/** Removes the rows of orders that are left out. */
export async function dropImportRows(
  writer: AccountWriter,
  importId: string,
  orderKeys: readonly string[],
): Promise<void> {
  await writer.change(
    'delete from import_rows where account_id = $1 and import_id = $2 and order_key = any($3::text[])',
    [importId, orderKeys],
  );
}

/**
 * Groups the rows with the same order id into one order. An order with too many rows or characters is
 * rejected and not processed.
 *
 * @returns the number of order ids
 */
export async function gatherImportOrders(
  writer: AccountWriter,
  importId: string,
  most: {
    readonly rows: number;
    readonly characters: number;
    /** The errors for an order id with too many rows, and for an order id with too many characters. */
    readonly tooMany: Sentence;
    readonly tooLong: Sentence;
  },
): Promise<number> {
  const [row] = await writer.change<{ orders: number }>(
    `with keys as (
       select order_key, first_line, least(characters, 2147483647)::integer as characters,
              case when rows > $3 then $5 when characters > $4 then $6 end as error,
              case when rows > $3 or characters > $4 then '{}' else lines end as lines
         from (select order_key, min(line) as first_line, array_agg(line order by line) as lines, count(*) as rows,
                      sum(characters) as characters
                 from import_rows where account_id = $1 and import_id = $2 group by order_key) keys
     ), rejected as (
       insert into import_rejections (account_id, import_id, line, cells, errors, characters)
       select $1, $2, r.line, r.cells, array[keys.error], r.characters from keys join import_rows r using (order_key)
        where r.account_id = $1 and r.import_id = $2 and keys.error is not null
     ), gathered as (
       insert into import_orders (account_id, import_id, first_line, lines, characters, state)
       select $1, $2, first_line, lines, characters, case when error is null then 'waiting' else 'rejected' end from keys
       returning 1
     ) select count(*) as orders from gathered`,
    [importId, most.rows, most.characters, storedSentence(most.tooMany), storedSentence(most.tooLong)],
  );
  return row?.orders ?? 0;
}

/** Lets an import continue in turns after its rows are grouped into orders. */
export async function continueImport(
  writer: AccountWriter,
  importId: string,
  read: {
    readonly rows: number;
    readonly rejected: number;
    readonly header: readonly string[];
    readonly counts: object;
    readonly reading: object;
  },
): Promise<void> {
  await writer.change(
    `update imports set state = 'running', started_at = coalesce(started_at, $3), turn_at = statement_timestamp(), rows = $4,
        rejected = $5, header = $6, counts = $7, reading = $8, bytes_read = 0
      where account_id = $1 and import_id = $2`,
    [
      importId,
      writer.now,
      read.rows,
      read.rejected,
      read.header,
      JSON.stringify(read.counts),
      JSON.stringify(read.reading),
    ],
  );
}

const IS_DUE = '(next_try_at is null or next_try_at <= statement_timestamp())';

/** Finds the import with work to do that has waited longest for its turn. */
export async function findImportToDo(
  scope: AccountScope,
): Promise<{ readonly importId: string; readonly turnAt: Date } | null> {
  const left = `select from import_orders o where o.account_id = $1 and o.import_id = i.import_id and o.state in ('waiting', 'acting')`;
  const [row] = await scope.read<{ importId: string; turnAt: Date }>(
    `select import_id as "importId", turn_at as "turnAt" from imports i
      where account_id = $1 and state = 'running' and turn_at is not null
        and (exists (${left} and ${IS_DUE}) or not exists (${left}))
      order by turn_at limit 1`,
    [],
  );
  return row ?? null;
}

/** The next time at which an order of the account's imports is retried; null if none waits. */
export async function findNextTry(scope: AccountScope): Promise<Date | null> {
  const [row] = await scope.read<{ at: Date | null }>(
    `select min(o.next_try_at) as at from imports i join import_orders o using (account_id, import_id)
      where i.account_id = $1 and i.state = 'running' and i.turn_at is not null and o.state = 'waiting'`,
    [],
  );
  return row?.at ?? null;
}

export async function isGathered(scope: AccountScope, importId: string): Promise<boolean> {
  const rows = await scope.read(
    'select from imports where account_id = $1 and import_id = $2 and turn_at is not null',
    [importId],
  );
  return rows.length > 0;
}

export interface ImportOrder {
  readonly firstLine: number;
  /** The number of times that the service failed at this order. */
  readonly tries: number;
  readonly rows: readonly ImportRow[];
}

/** The limit of characters in orders that are processed together: their rows are in memory several times. */
const CHARACTERS_AT_ONCE = 1_000_000;

interface OrderRow {
  firstLine: number;
  tries: number;
  lines: number[];
}

/**
 * Reads all rows of a batch in one query. With a separate query for each key, PostgreSQL read all rows of the
 * file for each order until its statistics included the new rows. For 2,000 orders that took a third of its
 * time, and the time grew with the square of the number of orders.
 */
async function withRows(
  scope: AccountScope,
  importId: string,
  orders: readonly OrderRow[],
): Promise<ImportOrder[]> {
  const lines = orders.flatMap((order) => order.lines);
  const rows = await scope.read<ImportRow>(
    'select line, cells from import_rows where account_id = $1 and import_id = $2 and line = any($3::integer[])',
    [importId, lines],
  );
  const rowOf = new Map(rows.map((row) => [row.line, row]));
  return orders.map(({ firstLine, tries, lines: own }) => {
    return { firstLine, tries, rows: own.flatMap((line) => rowOf.get(line) ?? []) };
  });
}

/** Finds the next waiting orders of an import after a line. Long orders give fewer, but at least one. */
async function findWaiting(
  scope: AccountScope,
  importId: string,
  { after, most, isDue }: { readonly after: number; readonly most: number; readonly isDue: boolean },
): Promise<ImportOrder[]> {
  const found = await scope.read<OrderRow>(
    `select first_line as "firstLine", tries, lines
       from (select *, sum(characters) over (order by first_line) - characters as before
               from (select first_line, tries, lines, characters from import_orders
                      where account_id = $1 and import_id = $2 and state = 'waiting' and first_line > $3
                        and (not $5 or ${IS_DUE})
                      order by first_line limit $4) found) sized
      where before < ${CHARACTERS_AT_ONCE} order by first_line`,
    [importId, after, most, isDue],
  );
  return withRows(scope, importId, found);
}

/** Takes the next due orders of an import after a line, so that finished orders are not read again. */
export async function takeImportOrders(
  writer: AccountWriter,
  importId: string,
  after: number,
  most: number,
): Promise<ImportOrder[]> {
  const orders = await findWaiting(writer, importId, { after, most, isDue: true });
  await writer.change(
    `update import_orders set state = 'acting', next_try_at = null
      where account_id = $1 and import_id = $2 and first_line = any($3::integer[]) and state = 'waiting'`,
    [importId, orders.map(({ firstLine }) => firstLine)],
  );
  return orders;
}

/** Sets orders back to waiting, if their process ended while it worked on them. */
export async function releaseImportOrders(writer: AccountWriter, importId: string): Promise<void> {
  await writer.change(
    `update import_orders set state = 'waiting' where account_id = $1 and import_id = $2 and state = 'acting'`,
    [importId],
  );
}

/** Lists the waiting orders of an import after a line, only to read them. */
export function listImportOrders(
  scope: AccountScope,
  importId: string,
  after: number,
  most: number,
): Promise<ImportOrder[]> {
  return findWaiting(scope, importId, { after, most, isDue: false });
}

/** Schedules another try for a taken order, after a failure of the service. */
export async function tryOrderAgain(
  writer: AccountWriter,
  importId: string,
  { firstLine, tries }: ImportOrder,
  afterMs: number,
): Promise<void> {
  await writer.change(
    `update import_orders set state = 'waiting', tries = $4,
        next_try_at = statement_timestamp() + make_interval(secs => $5::float8 / 1000)
      where account_id = $1 and import_id = $2 and first_line = $3 and state = 'acting'`,
    [importId, firstLine, tries + 1, afterMs],
  );
}

/** Tells whether any orders of an import are waiting, including orders to retry. */
export async function hasOrdersLeft(scope: AccountScope, importId: string): Promise<boolean> {
  const rows = await scope.read(
    `select from import_orders where account_id = $1 and import_id = $2 and state in ('waiting', 'acting') limit 1`,
    [importId],
  );
  return rows.length > 0;
}

/** Records the result of a taken order. @returns false if a result is already recorded */
export async function keepImportOrder(
  writer: AccountWriter,
  importId: string,
  firstLine: number,
  state: 'created' | 'booked' | 'rejected',
  shipmentId: string | null,
): Promise<boolean> {
  const kept = await writer.change(
    `update import_orders set state = $4, shipment_id = $5
      where account_id = $1 and import_id = $2 and first_line = $3 and state = 'acting' returning 1`,
    [importId, firstLine, state, shipmentId],
  );
  return kept.length > 0;
}

export async function sumUpImport(writer: AccountWriter, importId: string): Promise<void> {
  // Two statements, because on a cluster a statement that changes rows cannot call a function of row values,
  // such as one that builds JSON.
  const [sums] = await writer.read<{ orders: number; waiting: number; counts: object; rejected: number }>(
    `select orders, waiting, json_build_object('orders', orders, 'created', created, 'booked', booked) as counts,
        (select count(*) from import_rejections where account_id = $1 and import_id = $2) as rejected
       from (select count(*) as orders, count(*) filter (where state in ('waiting', 'acting')) as waiting,
                count(*) filter (where state in ('created', 'booked')) as created,
                count(*) filter (where state = 'booked') as booked
               from import_orders where account_id = $1 and import_id = $2) o`,
    [importId],
  );
  if (sums === undefined) return;
  await writer.change(
    `update imports set turn_at = statement_timestamp(), rejected = $3, counts = $4,
        bytes_read = case when $5::integer = 0 then bytes else bytes * ($5::integer - $6::integer) / greatest($5::integer, 1) end
      where account_id = $1 and import_id = $2`,
    [importId, sums.rejected, JSON.stringify(sums.counts), sums.orders, sums.waiting],
  );
}

/** Ends an import, as finished or stopped. @param failure why it is stopped; null if finished */
export async function endOrderImport(
  writer: AccountWriter,
  importId: string,
  failure: Sentence | null = null,
): Promise<void> {
  await writer.change(
    `update imports set state = $3::import_state, finished_at = $4, failure = $5,
        bytes_read = case when $3::import_state = 'done' then bytes else bytes_read end
      where account_id = $1 and import_id = $2 and state = 'running'`,
    [importId, failure === null ? 'done' : 'stopped', writer.now, storedOrNull(failure)],
  );
}
