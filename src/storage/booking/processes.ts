import type { Database } from '../database.ts';
import { JOB_SCHEMA } from '../job-queue.ts';

/**
 * A process that was not seen for this long is dead, and another settles its unfinished work. It reports far
 * more often; whatever a process does after it was taken for dead is refused by the rows that the other took
 * over.
 */
const DEAD_AFTER = "interval '12 seconds'";
export const SEEN_EVERY_MS = 2_000;

/**
 * SQL that is true if the process of the given column is dead or unknown. It uses the statement's time,
 * because a cluster does not allow the clock in a statement that changes data.
 */
export function isDead(processColumn: string): string {
  return `not exists (
    select from service_processes alive
     where alive.process_id = ${processColumn} and alive.seen_at > statement_timestamp() - ${DEAD_AFTER})`;
}

/** A process that looks for abandoned work. */
export interface Finder {
  readonly processId: string;
  /** The ids of the work that its own requests are doing. */
  readonly inFlight: readonly string[];
}

/**
 * SQL that is true if nobody works on a row any more: its process is dead, or it is the finder's own and not
 * in flight.
 *
 * @param finder the parameters of the finder's process id and of its ids in flight: `['$3', '$4']`
 */
export function isAbandoned(processColumn: string, id: string, finder: readonly [string, string]): string {
  const [processId, inFlight] = finder;
  return `(${isDead(processColumn)} or (${processColumn} = ${processId}::uuid and not ${id}::text = any(${inFlight}::text[])))`;
}

/**
 * SQL that is true if the next try is due. A time further ahead than any that is ever set comes from a clock
 * that was wrong and has been corrected; waiting for it could take for ever.
 */
export function isTryDue(now: string): string {
  return `(next_try_at <= ${now} or next_try_at - interval '10 minutes' > ${now})`;
}

/**
 * Marks a process as alive, by the database's clock, which all processes share.
 *
 * @param jobWorkers the names under which its workers lock jobs
 */
export async function markProcessSeen(
  database: Database,
  processId: string,
  jobWorkers: readonly string[],
): Promise<void> {
  await database.pool.query(
    `insert into service_processes (process_id, started_at, seen_at, job_workers)
     values ($1, clock_timestamp(), clock_timestamp(), $2)
     on conflict (process_id) do update set seen_at = excluded.seen_at, job_workers = excluded.job_workers`,
    [processId, jobWorkers],
  );
}

/**
 * Unlocks the jobs that workers of dead processes hold, which the queue itself would do only after four
 * hours. A worker that no process has named yet may be a new one of a living process, which names it long
 * before it counts as dead.
 */
export async function unlockJobsOfTheDead(database: Database): Promise<void> {
  await database.pool.query(
    `select from (
       select array_agg(distinct locked_by) as workers from ${JOB_SCHEMA}.jobs
        where locked_at <= clock_timestamp() - ${DEAD_AFTER}
          and not exists (
            select from service_processes alive
             where locked_by = any(alive.job_workers) and alive.seen_at > clock_timestamp() - ${DEAD_AFTER})
     ) dead, lateral ${JOB_SCHEMA}.force_unlock_workers(workers)`,
  );
}

/** Records that a process has ended in order, so that nobody waits to find out. */
export async function removeProcess(database: Database, processId: string): Promise<void> {
  await database.global.deleteFrom('service_processes').where('process_id', '=', processId).execute();
}

/** Removes processes that ended without a record, a day later. */
export async function removeLongDeadProcesses(database: Database): Promise<void> {
  await database.pool.query(
    "delete from service_processes where seen_at < statement_timestamp() - interval '1 day'",
  );
}
