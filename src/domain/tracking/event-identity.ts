/** The parts of a scan that distinguish it from other scans. */
export interface ScanContent {
  readonly trackingNumber: string;
  /** The granular status; of a scan in unknown words, its key (`wordKey`). */
  readonly status: string;
  /** Epoch milliseconds. */
  readonly eventTime: number;
  readonly location: string | null;
  readonly description: string | null;
  /** The carrier's own id of the event, if the carrier sends an id. */
  readonly carrierEventId: string | null;
}

/**
 * The keys that identify a scan. Two scans with an equal key of either kind are the same scan, and the second
 * is a repeat: carriers send a scan again with the same id and another text, and also with a new id and the
 * same text.
 */
export interface EventIdentity {
  /** Tracking number, status, time, location and description. */
  readonly content: string;
  /** Tracking number and the carrier's event id; null if the event has no id. */
  readonly carrierEvent: string | null;
}

/**
 * Makes the identity of a scan. The keys are plain text and may be long: store a digest of them. In location
 * and description, extra blanks and letter case do not count.
 */
export function eventIdentity(scan: ScanContent): EventIdentity {
  return {
    content: JSON.stringify([
      scan.trackingNumber,
      scan.status,
      scan.eventTime,
      asCompared(scan.location),
      asCompared(scan.description),
    ]),
    carrierEvent:
      scan.carrierEventId === null ? null : JSON.stringify([scan.trackingNumber, scan.carrierEventId]),
  };
}

function asCompared(text: string | null): string {
  return (text ?? '').trim().replace(/\s+/g, ' ').toLowerCase();
}
