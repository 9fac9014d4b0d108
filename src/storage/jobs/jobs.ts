import type { Job, JobItemResult, JobProgress } from '../../domain/jobs/job.ts';
import type { Sentence } from '../../problems/sentence.ts';
import { column, columns } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { Conditions } from '../listing/conditions.ts';
import { type ListingFilters, SHIPMENT_FILTERS } from '../listing/filters.ts';
import { type Newest, type NewestPage, readNewest, timeColumn, timeOrNullColumn } from '../newest-page.ts';
import { ACTOR, withActor } from '../stored-actor.ts';
import { readOrNull, sentenceColumn, storedOrNull, storedSentence } from '../stored-sentence.ts';

const JOB = columns({
  jobId: column<string>(),
  action: column<Job['action']>(),
  state: column<Job['state']>(),
  options: column<Job['options']>(),
  ...ACTOR.fields,
  total: column<number>(),
  failure: sentenceColumn(),
  createdAt: timeColumn(),
  startedAt: timeOrNullColumn(),
  finishedAt: timeOrNullColumn(),
});

function jobOfRow(row: object): Job {
  return withActor(JOB.read(row));
}

export async function insertJob(
  writer: AccountWriter,
  { jobId, action, options, total }: Pick<Job, 'jobId' | 'action' | 'options' | 'total'>,
): Promise<void> {
  await writer.change(
    `insert into jobs (account_id, job_id, created_at, turn_at, total, actor_kind, actor_id, actor_name, action, state, options)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, 'waiting', $9)`,
    [
      jobId,
      writer.now,
      total,
      writer.actor.kind,
      writer.actor.id,
      writer.actor.name,
      action,
      JSON.stringify(options),
    ],
  );
}

