import { stringify } from 'csv-stringify/sync';
import type { Job, JobProgress } from '../../domain/jobs/job.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import {
  endJob,
  findJob,
  forgetJobs,
  listDoneShipments,
  listJobs,
  listResults,
  readProgress,
} from '../../storage/jobs/jobs.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { Client, ListingParts } from '../long-work.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';

export { JOB_ACTIONS, JOB_STATES } from '../../domain/jobs/job.ts';

const RESULTS_AT_ONCE = 1_000;

/** Spreadsheets recognise UTF-8 only by this mark. */
const BYTE_ORDER_MARK = '\ufeff';

const NOTHING_DONE: JobProgress = { done: 0, failed: 0 };

export type ShownJob = Job & JobProgress;

/** @throws Problem `not_found` */
export async function getJob({ database, accountId }: AccountContext, jobId: string): Promise<ShownJob> {
  const scope = database.account(accountId);
  const job = await findJob(scope, jobId);
  if (job === null) throw notFound('Job');
  return { ...job, ...((await readProgress(scope, [jobId])).get(jobId) ?? NOTHING_DONE) };
}

export async function listAccountJobs(
  { database, accountId }: AccountContext,
  page: NewestPage,
): Promise<Newest<ShownJob>> {
  const scope = database.account(accountId);
  const found = await listJobs(scope, page);
  const ids = found.rows.map(({ jobId }) => jobId);
  const progress = await readProgress(scope, ids);
  return {
    ...found,
    rows: found.rows.map((job) => ({ ...job, ...(progress.get(job.jobId) ?? NOTHING_DONE) })),
  };
}

/** Stops a job between two shipments. Has no effect on a finished job. @throws Problem `not_found` */
export async function stopJob(account: AccountContext, jobId: string): Promise<ShownJob> {
  await getJob(account, jobId);
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    if (!(await endJob(writer, jobId, 'stopped'))) {
      writer.skipAudit('it was over already');
      return;
    }
    await writer.record({ action: 'job.stopped', subjectKind: 'job', subjectId: jobId, changes: {} });
  });
  return getJob(account, jobId);
}

const HEADINGS = ['shipment_id', 'tracking_number', 'order_id', 'result', 'message'];

/** Returns the result of each shipment of a job as CSV. @throws Problem `not_found` */
export async function jobResults(
  account: AccountContext & ListingParts,
  jobId: string,
  client: Client,
): Promise<AsyncGenerator<Buffer, void, undefined>> {
  const { database, accountId, longWork } = account;
  await getJob(account, jobId);
  const scope = database.account(accountId, client.signal);
  async function* lines() {
    yield BYTE_ORDER_MARK + csv([HEADINGS]);
    for (let after = 0; ; ) {
      const rows = await listResults(scope, jobId, { after, limit: RESULTS_AT_ONCE, states: null });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield csv(
        rows.map(({ named, trackingNumber, displayId, state, message }) => [
          named,
          trackingNumber,
          displayId,
          resultWord(state),
          message?.text ?? null,
        ]),
      );
      after = last.item;
    }
  }
  return longWork.inParts({ accountId, ...client }, lines());
}

export const JOB_RESULTS = ['done', 'failed', 'not done'] as const;

export type JobResult = (typeof JOB_RESULTS)[number];

function resultWord(state: string): JobResult {
  return state === 'done' || state === 'failed' ? state : 'not done';
}

const STATES_OF: Record<JobResult, readonly string[]> = {
  done: ['done'],
  failed: ['failed'],
  'not done': ['waiting', 'acting'],
};

export interface ShownResult {
  /** The text that the client sent: a shipment's id, or an unknown text. */
  readonly named: string;
  readonly trackingNumber: string | null;
  readonly displayId: string | null;
  readonly result: JobResult;
  readonly message: Sentence | null;
}

/** Returns a page of a job's results. @throws Problem `not_found` */
export async function listJobResults(
  account: AccountContext,
  jobId: string,
  page: { readonly after: number; readonly limit: number; readonly result: JobResult | null },
): Promise<{ readonly rows: readonly ShownResult[]; readonly next: number | null }> {
  await getJob(account, jobId);
  const { after, limit, result } = page;
  const states = result === null ? null : STATES_OF[result];
  const scope = account.database.account(account.accountId);
  const found = await listResults(scope, jobId, { after, limit: limit + 1, states });
  const rows = found.slice(0, limit);
  return {
    rows: rows.map(({ state, item: _, ...row }) => ({ ...row, result: resultWord(state) })),
    next: found.length > limit ? (rows.at(-1)?.item ?? null) : null,
  };
}

function csv(rows: readonly (readonly (string | null)[])[]): string {
  return stringify(rows as (string | null)[][], { escape_formulas: true, record_delimiter: 'windows' });
}

/** Returns the shipments with labels from a job. @throws Problem `not_found`; `refused` without labels */
export async function labelsOfJob(account: AccountContext, jobId: string): Promise<string[]> {
  const job = await getJob(account, jobId);
  if (job.action !== 'label') throw notFound('Job of labels');
  const shipmentIds = await listDoneShipments(account.database.account(account.accountId), jobId);
  if (shipmentIds.length === 0) throw refused(NO_LABELS_YET);
  return shipmentIds;
}

const NO_LABELS_YET = say('job_has_no_labels', 'The job has made no labels yet');

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes finished jobs after 30 days. */
export async function forgetOldJobs({ database, now }: Service): Promise<void> {
  await forgetJobs(database, new Date(now().getTime() - KEPT_MS));
}
