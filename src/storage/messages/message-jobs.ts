import type { Language } from '../../domain/store.ts';
import type { Moment } from '../../domain/tracking/moments.ts';
import type { AccountWriter } from '../account-scope.ts';
import type { Finder } from '../booking/processes.ts';
import type { Database } from '../database.ts';
import { addJob, JOB_SCHEMA } from '../job-queue.ts';
import { quoted } from './message-settings.ts';
import type { StoredMessage } from './messages.ts';

/** The name of this job in the queue. */
export const SEND_MESSAGE = 'send-message';
/**
 * The name of the job for later additions: moments, languages, and own texts for one language. A process of
 * the first release does not know this job and leaves it alone. The name is from when returns were the only
 * addition; jobs with it may wait in the queue.
 */
export const SEND_LATER_MESSAGE = 'send-return-message';
const FIRST_MOMENTS: readonly Moment[] = [
  'shipped',
  'out_for_delivery',
  'delivered',
  'delivery_failed',
  'returning',
];

const FIRST_LANGUAGE: Language = 'en';

/** SQL that adds the job of a message. `further` are arguments of `add_job` that begin with a comma. */
export function addMessageJob(further = ''): string {
  return `${JOB_SCHEMA}.add_job(
  case when moment::text in (${quoted(FIRST_MOMENTS)}) and coalesce(language, '${FIRST_LANGUAGE}') = '${FIRST_LANGUAGE}'
      and not is_translated
    then '${SEND_MESSAGE}' else '${SEND_LATER_MESSAGE}' end,
  payload => json_build_object('account_id', account_id, 'message_id', message_id),
  run_at => $2, job_key => '${SEND_MESSAGE} ' || message_id${further})`;
}

/** Enqueues the next try of a message, in the transaction that settles the current try. */
export async function enqueueSending(
  writer: AccountWriter,
  message: Pick<StoredMessage, 'messageId' | 'moment' | 'language' | 'isTranslated'>,
  dueAt: Date,
): Promise<void> {
  await addJob(writer, {
    task: isKnownToFirst(message) ? SEND_MESSAGE : SEND_LATER_MESSAGE,
    payload: { message_id: message.messageId },
    runAt: dueAt,
    key: `${SEND_MESSAGE} ${message.messageId}`,
  });
}

/** Applies the same rule as `addMessageJob`. */
function isKnownToFirst({
  moment,
  language,
  isTranslated,
}: Pick<StoredMessage, 'moment' | 'language' | 'isTranslated'>): boolean {
  return FIRST_MOMENTS.includes(moment) && (language ?? FIRST_LANGUAGE) === FIRST_LANGUAGE && !isTranslated;
}

const FORGOTTEN = `select m.account_id, m.message_id, m.moment, m.language, w.template_id is not null as is_translated
    from messages m
    left join message_translations w on w.account_id = m.account_id and w.template_id = m.template_id
    where m.status = 'queued'
      and ((m.due_at <= $1 and (m.claimed_until is null or m.claimed_until <= $2))
        or (m.due_at <= $2 and m.claimed_until > $2 and m.claimed_by = $3 and not m.message_id::text = any($4::text[])))
    order by m.due_at limit 500`;

/** Separate, because a cluster runs the other statement on nodes that do not have the queue. */
const ENQUEUE_FORGOTTEN = `select ${addMessageJob(", job_key_mode => 'preserve_run_at'")}
  from unnest($1::uuid[], $3::uuid[], $4::text[], $5::text[], $6::boolean[])
    as forgotten (account_id, message_id, moment, language, is_translated)`;

/**
 * Enqueues due messages of all accounts that no process works on: the process has died, the job was lost, or
 * the finder claimed the message and does not send it. A job that still waits in the queue keeps its place.
 */
export async function enqueueForgotten(
  database: Database,
  dueBy: Date,
  now: Date,
  { processId, inFlight }: Finder,
): Promise<void> {
  const rows = await database.run<
    Record<'account_id' | 'message_id' | 'moment' | 'language', string> & { is_translated: boolean }
  >(FORGOTTEN, [dueBy, now, processId, inFlight]);
  if (rows.length === 0) return;
  await database.run(ENQUEUE_FORGOTTEN, [
    rows.map((row) => row.account_id),
    now,
    rows.map((row) => row.message_id),
    rows.map((row) => row.moment),
    rows.map((row) => row.language),
    rows.map((row) => row.is_translated),
  ]);
}
