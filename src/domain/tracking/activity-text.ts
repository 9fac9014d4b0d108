import { customerWords } from './customer-words.ts';
import { isNdrReason, type NdrReason, type RtoReason } from './reasons.ts';
import { GRANULAR_STATUSES, type GranularStatus } from './statuses.ts';

/** The data of one event from which its description is made. */
export interface Activity {
  readonly status: GranularStatus;
  readonly reason: NdrReason | RtoReason | null;
  /** The text that came with it: the carrier's, or ours for what was done here. */
  readonly description: string | null;
}

const STATUS_NAMES: ReadonlySet<string> = new Set(GRANULAR_STATUSES);
const FAILED_ATTEMPTS: ReadonlySet<GranularStatus> = new Set([
  'ndr_raised',
  'need_attention',
  'return_not_picked',
]);

/**
 * An event as programs are told it, who show it to people or look for words that they know: the text that came with
 * it; where none did, or only the name of the status, the status in words, and why an attempt failed. Capitals, as
 * couriers write theirs.
 */
export function activityText({ status, reason, description }: Activity): string {
  const text = description?.trim() ?? '';
  if (text !== '' && !STATUS_NAMES.has(text.toLowerCase())) return text;
  const words = statusWords(status);
  if (!FAILED_ATTEMPTS.has(status) || reason === null || !isNdrReason(reason)) return words;
  const { sentence } = customerWords(status, reason);
  return sentence === null ? words : `${words}: ${sentence.replace(/\.$/, '').toUpperCase()}`;
}

/** `RTO IN TRANSIT`: the words that clients of such services know for a status are those of its name. */
export function statusWords(status: GranularStatus): string {
  return status.toUpperCase().replaceAll('_', ' ');
}
