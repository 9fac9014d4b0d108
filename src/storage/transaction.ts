import type pg from 'pg';

/** SQL. With a name, which no other text may have, it is parsed and planned once for each connection. */
export type Statement = string | NamedStatement;

/** For a hot path, where parsing and planning are most of the work, and one plan is best for all parameters. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** Runs statements: the pool, or one of its connections. */
export interface Queryable {
  query(query: pg.QueryConfig): Promise<pg.QueryResult<pg.QueryResultRow>>;
}

export function queryOf(statement: Statement, values: readonly unknown[]): pg.QueryConfig {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
  return { ...(name !== undefined && { name }), text, values: [...values] };
}

/**
 * Runs `work` in one transaction on a separate connection; an error of `work` rolls it back.
 *
 * The begin and the first statement are sent together, as are all statements that `work` passes without
 * awaiting each other (`pipelined`). For an order, sending each statement separately took nearly a third of
 * the service's processor time. If the server refuses to begin, which it has no reason to do, the connection
 * is closed: only the statement that was sent with the begin runs, outside a transaction, and no later
 * statement runs.
 *
 * @param end ends the transaction; called once
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
    // The later statements failed only because of this error.
    if (refused !== null) throw refused;
    await rollBack(client);
    throw error;
  }
}

async function commit(client: pg.PoolClient): Promise<void> {
  await client.query('commit');
  client.release();
}

/** Ends a read-only transaction. Its results have already arrived, so nobody waits for the end. */
export async function endReading(client: pg.PoolClient): Promise<void> {
  commit(client).catch((failure: Error) => client.release(failure));
}

/** Returns the connection to the pool after rolling back, or as broken if the rollback fails. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (failure) {
    client.release(failure as Error);
  }
}

/**
 * Runs independent parts of one transaction together. Their first statements are sent together, and run in
 * the order of the parts. It resolves only after every part has ended, so that no part continues in a
 * transaction that is over.
 *
 * @throws the error of the first part that failed by itself; after that error, PostgreSQL refuses the
 * statements of the other parts
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

/** The error code of statements that follow a failed statement in a transaction. */
const IN_FAILED_TRANSACTION = '25P02';
