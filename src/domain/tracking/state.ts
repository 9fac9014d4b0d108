import type { Phase } from './phases.ts';
import type { NdrReason, RtoReason } from './reasons.ts';
import { type GranularStatus, type Journey, MILESTONES, type Milestone } from './statuses.ts';

/**
 * The state of a shipment, computed from its history. Times are epoch milliseconds. The listing status and
 * `sub_status` follow from `status` (`listingStatusOf`, `subStatusOf`).
 *
 * The whole state is stored, so that the newest event can be applied without reading the history.
 */
export interface ShipmentState {
  readonly status: GranularStatus;
  readonly phase: Phase;
  /** The time of the event that set the status; without events, the time of creation. */
  readonly statusAt: number;
  /** The position of the newest event of the history, applied or not; null without events. */
  readonly newest: HistoryPosition | null;
  /** The number of delivery attempts; for a return, of failed pickups. */
  readonly attemptCount: number;
  /** The time when each milestone was first reached. Milestones that were not reached are absent. */
  readonly milestones: Readonly<Partial<Record<Milestone, number>>>;
  /** The reason of the latest failed attempt; null if no failed attempt had a reason. */
  readonly ndrReason: NdrReason | null;
  readonly rtoReason: RtoReason | null;
  /** Tells whether an attempt failed with a reason after the RTO reason was last set. */
  readonly ndrReasonIsNewer: boolean;
}

/** A place in the order of history: see `compareEvents`. */
export interface HistoryPosition {
  readonly eventTime: number;
  readonly arrival: number;
}

const INITIAL: Readonly<Record<Journey, GranularStatus>> = { forward: 'pending', return: 'return_requested' };

/** Returns the state without history: `pending`, or `return_requested` for a return. */
export function newShipmentState(createdAt: number, journey: Journey = 'forward'): ShipmentState {
  return {
    status: INITIAL[journey],
    phase: 'before_pickup',
    statusAt: createdAt,
    newest: null,
    attemptCount: 0,
    milestones: { created: createdAt },
    ndrReason: null,
    rtoReason: null,
    ndrReasonIsNewer: false,
  };
}

/** The milestones reached, oldest first. Equal times keep the order of a shipment's life. */
export function milestonesReached({ milestones }: ShipmentState): { milestone: Milestone; at: number }[] {
  return MILESTONES.flatMap((milestone) => {
    const at = milestones[milestone];
    return at === undefined ? [] : [{ milestone, at }];
  }).sort((a, b) => a.at - b.at);
}
