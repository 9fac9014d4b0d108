import { setImmediate as othersTurn } from 'node:timers/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type HolidayList, type Holidays, holidaysOf } from '../../domain/calendar/holidays.ts';
import type { ConnectedCourier } from '../../domain/rates/book-rows.ts';
import { isRateKind, RATE_KINDS, type RateKind } from '../../rate-files/rate-kinds.ts';
import type { StoredCells } from '../../rate-files/stored-rows.ts';
import type { AccountScope } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { DEFAULT_BOOK } from './rate-versions.ts';

export interface StoredRow {
  readonly kind: RateKind;
  readonly cells: StoredCells;
}

/** The versions of an account's book and of the default book, from one snapshot. */
export interface BookVersions {
  /** 0 if the account never had a version. */
  readonly own: number;
  readonly default: number;
}

/** Reads the versions of a book, without its rows, in one query. */
export async function readBookVersions(database: Database, accountId: string): Promise<BookVersions> {
  return versionsFrom(database.pool, accountId);
}

/** The rows of one kind that were valid in a version of a book. */
export interface RatesAt {
  readonly kind: RateKind;
  readonly version: number;
}

const AT_VERSION = `from rate_rows
  where account_id = $1 and kind = $2 and from_version <= $3 and (to_version is null or to_version > $3)`;

/** Lists a page of these rows by key. @param after the last key of the previous page, or null */
export async function listRatesAt(
  scope: AccountScope,
  { kind, version }: RatesAt,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly key: string; readonly cells: StoredCells }[]> {
  return scope.read(
    `select row_key as key, cells ${AT_VERSION} and ($4::text is null or row_key > $4) order by row_key limit $5`,
    [kind, version, after, limit],
  );
}

export async function countRatesAt(scope: AccountScope, { kind, version }: RatesAt): Promise<number> {
  const [row] = await scope.read<{ total: number }>(`select count(*) as total ${AT_VERSION}`, [
    kind,
    version,
  ]);
  return row?.total ?? 0;
}

export interface RateSelection {
  /** Only these kinds; all by default. */
  readonly kinds?: readonly RateKind[];
  /**
   * A version with serviceability that the reader already has. If it has not changed since, its rows are left
   * out: there may be 200,000 of them, and a change of markup does not affect them.
   */
  readonly servedAt?: number | null;
}

/**
 * Reads the current rows of one book in batches, from the same snapshot as the versions.
 *
 * @param take called with each batch; it may be slow
 * @returns also the couriers that the book's owner has or had connected, the owner's holidays, and whether
 * serviceability is unchanged since `servedAt`; if so, its rows were left out
 */
export async function readRatesInForce(
  database: Database,
  accountId: string,
  { kinds = RATE_KINDS, servedAt = null }: RateSelection,
  take: (portion: readonly StoredRow[]) => void | Promise<void>,
): Promise<
  BookVersions & {
    readonly isServedAsBefore: boolean;
    readonly couriers: readonly ConnectedCourier[];
    readonly holidays: Holidays | null;
  }
> {
  const client = await database.pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    const versions = await versionsFrom(client, accountId);
    const couriers = await couriersFrom(client, accountId);
    const holidays = await holidaysFrom(client, accountId);
    const isServedAsBefore = servedAt !== null && (await isServedAs(client, accountId, servedAt));
    const wanted = isServedAsBefore ? kinds.filter((kind) => kind !== 'serviceability') : kinds;
    for await (const portion of copiedRows(client, accountId, wanted)) {
      await take(portion);
      // All received data is processed without a pause, so this lets other tasks run.
      await othersTurn();
    }
    await client.query('commit');
    client.release();
    return { ...versions, isServedAsBefore, couriers, holidays };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const NEWLINE = 0x0a;

/**
 * Yields rows from COPY, about a thousand at a time: parsing them blocks the process for one or two
 * milliseconds, whatever the size of the book. They come in storage order, which is the fastest.
 */
async function* copiedRows(
  client: pg.PoolClient,
  accountId: string,
  kinds: readonly RateKind[],
): AsyncGenerator<StoredRow[]> {
  const source = `select kind, cells from rate_rows
    where account_id = ${pg.escapeLiteral(accountId)} and to_version is null
      and kind = any(${pg.escapeLiteral(`{${kinds.join(',')}}`)})`;
  let unfinished: Buffer = Buffer.alloc(0);
  for await (const part of client.query(copyTo(`copy (${source}) to stdout`)) as AsyncIterable<Buffer>) {
    const end = part.lastIndexOf(NEWLINE) + 1;
    const lines = Buffer.concat([unfinished, part.subarray(0, end)]);
    unfinished = end > 0 ? part.subarray(end) : Buffer.concat([unfinished, part]);
    if (end > 0) yield readCopiedLines(lines.toString());
  }
}

/** Parses lines of COPY. Only backslashes are escaped, because JSON has no raw control characters. */
function readCopiedLines(lines: string): StoredRow[] {
  const text = lines.includes('\\') ? lines.replaceAll('\\\\', '\\') : lines;
  const rows: StoredRow[] = [];
  for (let from = 0; from < text.length; ) {
    const tab = text.indexOf('\t', from);
    const end = text.indexOf('\n', tab);
    const kind = text.slice(from, tab);
    // Skips a kind from a newer release, which may run at the same time.
    if (isRateKind(kind)) rows.push({ kind, cells: text.slice(tab + 1, end) });
    from = end + 1;
  }
  return rows;
}

/** Tells whether rules and carriers are unchanged since a version. A revert may change rows of any kind. */
async function isServedAs(client: pg.PoolClient, accountId: string, version: number): Promise<boolean> {
  const { rows } = await client.query<{ is_changed: boolean }>(
    `select exists (select from rate_versions
                     where account_id = $1 and version > $2 and kind in ('carriers', 'serviceability'))
         or exists (select from rate_versions where account_id = $1 and version > $2 and kind = 'all')
            and exists (select from rate_rows
                         where account_id = $1 and kind in ('carriers', 'serviceability')
                           and (from_version > $2 or to_version > $2)) as is_changed`,
    [accountId, version],
  );
  return rows[0]?.is_changed === false;
}

async function couriersFrom(client: pg.PoolClient, accountId: string): Promise<ConnectedCourier[]> {
  const { rows } = await client.query<ConnectedCourier>(
    `select courier, courier_account_id as "courierAccountId", removed_at is not null as "isRemoved" from courier_accounts
      where account_id = $1`,
    [accountId],
  );
  return rows;
}

async function holidaysFrom(client: pg.PoolClient, accountId: string): Promise<Holidays | null> {
  const { rows } = await client.query<HolidayList>(
    'select weekly_off as "weeklyOff", days from account_holidays where account_id = $1',
    [accountId],
  );
  return rows[0] === undefined ? null : holidaysOf(rows[0]);
}

async function versionsFrom(client: pg.Pool | pg.PoolClient, accountId: string): Promise<BookVersions> {
  const { rows } = await client.query<{ account_id: string; version: number }>({
    name: 'read-rate-book-versions',
    text: 'select account_id, version from rate_heads where account_id in ($1, $2)',
    values: [accountId, DEFAULT_BOOK],
  });
  const versionOf = (id: string) => rows.find((row) => row.account_id === id)?.version ?? 0;
  return { own: versionOf(accountId), default: versionOf(DEFAULT_BOOK) };
}
