import type { AccountWriter } from '../../storage/account-scope.ts';
import { addJob } from '../../storage/job-queue.ts';

/** The name of a turn, as it stands in the queue. */
export const TAKE_TURN = 'take-turn';

/**
 * Has the account take a turn at its long work soon. An account has one place in the queue, however much it has to
 * do: so the turns are shared out among accounts, in whichever processes; and turns of one account come one after
 * the other, also where a process died.
 */
export async function enqueueAccountJobs(writer: AccountWriter): Promise<void> {
  await addJob(writer, { ...turnOf(writer), runAt: writer.now });
}

/** Has it take one later, unless it is to have one sooner. */
export async function enqueueAccountJobsLater(writer: AccountWriter, runAt: Date): Promise<void> {
  await addJob(writer, { ...turnOf(writer), runAt, keepsTime: true });
}

function turnOf({ accountId }: AccountWriter) {
  const key = `${TAKE_TURN} ${accountId}`;
  return { task: TAKE_TURN, payload: {}, key, queue: key };
}
