import { Logger, runOnce } from 'graphile-worker';
import { jobs } from '../../src/service/background.ts';
import { JOB_SCHEMA } from '../../src/storage/job-queue.ts';
import { settleLeftovers } from '../../src/usecases/booking/settle-leftovers.ts';
import type { TestApp } from './app.ts';
import { openTestPool } from './database.ts';

/** Settles every booking with a lost answer, and then runs all waiting jobs, even those for a later time. */
export async function runJobs(test: TestApp): Promise<void> {
  await test.sql("update bookings set next_try_at = 'epoch' where state = 'unknown'");
  await settleLeftovers(test.service);
  await runQueue(test);
}

/**
 * Runs every waiting job in the queue once, even jobs for a later time.
 *
 * It uses one connection. With several, the queue would look for the next job, and end, before the result of
 * the last job is written.
 */
export async function runQueue({ service, database }: TestApp): Promise<void> {
  await database.sql(
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

/** Runs the queue repeatedly until the work has ended, as a running service does. */
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
  const rows = await database.sql(
    `select task_identifier as task, attempts from ${JOB_SCHEMA}.jobs order by id`,
  );
  return rows;
}
