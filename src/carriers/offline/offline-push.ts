import type { CarrierScan } from '../carrier.ts';

/** Scans as `/carrier-events` takes them, alone or in a list; null for anything else. */
export function readOfflinePush(payload: unknown): CarrierScan[] | null {
  const entries = Array.isArray(payload) ? payload : [payload];
  const scans = entries.map(readScan);
  return scans.every((scan) => scan !== null) ? scans : null;
}

function readScan(entry: unknown): CarrierScan | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const sent = entry as Record<string, unknown>;
  const trackingNumber = readText(sent.tracking_number);
  const status = readText(sent.status);
  const eventDateTime = readText(sent.event_date_time);
  if (trackingNumber === null || status === null || eventDateTime === null) return null;
  return {
    trackingNumber,
    status,
    eventDateTime,
    location: readText(sent.location),
    description: readText(sent.description),
    reason: readText(sent.reason),
    carrierEventId: readText(sent.carrier_event_id),
  };
}

function readText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
