import type { Database } from '../database.ts';
import { JOB_SCHEMA } from '../job-queue.ts';

/**
 * A process that was not seen for this long counts as dead, and another process settles its unfinished work.
 * A living process reports far more often. If a process still works after it counted as dead, its changes are
 * refused, because the other process has taken over the rows.
 */
const DEAD_AFTER = "interval '12 seconds'";
export const SEEN_EVERY_MS = 2_000;

/**
 * Returns SQL that is true if the process in the given column is dead or unknown. It uses the statement's
 * time, because a cluster does not allow the clock in a statement that changes data.
 */
export function isDead(processColumn: string): string {
  return `not exists (
    select from service_processes alive
     where alive.process_id = ${processColumn} and alive.seen_at > statement_timestamp() - ${DEAD_AFTER})`;
}

/** A process that looks for abandoned work. */
export interface Finder {
  readonly processId: string;
  /** The ids of the work that requests of this process are doing. */
  readonly inFlight: readonly string[];
}

/**
 * Returns SQL that is true if nobody works on a row any more: its process is dead, or it is this process and
 * the work is not in flight.
 *
 * @param finder the SQL parameters with the finder's process id and its ids in flight: `['$3', '$4']`
 */
export function isAbandoned(processColumn: string, id: string, finder: readonly [string, string]): string {
  const [processId, inFlight] = finder;
  return `(${isDead(processColumn)} or (${processColumn} = ${processId}::uuid and not ${id}::text = any(${inFlight}::text[])))`;
}

/**
 * Returns SQL that is true if the next try is due. A time further in the future than we ever set comes from a
 * clock that was wrong at that moment; waiting for it could take forever.
 */
export function isTryDue(now: string): string {
  return `(next_try_at <= ${now} or next_try_at - interval '10 minutes' > ${now})`;
}

/**
 * Records that a process is alive, by the database's clock, which all processes share.
 *
 * @param jobWorkers the names under which the workers of the process lock jobs
 */
export async function markProcessSeen(
  database: Database,
  processId: string,
  jobWorkers: readonly string[],
): Promise<void> {
  await database.run(
    `insert into service_processes (process_id, started_at, seen_at, job_workers)
     values ($1, clock_timestamp(), clock_timestamp(), $2)
     on conflict (process_id) do update set seen_at = excluded.seen_at, job_workers = excluded.job_workers`,
    [processId, jobWorkers],
  );
}

/**
 * Unlocks jobs that workers of dead processes hold. The queue would unlock them only after four hours. A
 * worker that no process has named may belong to a new process. That process names it long before the worker
 * counts as dead.
 */
export async function unlockJobsOfTheDead(database: Database): Promise<void> {
  await database.run(
    `select from (
       select array_agg(distinct locked_by) as workers from ${JOB_SCHEMA}.jobs
        where locked_at <= clock_timestamp() - ${DEAD_AFTER}
          and not exists (
            select from service_processes alive
             where locked_by = any(alive.job_workers) and alive.seen_at > clock_timestamp() - ${DEAD_AFTER})
     ) dead, lateral ${JOB_SCHEMA}.force_unlock_workers(workers)`,
  );
}

/** Removes a process that has ended in an orderly way, so that nobody waits until it counts as dead. */
export async function removeProcess(database: Database, processId: string): Promise<void> {
  await database.run('delete from service_processes where process_id = $1', [processId]);
}

/** Removes processes that ended without being removed, after a day. */
export async function removeLongDeadProcesses(database: Database): Promise<void> {
  await database.run(
    "delete from service_processes where seen_at < statement_timestamp() - interval '1 day'",
  );
}
