import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { AccountWriter } from './account-scope.ts';
import type { Database } from './database.ts';

/** The schema of the job queue. Only graphile-worker changes it. */
export const JOB_SCHEMA = 'graphile_worker';

/** A lock number that no other lock of this service uses. */
const INSTALLING_LOCK = 0x6a6f6273;

/**
 * Creates or upgrades the job queue; only one process does it at a time. It needs two connections of the
 * pool, because the queue's migrations run in separate transactions.
 */
export async function installJobQueue(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [INSTALLING_LOCK]);
    try {
      await runMigrations({ pgPool: pool, schema: JOB_SCHEMA, logger: new Logger(() => () => undefined) });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [INSTALLING_LOCK]);
    }
  } finally {
    client.release();
  }
}

/** Work to do after the change. Any process may do it, and it may run more than once. */
export interface NewJob {
  readonly task: string;
  readonly payload: Record<string, unknown>;
  readonly runAt: Date;
  /** Replaces an unstarted job with the same key. */
  readonly key: string;
  /** Tells whether an existing job keeps its time. */
  readonly keepsTime?: boolean;
  /** Jobs of one queue run one after the other, in any process. Without a queue, they run in parallel. */
  readonly queue?: string;
  /** The priority: smaller numbers run first; 0 by default. */
  readonly priority?: number;
}

/**
 * Tells whether a job of these tasks has been due for a number of seconds and could be taken: nobody works on
 * it or on another one of its queue.
 */
export async function isJobWaiting(
  database: Database,
  tasks: readonly string[],
  forSeconds = 0,
): Promise<boolean> {
  const rows = await database.run(
    `select from ${JOB_SCHEMA}.jobs job
      where task_identifier = any($1) and locked_at is null and attempts < max_attempts
        and run_at <= now() - make_interval(secs => $2)
        and not exists (
          select from ${JOB_SCHEMA}.jobs other
           where other.queue_name = job.queue_name and other.locked_at is not null)
      limit 1`,
    [tasks, forSeconds],
  );
  return rows.length > 0;
}

const ADD_JOB = `select from ${JOB_SCHEMA}.add_job($2, payload => (jsonb_build_object('account_id', $1::uuid) || $3::jsonb)::json,
  run_at => case when $4::timestamptz <= $9::timestamptz then least($4, now()) else $4 end, job_key => $5, queue_name => $6, priority => $7, job_key_mode => $8)`;

/**
 * Enqueues a job in the transaction of the change: if the change is rolled back, no job remains. `account_id`
 * is added to the payload. A job that is due at once uses the database's clock, which decides when jobs are
 * taken, because the service's clock may be ahead.
 */
export async function addJob(writer: AccountWriter, job: NewJob): Promise<void> {
  await writer.change(ADD_JOB, [
    job.task,
    JSON.stringify(job.payload),
    job.runAt,
    job.key,
    job.queue ?? null,
    job.priority ?? 0,
    job.keepsTime === true ? 'preserve_run_at' : 'replace',
    writer.now,
  ]);
}
