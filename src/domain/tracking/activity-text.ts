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
export function activityText({ status, reason, description }: Activity): string {
  const text = description?.trim() ?? '';
  if (text !== '' && !STATUS_NAMES.has(text.toLowerCase())) return text;
  const words = statusWords(status);
  if (!FAILED_ATTEMPTS.has(status) || reason === null || !isNdrReason(reason)) return words;
  const { sentence } = customerWords(status, reason);
  return sentence === null ? words : `${words}: ${sentence.replace(/\.$/, '').toUpperCase()}`;
}

/** Formats a status as `RTO IN TRANSIT`: clients of such services know a status by these words. */
export function statusWords(status: GranularStatus): string {
  return status.toUpperCase().replaceAll('_', ' ');
}
