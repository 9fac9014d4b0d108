import type { ActionAnswer, CarrierBooking } from '../../carriers/carrier-adapter.ts';
import { isSameActor } from '../../domain/actor.ts';
import { isAnswerable } from '../../domain/customer-requests/customer-request.ts';
import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import type { CourierDecisionAction } from '../../domain/tracking/courier-decision.ts';
import { answeredSentence, isAnswerInForce } from '../../domain/tracking/ndr-answer.ts';
import { listingStatusOf } from '../../domain/tracking/statuses.ts';
import { fieldProblem, Problem, refused } from '../../problems/problem.ts';
import { about, type Sentence, say, word } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';
import { findShipments, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { keepDecision } from '../../storage/couriers/courier-decisions.ts';
import { type CustomerRequest, findWaitingRequest } from '../../storage/customer-requests/requests.ts';
import { applyToLocked } from '../../storage/tracking/apply-events.ts';
import {
  claimNdrAnswer,
  dropNdrAnswer,
  findLastNdrAnswer,
  findNewestNdrAnswer,
  keepNdrAnswer,
} from '../../storage/tracking/ndr-answers.ts';
import { isStatusOfCarrier, type NewEvent } from '../../storage/tracking/tracking-events.ts';
import { madeBookingOf, type Unknown } from '../booking/ask-carrier.ts';
import { findShipmentsNamed } from '../booking/find-named-shipments.ts';
import { decideRequest } from '../customer-requests/notify-customer-request.ts';
import { changeUnrecorded } from '../jobs/acting-for.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { notifyChanges } from './notify-changes.ts';
import type { AnnouncementParts } from './on-moments.ts';

/** The problem that the courier refuses a decision about a failed delivery. */
export class CourierRefusal extends Problem {
  /** The reason as the end of a sentence that begins with the courier's name. */
  readonly reason: Sentence;

  constructor(trackingNumber: string, reason: Sentence) {
    const sentence = say('courier_of_parcel', 'The courier of {tracking_number} {reason}', {
      tracking_number: trackingNumber,
      reason,
    });
    super('refused', fieldProblem('awb', 'not_allowed', sentence));
    this.reason = reason;
  }
}

/** The problem that the courier did not answer, so that the outcome is unknown. */
export class CourierSilence extends Problem {
  constructor(sentence: Sentence) {
    super('refused', fieldProblem('awb', 'unavailable', sentence));
  }
}

export interface NdrAction {
  readonly action: CourierDecisionAction;
  readonly ask: (booking: CarrierBooking & BookedCourier) => Promise<ActionAnswer | Unknown>;
  /** Writes the data of the decision, and returns its event. */
  readonly write: (writer: AccountWriter, shipment: Shipment) => Promise<NewEvent>;
  /** Tells whether the decision covers everything in a customer request of this kind. */
  readonly doesAllOf: (request: CustomerRequest) => boolean;
  /** Called in the same transaction as `write`. */
  readonly keep?: ((writer: AccountWriter) => Promise<void>) | undefined;
  /** Allows replacing another person's decision, while the parcel is not on its way back. */
  readonly isReplacing?: boolean | undefined;
}

/** After this time, most couriers that answer later have answered. */
const JUDGED_WITHIN_MS = 5_000;
/** How long a claim lasts: longer than a courier takes to answer. */
export const CLAIM_MS = 3 * 60_000;

/**
 * Sends a decision about a failed delivery to the shipment's carrier, records it in the history, and settles
 * the customer's request. Works only while the shipment is `ndr_raised`, and for one person at a time: a
 * second person is refused, with the name of the first.
 *
 * @throws Problem `refused`
 */
export async function decideNdr(
  account: AccountContext & AnnouncementParts,
  trackingNumber: string,
  decision: NdrAction,
): Promise<void> {
  const seen = (await findShipmentsNamed(account.database.account(account.accountId), [trackingNumber])).get(
    trackingNumber,
  );
  if (seen === undefined) {
    const sentence = about('not_of_account', '{value} is not {thing} of this account', {
      value: trackingNumber,
      thing: word('a shipment'),
    });
    throw refused(fieldProblem('awb', 'unknown', sentence));
  }
  await assertUnanswered(account, decision, seen, seen);
  const answerId = await claim(account, decision, seen);
  try {
    await answer(account, decision, seen, answerId);
  } catch (error) {
    await changeUnrecorded(account, (writer) => dropNdrAnswer(writer, seen.shipmentId, answerId));
    throw error;
  }
}

async function answer(
  account: AccountContext & AnnouncementParts,
  decision: NdrAction,
  seen: Shipment,
  answerId: string,
): Promise<void> {
  const { shipmentId } = seen;
  const trackingNumber = seen.trackingNumber ?? '';
  const [shipment = seen] = await findShipments(account.database.account(account.accountId), [shipmentId]);
  await assertUnanswered(account, decision, shipment, seen);
  const answer = await ask(account, shipment, decision);
  if (answer.outcome === 'unknown') {
    throw new CourierSilence(
      say('courier_of_did_not_answer', 'The courier of {tracking_number} did not answer; please try again', {
        tracking_number: trackingNumber,
      }),
    );
  }
  if (answer.outcome === 'refused') {
    throw new CourierRefusal(trackingNumber, answer.reason);
  }
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const locked = await lockShipments(writer, [shipmentId]);
    const current = locked.get(shipmentId) ?? shipment;
    if (!(await keepNdrAnswer(writer, shipmentId, answerId))) throw await answeredByAnother(account, current);
    // A courier that accepts may send a matching scan before the decision is recorded here.
    const isUnderWay =
      actionRefusal(decision.action, current.state) !== null && (await isStatusOfCarrier(writer, current));
    if (!isUnderWay) assertAllowed(decision, current);
    const event = await decision.write(writer, current);
    await decision.keep?.(writer);
    await settleRequest(account, writer, shipmentId, decision);
    if (answer.outcome === 'accepted') {
      const nextTryAt = new Date(writer.now.getTime() + JUDGED_WITHIN_MS);
      await keepDecision(writer, {
        shipmentId,
        action: decision.action,
        courierActionId: answer.actionId,
        nextTryAt,
      });
    }
    if (!isUnderWay) {
      const { changes } = await applyToLocked(writer, locked, [event]);
      await notifyChanges(account, writer, changes);
    }
    await writer.record({
      action: `shipment.${decision.action}`,
      subjectKind: 'shipment',
      subjectId: shipmentId,
      changes: isUnderWay ? {} : { status: { from: current.state.status, to: event.status } },
    });
  });
}

