import { readTrackingNumber } from '../orders/tracking-number.ts';
import { readNdrReason, readRtoReason } from './read-reason.ts';
import { readGranularStatus } from './read-status.ts';
import type { NdrReason, RtoReason } from './reasons.ts';
import { type GranularStatus, listingStatusOf } from './statuses.ts';

/** A scan as a courier words it, with its time read. */
export interface Scan {
  readonly trackingNumber: string;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly eventTime: number;
  readonly location: string | null;
  readonly description: string | null;
  readonly reason: string | null;
  readonly carrierEventId: string | null;
}

/** The same in our words, with the courier's own where they are not ours. */
export interface ReadScan extends Omit<Scan, 'status' | 'reason'> {
  readonly status: GranularStatus;
  readonly carrierStatus: string | null;
  readonly reason: NdrReason | RtoReason | null;
  readonly carrierReason: string | null;
}

/** Reads a courier's words; null where its status is none of the vocabulary. */
export function readScan(scan: Scan): ReadScan | null {
  const status = readGranularStatus(scan.status);
  if (status === null) return null;
  const reason = scan.reason === null ? null : readReason(status, scan.reason);
  return {
    trackingNumber: readTrackingNumber(scan.trackingNumber),
    eventTime: scan.eventTime,
    location: scan.location,
    description: scan.description,
    carrierEventId: scan.carrierEventId,
    status,
    carrierStatus: unlessOurs(scan.status, status),
    reason,
    carrierReason: scan.reason === null ? null : unlessOurs(scan.reason, reason),
  };
}

/** A failed attempt has an NDR reason, a return an RTO reason, and everything else none. */
function readReason(status: GranularStatus, text: string): NdrReason | RtoReason | null {
  switch (listingStatusOf(status)) {
    case 'ndr_raised':
      return readNdrReason(text);
    case 'rto_initiated':
    case 'rto_in_transit':
    case 'rto_delivered':
      return readRtoReason(text);
    default:
      return null;
  }
}

function unlessOurs(theirs: string, ours: string | null): string | null {
  return theirs === ours ? null : theirs;
}
