import { type GranularStatus, isAbsolute } from './statuses.ts';

/**
 * The phase of a shipment, which decides which later events apply.
 *
 * - `before_pickup`: no moving scan has applied.
 * - `withdrawn`: no moving scan has applied, and the shipment was cancelled, rejected or fulfilled elsewhere,
 * or a return's goods failed the check at the door.
 * - `moving`: a moving scan has applied; statuses from before pickup no longer apply.
 * - `final`: delivered, back at the origin, or a return at its warehouse.
 */
export const PHASES = ['before_pickup', 'withdrawn', 'moving', 'final'] as const;

export type Phase = (typeof PHASES)[number];

/** Statuses that withdraw a shipment before its pickup. */
const WITHDRAWING: ReadonlySet<GranularStatus> = new Set([
  'cancelled',
  'rejected',
  'externally_fulfilled',
  'return_cancelled',
  'return_rejected',
  'return_qc_failed',
]);

/** Statuses that are possible only before pickup and do not withdraw. */
const PREPARING: ReadonlySet<GranularStatus> = new Set([
  'pending',
  'processing',
  'ready_for_pickup',
  'pickup_scheduled',
  'out_for_pickup',
  'not_picked',
  'return_requested',
  'return_pickup_scheduled',
  'return_not_picked',
]);

/**
 * Tells whether the status belongs before pickup, so that it applies only until the first scan of a moving
 * parcel.
 *
 * `pending` is included: a booking that turns out to have failed sets a `processing` shipment back to
 * `pending`.
 */
export function isBeforePickup(status: GranularStatus): boolean {
  return PREPARING.has(status) || WITHDRAWING.has(status);
}

/**
 * Tells whether only a parcel that the courier has can have the status: every status after pickup except
 * `on_hold`, because a shipment can also be held at the warehouse. A parcel reported lost or damaged was
 * picked up, even without a scan.
 */
export function isMoving(status: GranularStatus): boolean {
  return !isBeforePickup(status) && status !== 'on_hold';
}

export function phaseAfter(phase: Phase, status: GranularStatus): Phase {
  if (isAbsolute(status)) return 'final';
  if (isMoving(status)) return 'moving';
  return WITHDRAWING.has(status) ? 'withdrawn' : phase;
}
