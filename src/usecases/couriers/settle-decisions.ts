import { SOMEBODY } from '../../carriers/calls/courier-call.ts';
import type { CarrierBooking } from '../../carriers/carrier-adapter.ts';
import { LostAnswerError, NotSentError } from '../../carriers/courier.ts';
import { SYSTEM } from '../../domain/actor.ts';
import { isDecisionStale } from '../../domain/tracking/courier-decision.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';
import { findShipments, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import {
  type DecisionOutcome,
  type DueDecision,
  settleDecision,
  takeDueDecisions,
} from '../../storage/couriers/courier-decisions.ts';
import { applyToLocked } from '../../storage/tracking/apply-events.ts';
import { madeBookingOf } from '../booking/ask-carrier.ts';
import { refuseLate } from '../customer-requests/notify-customer-request.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { notifyChanges } from '../tracking/notify-changes.ts';
import { ownEvent } from '../tracking/own-event.ts';
import { storeFailedCourierCall } from './courier-calls.ts';
import { type OpenCourier, openCourier } from './open-courier.ts';
import { ANSWER_WITHIN_MS, CALLS_AT_ONCE, nextCallAt, TAKEN_MS } from './rounds.ts';

/**
 * Asks couriers for the outcome of decisions about failed deliveries. After a refusal the delivery counts as
 * failed again, and the history shows the reason.
 *
 * @throws the first unexpected error, after all were tried
 */
export async function settleDecisions(service: ShippingService): Promise<void> {
  const now = service.now();
  const until = new Date(now.getTime() + TAKEN_MS);
  const due = await takeDueDecisions(service.database, { now, until, most: CALLS_AT_ONCE });
  await inParallel(CALLS_AT_ONCE, due, async (decision) => {
    const scope = service.database.account(decision.accountId);
    const [shipment] = await findShipments(scope, [decision.shipmentId]);
    const booking = shipment === undefined ? null : await madeBookingOf(scope, shipment);
    const outcome = booking === null ? GONE : await ask(service, decision, booking);
    await service.database.change(decision.accountId, changeBy(service, SYSTEM), (writer) =>
      settle(writer, service, { decision, until, outcome, title: titleOf(service, booking) }),
    );
  });
}

const GONE: DecisionOutcome = {
  state: 'unanswered',
  reason: 'does not have the parcel any more',
  nextTryAt: null,
};

async function ask(
  service: ShippingService,
  decision: DueDecision,
  booking: CarrierBooking & BookedCourier,
): Promise<DecisionOutcome> {
  let opened: OpenCourier | null = null;
  try {
    opened = await openCourier(service, booking, SOMEBODY);
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const result = await opened.adapter.actionResult?.(decision.courierActionId, signal);
    if (result === undefined || result.outcome === 'pending') return later(service, decision, null);
    if (result.outcome !== 'refused') return { state: 'accepted', reason: null, nextTryAt: null };
    await storeFailedCourierCall(service, opened, decision.shipmentId);
    return { state: 'refused', reason: result.reason, nextTryAt: null };
  } catch (error) {
    if (!(error instanceof NotSentError) && !(error instanceof LostAnswerError)) throw error;
    if (opened !== null) await storeFailedCourierCall(service, opened, decision.shipmentId);
    return later(service, decision, error.message);
  }
}

function later(service: ShippingService, decision: DueDecision, reason: string | null): DecisionOutcome {
  const now = service.now();
  return isDecisionStale(decision, now)
    ? { state: 'unanswered', reason: reason ?? 'has not reported an outcome in a day', nextTryAt: null }
    : { state: 'pending', reason, nextTryAt: nextCallAt(now, decision.tries) };
}

function titleOf({ couriers }: ShippingService, booking: BookedCourier | null): string {
  return (booking === null ? null : couriers.named(booking.adapter)?.title) ?? 'The courier';
}

interface Settlement {
  readonly decision: DueDecision;
  readonly until: Date;
  readonly outcome: DecisionOutcome;
  readonly title: string;
}

async function settle(
  writer: AccountWriter,
  service: ShippingService,
  { decision, until, outcome, title }: Settlement,
): Promise<void> {
  const { shipmentId, action } = decision;
  const locked = await lockShipments(writer, [shipmentId]);
  const shipment = locked.get(shipmentId);
  const isOurs = await settleDecision(writer, decision, { until, outcome });
  if (!isOurs || shipment === undefined || outcome.state !== 'refused' || !isWaiting(decision, shipment)) {
    writer.skipAudit('the decision itself was recorded');
    return;
  }
  const input = action === 'reattempt' ? 'another delivery attempt' : 'the return';
  const description = `${title} did not accept the request for ${input}: it ${outcome.reason}`;
  const event = ownEvent(shipment, service, writer, 'ndr_raised', description, shipment.state.ndrReason);
  const { changes } = await applyToLocked(writer, locked, [event]);
  await notifyChanges(service, writer, changes);
  const kind = action === 'reattempt' ? 'reattempt' : 'refusal';
  await refuseLate(service, writer, shipmentId, { kind, answer: outcome.reason ?? '' });
  await writer.record({
    action: `shipment.${action}_refused`,
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: { status: { from: shipment.state.status, to: event.status }, reason: outcome.reason },
  });
}

/** Tells whether the parcel's status is unchanged since the decision. */
function isWaiting({ action }: DueDecision, { state }: Shipment): boolean {
  return state.status === (action === 'reattempt' ? 'reattempt_delivery' : 'rto_initiated');
}
