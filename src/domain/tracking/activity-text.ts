import { type Sentence, saidByPartner, say, word } from '../../problems/sentence.ts';
import { findNdrReason, findRtoReason } from './read-reason.ts';
import type { NdrReason, RtoReason } from './reasons.ts';
import { GRANULAR_STATUSES, type GranularStatus } from './statuses.ts';

/** The data from which an event's description is made. */
export interface Activity {
  readonly status: GranularStatus;
  readonly reason: NdrReason | RtoReason | null;
  /** The courier's own reason, if it is not our word. */
  readonly carrierReason: string | null;
  /** The courier's text, or our text for an action of this service. */
  readonly description: string | null;
  readonly isOfCarrier: boolean;
}

/** The description of an event. */
export interface ActivityText {
  readonly text: string;
  /** The text, if it has no words of the event's own description. */
  readonly sentence: Sentence | null;
}

const STATUS_NAMES: ReadonlySet<string> = new Set(GRANULAR_STATUSES);
/** The events whose reason is part of their description. */
const WITH_REASON: ReadonlySet<GranularStatus> = new Set([
  'ndr_raised',
  'need_attention',
  'rto_initiated',
  'return_not_picked',
  'return_ndr_raised',
  'return_need_attention',
]);

/**
 * The description of an event for programs that show it or look for known words: the text of the event. If it
 * has no text, or only the name of the status, the description is the status in capitals, as couriers write
 * theirs. After a failed attempt and for a return to origin, the reason follows, unless the text says it: the
 * courier's own, else ours in capitals. Customers read other words: see `customerWords`.
 */
export function activityText(activity: Activity): ActivityText {
  const { status, description } = activity;
  const text = description?.trim() ?? '';
  const reason = reasonOf(activity);
  if (text !== '' && !STATUS_NAMES.has(text.toLowerCase())) {
    const isSaid = reason === null || !activity.isOfCarrier || saysReason(text, activity);
    return { text: isSaid ? text : `${text}: ${reason.text}`, sentence: null };
  }
  const named = word(status, inCapitals(status));
  const sentence =
    reason === null
      ? say('event_status', '{status}', { status: named })
      : say('event_status_because', '{status}: {reason}', { status: named, reason });
  return { text: sentence.text, sentence };
}

/** The reason to show; null if there is none, or only that it is another than those we know. */
function reasonOf({ status, reason, carrierReason }: Activity) {
  if (!WITH_REASON.has(status) || reason === null) return null;
  const theirs = carrierReason?.trim() ?? '';
  if (theirs !== '') return saidByPartner(theirs);
  return reason === 'other' ? null : word(reason, inCapitals(reason));
}

/** Tells whether the courier's text has its own reason or, if ours would follow, any reason. */
function saysReason(text: string, { carrierReason }: Activity): boolean {
  const theirs = carrierReason?.trim().toLowerCase() ?? '';
  if (theirs !== '') return text.toLowerCase().includes(theirs);
  return findNdrReason(text) !== null || findRtoReason(text) !== null;
}

/** Formats a word as `RTO IN TRANSIT`: clients of such services know statuses and reasons by these words. */
function inCapitals(one: GranularStatus | NdrReason | RtoReason): string {
  return one.toUpperCase().replaceAll('_', ' ');
}
