import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { indiaDate, indiaDay } from '../india-time.ts';
import type { ForwardStatus } from '../tracking/statuses.ts';

/** The statuses of a parcel that a courier has been booked for and has not picked up. */
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
}

/** A carrier that is to come to a warehouse on a day. */
export interface Pickup extends Handover {
  readonly pickupId: string;
}

interface Handover {
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly carrierId: string;
  readonly carrierName: string;
  /** `2026-11-16`, in India. */
  readonly day: string;
  /** Who asked for it. */
  readonly madeBy: string;
  readonly createdAt: Date;
}

const MOST_DAYS_AHEAD = 30;

/** What is wrong with the day of a handover; null for nothing. @param day `2026-11-16` */
export function judgeHandoverDay(day: string, now: Date): ProblemDetail | null {
  const daysAhead = indiaDay(Date.parse(`${day}T00:00:00+05:30`)) - indiaDay(now.getTime());
  if (daysAhead < 0) return fieldProblem('date', 'too_small', 'date must not be in the past');
  return daysAhead > MOST_DAYS_AHEAD
    ? fieldProblem('date', 'too_large', `date must be at most ${MOST_DAYS_AHEAD} days ahead`)
    : null;
}

/** Whether parcels of a manifest of this day may not stand in another one. */
export function isManifestOpen({ day }: Pick<Manifest, 'day'>, now: Date): boolean {
  return day >= indiaDate(now.getTime());
}
