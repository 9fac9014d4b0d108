import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { about, type Sentence } from '../../problems/sentence.ts';
import { indiaDate, indiaDateTime, indiaDay } from '../india-time.ts';
import type { ForwardStatus } from '../tracking/statuses.ts';

/** The statuses of a parcel that is booked but not picked up. */
export const AWAITING_PICKUP: readonly ForwardStatus[] = [
  'ready_for_pickup',
  'pickup_scheduled',
  'out_for_pickup',
  'not_picked',
];

/** Parcels of one warehouse that are handed over to one carrier on one day. */
export interface Manifest extends Handover {
  readonly manifestId: string;
  readonly parcels: number;
  /** The time when a person closed the manifest; null if nobody did. */
  readonly closedAt: Date | null;
  /** The name of that person or key; null also if it is not known. */
  readonly closedBy: string | null;
  /** Whether it is closed and the courier has scanned one of its parcels after picking it up. */
  readonly isScanned: boolean;
}

/** The parcels of one warehouse that wait for one carrier. */
export interface WaitingParcels {
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly carrierId: string;
  readonly carrierName: string;
  /** Those that are in no closed manifest. */
  readonly parcels: number;
  /** Those of them that are in no open manifest either. */
  readonly withoutManifest: number;
}

export interface Pickup extends Handover {
  readonly pickupId: string;
  /** Null if no request is sent: the courier takes no requests, or is not connected. */
  readonly request: PickupRequest | null;
}

export const PICKUP_REQUEST_STATES = ['pending', 'requested', 'refused'] as const;

/** A pickup request. Each courier account, warehouse and day has one request for all carriers. */
export interface PickupRequest {
  /** The courier's name: `delhivery`. */
  readonly courier: string;
  readonly state: (typeof PICKUP_REQUEST_STATES)[number];
  /** The courier's id of the pickup; null if it gave no id or has not answered. */
  readonly courierPickupId: string | null;
  /** The courier's note for the person who hands over; null if there is no note. */
  readonly note: Sentence | null;
  /** The reason for a refusal, as the end of a sentence after the courier's name; else null. */
  readonly reason: Sentence | null;
}

interface Handover {
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly carrierId: string;
  readonly carrierName: string;
  /** `2026-11-16`, in India. */
  readonly day: string;
  /** The name of the person or key that asked for the handover. */
  readonly madeBy: string;
  readonly createdAt: Date;
}

const MOST_DAYS_AHEAD = 30;
const USUAL_PICKUP = '14:00';
const NOTICE_MS = 60 * 60_000;
const HALF_HOUR_MS = 30 * 60_000;
const LAST_OF_DAY = '23:30';

/** Returns the problem of the day of a handover, or null. @param day `2026-11-16` */
export function judgeHandoverDay(day: string, now: Date): ProblemDetail | null {
  const daysAhead = indiaDay(Date.parse(`${day}T00:00:00+05:30`)) - indiaDay(now.getTime());
  if (daysAhead < 0)
    return fieldProblem('date', 'too_small', about('must_not_be_past', 'must not be in the past'));
  const tooFar = about('must_be_days_ahead', 'must be at most {most} days ahead', { most: MOST_DAYS_AHEAD });
  return daysAhead > MOST_DAYS_AHEAD ? fieldProblem('date', 'too_large', tooFar) : null;
}

/**
 * The pickup time to request, in India: two in the afternoon. If that is over or less than an hour away, it
 * is the next full or half hour that is at least an hour away.
 *
 * @param day `2026-11-16`, today or later
 * @returns `14:00`
 */
export function pickupTime(day: string, now: Date): string {
  const soonest = Math.ceil((now.getTime() + NOTICE_MS) / HALF_HOUR_MS) * HALF_HOUR_MS;
  const soonestDay = indiaDate(soonest);
  if (soonestDay < day) return USUAL_PICKUP;
  if (soonestDay > day) return LAST_OF_DAY;
  const time = indiaDateTime(soonest).slice(11, 16);
  return time < USUAL_PICKUP ? USUAL_PICKUP : time;
}

export const MANIFEST_STATES = ['open', 'closed', 'expired'] as const;

/**
 * - `open`: its parcels wait for the courier and are in no other manifest.
 * - `closed`: a person confirmed the handover, so its parcels have left.
 * - `expired`: its day ended and nobody closed it. Parcels that were not picked up wait again.
 */
export type ManifestState = (typeof MANIFEST_STATES)[number];

/** Tells whether the handover of a manifest can be undone: until the courier has scanned one of its parcels. */
export function canReopen({ closedAt, isScanned }: Pick<Manifest, 'closedAt' | 'isScanned'>): boolean {
  return closedAt !== null && !isScanned;
}

export function manifestState(
  { day, closedAt }: Pick<Manifest, 'day' | 'closedAt'>,
  now: Date,
): ManifestState {
  if (closedAt !== null) return 'closed';
  return day >= indiaDate(now.getTime()) ? 'open' : 'expired';
}
