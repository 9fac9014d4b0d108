import type { ActionAnswer, CarrierBooking } from '../../carriers/carrier.ts';
import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import type { CourierDecisionAction } from '../../domain/tracking/courier-decision.ts';
import { fieldProblem, Problem, refused } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';
import { lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { keepDecision } from '../../storage/couriers/courier-decisions.ts';
import { applyToLocked } from '../../storage/tracking/apply-events.ts';
import { isStatusOfCarrier, type NewEvent } from '../../storage/tracking/tracking-events.ts';
import { madeBookingOf, type Unknown } from '../booking/ask-carrier.ts';
import { findShipmentsNamed } from '../booking/find-named-shipments.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { tellChanges } from './tell-changes.ts';

/** The courier does not do what was decided about a failed delivery. */
export class CourierRefusal extends Problem {
  /** What follows the courier's name. */
  readonly reason: string;

  constructor(trackingNumber: string, reason: string) {
    const sentence = `The courier of ${trackingNumber} ${reason}`;
    super('refused', fieldProblem('awb', 'not_allowed', sentence));
    this.reason = reason;
  }
}

/** The courier was asked and did not answer: it may have done it or not. */
export class CourierSilence extends Problem {
  constructor(sentence: string) {
    super('refused', fieldProblem('awb', 'unavailable', sentence));
  }
}

/** What is decided about a failed delivery. */
export interface NdrAction {
  readonly action: CourierDecisionAction;
  readonly ask: (booking: CarrierBooking & BookedCourier) => Promise<ActionAnswer | Unknown>;
  /** Writes what goes with it, and gives its event. */
  readonly write: (writer: AccountWriter, shipment: Shipment) => Promise<NewEvent>;
  /** Called in the same transaction. */
  readonly keep?: ((writer: AccountWriter) => Promise<void>) | undefined;
}

/** A courier that judges a decision later has mostly done so after it. */
const JUDGED_WITHIN_MS = 5_000;

/**
 * Tells the carrier of a shipment whose delivery failed what to do, and records it in the history. Only
 * while it is `ndr_raised`.
 *
 * @throws Problem `refused`
 */
export async function decideNdr(
  account: AccountContext,
  trackingNumber: string,
  decision: NdrAction,
): Promise<void> {
  const shipment = (
    await findShipmentsNamed(account.database.account(account.accountId), [trackingNumber])
  ).get(trackingNumber);
  if (shipment === undefined) {
    throw refused(fieldProblem('awb', 'unknown', `awb ${trackingNumber} is not a shipment of this account`));
  }
  assertAllowed(decision, shipment);
  const answer = await ask(account, shipment, decision);
  if (answer.outcome === 'unknown') {
    const sentence = `The courier of ${trackingNumber} did not answer; please try again`;
    throw new CourierSilence(sentence);
  }
  if (answer.outcome === 'refused') {
    throw new CourierRefusal(trackingNumber, answer.reason);
  }
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const locked = await lockShipments(writer, [shipment.shipmentId]);
    const current = locked.get(shipment.shipmentId) ?? shipment;
    // A courier that agrees may scan the parcel accordingly before we get to write that down.
    const isUnderWay =
      actionRefusal(decision.action, current.state) !== null && (await isStatusOfCarrier(writer, current));
    if (!isUnderWay) assertAllowed(decision, current);
    const event = await decision.write(writer, current);
    await decision.keep?.(writer);
    if (answer.outcome === 'accepted') {
      const nextTryAt = new Date(writer.now.getTime() + JUDGED_WITHIN_MS);
      const { shipmentId } = shipment;
      await keepDecision(writer, {
        shipmentId,
        action: decision.action,
        courierActionId: answer.actionId,
        nextTryAt,
      });
    }
    if (!isUnderWay) {
      const { changes } = await applyToLocked(writer, locked, [event]);
      await tellChanges(account, writer, changes);
    }
    await writer.record({
      action: `shipment.${decision.action}`,
      subjectKind: 'shipment',
      subjectId: shipment.shipmentId,
      changes: isUnderWay ? {} : { status: { from: current.state.status, to: event.status } },
    });
  });
}

function assertAllowed({ action }: NdrAction, { trackingNumber, state }: Shipment): void {
  const why = actionRefusal(action, state);
  if (why !== null) throw refused(fieldProblem('awb', 'not_allowed', `Shipment ${trackingNumber} ${why}`));
}

async function ask(account: AccountContext, shipment: Shipment, decision: NdrAction) {
  const booking = await madeBookingOf(account.database.account(account.accountId), shipment);
  if (booking === null) throw new Error(`Shipment ${shipment.shipmentId} was delivered to without a booking`);
  return decision.ask(booking);
}
