import type pg from 'pg';

/**
 * A query that is stopped on the server as well when the signal is aborted.
 *
 * @throws the signal's reason when it is aborted
 */
export async function stoppableQuery<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  signal: AbortSignal,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  const cancel = () => {
    const { processID } = client as unknown as { processID: number };
    pool.query('select pg_cancel_backend($1)', [processID]).catch(() => undefined);
  };
  let failure: Error | undefined;
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel);
    return await client.query<Row>(query);
  } catch (error) {
    failure = error as Error;
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A cancellation under way must not meet the next user of the connection.
    client.release(failure ?? signal.aborted);
  }
}
