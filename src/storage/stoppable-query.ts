import pg from 'pg';

/** Runs a query that an abort also cancels on the server. @throws the signal's reason when it is aborted */
export async function stoppableQuery(
  pool: pg.Pool,
  query: pg.QueryConfig,
  signal: AbortSignal,
): Promise<pg.QueryResult<pg.QueryResultRow>> {
  const client = await pool.connect();
  const cancel = () => cancelQueryOf(client, pool);
  let failure: Error | undefined;
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel);
    return await client.query(query);
  } catch (error) {
    failure = error as Error;
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A cancellation in progress must not cancel a query of the connection's next user.
    client.release(failure ?? signal.aborted);
  }
}

/** The key that cancels queries. A pooler also finds the server's connection by this key. */
interface CancelKey {
  readonly processID: number;
  readonly secretKey: number;
}

/**
 * Sends the protocol's cancel request over a separate connection. The process id from a pooler is not the
 * server's, so `pg_cancel_backend` would cancel nothing, or somebody else's query.
 */
function cancelQueryOf(client: pg.PoolClient, pool: pg.Pool): void {
  const { processID, secretKey } = client as unknown as CancelKey;
  const { connection, host, port } = new pg.Client(pool.options) as unknown as {
    connection: pg.Connection & {
      connect(port: number | string, host?: string): void;
      cancel(processID: number, secretKey: number): void;
    };
    host: string;
    port: number;
  };
  connection.on('error', () => undefined);
  connection.on('connect', () => connection.cancel(processID, secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
