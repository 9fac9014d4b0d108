import pg from 'pg';

/** A query that is cancelled on the server too. @throws the signal's reason when it is aborted */
export async function stoppableQuery<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
  signal: AbortSignal,
): Promise<pg.QueryResult<Row>> {
  const client = await pool.connect();
  const cancel = () => cancelQueryOf(client, pool);
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
    // A cancellation in progress must not hit the next user of the connection.
    client.release(failure ?? signal.aborted);
  }
}

/** The key for cancelling queries; a pooler finds the server's connection by it too. */
interface CancelKey {
  readonly processID: number;
  readonly secretKey: number;
}

/**
 * Sends a cancel request of the protocol, over a connection of its own: the process id from a pooler is not
 * the server's, so `pg_cancel_backend` would reach nobody, or somebody else.
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
