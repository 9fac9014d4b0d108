import type { GranularStatus } from '../tracking/statuses.ts';

/** Where a parcel is, in words that shops have. */
export const PROGRESS_WORDS = [
  'ready',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'attempted',
  'delivered',
  'returning',
  'returned',
  'lost',
] as const;
export type ProgressWord = (typeof PROGRESS_WORDS)[number];

const WORDS: Readonly<Partial<Record<GranularStatus, ProgressWord>>> = {
  ready_for_pickup: 'ready',
  pickup_scheduled: 'ready',
  out_for_pickup: 'ready',
  not_picked: 'ready',
  picked_up: 'picked_up',
  in_transit: 'in_transit',
  reached_destination_hub: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
  ndr_raised: 'attempted',
  need_attention: 'attempted',
  reattempt_delivery: 'attempted',
  rto_initiated: 'returning',
  rto_in_transit: 'returning',
  rto_out_for_delivery: 'returning',
  rto_need_attention: 'returning',
  rto_delivered: 'returned',
  lost: 'lost',
  damaged: 'lost',
  rto_lost: 'lost',
  rto_damaged: 'lost',
};

/** Null for a status that shops are not told. */
export function progressOf(status: GranularStatus): ProgressWord | null {
  return WORDS[status] ?? null;
}
