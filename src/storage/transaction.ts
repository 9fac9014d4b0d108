import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { GlobalTables } from './tables.ts';

/** What takes statements: the pool, or one connection of it. */
export interface Asked {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/**
 * Does the work in one transaction on a connection of its own; what the work throws rolls it back.
 *
 * The transaction begins with its first statement and not before: both are sent together, as are all statements that the
 * work hands over without waiting for one another (`inOneFlight`). Of an order, to hand over each alone and wait for it took nearly a
 * third of the service's processor time.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // It fails where the connection is lost, and then every other statement does.
  const begun = client.query(begin);
  begun.catch(() => undefined);
  try {
    const result = await work(client);
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Waits for parts of one transaction that do not wait for one another. Their first statements are sent together, and carried
 * out in the order of the parts. It ends no sooner than every part: none must go on in a transaction that is over.
 *
 * @throws the error of the first part that failed: what comes after it fails for that alone
 */
export async function inOneFlight<Parts extends readonly unknown[]>(
  parts: readonly [...{ [Place in keyof Parts]: Promise<Parts[Place]> }],
): Promise<Parts> {
  const ends = await Promise.allSettled(parts);
  for (const end of ends as PromiseSettledResult<unknown>[]) if (end.status === 'rejected') throw end.reason;
  return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value) as unknown as Parts;
}

/** The tables that are reached without an account, by this connection. */
export function tablesBy(client: pg.PoolClient): Kysely<GlobalTables> {
  const query = client.query.bind(client);
  const borrowed = { query, release: () => undefined } as unknown as pg.PoolClient;
  const pool = { connect: async () => borrowed, end: async () => undefined };
  return new Kysely<GlobalTables>({ dialect: new PostgresDialect({ pool }) });
}
