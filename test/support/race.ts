import { openTestPool, type TestDatabase } from './database.ts';

/** The rows that a race is about: a table of the product, and a condition on it with its values. */
export interface RacedRows {
  readonly table: string;
  /** Without a condition, only new rows of the table are held back. */
  readonly where?: string;
  readonly values?: readonly unknown[];
}

/** Sessions of this database that wait for a lock of another session. */
const WAITING = `select count(*)::integer as waiting from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;

/**
 * Runs a race in the same order each time. Another connection locks the rows. Each request starts once the
 * one before it waits for them or has ended. Then the rows are released, and the requests continue in the
 * given order. For one server only: on a cluster, sessions wait for locks of its nodes.
 */
export async function raceFor<T>(
  { connection }: TestDatabase,
  { table, where, values = [] }: RacedRows,
  requests: readonly (() => PromiseLike<T>)[],
): Promise<T[]> {
  const pool = openTestPool(connection, 2);
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    if (where === undefined) await holder.query(`lock table ${table} in share mode`);
    else {
      const { rowCount } = await holder.query(`select from ${table} where ${where} for update`, [...values]);
      if (rowCount === 0) throw new Error(`There is no row of ${table} to race for`);
    }
    let ended = 0;
    const asked: Promise<T>[] = [];
    for (const request of requests) {
      const answer = Promise.resolve(request());
      const end = () => {
        ended += 1;
      };
      answer.then(end, end);
      asked.push(answer);
      for (let waits = 0; waits + ended < asked.length; ) {
        const { rows } = await pool.query<{ waiting: number }>(WAITING);
        waits = rows[0]?.waiting ?? 0;
      }
    }
    await holder.query('rollback');
    return await Promise.all(asked);
  } finally {
    holder.release(true);
    await pool.end();
  }
}
