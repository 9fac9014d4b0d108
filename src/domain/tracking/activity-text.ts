import { type Sentence, say, word } from '../../problems/sentence.ts';
import { customerWords } from './customer-words.ts';
import { isNdrReason, type NdrReason, type RtoReason } from './reasons.ts';
import { GRANULAR_STATUSES, type GranularStatus } from './statuses.ts';

/** The data from which an event's description is made. */
export interface Activity {
  readonly status: GranularStatus;
  readonly reason: NdrReason | RtoReason | null;
  /** The carrier's text, or our text for an action of this service. */
  readonly description: string | null;
}

const STATUS_NAMES: ReadonlySet<string> = new Set(GRANULAR_STATUSES);
const FAILED_ATTEMPTS: ReadonlySet<GranularStatus> = new Set([
  'ndr_raised',
  'need_attention',
  'return_not_picked',
]);

/**
 * The description of an event for programs that show it or look for known words: the text of the event. If it
 * has no text, or only the name of the status, the description is the status in capitals, as couriers write
 * theirs, with the reason of a failed attempt.
 */
export function activityText(activity: Activity): string {
  return sentenceOfEvent(activity)?.text ?? activity.description?.trim() ?? '';
}

/** The description of an event that has no text of its own; null if it has one. */
export function sentenceOfEvent({ status, reason, description }: Activity): Sentence | null {
  const text = description?.trim() ?? '';
  if (text !== '' && !STATUS_NAMES.has(text.toLowerCase())) return null;
  const named = word(status, statusWords(status));
  const isFailed = FAILED_ATTEMPTS.has(status) && reason !== null && isNdrReason(reason);
  const sentence = isFailed ? customerWords(status, reason).sentence : null;
  if (reason === null || sentence === null) return say('event_status', '{status}', { status: named });
  const why = word(reason, sentence.replace(/\.$/, ''));
  const said = say('event_status_because', '{status}: {reason}', { status: named, reason: why });
  return { ...said, text: said.text.toUpperCase() };
}

/** Formats a status as `RTO IN TRANSIT`: clients of such services know a status by these words. */
export function statusWords(status: GranularStatus): string {
  return status.toUpperCase().replaceAll('_', ' ');
}
