import { SYSTEM } from '../../domain/actor.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { addJob, isJobWaiting } from '../../storage/job-queue.ts';
import { findJobToDo } from '../../storage/jobs/jobs.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { workOnJob } from './work-on-job.ts';

/** The name of a turn, as it stands in the queue. */
export const TAKE_TURN = 'take-turn';

/** A turn lasts no longer, so that no account waits long for another. */
export const TURN_MS = 1_000;

/**
 * Has the account take a turn at its long work soon. An account has one place in the queue, however much it has to
 * do: so the turns are shared out among accounts, in whichever processes; and turns of one account come one after
 * the other, also where a process died.
 */
export async function enqueueTurn(writer: AccountWriter): Promise<void> {
  const key = `${TAKE_TURN} ${writer.accountId}`;
  await addJob(writer, { task: TAKE_TURN, payload: {}, runAt: writer.now, key, queue: key });
}

/**
 * Goes on with the account's long work, turn by turn: with that which had its last turn longest ago. Where another
 * account waits, it stands in the queue again behind it.
 *
 * @param signal ends it between two shipments, for another process to go on
 */
export async function takeTurns(
  service: ShippingService,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { database } = service;
  do {
    const next = await findJobToDo(database.account(accountId));
    if (next === null) return;
    const until = performance.now() + TURN_MS;
    await workOnJob(service, accountId, next.jobId, () => performance.now() < until && !signal.aborted);
  } while (!signal.aborted && !(await isJobWaiting(database, TAKE_TURN)));
  await database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.leaveUnrecorded('nothing of the account changes');
    await enqueueTurn(writer);
  });
}
