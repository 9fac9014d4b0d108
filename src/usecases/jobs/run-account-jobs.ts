import { SYSTEM } from '../../domain/actor.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findImportToDo, findNextTry } from '../../storage/imports/import-orders.ts';
import { isJobWaiting } from '../../storage/job-queue.ts';
import { findJobToDo } from '../../storage/jobs/jobs.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import type { ImportParts } from '../imports/import-failure.ts';
import { workOnOrderImport } from '../imports/order-import.ts';
import type { ListingParts } from '../long-work.ts';
import { changeBy, type Service } from '../service.ts';
import type { ShopParts } from '../shops/open-shop.ts';
import { ACCOUNT_TURN_JOB, enqueueAccountJobs, enqueueAccountJobsLater } from './enqueue-account-jobs.ts';
import { workOnJob } from './work-on-job.ts';

/** The longest turn, so that other accounts do not wait long. */
const TURN_MS = 1_000;

/**
 * Continues the account's long work in turns: the work that has waited longest since its last turn is next.
 * If another account waits, this one moves behind it in the queue.
 *
 * @param signal ends the work between two shipments, so that another process can continue
 */
export async function runAccountJobs(
  service: Service & ListingParts & ImportParts & BookingParts & ShopParts,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database } = service;
  const scope = database.account(accountId);
  const comeBack = (enqueue: (writer: AccountWriter) => Promise<void>) =>
    database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.skipAudit('no data of the account changes');
      await enqueue(writer);
    });
  do {
    const [job, ofOrders] = await Promise.all([findJobToDo(scope), findImportToDo(scope)]);
    const until = performance.now() + TURN_MS;
    const mayGoOn = () => performance.now() < until && !signal.aborted;
    if (job !== null && (ofOrders === null || job.turnAt <= ofOrders.turnAt)) {
      await workOnJob(service, accountId, job.jobId, mayGoOn);
    } else if (ofOrders !== null) {
      await workOnOrderImport(service, accountId, ofOrders.importId, mayGoOn);
    } else {
      const nextTry = await findNextTry(scope);
      if (nextTry !== null) await comeBack((writer) => enqueueAccountJobsLater(writer, nextTry));
      return;
    }
  } while (!signal.aborted && !(await isJobWaiting(database, [ACCOUNT_TURN_JOB])));
  await comeBack(enqueueAccountJobs);
}
