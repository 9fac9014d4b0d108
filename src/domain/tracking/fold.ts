import { indiaDay } from '../india-time.ts';
import { compareEvents, type TrackingEvent } from './event.ts';
import { isMoving, phaseAfter } from './phases.ts';
import { isNdrReason, isRtoReason, rtoReasonOfNdr } from './reasons.ts';
import { newShipmentState, type ShipmentState } from './state.ts';
import { type Journey, type Milestone, milestoneOf } from './statuses.ts';
import { type Refusal, standingOf, verdictOf } from './verdict.ts';

export type EventOutcome<Event extends TrackingEvent = TrackingEvent> =
  | {
      readonly event: Event;
      readonly applied: true;
      /** The shipment just before the event and just after it, in the order of history. */
      readonly before: ShipmentState;
      readonly after: ShipmentState;
    }
  | { readonly event: Event; readonly applied: false; readonly why: Refusal };

export interface Fold<Event extends TrackingEvent> {
  readonly state: ShipmentState;
  /** The outcome of each event, in the order of history. */
  readonly outcomes: readonly EventOutcome<Event>[];
}

/**
 * Computes a shipment's state from its history, as a pure function. The order of the given events does not
 * matter; the caller leaves out repeats (see `eventIdentity`).
 */
export function foldHistory<Event extends TrackingEvent>(
  createdAt: number,
  events: readonly Event[],
  journey: Journey = 'forward',
): Fold<Event> {
  let state = newShipmentState(createdAt, journey);
  const outcomes: EventOutcome<Event>[] = [];
  for (const event of [...events].sort(compareEvents)) {
    const step = applyNext(state, event);
    state = step.state;
    outcomes.push(step.outcome);
  }
  return { state, outcomes };
}

export function isNewest({ newest }: Pick<ShipmentState, 'newest'>, event: TrackingEvent): boolean {
  if (newest === null || event.eventTime > newest.eventTime) return true;
  return event.eventTime === newest.eventTime && event.arrival > newest.arrival;
}

/**
 * Applies the newest event to a state without reading the history; the result equals `foldHistory` of the
 * whole history. Throws if the event is not the newest (`isNewest`): then only the whole history tells what
 * it changes.
 */
export function applyNewest<Event extends TrackingEvent>(
  state: ShipmentState,
  event: Event,
): { readonly state: ShipmentState; readonly outcome: EventOutcome<Event> } {
  if (!isNewest(state, event)) throw new Error('the event is older than the state: fold the history');
  return applyNext(state, event);
}

/**
 * The events that applied before and no longer do, because an event that arrived later has an earlier date: a
 * cancellation made void by a pickup, or a delivery after the parcel was back at its origin. The merchant
 * sees them in the audit log. `hadApplied` returns what is recorded about an event; null for a new event.
 *
 * The opposite does not happen: an event that was refused stays refused, however the history grows.
 */
export function madeVoid<Event extends TrackingEvent>(
  { outcomes }: Fold<Event>,
  hadApplied: (event: Event) => boolean | null,
): { readonly event: Event; readonly why: Refusal }[] {
  return outcomes.flatMap((outcome) =>
    !outcome.applied && hadApplied(outcome.event) === true
      ? [{ event: outcome.event, why: outcome.why }]
      : [],
  );
}

function applyNext<Event extends TrackingEvent>(
  before: ShipmentState,
  event: Event,
): { state: ShipmentState; outcome: EventOutcome<Event> } {
  const newest = { eventTime: event.eventTime, arrival: event.arrival };
  const verdict = verdictOf(standingOf(before.status, before.phase), event.status);
  if (verdict !== 'applies') {
    return { state: { ...before, newest }, outcome: { event, applied: false, why: verdict } };
  }
  const state: ShipmentState = {
    status: event.status,
    phase: phaseAfter(before.phase, event.status),
    statusAt: event.eventTime,
    newest,
    attemptCount: before.attemptCount + (isAttempt(before, event) ? 1 : 0),
    milestones: withMilestones(before, event),
    ...reasonsAfter(before, event),
  };
  return { state, outcome: { event, applied: true, before, after: state } };
}

/**
 * An `out_for_delivery` counts as an attempt if it follows another status or is on another day in India. So
 * does a failed pickup of a return.
 */
function isAttempt(before: ShipmentState, event: TrackingEvent): boolean {
  if (event.status !== 'out_for_delivery' && event.status !== 'return_not_picked') return false;
  return before.status !== event.status || indiaDay(before.statusAt) !== indiaDay(event.eventTime);
}

/** The first moving scan is the pickup, whatever its status; a later pickup scan changes nothing. */
function withMilestones(before: ShipmentState, event: TrackingEvent): ShipmentState['milestones'] {
  const { milestones } = before;
  const reached: (Milestone | null)[] = [
    isMoving(event.status) ? 'picked_up' : null,
    milestoneOf(event.status),
  ];
  const first = reached.filter((milestone) => milestone !== null && milestones[milestone] === undefined);
  if (first.length === 0) return milestones;
  return { ...milestones, ...Object.fromEntries(first.map((milestone) => [milestone, event.eventTime])) };
}

type Reasons = Pick<ShipmentState, 'ndrReason' | 'rtoReason' | 'ndrReasonIsNewer'>;

function reasonsAfter(before: ShipmentState, event: TrackingEvent): Reasons {
  const { ndrReason, rtoReason, ndrReasonIsNewer } = before;
  const unchanged = { ndrReason, rtoReason, ndrReasonIsNewer };
  switch (event.status) {
    case 'ndr_raised':
    case 'need_attention':
    case 'return_not_picked':
    case 'return_ndr_raised':
    case 'return_need_attention':
      if (event.reason === null || !isNdrReason(event.reason)) return unchanged;
      return { ndrReason: event.reason, rtoReason, ndrReasonIsNewer: true };
    case 'rto_initiated':
      return { ndrReason, rtoReason: rtoReasonAfter(before, event), ndrReasonIsNewer: false };
    case 'rto_in_transit':
    case 'rto_out_for_delivery':
    case 'rto_delivered':
      if (isKnown(rtoReason) && !ndrReasonIsNewer) return unchanged;
      return { ndrReason, rtoReason: rtoReasonAfter(before, event), ndrReasonIsNewer: false };
    default:
      return unchanged;
  }
}

/**
 * The reason of the return itself; if it is missing or `other`, the reason of the latest failed attempt. A
 * known reason is not replaced by `other`. A failed attempt from before the current reason was set no longer
 * counts: a courier's confirmation, without a reason, of a return that the seller requested changes nothing.
 */
function rtoReasonAfter(before: ShipmentState, event: TrackingEvent): ShipmentState['rtoReason'] {
  const own = event.reason !== null && isRtoReason(event.reason) ? event.reason : null;
  if (isKnown(own)) return own;
  const { ndrReason, rtoReason, ndrReasonIsNewer } = before;
  const fromNdr = ndrReason !== null && ndrReasonIsNewer ? rtoReasonOfNdr(ndrReason) : null;
  if (isKnown(fromNdr)) return fromNdr;
  return rtoReason ?? own ?? fromNdr;
}

function isKnown(reason: ShipmentState['rtoReason']): boolean {
  return reason !== null && reason !== 'other';
}
