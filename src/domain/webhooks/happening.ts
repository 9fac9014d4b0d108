import type { Actor } from '../actor.ts';
import { indiaIso } from '../india-time.ts';
import { activityText } from '../tracking/activity-text.ts';
import type { TrackingEvent } from '../tracking/event.ts';
import { type EventOutcome, isNewest } from '../tracking/fold.ts';
import type { ShipmentState } from '../tracking/state.ts';
import { publicStatus, type QcStatus } from '../tracking/statuses.ts';
import type { EventData, ShipmentData, ShipmentEvent } from './webhook-events.ts';

/** An event of a shipment for webhooks. */
export type ShipmentHappening = { [Event in ShipmentEvent]: HappeningOf<Event> }[ShipmentEvent];

export interface HappeningOf<Event extends ShipmentEvent> {
  readonly event: Event;
  /** The time of the event, in epoch milliseconds. */
  readonly at: number;
  /** The shipment just after the event. */
  readonly state: Pick<ShipmentState, 'status' | 'ndrReason' | 'milestones'>;
  /** The keys of the body's `data` that are not shipment data. */
  readonly more: Omit<EventData<Event>, keyof ShipmentData> & Partial<ShipmentData>;
}

/** A scan or an action with the data for webhooks. */
export interface PublicEvent extends TrackingEvent {
  readonly eventId: string;
  readonly location: string | null;
  readonly description: string | null;
  /** The courier's own reason, if it is not our word. */
  readonly carrierReason: string | null;
  readonly actor: Pick<Actor, 'kind'>;
}

export interface HistoryChange {
  readonly before: ShipmentState;
  readonly after: ShipmentState;
  /** Only the new events, in the order of the history. */
  readonly outcomes: readonly EventOutcome<PublicEvent>[];
}

/**
 * The webhook events for new events of a shipment: a `tracking_addition` for each event that applied,
 * preceded by a `status_change` if the status changed.
 *
 * A late scan about the past does not change the current status, so it causes no `status_change`. If it makes
 * later events void, the resulting status is sent at the end. So the last `status_change` always has the
 * shipment's current status.
 */
export function historyHappenings({ before, after, outcomes }: HistoryChange): ShipmentHappening[] {
  const happenings: ShipmentHappening[] = [];
  let current = before;
  for (const outcome of outcomes) {
    if (!outcome.applied) continue;
    const { event } = outcome;
    if (isNewest(before, event)) {
      if (outcome.after.status !== current.status) happenings.push(statusChange(outcome.after));
      current = outcome.after;
    }
    happenings.push(trackingAddition(event, current));
  }
  if (current.status !== after.status) happenings.push(statusChange(after));
  return happenings;
}

function statusChange(state: ShipmentState): ShipmentHappening {
  return { event: 'status_change', at: state.statusAt, state, more: {} };
}

/** Makes the event for a scan or an action that applied, with the state of the shipment as known then. */
export function trackingAddition(event: PublicEvent, state: ShipmentState): HappeningOf<'tracking_addition'> {
  const { eventId, status, eventTime, location } = event;
  return {
    event: 'tracking_addition',
    at: eventTime,
    state,
    more: {
      new_tracking: {
        tracking_id: eventId,
        ...publicStatus(status),
        event_date_time: webhookTime(eventTime),
        location,
        remarks: activityText({ ...event, isOfCarrier: event.actor.kind === 'carrier' }).text,
      },
    },
  };
}

export function orderCreated(state: ShipmentState): ShipmentHappening {
  return { event: 'order.created', at: state.milestones.created ?? state.statusAt, state, more: {} };
}

export function shipmentBooked(state: ShipmentState): ShipmentHappening {
  return { event: 'shipment.booked', at: state.statusAt, state, more: {} };
}

/** Makes the event for a booking with an unknown outcome that turned out to have failed. */
export function bookingFailed(
  state: ShipmentState,
  { at, carrierName, reason }: { at: number; carrierName: string; reason: string },
): ShipmentHappening {
  return { event: 'booking.failed', at, state, more: { carrier_name: carrierName, reason } };
}

/** Makes the event for the courier's quality check of a return. */
export function qcUpdate(
  state: ShipmentState,
  qc: { at: number; status: QcStatus; failureReason: string | null; images: readonly string[] },
): ShipmentHappening {
  const { at, status, failureReason, images } = qc;
  return {
    event: 'qc_update',
    at,
    state,
    more: { qc_status: status, qc_failure_reason: failureReason, qc_images: images },
  };
}

/** Formats a time as in bodies: `2026-11-15T10:30:00+05:30`. */
export function webhookTime(moment: number): string {
  return `${indiaIso(moment).slice(0, 19)}+05:30`;
}
