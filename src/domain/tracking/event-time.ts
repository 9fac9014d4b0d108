/** A courier's clock may run ahead of ours by this much. */
export const LARGEST_LEAD_MS = 10 * 60_000;

/**
 * A scan may be dated this long before the order was entered here: parcels are picked up before their
 * orders are imported, and old histories are replayed. Anything older is a broken clock (1970, a wrong
 * year) or a tracking number's previous life.
 */
export const LARGEST_AGE_BEFORE_SHIPMENT_MS = 365 * 86_400_000;

/**
 * Why a scan's date cannot be true, as a sentence, or null when it can. All three are epoch milliseconds.
 */
export function eventTimeRefusal(eventTime: number, now: number, shipmentCreatedAt: number): string | null {
  if (!Number.isSafeInteger(eventTime)) return 'event_date_time is not a date and time';
  if (eventTime > now + LARGEST_LEAD_MS) return 'event_date_time is more than 10 minutes in the future';
  if (eventTime < shipmentCreatedAt - LARGEST_AGE_BEFORE_SHIPMENT_MS) {
    return 'event_date_time is more than a year before the shipment was created';
  }
  return null;
}
