/** The largest difference by which a courier's clock may be ahead of ours. */
export const LARGEST_LEAD_MS = 10 * 60_000;

/**
 * The longest time before its order's creation that a scan may be dated: parcels are picked up before their
 * orders are imported, and old histories are replayed. An older scan comes from a wrong clock (1970, a wrong
 * year) or from an earlier use of the tracking number.
 */
export const LARGEST_AGE_BEFORE_SHIPMENT_MS = 365 * 86_400_000;

/** Returns why a scan's date cannot be right, as a sentence; else null. All three are epoch milliseconds. */
export function eventTimeRefusal(eventTime: number, now: number, shipmentCreatedAt: number): string | null {
  if (!Number.isSafeInteger(eventTime)) return 'event_date_time is not a date and time';
  if (eventTime > now + LARGEST_LEAD_MS) return 'event_date_time is more than 10 minutes in the future';
  if (eventTime < shipmentCreatedAt - LARGEST_AGE_BEFORE_SHIPMENT_MS) {
    return 'event_date_time is more than a year before the shipment was created';
  }
  return null;
}
