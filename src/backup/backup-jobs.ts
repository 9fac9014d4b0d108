import type pg from 'pg';
import { SCHEMA } from '../storage/database.ts';
import { JOB_SCHEMA } from '../storage/job-queue.ts';
import type { Section } from './format.ts';

/**
 * Waiting jobs are saved as the arguments they were enqueued with (task, payload, queue, time, ...), not as
 * rows of graphile-worker's private tables, and are restored through its public functions `add_job` and
 * `reschedule_jobs`. So a backup survives a change of graphile-worker's schema between two releases. Only the
 * payload is read from a private table, because no public view shows it (checked with version 0.17).
 */
const HOLDING_TABLE = `${SCHEMA}.pending_jobs`;

export const JOBS: Section = {
  target: 'pending_jobs',
  columns: ['task', 'payload', 'queue', 'run_at', 'attempts', 'max_attempts', 'key', 'priority', 'flags'],
};

export async function hasJobQueue(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('${JOB_SCHEMA}._private_jobs') is not null as present`,
  );
  return rows[0]?.present === true;
}

/**
 * Selects the waiting jobs, with the columns of `JOBS.columns`. A running job counts as waiting. Its current
 * attempt is not counted, because the outcome is unknown. Jobs without attempts left are not included.
 */
export const WAITING_JOBS = `
  select tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at, used.attempts,
    jobs.max_attempts, jobs.key, jobs.priority,
    (select array_agg(flag order by flag) from jsonb_object_keys(jobs.flags) flag)
  from ${JOB_SCHEMA}._private_jobs jobs
  join ${JOB_SCHEMA}._private_tasks tasks on tasks.id = jobs.task_id
  left join ${JOB_SCHEMA}._private_job_queues queues on queues.id = jobs.job_queue_id
  cross join lateral (select jobs.attempts - (jobs.locked_at is not null)::integer as attempts) used
  where used.attempts < jobs.max_attempts
  order by jobs.id`;

/** Creates the table into which `COPY` loads the jobs of a backup, in the transaction of the restore. */
export async function makeHoldingTable(client: pg.ClientBase): Promise<string> {
  await client.query(
    `create table ${HOLDING_TABLE} (
       position bigint generated always as identity,
       task text, payload json, queue text, run_at timestamptz, attempts integer, max_attempts integer,
       key text, priority integer, flags text[]
     )`,
  );
  return HOLDING_TABLE;
}

/** Enqueues the loaded jobs in their order, and drops the holding table. */
export async function enqueueHeldJobs(client: pg.ClientBase): Promise<void> {
  await client.query(
    `do $$
     declare
       held record;
       job_id bigint;
     begin
       for held in select * from ${HOLDING_TABLE} order by position loop
         select id into job_id from ${JOB_SCHEMA}.add_job(
           identifier => held.task, payload => held.payload, queue_name => held.queue,
           run_at => held.run_at, max_attempts => held.max_attempts, job_key => held.key,
           priority => held.priority, flags => held.flags
         );
         if held.attempts > 0 then
           perform ${JOB_SCHEMA}.reschedule_jobs(array[job_id], attempts => held.attempts);
         end if;
       end loop;
     end $$`,
  );
  await client.query(`drop table ${HOLDING_TABLE}`);
}
