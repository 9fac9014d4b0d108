import { type GranularStatus, isOver } from './statuses.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Statuses in which a customer or merchant waits for news; the others change less often. */
const WAITS: Partial<Record<GranularStatus, number>> = {
  out_for_pickup: HOUR_MS,
  reached_destination_hub: HOUR_MS,
  out_for_delivery: 20 * MINUTE_MS,
  ndr_raised: HOUR_MS,
  need_attention: HOUR_MS,
  reattempt_delivery: HOUR_MS,
  rto_initiated: 6 * HOUR_MS,
  rto_in_transit: 6 * HOUR_MS,
  on_hold: 6 * HOUR_MS,
};
const USUAL_WAIT_MS = 2 * HOUR_MS;

/** The wait before this parcel is polled again, in milliseconds; null if no more news is expected. */
export function pollWait(status: GranularStatus): number | null {
  return isOver(status) ? null : (WAITS[status] ?? USUAL_WAIT_MS);
}
