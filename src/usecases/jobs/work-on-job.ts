import { isRepeatable, type Job, type JobItemResult } from '../../domain/jobs/job.ts';
import { Problem } from '../../problems/problem.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import {
  beginTurn,
  endJob,
  findJob,
  type JobItem,
  keepItemResult,
  listLeftItems,
  takeItems,
} from '../../storage/jobs/jobs.ts';
import { inParallel } from '../in-parallel.ts';
import type { AccountContext, ShippingService } from '../service.ts';
import { actOnShipment } from './act-on-shipment.ts';
import { actingFor, changeUnrecorded } from './acting-for.ts';

/** Couriers are waited for most of the time. */
const AT_ONCE = 4;

const NOBODY_KNOWS =
  'The service was interrupted: whether the courier was told is not known; look at the shipment before asking again';

/**
 * Goes on with a job for a turn. What a process was at that died is done again where that does no harm; what became
 * of it was kept in the transaction of the change, so that nothing is done twice.
 *
 * @param mayGoOn asked before each shipment
 * @throws what is worth another try; the job goes on with it
 */
export async function workOnJob(
  service: ShippingService,
  accountId: string,
  jobId: string,
  mayGoOn: () => boolean,
): Promise<void> {
  const scope = service.database.account(accountId);
  const job = await findJob(scope, jobId);
  if (job === null) return;
  const account = await actingFor(service, accountId, job.actor);
  await changeUnrecorded(account, (writer) => beginTurn(writer, jobId));
  const left = await listLeftItems(scope, jobId);
  await inParallel(AT_ONCE, left, (item) =>
    isRepeatable(job.action)
      ? workOnItem(account, job, item)
      : keep(account, job, item, { isDone: false, message: NOBODY_KNOWS }),
  );
  while (mayGoOn()) {
    const items = await takeItems(service.database, accountId, jobId, AT_ONCE);
    if (items.length === 0) {
      await changeUnrecorded(account, (writer) => endJob(writer, jobId, 'done'));
      return;
    }
    await inParallel(AT_ONCE, items, (item) => workOnItem(account, job, item));
  }
}

async function workOnItem(account: AccountContext, job: Job, item: JobItem): Promise<void> {
  const { jobId } = job;
  await keep(account, job, item, await resultOf(account, job, item)).catch((error: unknown) => {
    // The item stays taken: the next turn finds it.
    throw new Error(`Item ${item.item} of job ${jobId} was not concluded`, { cause: error });
  });
}

async function resultOf(account: AccountContext, job: Job, item: JobItem): Promise<JobItemResult> {
  const scope = account.database.account(account.accountId);
  const [shipment] = item.shipmentId === null ? [] : await findShipments(scope, [item.shipmentId]);
  if (shipment === undefined) {
    return { isDone: false, message: `${item.named} is not a shipment of this account` };
  }
  try {
    return await actOnShipment(account, job, shipment, (writer, result) =>
      keepItemResult(writer, job.jobId, item.item, result),
    );
  } catch (error) {
    // Changed meanwhile, or being undone: whoever asked may ask again.
    if (error instanceof Problem && error.kind === 'unavailable' && error.cause === undefined) {
      return { isDone: false, message: error.message };
    }
    throw error;
  }
}

function keep(account: AccountContext, job: Job, item: JobItem, result: JobItemResult): Promise<void> {
  return changeUnrecorded(account, (writer) => keepItemResult(writer, job.jobId, item.item, result));
}