/** Adds items to a job, in the order in which the request named them. */
export async function addNamedItems(
  writer: AccountWriter,
  jobId: string,
  named: readonly string[],
): Promise<void> {
  await writer.change(
    `insert into job_items (account_id, job_id, item, named, shipment_id)
     select $1, $2, n.item, n.name, s.shipment_id
       from unnest($3::text[]) with ordinality as n (name, item)
       left join shipments s on s.account_id = $1 and s.journey = 'forward' and s.shipment_id::text = lower(n.name)
        and s.shipment_id = any($4::uuid[])`,
    [jobId, named, named.filter((name) => UUID.test(name))],
  );
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Adds all matching shipments to a job, newest first. @returns their number; it stops above `most` */
export async function addMatchingItems(
  writer: AccountWriter,
  jobId: string,
  filters: ListingFilters,
  most: number,
): Promise<number> {
  const conditions = new Conditions();
  SHIPMENT_FILTERS.add(conditions, filters);
  const job = conditions.parameter(jobId);
  const added = await writer.change<{ items: number }>(
    `with added as (
       insert into job_items (account_id, job_id, item, shipment_id, named)
       select $1, ${job}::uuid, row_number() over (order by s.created_at desc, s.shipment_id desc), s.shipment_id,
           s.shipment_id::text
         from shipments s where ${conditions.sql} limit ${most + 1}
       returning 1
     ) select count(*) as items from added`,
    conditions.parameters,
  );
  return added[0]?.items ?? 0;
}

export async function findJob(scope: AccountScope, jobId: string): Promise<Job | null> {
  const [row] = await scope.read<object>(
    `select ${JOB.selected()} from jobs where account_id = $1 and job_id = $2`,
    [jobId],
  );
  return row === undefined ? null : jobOfRow(row);
}

export async function listJobs(scope: AccountScope, page: NewestPage): Promise<Newest<Job>> {
  const from = 'from jobs where account_id = $1';
  const found = await readNewest<object>(
    scope,
    { from, columns: JOB.selected(), id: 'jobs.job_id', parameters: [] },
    page,
  );
  return { ...found, rows: found.rows.map(jobOfRow) };
}

export async function readProgress(
  scope: AccountScope,
  jobIds: readonly string[],
): Promise<Map<string, JobProgress>> {
  const rows = await scope.read<{ jobId: string; done: number; failed: number }>(
    `select job_id as "jobId", count(*) as done, count(*) filter (where state = 'failed') as failed
       from job_items where account_id = $1 and job_id = any($2::uuid[]) and state in ('done', 'failed') group by job_id`,
    [jobIds],
  );
  return new Map(rows.map(({ jobId, ...progress }) => [jobId, progress]));
}

/** Finds the job that has waited longest for its turn. */
export async function findJobToDo(
  scope: AccountScope,
): Promise<{ readonly jobId: string; readonly turnAt: Date } | null> {
  const [row] = await scope.read<{ jobId: string; turnAt: Date }>(
    `select job_id as "jobId", turn_at as "turnAt" from jobs
      where account_id = $1 and state in ('waiting', 'running') order by turn_at limit 1`,
    [],
  );
  return row ?? null;
}

export async function markJobRunning(writer: AccountWriter, jobId: string): Promise<void> {
  await writer.change(
    `update jobs set state = 'running', started_at = coalesce(started_at, $3), turn_at = statement_timestamp()
      where account_id = $1 and job_id = $2 and state in ('waiting', 'running')`,
    [jobId, writer.now],
  );
}

/** Ends a job, as finished or stopped. @param failure the reason @returns false if it has already ended */
export async function endJob(
  writer: AccountWriter,
  jobId: string,
  state: 'done' | 'stopped',
  failure: Sentence | null = null,
): Promise<boolean> {
  const ended = await writer.change(
    `update jobs set state = $3, finished_at = $4, failure = $5
      where account_id = $1 and job_id = $2 and state in ('waiting', 'running') returning 1`,
    [jobId, state, writer.now, storedOrNull(failure)],
  );
  return ended.length > 0;
}

export interface JobItem {
  readonly item: number;
  readonly named: string;
  readonly shipmentId: string | null;
}

/** Lists items whose process ended while it worked on them. */
export function listLeftItems(scope: AccountScope, jobId: string): Promise<JobItem[]> {
  return scope.read<JobItem>(
    `select item, named, shipment_id as "shipmentId" from job_items
      where account_id = $1 and job_id = $2 and state = 'acting' order by item`,
    [jobId],
  );
}

const TAKE = {
  name: 'take-job-items',
  text: `update job_items i set state = 'acting'
      from (select item from job_items where account_id = $1 and job_id = $2 and state = 'waiting'
             order by item limit $3) next
     where i.account_id = $1 and i.job_id = $2 and i.item = next.item
       and exists (select from jobs where account_id = $1 and job_id = $2 and state = 'running')
    returning i.item, i.named, i.shipment_id as "shipmentId"`,
};

export async function takeItems(writer: AccountWriter, jobId: string, most: number): Promise<JobItem[]> {
  const taken = await writer.change<JobItem>(TAKE, [jobId, most]);
  return taken.sort((one, other) => one.item - other.item);
}

/** Records the result of a taken item. Only the first result counts. */
export async function keepItemResult(
  writer: AccountWriter,
  jobId: string,
  item: number,
  { isDone, message }: JobItemResult,
): Promise<void> {
  await writer.change(
    `update job_items set state = $4, message = $5
      where account_id = $1 and job_id = $2 and item = $3 and state = 'acting'`,
    [jobId, item, isDone ? 'done' : 'failed', storedSentence(message)],
  );
}

export interface JobResultRow {
  readonly item: number;
  readonly named: string;
  readonly trackingNumber: string | null;
  readonly displayId: string | null;
  readonly state: string;
  readonly message: Sentence | null;
}

/** Lists the items of a job after a given item, in order. @param states null for items in any state */
export async function listResults(
  scope: AccountScope,
  jobId: string,
  { after, limit, states }: { after: number; limit: number; states: readonly string[] | null },
): Promise<JobResultRow[]> {
  const rows = await scope.read<Omit<JobResultRow, 'message'> & { readonly message: string | null }>(
    `select i.item, i.named, s.tracking_number as "trackingNumber", o.display_id as "displayId", i.state, i.message
       from job_items i
       left join shipments s on s.account_id = $1 and s.shipment_id = i.shipment_id
       left join orders o on o.account_id = $1 and o.order_id = s.order_id
      where i.account_id = $1 and i.job_id = $2 and i.item > $3
        and ($5::text[] is null or i.state = any($5::text[])) order by i.item limit $4`,
    [jobId, after, limit, states],
  );
  return rows.map((row) => ({ ...row, message: readOrNull(row.message) }));
}

export async function listDoneShipments(scope: AccountScope, jobId: string): Promise<string[]> {
  const rows = await scope.read<{ shipmentId: string }>(
    `select shipment_id as "shipmentId" from job_items
      where account_id = $1 and job_id = $2 and state = 'done' and shipment_id is not null order by item`,
    [jobId],
  );
  return rows.map(({ shipmentId }) => shipmentId);
}

export async function forgetJobs(database: Database, older: Date): Promise<void> {
  await database.run(
    `with old as (
       select account_id, job_id from jobs where created_at < $1 and state in ('done', 'stopped')
        order by created_at limit 20
     ), items as (
       delete from job_items i using old where i.account_id = old.account_id and i.job_id = old.job_id
     )
     delete from jobs j using old where j.account_id = old.account_id and j.job_id = old.job_id`,
    [older],
  );
}
