import { SYSTEM } from '../../domain/actor.ts';
import { isRepeatable, type Job, type JobItemResult, leastRoleFor } from '../../domain/jobs/job.ts';
import { Problem } from '../../problems/problem.ts';
import { detailsOf, type Sentence, say } from '../../problems/sentence.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import {
  endJob,
  findJob,
  type JobItem,
  keepItemResult,
  listLeftItems,
  markJobRunning,
  takeItems,
} from '../../storage/jobs/jobs.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { inParallel } from '../in-parallel.ts';
import type { ListingParts } from '../long-work.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import type { ShopParts } from '../shops/open-shop.ts';
import { actOnShipment } from './act-on-shipment.ts';
import { actingFor, changeUnrecorded, type Maker, Stopped, takeFor } from './acting-for.ts';

/** The number of simultaneous actions; most of their time is spent waiting for couriers. */
const AT_ONCE = 4;

const NOBODY_KNOWS = say(
  'job_interrupted',
  'The service was interrupted, and it is unknown whether the courier got the request: check the shipment before you try again',
);

/**
 * Continues a job for one turn. Repeats the unfinished actions of a dead process if that is harmless. Results
 * are stored in the transaction of the change, so no action is done twice. The job stops if its creator has
 * lost the permission.
 *
 * @param mayGoOn called before each shipment
 * @throws an error that a retry may solve; the job then continues
 */
export async function workOnJob(
  service: Service & ListingParts & BookingParts & ShopParts,
  accountId: string,
  jobId: string,
  mayGoOn: () => boolean,
): Promise<void> {
  const scope = service.database.account(accountId);
  const job = await findJob(scope, jobId);
  if (job === null) return;
  try {
    await workOnItems(service, accountId, job, mayGoOn);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    await stop(service, accountId, jobId, error.sentence);
  }
}

async function workOnItems(
  service: Service & ListingParts & BookingParts & ShopParts,
  accountId: string,
  job: Job,
  mayGoOn: () => boolean,
): Promise<void> {
  const { jobId } = job;
  const maker: Maker = { accountId, actor: job.actor, least: leastRoleFor(job.action) };
  const whoever = await actingFor(service, accountId, job.actor);
  await changeUnrecorded(whoever, (writer) => markJobRunning(writer, jobId));
  if (isRepeatable(job.action)) {
    const { account, taken } = await takeFor(service, maker, (writer) => listLeftItems(writer, jobId));
    await inParallel(AT_ONCE, taken, (item) => workOnItem(account, job, item));
  } else {
    const left = await listLeftItems(service.database.account(accountId), jobId);
    await inParallel(AT_ONCE, left, (item) =>
      keep(whoever, job, item, { isDone: false, message: NOBODY_KNOWS }),
    );
  }
  while (mayGoOn()) {
    const { account, taken } = await takeFor(service, maker, (writer) => takeItems(writer, jobId, AT_ONCE));
    if (taken.length === 0) {
      await changeUnrecorded(account, (writer) => endJob(writer, jobId, 'done'));
      return;
    }
    await inParallel(AT_ONCE, taken, (item) => workOnItem(account, job, item));
  }
}

/** Stops a job. Results so far stay. */
function stop(service: Service, accountId: string, jobId: string, why: Sentence): Promise<void> {
  return service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    if (!(await endJob(writer, jobId, 'stopped', why))) {
      writer.skipAudit('it was over already');
      return;
    }
    const changes = { reason: why.text, reason_details: detailsOf(why) };
    await writer.record({ action: 'job.stopped', subjectKind: 'job', subjectId: jobId, changes });
  });
}

async function workOnItem(
  account: AccountContext & BookingParts & ShopParts,
  job: Job,
  item: JobItem,
): Promise<void> {
  const { jobId } = job;
  await keep(account, job, item, await resultOf(account, job, item)).catch((error: unknown) => {
    // The item stays taken, and the next turn finds it.
    throw new Error(`Item ${item.item} of job ${jobId} was not concluded`, { cause: error });
  });
}

async function resultOf(
  account: AccountContext & BookingParts & ShopParts,
  job: Job,
  item: JobItem,
): Promise<JobItemResult> {
  const scope = account.database.account(account.accountId);
  const [shipment] = item.shipmentId === null ? [] : await findShipments(scope, [item.shipmentId]);
  if (shipment === undefined) {
    const { named } = item;
    const message = say('no_shipment_of_account', '{named} is not a shipment of this account', { named });
    return { isDone: false, message };
  }
  try {
    return await actOnShipment(account, job, shipment, (writer, result) =>
      keepItemResult(writer, job.jobId, item.item, result),
    );
  } catch (error) {
    // The shipment was changed or cancelled meanwhile: the client may try again.
    if (error instanceof Problem && error.kind === 'unavailable' && error.cause === undefined) {
      return { isDone: false, message: error.sentence };
    }
    throw error;
  }
}

function keep(account: AccountContext, job: Job, item: JobItem, result: JobItemResult): Promise<void> {
  return changeUnrecorded(account, (writer) => keepItemResult(writer, job.jobId, item.item, result));
}
