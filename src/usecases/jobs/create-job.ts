import { type Job, type JobAction, type JobOptions, leastRoleFor } from '../../domain/jobs/job.ts';
import { fieldProblem, Problem, refused } from '../../problems/problem.ts';
import { about, say, word } from '../../problems/sentence.ts';
import { addMatchingItems, addNamedItems, insertJob } from '../../storage/jobs/jobs.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import { mayCall } from '../accounts/permissions.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { ListingParts } from '../long-work.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { enqueueAccountJobs } from './enqueue-account-jobs.ts';

/** The largest merchants ship fewer in a day. */
const MOST_SHIPMENTS = 100_000;

const MATCHES_TOO_MANY = about('matches_too_many', 'matches more than {most} shipments: narrow it', {
  most: MOST_SHIPMENTS,
});

export type BegunJob = Pick<Job, 'jobId' | 'state'>;

export type JobSubjects =
  | { readonly shipmentIds: readonly string[] }
  | {
      readonly filters: ListingFilters;
      /** The number of matches that the client saw. */
      readonly total: number;
    };

/**
 * Creates a job that acts on many shipments, one after the other, in the background.
 *
 * @throws Problem `forbidden` for an action that the role may not do on one shipment; `refused` if the
 * matches have changed since the client saw them; as `LongWork` for filters
 */
export async function createJob<Answer>(
  account: AccountContext & ListingParts,
  wanted: { readonly action: JobAction; readonly options: JobOptions; readonly subjects: JobSubjects },
  signal: AbortSignal,
  answer: WriteAnswer<BegunJob, Answer>,
): Promise<Answer> {
  const { accountId, longWork } = account;
  const least = leastRoleFor(wanted.action);
  if (!mayCall(account, least)) {
    throw new Problem(
      'forbidden',
      say('action_requires_role', '{action} requires the role {role}; you are signed in as {own_role}', {
        action: word(wanted.action),
        role: word(least),
        own_role: word(account.role),
      }),
    );
  }
  return 'filters' in wanted.subjects
    ? longWork.run({ accountId, signal }, () => create(account, wanted, answer))
    : create(account, wanted, answer);
}

async function create<Answer>(
  account: AccountContext,
  { action, options, subjects }: Parameters<typeof createJob>[1],
  answer: WriteAnswer<BegunJob, Answer>,
): Promise<Answer> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const jobId = writer.newId();
    let total: number;
    if ('filters' in subjects) {
      total = await addMatchingItems(writer, jobId, subjects.filters, MOST_SHIPMENTS);
      if (total !== subjects.total) throw refused(otherTotal(subjects.total, total));
    } else {
      const named = [...new Set(subjects.shipmentIds)];
      total = named.length;
      await addNamedItems(writer, jobId, named);
    }
    await insertJob(writer, { jobId, action, options, total });
    await enqueueAccountJobs(writer);
    await writer.record({
      action: 'job.created',
      subjectKind: 'job',
      subjectId: jobId,
      changes: { action, shipments: total },
    });
    return answer(writer, { jobId, state: 'waiting' });
  });
}

function otherTotal(seen: number, found: number) {
  return found > MOST_SHIPMENTS
    ? fieldProblem('filter', 'not_allowed', MATCHES_TOO_MANY)
    : fieldProblem(
        'total',
        'not_allowed',
        about('total_has_changed', 'is {seen}, but {found} shipments match now: check the list again', {
          seen,
          found,
        }),
      );
}