/** @returns the id of the answer */
async function claim(account: AccountContext, { action }: NdrAction, shipment: Shipment): Promise<string> {
  const { shipmentId, state } = shipment;
  const until = new Date(account.now().getTime() + CLAIM_MS);
  const claimed = { shipmentId, action, attempt: state.attemptCount };
  const answerId = await changeUnrecorded(account, (writer) => claimNdrAnswer(writer, claimed, until));
  if (answerId === null) throw await answeredByAnother(account, shipment);
  return answerId;
}

/** @param seen the shipment when this answer was started */
async function assertUnanswered(
  account: AccountContext,
  decision: NdrAction,
  shipment: Shipment,
  seen: Shipment,
): Promise<void> {
  const { shipmentId, state } = shipment;
  const mayReplace = decision.isReplacing === true && listingStatusOf(state.status) === 'ndr_raised';
  if (!isAnswerable(state) && !mayReplace) {
    const scope = account.database.account(account.accountId);
    const last = await findLastNdrAnswer(scope, shipmentId);
    const isOwn = last !== null && isSameActor(last.actor, account.actor) && !isAnswerable(seen.state);
    if (last !== null && !isOwn && isAnswerInForce(last, state)) {
      throw answered(answeredSentence(shipment.trackingNumber ?? '', last));
    }
  }
  assertAllowed(decision, shipment);
}

async function answeredByAnother(account: AccountContext, shipment: Shipment): Promise<Problem> {
  const scope = account.database.account(account.accountId);
  const last = await findNewestNdrAnswer(scope, shipment.shipmentId, account.now());
  const number = shipment.trackingNumber ?? '';
  return answered(
    last === null
      ? say(
          'ndr_answered_meanwhile',
          'Somebody else was answering shipment {tracking_number} at the same moment; please try again',
          { tracking_number: number },
        )
      : answeredSentence(number, last),
  );
}

function answered(sentence: Sentence): Problem {
  return refused(fieldProblem('awb', 'conflict', sentence));
}

/** Settles the customer's request about the failed delivery, unless `keep` has settled it. */
async function settleRequest(
  account: AnnouncementParts,
  writer: AccountWriter,
  shipmentId: string,
  { action, doesAllOf }: NdrAction,
): Promise<void> {
  const request = await findWaitingRequest(writer, shipmentId);
  if (request === null || request.kind === 'return') return;
  const isOfKind = request.kind === (action === 'reattempt' ? 'reattempt' : 'refusal');
  const state = isOfKind ? (doesAllOf(request) ? 'done' : 'outdated') : 'rejected';
  await decideRequest(account, writer, request, { state, answer: null, returnShipmentId: null }, true);
}

function assertAllowed({ action }: NdrAction, { trackingNumber, state }: Shipment): void {
  const why = actionRefusal(action, state);
  if (why === null) return;
  const sentence = say('shipment_not_decidable', 'Shipment {tracking_number} {why}', {
    tracking_number: trackingNumber ?? '',
    why,
  });
  throw refused(fieldProblem('awb', 'not_allowed', sentence));
}

async function ask(account: AccountContext, shipment: Shipment, decision: NdrAction) {
  const booking = await madeBookingOf(account.database.account(account.accountId), shipment);
  if (booking === null) throw new Error(`Shipment ${shipment.shipmentId} was delivered to without a booking`);
  return decision.ask(booking);
}
