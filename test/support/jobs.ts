import { Logger, runOnce } from 'graphile-worker';
import { jobs } from '../../src/service/background.ts';
import { JOB_SCHEMA } from '../../src/storage/job-queue.ts';
import { settleLeftovers } from '../../src/usecases/booking/settle-leftovers.ts';
import type { TestApp } from './app.ts';
import { openTestPool } from './database.ts';

/** Settles every booking whose answer was lost, and then runs the queue, whatever time the jobs wait for. */
export async function runJobs(test: TestApp): Promise<void> {
  const { pool } = test.database.database;
  await pool.query("update bookings set next_try_at = 'epoch' where state = 'unknown'");
  await settleLeftovers(test.service);
  await runQueue(test);
}

/**
 * Runs every waiting job in the queue once, whatever time it waits for.
 *
 * Over one connection: the queue does not wait until a result is written, so with several it would look for
 * the next job, and end, while the last one still counts as running.
 */
export async function runQueue({ service, database }: TestApp): Promise<void> {
  const { pool } = database.database;
  await pool.query(
    `select from (select array_agg(id) as ids from ${JOB_SCHEMA}.jobs) waiting,
       lateral ${JOB_SCHEMA}.reschedule_jobs(ids, run_at => now())`,
  );
  const oneByOne = openTestPool(database.connection, 1);
  try {
    await runOnce({
      pgPool: oneByOne,
      schema: JOB_SCHEMA,
      taskList: jobs(service),
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
    });
  } finally {
    await oneByOne.end();
  }
}

/** Runs the queue again and again until the work has ended, as a service does meanwhile. */
export async function withJobs<T>(test: TestApp, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) await runQueue(test);
  return work;
}

/** The names of the waiting jobs, with the number of tries. */
export async function waitingJobs({ database }: TestApp): Promise<{ task: string; attempts: number }[]> {
  const { rows } = await database.database.pool.query(
    `select task_identifier as task, attempts from ${JOB_SCHEMA}.jobs order by id`,
  );
  return rows;
}
