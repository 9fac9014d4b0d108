import type pg from 'pg';
import { StartupError } from '../problems/startup-error.ts';

/**
 * Runs `work` in one transaction, which is rolled back when `work` throws. The signal cancels the running
 * statement.
 *
 * @throws any error of `work`, or the signal's reason
 * @throws StartupError if the outcome of the commit is unknown
 */
export async function inStoppableTransaction<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const stop = await cancelling(pool, client);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.query('begin');
    const result = await work(client);
    signal.throwIfAborted();
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    client.release(true);
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function cancelling(pool: pg.Pool, client: pg.ClientBase): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return () => {
    pool.query('select pg_cancel_backend($1)', [rows[0]?.pid]).catch(() => undefined);
  };
}

async function commit(client: pg.ClientBase): Promise<void> {
  try {
    await client.query('commit');
  } catch (error) {
    throw new StartupError(
      'The database went away as the work was being committed: see whether it was before you try again',
      { cause: error },
    );
  }
}
