import type pg from 'pg';
import type { KeptCells } from '../domain/rates/rows/kept-rows.ts';
import { isRateKind, RATE_KINDS, type RateKind } from '../domain/rates/rows/rate-kinds.ts';
import type { Database } from './database.ts';
import { DEFAULT_BOOK } from './rate-versions.ts';

/** A row as it is kept. */
export interface KeptRow {
  readonly kind: RateKind;
  readonly cells: KeptCells;
}

/** The versions of an account's own rows and of the default book, as one snapshot shows them. */
export interface BookVersions {
  /** 0 where there has been none. */
  readonly own: number;
  readonly default: number;
}

/**
 * Rows come in portions of so many: reading and unpacking one keeps the process from its other work for
 * about 5 ms, whatever the size of the book.
 */
const PORTION = 1_000;

/** The versions of a book, without its rows: one query. */
export async function readBookVersions(database: Database, accountId: string): Promise<BookVersions> {
  return versionsFrom(database.pool, accountId);
}

/** Which rows of a book are read. */
export interface RateSelection {
  /** These alone; all by default. */
  readonly kinds?: readonly RateKind[];
  /**
   * A version of the book that the reader knows who serves what of. Where that is the same still, the rows that
   * tell it are left out: they can be 200,000, and a markup that changes has nothing to do with them.
   */
  readonly servedAt?: number | null;
}

/**
 * Reads the rows in force of one book, portion by portion, in one snapshot with the versions.
 *
 * @param take is given each portion, in the order of kinds and keys, and may take its time
 * @returns also whether who serves what is as it was at `servedAt`, and its rows were left out
 */
export async function readRatesInForce(
  database: Database,
  accountId: string,
  { kinds = RATE_KINDS, servedAt = null }: RateSelection,
  take: (portion: readonly KeptRow[]) => void | Promise<void>,
): Promise<BookVersions & { readonly isServedAsBefore: boolean }> {
  const client = await database.pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    const versions = await versionsFrom(client, accountId);
    const isServedAsBefore = servedAt !== null && (await isServedAs(client, accountId, servedAt));
    await client.query(
      `declare rates_in_force no scroll cursor for
        select kind, cells from rate_rows
         where account_id = $1 and to_version is null and kind = any($2::text[])
         order by kind, row_key`,
      [accountId, isServedAsBefore ? kinds.filter((kind) => kind !== 'serviceability') : kinds],
    );
    for (;;) {
      const { rows } = await client.query<[string, string]>({
        text: `fetch ${PORTION} from rates_in_force`,
        rowMode: 'array',
      });
      // A kind of a newer release, while processes of two releases run beside each other, says nothing here.
      await take(rows.flatMap(([of, cells]) => (isRateKind(of) ? [{ kind: of, cells }] : [])));
      if (rows.length < PORTION) break;
    }
    await client.query('commit');
    client.release();
    return { ...versions, isServedAsBefore };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Whether neither rules nor carriers have changed after a version; a revert may change rows of any kind. */
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

async function versionsFrom(client: pg.Pool | pg.PoolClient, accountId: string): Promise<BookVersions> {
  const { rows } = await client.query<{ account_id: string; version: string }>({
    name: 'read-rate-book-versions',
    text: 'select account_id, version from rate_heads where account_id in ($1, $2)',
    values: [accountId, DEFAULT_BOOK],
  });
  const versionOf = (id: string) => Number(rows.find((row) => row.account_id === id)?.version ?? 0);
  return { own: versionOf(accountId), default: versionOf(DEFAULT_BOOK) };
}
