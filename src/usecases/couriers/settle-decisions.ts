import { isDecisionStale } from '../../domain/tracking/courier-decision.ts';
import { SOMEBODY } from '../../partners/partner-call.ts';
import { detailsOf, type Sentence, say, word } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findShipments, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { DECISIONS } from '../../storage/couriers/courier-decisions.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import { applyToLocked } from '../../storage/tracking/apply-events.ts';
import { madeBookingOf } from '../booking/ask-carrier.ts';
import { refuseLate } from '../customer-requests/notify-customer-request.ts';
import type { Service } from '../service.ts';
import { notifyChanges } from '../tracking/notify-changes.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { ownEvent } from '../tracking/own-event.ts';
import { askCourier } from './ask-courier.ts';
import type { CourierParts } from './courier-parts.ts';
import { ANSWER_WITHIN_MS, type ErrandOutcome, roundOf } from './errands.ts';
import { openCourier } from './open-courier.ts';

type Decision = TakenErrand<typeof DECISIONS>;
type Outcome = ErrandOutcome<typeof DECISIONS>;

/**
 * Asks couriers for the outcome of decisions about failed deliveries. After a refusal the delivery counts as
 * failed again, and the history shows the reason.
 */
export const settleDecisions = roundOf({ table: DECISIONS, ask, fails, settle });

function fails(service: Service, decision: Decision, reason: Sentence | null): Outcome {
  const settledAt = service.now();
  if (!isDecisionStale(decision, settledAt)) return { again: { reason } };
  return {
    done: { state: 'unanswered', reason: reason ?? NO_OUTCOME, settledAt },
  };
}

async function ask(service: Service & CourierParts, decision: Decision): Promise<Outcome> {
  const { accountId, shipmentId, courierActionId } = decision;
  const scope = service.database.account(accountId);
  const [shipment] = await findShipments(scope, [shipmentId]);
  const booking = shipment === undefined ? null : await madeBookingOf(scope, shipment);
  const settledAt = service.now();
  if (booking === null) {
    return { done: { state: 'unanswered', reason: NO_PARCEL, settledAt } };
  }
  const reply = await askCourier(service, {
    open: () => openCourier(service, booking, SOMEBODY),
    ask: ({ adapter }, signal) => adapter.actionResult?.(courierActionId, signal),
    withinMs: ANSWER_WITHIN_MS,
    shipmentId,
  });
  if (reply.kind === 'refused') return { done: { state: 'refused', reason: reply.reason, settledAt } };
  const isPending = reply.kind !== 'answered' || (reply.answer?.outcome ?? 'pending') === 'pending';
  if (!isPending) return { done: { state: 'accepted', reason: null, settledAt } };
  return fails(service, decision, reply.kind === 'answered' ? null : reply.reason);
}

async function settle(
  writer: AccountWriter,
  service: Service & CourierParts & AnnouncementParts,
  { shipmentId, action }: Decision,
  outcome: Outcome,
): Promise<void> {
  if (!('done' in outcome) || outcome.done.state !== 'refused') return;
  const reason = outcome.done.reason ?? NO_OUTCOME;
  const locked = await lockShipments(writer, [shipmentId]);
  const shipment = locked.get(shipmentId);
  if (shipment === undefined || !isWaiting(action, shipment)) return;
  const adapter = (await madeBookingOf(writer, shipment))?.adapter ?? '';
  const title = service.couriers.named(adapter)?.title ?? 'The courier';
  const description = say(
    'decision_not_accepted',
    '{courier} did not accept the request for {asked}: it {reason}',
    {
      courier: title,
      asked: word(action, action === 'reattempt' ? 'another delivery attempt' : 'the return'),
      reason,
    },
  );
  const event = ownEvent(shipment, service, writer, 'ndr_raised', description, shipment.state.ndrReason);
  const { changes } = await applyToLocked(writer, locked, [event]);
  await notifyChanges(service, writer, changes);
  const kind = action === 'reattempt' ? 'reattempt' : 'refusal';
  await refuseLate(service, writer, shipmentId, { kind, answer: reason });
  await writer.record({
    action: `shipment.${action}_refused`,
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: {
      status: { from: shipment.state.status, to: event.status },
      reason: reason.text,
      reason_details: detailsOf(reason),
    },
  });
}

const NO_PARCEL = say('does_not_have_parcel', 'does not have the parcel any more');
const NO_OUTCOME = say('has_not_reported_outcome', 'has not reported an outcome in a day');

/** Tells whether the parcel's status is unchanged since the decision. */
function isWaiting(action: Decision['action'], { state }: Shipment): boolean {
  return state.status === (action === 'reattempt' ? 'reattempt_delivery' : 'rto_initiated');
}
