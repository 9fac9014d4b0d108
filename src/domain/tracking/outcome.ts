import type { GranularStatus } from './statuses.ts';

/**
 * The outcome of a shipment with a parcel that is no longer on its way to the recipient, so that no cash may
 * be collected at the door. `withdrawn`: the parcel must not be shipped.
 */
export type Outcome = 'withdrawn' | 'delivered' | 'returning' | 'returned' | 'lost' | 'damaged';

const OUTCOME_OF: Partial<Record<GranularStatus, Outcome>> = {
  delivered: 'delivered',
  rto_initiated: 'returning',
  rto_in_transit: 'returning',
  rto_out_for_delivery: 'returning',
  rto_need_attention: 'returning',
  rto_delivered: 'returned',
  cancelled: 'withdrawn',
  rejected: 'withdrawn',
  externally_fulfilled: 'withdrawn',
  lost: 'lost',
  rto_lost: 'lost',
  damaged: 'damaged',
  rto_damaged: 'damaged',
  return_delivered: 'returned',
  return_cancelled: 'withdrawn',
  return_rejected: 'withdrawn',
  return_qc_failed: 'withdrawn',
  return_lost: 'lost',
};

/** The outcome of a shipment with this status; null while its parcel is to be delivered. */
export function outcomeOf(status: GranularStatus): Outcome | null {
  return OUTCOME_OF[status] ?? null;
}
