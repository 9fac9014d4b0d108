import type { AccountWriter } from '../../storage/account-scope.ts';
import { addJob } from '../../storage/job-queue.ts';

export const ACCOUNT_TURN_JOB = 'take-turn';

/**
 * Enqueues a turn of the account's long work. An account has one place in the queue, for any amount of work,
 * so that all accounts get turns, in any process. The turns of one account run one after the other, even
 * after a crash.
 */
export async function enqueueAccountJobs(writer: AccountWriter): Promise<void> {
  await addJob(writer, { ...turnOf(writer), runAt: writer.now });
}

/** Enqueues a later turn, unless an earlier turn is already queued. */
export async function enqueueAccountJobsLater(writer: AccountWriter, runAt: Date): Promise<void> {
  await addJob(writer, { ...turnOf(writer), runAt, keepsTime: true });
}

function turnOf({ accountId }: AccountWriter) {
  const key = `${ACCOUNT_TURN_JOB} ${accountId}`;
  return { task: ACCOUNT_TURN_JOB, payload: {}, key, queue: key };
}
