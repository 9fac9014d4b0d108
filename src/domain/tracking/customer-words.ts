import { ENGLISH } from '../languages/en.ts';
import type { CustomerLanguage } from '../languages/language.ts';
import type { NdrReason } from './reasons.ts';
import type { GranularStatus } from './statuses.ts';

/** Texts about a parcel for its customer: a headline, and a sentence if there is more to say. */
export interface CustomerWords {
  readonly headline: string;
  readonly sentence: string | null;
}

/** The sequences of steps that a parcel can go through. */
type JourneyLine = 'journey' | 'wayBack' | 'returnJourney';

/** The step of a status, from 0, and its line (default: to the customer). Other statuses show no line. */
const STEPS: Partial<Record<GranularStatus, readonly [step: number, line?: JourneyLine]>> = {
  pending: [0],
  processing: [0],
  ready_for_pickup: [0],
  pickup_scheduled: [0],
  out_for_pickup: [0],
  not_picked: [0],
  picked_up: [1],
  in_transit: [2],
  reached_destination_hub: [2],
  out_for_delivery: [3],
  delivered: [4],
  ndr_raised: [3],
  need_attention: [3],
  reattempt_delivery: [3],
  rto_initiated: [2, 'wayBack'],
  rto_in_transit: [2, 'wayBack'],
  rto_out_for_delivery: [2, 'wayBack'],
  rto_need_attention: [2, 'wayBack'],
  rto_delivered: [3, 'wayBack'],
  return_requested: [0, 'returnJourney'],
  return_pickup_scheduled: [1, 'returnJourney'],
  return_not_picked: [1, 'returnJourney'],
  return_in_transit: [2, 'returnJourney'],
  return_ndr_raised: [2, 'returnJourney'],
  return_need_attention: [2, 'returnJourney'],
  return_delivered: [3, 'returnJourney'],
};

/** The mood of a status, which decides its colour and shape on pages. `way`: under way, and all is well. */
export type Mood = 'way' | 'done' | 'attention' | 'bad' | 'over';

const MOODS: Partial<Record<GranularStatus, Mood>> = {
  delivered: 'done',
  return_delivered: 'done',
  ndr_raised: 'attention',
  need_attention: 'attention',
  on_hold: 'attention',
  return_not_picked: 'attention',
  lost: 'bad',
  damaged: 'bad',
  rto_lost: 'bad',
  rto_damaged: 'bad',
  return_lost: 'bad',
  return_qc_failed: 'bad',
  rto_initiated: 'attention',
  rto_in_transit: 'attention',
  rto_out_for_delivery: 'attention',
  rto_need_attention: 'attention',
  rto_delivered: 'over',
  cancelled: 'over',
  rejected: 'over',
  externally_fulfilled: 'over',
  return_cancelled: 'over',
  return_rejected: 'over',
};

export function moodOf(status: GranularStatus): Mood {
  return MOODS[status] ?? 'way';
}

/** The customer's words for a status. For a failed attempt, with the reason, if customers may see it. */
export function customerWords(
  status: GranularStatus,
  ndrReason: NdrReason | null,
  language: CustomerLanguage = ENGLISH,
): CustomerWords {
  const { headline, sentence } = language.statuses[status];
  return { headline, sentence: reasonWords(status, ndrReason, language) ?? sentence };
}

function reasonWords(
  status: GranularStatus,
  ndrReason: NdrReason | null,
  { reasons, pickupReasons }: CustomerLanguage,
): string | null {
  if (ndrReason === null) return null;
  if (status === 'ndr_raised' || status === 'need_attention') return reasons[ndrReason] ?? null;
  return status === 'return_not_picked' ? (pickupReasons[ndrReason] ?? null) : null;
}

/** The customer's words for a past status, as one line of the history. */
export function historyWords(status: GranularStatus, language: CustomerLanguage = ENGLISH): string {
  const { headline, inHistory } = language.statuses[status];
  return inHistory ?? headline;
}

const NOT_TRIED_AGAIN = new Set<NdrReason>(['customer_refused', 'customer_cancelled', 'shipment_damaged']);

/** Tells whether the carrier tries again after an attempt that failed for this reason. */
export function isTriedAgain(ndrReason: NdrReason | null): boolean {
  return ndrReason === null || !NOT_TRIED_AGAIN.has(ndrReason);
}

/** The line of steps with the index of the current step. Null if no line fits. */
export function journeyLine(
  status: GranularStatus,
  language: CustomerLanguage = ENGLISH,
): { steps: readonly string[]; at: number } | null {
  const place = STEPS[status];
  if (place === undefined) return null;
  const [at, line = 'journey'] = place;
  return { steps: language[line], at };
}
