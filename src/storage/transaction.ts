import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { GlobalTables } from './tables.ts';

/** Runs statements: the pool, or one of its connections. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/**
 * Does the work in one transaction on a connection of its own; what the work throws rolls it back.
 *
 * The transaction begins with its first statement and not before: both are sent together, as are all statements that the
 * work hands over without waiting for one another (`pipelined`). Of an order, to hand over each alone and wait for it took nearly a
 * third of the service's processor time. Should the server refuse to begin, which it has no reason to, the connection takes nothing
 * more: what was sent along with the begin is carried out by itself, and no later statement is.
 *
 * @param end ends it once the work is done, and gives the connection back
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
  end: (client: pg.PoolClient) => Promise<void> = commit,
): Promise<T> {
  const client = await pool.connect();
  let refused: Error | null = null;
  const begun = client.query(begin).catch((error: Error) => {
    refused = error;
    client.release(error);
  });
  try {
    const result = await work(client);
    await begun;
    if (refused !== null) throw refused;
    await end(client);
    return result;
  } catch (error) {
    await begun;
    // What failed after it failed for that alone.
    if (refused !== null) throw refused;
    await rollBack(client);
    throw error;
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  await client.query('commit');
  client.release();
}

/** The end of a transaction that only reads: all that it is for is there, so nobody waits for it. */
export async function endReading(client: pg.PoolClient): Promise<void> {
  commit(client).catch((failure: Error) => client.release(failure));
}

/** Gives the connection back, as one that is broken where it does not roll back. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (failure) {
    client.release(failure as Error);
  }
}

/**
 * Waits for parts of one transaction that do not wait for one another. Their first statements are sent together, and carried
 * out in the order of the parts. It ends no sooner than every part: none must go on in a transaction that is over.
 *
 * @throws the error of the first part that failed by itself: once one has, PostgreSQL refuses what the others go on with
 */
export async function pipelined<Parts extends readonly unknown[]>(
  parts: readonly [...{ [Place in keyof Parts]: Promise<Parts[Place]> }],
): Promise<Parts> {
  const ends: readonly PromiseSettledResult<unknown>[] = await Promise.allSettled(parts);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end] : []));
  const cause = failures.find(({ reason }) => reason?.code !== IN_FAILED_TRANSACTION) ?? failures[0];
  if (cause !== undefined) throw cause.reason;
  return ends.map((end) => (end as PromiseFulfilledResult<unknown>).value) as unknown as Parts;
}

/** The error of every statement after a failed one in a transaction. */
const IN_FAILED_TRANSACTION = '25P02';

/** The tables that are reached without an account, by this connection. */
export function tablesBy(client: pg.PoolClient): Kysely<GlobalTables> {
  const query = client.query.bind(client);
  const borrowed = { query, release: () => undefined } as unknown as pg.PoolClient;
  const pool = { connect: async () => borrowed, end: async () => undefined };
  return new Kysely<GlobalTables>({ dialect: new PostgresDialect({ pool }) });
}
