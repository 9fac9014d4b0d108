import type { ActionAnswer, CarrierBooking } from '../../carriers/carrier.ts';
import { actionRefusal, type ShipmentAction } from '../../domain/orders/allowed-actions.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { applyToLocked } from '../../storage/tracking/apply-events.ts';
import type { NewEvent } from '../../storage/tracking/tracking-events.ts';
import type { Unknown } from '../booking/ask-carrier.ts';
import { findShipmentsNamed } from '../booking/find-named-shipments.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { tellChanges } from './tell-changes.ts';

/** What a merchant decides about a failed delivery. */
export interface NdrAction {
  readonly action: Extract<ShipmentAction, 'reattempt' | 'initiate_rto'>;
  readonly ask: (booking: CarrierBooking) => Promise<ActionAnswer | Unknown>;
  /** Writes what goes with it, and gives its event. */
  readonly write: (writer: AccountWriter, shipment: Shipment) => Promise<NewEvent>;
  /** Called in the same transaction. */
  readonly keep?: ((writer: AccountWriter) => Promise<void>) | undefined;
}

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
    throw refused(fieldProblem('awb', 'unavailable', sentence));
  }
  if (answer.outcome === 'refused') {
    throw refused(fieldProblem('awb', 'not_allowed', `The courier of ${trackingNumber} ${answer.reason}`));
  }
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const locked = await lockShipments(writer, [shipment.shipmentId]);
    const current = locked.get(shipment.shipmentId) ?? shipment;
    assertAllowed(decision, current);
    const event = await decision.write(writer, current);
    await decision.keep?.(writer);
    const { changes } = await applyToLocked(writer, locked, [event]);
    await tellChanges(account, writer, changes);
    await writer.record({
      action: `shipment.${decision.action}`,
      subjectKind: 'shipment',
      subjectId: shipment.shipmentId,
      changes: { status: { from: current.state.status, to: event.status } },
    });
  });
}

function assertAllowed({ action }: NdrAction, { trackingNumber, state }: Shipment): void {
  const why = actionRefusal(action, state);
  if (why !== null) throw refused(fieldProblem('awb', 'not_allowed', `Shipment ${trackingNumber} ${why}`));
}

function ask(account: AccountContext, shipment: Shipment, decision: NdrAction) {
  const { bookingId: reference, carrierId, trackingNumber } = shipment;
  if (reference === null || carrierId === null || trackingNumber === null) {
    throw new Error(`Shipment ${shipment.shipmentId} was delivered to without a booking`);
  }
  const booking = { reference, accountId: account.accountId, carrierId, trackingNumber };
  return decision.ask(booking);
}
