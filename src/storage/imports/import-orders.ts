import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { charactersOf } from './imports.ts';

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

/**
 * Makes one order of all rows of an order id; where there are too many they are rejected, and looked at no more.
 *
 * @returns how many order ids there are
 */
export async function gatherImportOrders(
  writer: AccountWriter,
  importId: string,
  most: {
    readonly rows: number;
    readonly characters: number;
    /** Sentences for an order id with too many rows, and for one with too many characters. */
    readonly tooMany: string;
    readonly tooLong: string;
  },
): Promise<number> {
  const [row] = await writer.rawChange<{ orders: number }>(
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
     ) select count(*)::integer as orders from gathered`,
    [importId, most.rows, most.characters, most.tooMany, most.tooLong],
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
    `update imports set state = 'running', started_at = coalesce(started_at, $3), turn_at = statement_timestamp(), rows = $4,
        rejected = $5, header = $6, counts = $7, bytes_read = 0
      where account_id = $1 and import_id = $2`,
    [importId, writer.now, read.rows, read.rejected, read.header, JSON.stringify(read.counts)],
  );
}

const IS_DUE = '(next_try_at is null or next_try_at <= statement_timestamp())';

/** The import that had its last turn longest ago, of those that have something to do by now. */
export async function findImportToDo(
  scope: AccountScope,
): Promise<{ readonly importId: string; readonly turnAt: Date } | null> {
  const left = `select from import_orders o where o.account_id = $1 and o.import_id = i.import_id and o.state in ('waiting', 'acting')`;
  const [row] = await scope.rawQuery<{ importId: string; turnAt: Date }>(
    `select import_id as "importId", turn_at as "turnAt" from imports i
      where account_id = $1 and state = 'running' and turn_at is not null
        and (exists (${left} and ${IS_DUE}) or not exists (${left}))
      order by turn_at limit 1`,
    [],
  );
  return row ?? null;
}

/** When the next order of the account's imports is to be tried again; null where none is. */
export async function findNextTry(scope: AccountScope): Promise<Date | null> {
  const [row] = await scope.rawQuery<{ at: Date | null }>(
    `select min(o.next_try_at) as at from imports i join import_orders o using (account_id, import_id)
      where i.account_id = $1 and i.state = 'running' and i.turn_at is not null and o.state = 'waiting'`,
    [],
  );
  return row?.at ?? null;
}

/** Tells whether an import's orders are gathered. */
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
  /** The number of failures of the service at this order. */
  readonly tries: number;
  readonly rows: readonly ImportRow[];
}

/** The characters of orders that are processed together, whose rows are in memory several times over. */
const CHARACTERS_AT_ONCE = 1_000_000;

interface OrderRow {
  firstLine: number;
  tries: number;
  lines: number[];
}

/**
 * All rows of a portion at once. They were asked for order by order, each by its key; but statistics are those of before
 * the file came in, by which PostgreSQL read all rows of the file for each order: a third of its time for 2,000 orders,
 * and growing with their square.
 */
async function withRows(
  scope: AccountScope,
  importId: string,
  orders: readonly OrderRow[],
): Promise<ImportOrder[]> {
  const lines = orders.flatMap((order) => order.lines);
  const rows = await scope.rawQuery<ImportRow>(
    'select line, cells from import_rows where account_id = $1 and import_id = $2 and line = any($3::integer[])',
    [importId, lines],
  );
  const rowOf = new Map(rows.map((row) => [row.line, row]));
  return orders.map(({ firstLine, tries, lines: own }) => {
    return { firstLine, tries, rows: own.flatMap((line) => rowOf.get(line) ?? []) };
  });
}

/** The first orders of an import that wait after a line, up to so many; fewer where they are long, and always one. */
async function findWaiting(
  scope: AccountScope,
  importId: string,
  { after, most, isDue }: { readonly after: number; readonly most: number; readonly isDue: boolean },
): Promise<ImportOrder[]> {
  const found = await scope.rawQuery<OrderRow>(
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

/**
 * Takes the next orders of an import that are due, after a line: those before it that are over are then not looked
 * through for each portion.
 */
export async function takeImportOrders(
  writer: AccountWriter,
  importId: string,
  after: number,
  most: number,
): Promise<ImportOrder[]> {
  const orders = await findWaiting(writer, importId, { after, most, isDue: true });
  await writer.rawChange(
    `update import_orders set state = 'acting', next_try_at = null
      where account_id = $1 and import_id = $2 and first_line = any($3::integer[]) and state = 'waiting'`,
    [importId, orders.map(({ firstLine }) => firstLine)],
  );
  return orders;
}

/** Lets those orders wait again that somebody was at when their process ended. */
export async function releaseImportOrders(writer: AccountWriter, importId: string): Promise<void> {
  await writer.rawChange(
    `update import_orders set state = 'waiting' where account_id = $1 and import_id = $2 and state = 'acting'`,
    [importId],
  );
}

/** The orders of an import that wait, after a line, for whoever only looks. */
export function listImportOrders(
  scope: AccountScope,
  importId: string,
  after: number,
  most: number,
): Promise<ImportOrder[]> {
  return findWaiting(scope, importId, { after, most, isDue: false });
}

/** Lets an order that was taken, and that the service failed at, wait for another try. */
export async function tryOrderAgain(
  writer: AccountWriter,
  importId: string,
  { firstLine, tries }: ImportOrder,
  afterMs: number,
): Promise<void> {
  await writer.rawChange(
    `update import_orders set state = 'waiting', tries = $4,
        next_try_at = statement_timestamp() + make_interval(secs => $5::float8 / 1000)
      where account_id = $1 and import_id = $2 and first_line = $3 and state = 'acting'`,
    [importId, firstLine, tries + 1, afterMs],
  );
}

/** Tells whether orders of an import are waiting, also for another try. */
export async function hasOrdersLeft(scope: AccountScope, importId: string): Promise<boolean> {
  const rows = await scope.rawQuery(
    `select from import_orders where account_id = $1 and import_id = $2 and state in ('waiting', 'acting') limit 1`,
    [importId],
  );
  return rows.length > 0;
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
  // Two statements: a cluster takes no function of a row's values, as the one that builds JSON, in one that changes rows.
  const [sums] = await writer.rawQuery<{ orders: number; waiting: number; counts: object; rejected: number }>(
    `select orders, waiting, json_build_object('orders', orders, 'created', created, 'booked', booked) as counts,
        (select count(*)::integer from import_rejections where account_id = $1 and import_id = $2) as rejected
       from (select count(*)::integer as orders, (count(*) filter (where state in ('waiting', 'acting')))::integer as waiting,
                (count(*) filter (where state in ('created', 'booked')))::integer as created,
                (count(*) filter (where state = 'booked'))::integer as booked
               from import_orders where account_id = $1 and import_id = $2) o`,
    [importId],
  );
  if (sums === undefined) return;
  await writer.rawChange(
    `update imports set turn_at = statement_timestamp(), rejected = $3, counts = $4,
        bytes_read = case when $5::integer = 0 then bytes else bytes * ($5::integer - $6::integer) / greatest($5::integer, 1) end
      where account_id = $1 and import_id = $2`,
    [importId, sums.rejected, JSON.stringify(sums.counts), sums.orders, sums.waiting],
  );
}

/** Ends an import: all its orders are handled, or it is stopped. @param failure why it is stopped; null if it is not */
export async function endOrderImport(
  writer: AccountWriter,
  importId: string,
  failure: string | null = null,
): Promise<void> {
  await writer.rawChange(
    `update imports set state = $3::import_state, finished_at = $4, failure = $5,
        bytes_read = case when $3::import_state = 'done' then bytes else bytes_read end
      where account_id = $1 and import_id = $2 and state = 'running'`,
    [importId, failure === null ? 'done' : 'stopped', writer.now, failure],
  );
}
