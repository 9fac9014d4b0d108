import type { NdrReason } from './reasons.ts';
import type { GranularStatus } from './statuses.ts';

/** What a customer is told about a parcel: a headline, and a sentence where there is more to say. */
export interface CustomerWords {
  readonly headline: string;
  readonly sentence: string | null;
}

/** Where a parcel is on its way, as a line of steps shows it. */
export const JOURNEY_STEPS = [
  'Order placed',
  'Picked up',
  'On the way',
  'Out for delivery',
  'Delivered',
] as const;

/** The same for one that goes back. */
export const BACK_STEPS = ['Order placed', 'Picked up', 'Going back', 'Returned to the sender'] as const;

/** The same for a return: from the customer's door to the seller. */
export const RETURN_STEPS = [
  'Return requested',
  'Pickup scheduled',
  'Picked up',
  'Received by the seller',
] as const;

interface StatusWords extends CustomerWords {
  /** What the history says of it, where that is not the headline: there it stands among others and without the sentence. */
  readonly inHistory?: string;
  /** Index into `line`; null where no line makes sense. */
  readonly step: number | null;
  /** `JOURNEY_STEPS` where it is not said. */
  readonly line?: readonly string[];
}

const PLACED: StatusWords = {
  headline: 'Order placed',
  sentence: 'We are getting your parcel ready.',
  step: 0,
};
const CANCELLED: StatusWords = {
  headline: 'Cancelled',
  sentence: 'This shipment was cancelled.',
  step: null,
};

const ASK_THE_SELLER = 'Please contact the seller about a replacement or a refund.';

const WORDS: Record<GranularStatus, StatusWords> = {
  pending: PLACED,
  processing: PLACED,
  ready_for_pickup: {
    headline: 'Ready to ship',
    sentence: 'The carrier will pick your parcel up soon.',
    step: 0,
  },
  pickup_scheduled: {
    headline: 'Ready to ship',
    inHistory: 'Pickup planned',
    sentence: 'The carrier will pick your parcel up soon.',
    step: 0,
  },
  out_for_pickup: {
    headline: 'Ready to ship',
    inHistory: 'Carrier on the way to pick up',
    sentence: 'The carrier is on the way to pick your parcel up.',
    step: 0,
  },
  not_picked: {
    headline: 'Ready to ship',
    inHistory: 'Pickup to be tried again',
    sentence: 'The carrier will come for your parcel again.',
    step: 0,
  },
  picked_up: { headline: 'Picked up', sentence: 'The carrier has your parcel.', step: 1 },
  in_transit: { headline: 'On the way', sentence: null, step: 2 },
  reached_destination_hub: {
    headline: 'On the way',
    inHistory: 'Reached a hub near you',
    sentence: 'Your parcel has reached a hub near you.',
    step: 2,
  },
  out_for_delivery: {
    headline: 'Out for delivery',
    sentence: 'Your parcel is with the delivery rider.',
    step: 3,
  },
  delivered: { headline: 'Delivered', sentence: null, step: 4 },
  ndr_raised: {
    headline: 'Delivery attempted',
    sentence: 'The carrier could not hand your parcel over.',
    step: 3,
  },
  need_attention: {
    headline: 'Delivery attempted',
    sentence: 'The carrier could not hand your parcel over.',
    step: 3,
  },
  reattempt_delivery: {
    headline: 'Delivery attempted',
    inHistory: 'Another delivery asked for',
    sentence: 'The carrier will try to deliver again.',
    step: 3,
  },
  rto_initiated: { headline: 'Going back to the sender', sentence: null, step: 2, line: BACK_STEPS },
  rto_in_transit: {
    headline: 'Going back to the sender',
    inHistory: 'On the way back',
    sentence: null,
    step: 2,
    line: BACK_STEPS,
  },
  rto_out_for_delivery: {
    headline: 'Going back to the sender',
    inHistory: 'Out for delivery to the sender',
    sentence: null,
    step: 2,
    line: BACK_STEPS,
  },
  rto_need_attention: {
    headline: 'Going back to the sender',
    inHistory: 'Could not be handed back yet',
    sentence: null,
    step: 2,
    line: BACK_STEPS,
  },
  rto_delivered: { headline: 'Returned to the sender', sentence: null, step: 3, line: BACK_STEPS },
  cancelled: CANCELLED,
  rejected: CANCELLED,
  on_hold: { headline: 'On hold', sentence: 'Please contact the seller about this parcel.', step: null },
  lost: {
    headline: 'Parcel lost',
    sentence: `The carrier has lost your parcel. ${ASK_THE_SELLER}`,
    step: null,
  },
  damaged: {
    headline: 'Parcel damaged',
    sentence: `Your parcel was damaged on the way and is not delivered. ${ASK_THE_SELLER}`,
    step: null,
  },
  rto_lost: {
    headline: 'Lost on the way back',
    sentence:
      'The carrier lost your parcel on its way back to the sender. Please contact the seller about it.',
    step: null,
  },
  rto_damaged: {
    headline: 'Damaged on the way back',
    sentence: 'Your parcel was damaged on its way back to the sender. Please contact the seller about it.',
    step: null,
  },
  externally_fulfilled: {
    headline: 'Shipped',
    sentence: 'The seller ships this order another way.',
    step: null,
  },
  return_requested: {
    headline: 'Return requested',
    sentence: 'We are arranging for your parcel to be picked up.',
    step: 0,
    line: RETURN_STEPS,
  },
  return_pickup_scheduled: {
    headline: 'Pickup scheduled',
    sentence: 'The carrier will come for your parcel. Please keep it ready.',
    step: 1,
    line: RETURN_STEPS,
  },
  return_not_picked: {
    headline: 'Pickup missed',
    sentence: 'The carrier could not pick your parcel up and will come again.',
    step: 1,
    line: RETURN_STEPS,
  },
  return_in_transit: {
    headline: 'On the way to the seller',
    sentence: 'The carrier has your return.',
    step: 2,
    line: RETURN_STEPS,
  },
  return_ndr_raised: {
    headline: 'On the way to the seller',
    inHistory: 'Could not be handed to the seller yet',
    sentence: 'The carrier has your return.',
    step: 2,
    line: RETURN_STEPS,
  },
  return_need_attention: {
    headline: 'On the way to the seller',
    inHistory: 'Held up on the way to the seller',
    sentence: 'The carrier has your return.',
    step: 2,
    line: RETURN_STEPS,
  },
  return_delivered: { headline: 'Received by the seller', sentence: null, step: 3, line: RETURN_STEPS },
  return_cancelled: { headline: 'Return cancelled', sentence: 'This return was cancelled.', step: null },
  return_rejected: {
    headline: 'Return cancelled',
    sentence: 'The carrier does not take this return. Please contact the seller.',
    step: null,
  },
  return_qc_failed: {
    headline: 'Return not accepted',
    sentence: 'The goods did not pass the check at the door. Please contact the seller.',
    step: null,
  },
  return_lost: {
    headline: 'Return lost',
    sentence: 'The carrier has lost your return. Please contact the seller about it.',
    step: null,
  },
};

