import { customerWords, historyWords } from './customer-words.ts';
import { isNdrReason, type NdrReason, type RtoReason } from './reasons.ts';
import { GRANULAR_STATUSES, type GranularStatus } from './statuses.ts';

/** What is told of one event of a history. */
export interface Activity {
  readonly status: GranularStatus;
  readonly reason: NdrReason | RtoReason | null;
  /** The carrier's own text. */
  readonly description: string | null;
}

const OUR_NAMES: ReadonlySet<string> = new Set(GRANULAR_STATUSES);
const FAILED_ATTEMPTS: ReadonlySet<GranularStatus> = new Set([
  'ndr_raised',
  'need_attention',
  'return_not_picked',
]);

/**
 * An event as clients that track a parcel show it to people: the carrier's text, and where there is none, or
 * only our own name of the status, the status in the customer's words. Capitals, as couriers write theirs.
 */
export function activityText({ status, reason, description }: Activity): string {
  const text = description?.trim() ?? '';
  if (text !== '' && !OUR_NAMES.has(text.toLowerCase())) return text;
  const words = historyWords(status).toUpperCase();
  if (!FAILED_ATTEMPTS.has(status) || reason === null || !isNdrReason(reason)) return words;
  const { sentence } = customerWords(status, reason);
  return sentence === null ? words : `${words}: ${sentence.replace(/\.$/, '').toUpperCase()}`;
}
