import type { GranularStatus } from './statuses.ts';

/** The parts of a scan that tell it from its repeats. */
export interface ScanContent {
  readonly trackingNumber: string;
  readonly status: GranularStatus;
  /** Epoch milliseconds. */
  readonly eventTime: number;
  readonly location: string | null;
  readonly description: string | null;
  /** The carrier's own id of the event, where it sends one. */
  readonly carrierEventId: string | null;
}

/**
 * The keys under which a scan is known. Two scans with an equal key of either kind are one and the same,
 * and the second is a repeat: carriers send a scan again under its id with reworded text, and also under
 * a fresh id with equal text.
 */
export interface EventIdentity {
  /** Tracking number, status, time, location and description. */
  readonly content: string;
  /** Tracking number and the carrier's event id; null where there is none. */
  readonly carrierEvent: string | null;
}

/**
 * The identity of a scan. The keys are plain text that may be long: store a digest of them. Blanks around
 * and within location and description do not count, nor does their case.
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