const REASONS: Partial<Record<NdrReason, string>> = {
  customer_not_available: 'Nobody was there to take your parcel.',
  phone_unreachable: 'The rider could not reach you by phone.',
  customer_refused: 'The parcel was not accepted.',
  future_delivery_requested: 'Another delivery date was asked for.',
  address_incomplete: 'The address was not complete.',
  address_incorrect: 'The address could not be found.',
  cod_not_ready: 'The payment was not ready.',
  open_delivery_requested: 'Opening the parcel before payment is not possible.',
  self_collect_requested: 'The parcel waits at the hub to be collected.',
  out_of_delivery_area: 'The address is outside the delivery area.',
  entry_restricted: 'The rider could not enter the area.',
  otp_not_verified: 'The delivery code did not match.',
  not_attempted: 'The rider could not reach your area.',
};

/** Why the carrier did not get a return at the customer's door. */
const PICKUP_REASONS: Partial<Record<NdrReason, string>> = {
  customer_not_available: 'Nobody was there to hand the parcel over.',
  phone_unreachable: 'The rider could not reach you by phone.',
  customer_refused: 'The parcel was not handed over.',
  future_delivery_requested: 'Another pickup date was asked for.',
  address_incomplete: 'The address was not complete.',
  address_incorrect: 'The address could not be found.',
  entry_restricted: 'The rider could not enter the area.',
  not_attempted: 'The rider could not reach your area.',
};

/** The customer's words for a status; of a failed attempt with its reason, where that can be told. */
export function customerWords(status: GranularStatus, ndrReason: NdrReason | null): CustomerWords {
  const { headline, sentence } = WORDS[status];
  return { headline, sentence: reasonWords(status, ndrReason) ?? sentence };
}

function reasonWords(status: GranularStatus, ndrReason: NdrReason | null): string | null {
  if (ndrReason === null) return null;
  if (status === 'ndr_raised' || status === 'need_attention') return REASONS[ndrReason] ?? null;
  return status === 'return_not_picked' ? (PICKUP_REASONS[ndrReason] ?? null) : null;
}

/** The customer's words for a status that a parcel has come to once, as one line of its history. */
export function historyWords(status: GranularStatus): string {
  const { headline, inHistory } = WORDS[status];
  return inHistory ?? headline;
}

const NOT_TRIED_AGAIN = new Set<NdrReason>(['customer_refused', 'customer_cancelled', 'shipment_damaged']);

/** Whether the carrier comes again after an attempt that failed so: if not, nobody is asked to be ready for it. */
export function isTriedAgain(ndrReason: NdrReason | null): boolean {
  return ndrReason === null || !NOT_TRIED_AGAIN.has(ndrReason);
}

/** The line of steps, and how far the parcel has come: the index of the step it is at. Null where none fits. */
export function journeyLine(status: GranularStatus): { steps: readonly string[]; at: number } | null {
  const { step, line = JOURNEY_STEPS } = WORDS[status];
  if (step === null) return null;
  return { steps: line, at: step };
}
