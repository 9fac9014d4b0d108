import type { TrackingEvent } from './event.ts';
import type { EventOutcome } from './fold.ts';
import type { ShipmentState } from './state.ts';
import { isReturnStatus, listingStatusOf } from './statuses.ts';

/** Moments at which customers are notified: those of a shipment, then those of a return, in order. */
export const MOMENTS = [
  'order_received',
  'shipped',
  'cod_to_prepaid',
  'picked_up',
  'delayed',
  'out_for_delivery',
  'delivered',
  'delivery_failed',
  'returning',
  'return_pickup_scheduled',
  'return_pickup_missed',
  'return_picked_up',
  'return_received',
] as const;

export type Moment = (typeof MOMENTS)[number];

export const OFF_BY_DEFAULT: readonly Moment[] = ['order_received', 'cod_to_prepaid', 'picked_up', 'delayed'];

/**
 * A moment that a shipment has reached. A customer is notified once per shipment, moment, attempt and
 * channel, so these four are the key of a message.
 */
export interface MomentReached {
  readonly moment: Moment;
  /** The number of the delivery attempt, or of the missed pickup; 0 for moments that happen once. */
  readonly attempt: number;
}

/**
 * The moments that new events brought a shipment to, and that are worth a message now.
 *
 * `before` is the state before the events, `after` the state with all of them, `outcomes` those of the new
 * events only. A moment counts if one of the new events reached it, if it was not reached before, and if it
 * still holds afterwards: a late scan about the past, or a batch that already contains the delivery, sends no
 * message that the parcel is out for delivery.
 *
 * A carrier that reports nothing between two failures reaches the same moment and attempt twice; the
 * message's key prevents a second message.
 */
export function momentsReached(
  before: ShipmentState,
  after: ShipmentState,
  outcomes: readonly EventOutcome<TrackingEvent>[],
): MomentReached[] {
  const reached = new Map<string, MomentReached>();
  for (const outcome of outcomes) {
    const come = momentOf(outcome);
    if (come === null || stillHolds(come, before) || !stillHolds(come, after)) continue;
    reached.set(`${come.moment} ${come.attempt}`, come);
  }
  return [...reached.values()];
}

/** The moment that an event brought its shipment to, at its place in the history. */
function momentOf(outcome: EventOutcome<TrackingEvent>): MomentReached | null {
  if (!outcome.applied) return null;
  const { event, before, after } = outcome;
  switch (event.status) {
    case 'ready_for_pickup':
      return before.milestones.ready_for_pickup === undefined ? { moment: 'shipped', attempt: 0 } : null;
    case 'out_for_delivery':
      return after.attemptCount > before.attemptCount
        ? { moment: 'out_for_delivery', attempt: after.attemptCount }
        : null;
    case 'delivered':
      return { moment: 'delivered', attempt: 0 };
    case 'ndr_raised':
    case 'need_attention':
      if (before.status === 'ndr_raised' || before.status === 'need_attention') return null;
      return { moment: 'delivery_failed', attempt: after.attemptCount };
    case 'rto_initiated':
    case 'rto_in_transit':
    case 'rto_out_for_delivery':
    case 'rto_need_attention':
      return { moment: 'returning', attempt: after.attemptCount };
    case 'return_pickup_scheduled':
      return before.milestones.ready_for_pickup === undefined
        ? { moment: 'return_pickup_scheduled', attempt: 0 }
        : null;
    case 'return_not_picked':
      return after.attemptCount > before.attemptCount
        ? { moment: 'return_pickup_missed', attempt: after.attemptCount }
        : null;
    case 'return_in_transit':
      return before.milestones.picked_up === undefined ? { moment: 'return_picked_up', attempt: 0 } : null;
    case 'return_delivered':
      return { moment: 'return_received', attempt: 0 };
    default:
      return null;
  }
}

/** Tells whether a moment is still current: a delivered parcel is no longer out for delivery. */
export function stillHolds({ moment, attempt }: MomentReached, state: ShipmentState): boolean {
  if (isReturnStatus(state.status)) return returnHolds(moment, attempt, state);
  const listing = listingStatusOf(state.status);
  switch (moment) {
    case 'order_received':
      return state.status === 'pending' || state.status === 'processing';
    case 'cod_to_prepaid':
      return isHandedOver(state) && listing === 'pending';
    case 'picked_up':
    case 'delayed':
      return listing === 'in_transit';
    case 'shipped':
      return isHandedOver(state) && (listing === 'pending' || listing === 'in_transit');
    case 'out_for_delivery':
      return listing === 'out_for_delivery' && state.attemptCount === attempt;
    case 'delivered':
      return listing === 'delivered';
    case 'delivery_failed':
      return listing === 'ndr_raised' && state.attemptCount === attempt;
    case 'returning':
      return listing === 'rto_initiated' || listing === 'rto_in_transit';
    default:
      return false;
  }
}

function returnHolds(moment: Moment, attempt: number, state: ShipmentState): boolean {
  switch (moment) {
    case 'return_pickup_scheduled':
      return state.status === 'return_pickup_scheduled';
    case 'return_pickup_missed':
      return state.status === 'return_not_picked' && state.attemptCount === attempt;
    case 'return_picked_up':
      return state.status === 'return_in_transit';
    case 'return_received':
      return state.status === 'return_delivered';
    default:
      return false;
  }
}

/** Tells whether a carrier is assigned, or already has the parcel although its booking was never recorded. */
function isHandedOver({ milestones }: ShipmentState): boolean {
  return milestones.ready_for_pickup !== undefined || milestones.picked_up !== undefined;
}
