import { about, type Sentence } from '../../problems/sentence.ts';
/** The largest difference by which a courier's clock may be ahead of ours. */
export const LARGEST_LEAD_MS = 10 * 60_000;

/**
 * The longest time before its order's creation that a scan may be dated: parcels are picked up before their
 * orders are imported, and old histories are replayed. An older scan comes from a wrong clock (1970, a wrong
 * year) or from an earlier use of the tracking number.
 */
export const LARGEST_AGE_BEFORE_SHIPMENT_MS = 365 * 86_400_000;

const FIELD = 'event_date_time';
const NO_TIME = about('is_no_time', 'is not a date and time');
const AHEAD = about('is_ahead', 'is more than 10 minutes in the future');
const BEFORE_SHIPMENT = about('is_before_shipment', 'is more than a year before the shipment was created');

/** Returns why a scan's date cannot be right; else null. All three are epoch milliseconds. */
export function eventTimeRefusal(eventTime: number, now: number, shipmentCreatedAt: number): Sentence | null {
  if (!Number.isSafeInteger(eventTime)) return NO_TIME(FIELD);
  if (eventTime > now + LARGEST_LEAD_MS) return AHEAD(FIELD);
  if (eventTime < shipmentCreatedAt - LARGEST_AGE_BEFORE_SHIPMENT_MS) {
    return BEFORE_SHIPMENT(FIELD);
  }
  return null;
}
