import { Logger, runOnce } from 'graphile-worker';
import { jobs } from '../../src/service/background.ts';
import { JOB_SCHEMA } from '../../src/storage/job-queue.ts';
import type { TestApp } from './app.ts';

/** Runs every job that waits in the queue once, whatever time it waits for. */
export async function runJobs({ service, database }: TestApp): Promise<void> {
  const { pool } = database.database;
  await pool.query(
    `select from (select array_agg(id) as ids from ${JOB_SCHEMA}.jobs) waiting,
       lateral ${JOB_SCHEMA}.reschedule_jobs(ids, run_at => now())`,
  );
  await runOnce({
    pgPool: pool,
    schema: JOB_SCHEMA,
    taskList: jobs(service),
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
}

/** The names of the jobs that wait, with how often each was tried. */
export async function waitingJobs({ database }: TestApp): Promise<{ task: string; attempts: number }[]> {
  const { rows } = await database.database.pool.query(
    `select task_identifier as task, attempts from ${JOB_SCHEMA}.jobs order by id`,
  );
  return rows;
}
