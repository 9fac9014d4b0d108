import { type Sentence, say, word } from '../../problems/sentence.ts';
import { readTrackingNumber } from '../orders/tracking-number.ts';
import { type QcAnswer, readQc } from './qc.ts';
import { readNdrReason, readRtoReason } from './read-reason.ts';
import { readScannedStatus } from './read-status.ts';
import type { NdrReason, RtoReason } from './reasons.ts';
import {
  type ForwardStatus,
  type GranularStatus,
  isReturnStatus,
  type Journey,
  listingStatusOf,
  type ReturnStatus,
} from './statuses.ts';

/** A scan in the courier's words, with its time parsed. */
export interface Scan {
  readonly trackingNumber: string;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly eventTime: number;
  readonly location: string | null;
  readonly description: string | null;
  readonly reason: string | null;
  readonly carrierEventId: string | null;
  /** The result of a return's quality check; null if the scan has no result. */
  readonly qc: QcAnswer | null;
  /** What only a courier's own format has; null for a scan in the format of `POST /carrier-events`. */
  readonly own: OwnWords | null;
}

/** A scan in a courier's own format. */
export type CourierScan = Scan & { readonly own: OwnWords };

export interface OwnWords {
  /** The courier's name in the registry. */
  readonly courier: string;
  /** Its code for a status in unknown words; null if it gave none. */
  readonly code: string | null;
  /** What the operator has taught about them; null for words that the service knows itself, and for unknown ones. */
  readonly means: WordMeaning | null;
  /** The expected delivery day that came with it: `2026-11-25`, in India; null if none came. */
  readonly expectedDay: string | null;
}

/** What a code or words of a courier mean. */
export interface WordMeaning {
  readonly status: GranularStatus;
  /** Null if the courier's own text tells it. */
  readonly reason: NdrReason | RtoReason | null;
}

/** The meaning of a scan's status. What the service knows itself counts before what it was taught. */
function statusOf({ status, own }: Scan): GranularStatus | null {
  return readScannedStatus(status) ?? own?.means?.status ?? null;
}

/** Tells whether the status of a scan is known. */
export function hasStatus(scan: Scan): boolean {
  return statusOf(scan) !== null;
}

/** Tells whether a scan is in words of a courier that nobody knows: it is kept, but is no event. */
export function isUnread(scan: Scan): scan is CourierScan {
  return scan.own !== null && scan.status !== '' && statusOf(scan) === null;
}

/** A scan in our words, with the courier's status if it differs. */
export interface ReadScan extends Omit<Scan, 'status' | 'reason' | 'own'> {
  readonly status: GranularStatus;
  readonly carrierStatus: string | null;
  readonly reason: NdrReason | RtoReason | null;
  readonly carrierReason: string | null;
}

/** A scan in our words, or its problem. */
export type Reading = { readonly scan: ReadScan } | { readonly why: Sentence };

/**
 * The meaning of couriers' status words for a return: most couriers use the same words in both directions.
 * Words that fit no return are left out.
 */
const AS_RETURN: Readonly<Partial<Record<ForwardStatus, ReturnStatus>>> = {
  pending: 'return_requested',
  processing: 'return_requested',
  ready_for_pickup: 'return_pickup_scheduled',
  pickup_scheduled: 'return_pickup_scheduled',
  out_for_pickup: 'return_pickup_scheduled',
  not_picked: 'return_not_picked',
  picked_up: 'return_in_transit',
  in_transit: 'return_in_transit',
  reached_destination_hub: 'return_in_transit',
  out_for_delivery: 'return_in_transit',
  delivered: 'return_delivered',
  ndr_raised: 'return_ndr_raised',
  need_attention: 'return_need_attention',
  reattempt_delivery: 'return_in_transit',
  cancelled: 'return_cancelled',
  rejected: 'return_rejected',
  on_hold: 'return_need_attention',
  damaged: 'return_need_attention',
  lost: 'return_lost',
};

/** The status of a return for a word of forward shipments; undefined if it fits no return. */
export function statusOfReturn(status: ForwardStatus): ReturnStatus | undefined {
  return AS_RETURN[status];
}

/** Reads a courier's words about a shipment of this journey. */
export function readScan(scan: Scan, journey: Journey): Reading {
  const said = statusOf(scan);
  if (said === null)
    return { why: say('status_not_known', 'status {status} is not known', { status: quoted(scan.status) }) };
  if (journey === 'forward') {
    if (isReturnStatus(said)) {
      return {
        why: say('status_of_return', 'status {status} is of a return, and this is none', {
          status: word(said),
        }),
      };
    }
    if (scan.qc !== null) {
      return { why: say('qc_of_return', 'qc_status is of a return, and this is none') };
    }
    return { scan: inOurWords(scan, said, null) };
  }
  const status = isReturnStatus(said) ? said : AS_RETURN[said];
  if (status === undefined) {
    return {
      why: say('status_of_no_return', 'status {status} cannot be of a return', { status: word(said) }),
    };
  }
  const checked = readQc(status, scan.qc);
  return 'why' in checked ? checked : { scan: inOurWords(scan, checked.status, checked.qc) };
}

function inOurWords(scan: Scan, status: GranularStatus, qc: QcAnswer | null): ReadScan {
  const why = scan.own?.means?.reason ?? scan.reason;
  const reason = why === null ? null : readReason(status, why);
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
    // A courier may give the reason of a failed check in the same place as other reasons.
    qc: qc?.status === 'failed' ? { ...qc, reason: qc.reason ?? scan.reason } : qc,
  };
}

/**
 * A failed attempt and a missed pickup have an NDR reason, a parcel that goes back has an RTO reason, and all
 * other events have no reason.
 */
export function readReason(status: GranularStatus, text: string): NdrReason | RtoReason | null {
  if (isReturnStatus(status)) return FAILED_RETURNS.has(status) ? readNdrReason(text) : null;
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

const FAILED_RETURNS: ReadonlySet<ReturnStatus> = new Set([
  'return_not_picked',
  'return_ndr_raised',
  'return_need_attention',
]);

function unlessOurs(theirs: string, ours: string | null): string | null {
  return theirs === ours ? null : theirs;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}
