import { validate } from 'uuid';
import type { ActionAnswer } from '../carriers/carrier.ts';
import { actionRefusal } from '../domain/orders/allowed-actions.ts';
import type { AccountWriter } from '../storage/account-scope.ts';
import { applyToLocked } from '../storage/apply-events.ts';
import { findShipments, lockShipments, type Shipment } from '../storage/shipments.ts';
import { askToAct, type Unknown } from './ask-carrier.ts';
import { findShipmentsNamed } from './find-named-shipments.ts';
import { ownEvent } from './own-event.ts';
import { type AccountContext, changeBy } from './service.ts';

/** What became of one of the shipments that were to be cancelled. */
export interface CancelResult {
  /** The tracking number or shipment id, as sent. */
  readonly named: string;
  readonly isCancelled: boolean;
  readonly message: string;
}

/**
 * Cancels shipments before pickup, each by itself (contract: orders and shipments). A carrier that has one
 * withdraws it first; where its answer is lost, nothing is cancelled and the request can be repeated. A
 * booking that is still being found out is withdrawn when it turns up.
 */
export async function cancelShipments(
  account: AccountContext,
  by: 'tracking_number' | 'shipment_id',
  names: readonly string[],
): Promise<CancelResult[]> {
  const found = await findNamed(account, by, names);
  const unique = new Map([...found.values()].map((shipment) => [shipment.shipmentId, shipment]));
  const results = new Map(
    await Promise.all(
      [...unique.values()].map(
        async (shipment) => [shipment.shipmentId, await cancelOne(account, shipment)] as const,
      ),
    ),
  );
  return names.map((named) => {
    const outcome = results.get(found.get(named)?.shipmentId ?? '');
    return {
      named,
      ...(outcome ?? { isCancelled: false, message: `${named} is not a shipment of this account` }),
    };
  });
}

async function findNamed(
  account: AccountContext,
  by: 'tracking_number' | 'shipment_id',
  names: readonly string[],
): Promise<Map<string, Shipment>> {
  if (by === 'tracking_number') return findShipmentsNamed(account, names);
  const ids = names.filter((name) => validate(name));
  const shipments = await findShipments(account.database.account(account.accountId), ids);
  return new Map(shipments.map((shipment) => [shipment.shipmentId, shipment]));
}

type Outcome = Omit<CancelResult, 'named'>;

async function cancelOne(account: AccountContext, shipment: Shipment): Promise<Outcome> {
  const why = actionRefusal('cancel', shipment.state) ?? whyNotNow(shipment);
  if (why !== null) return refusal(shipment, why);
  const answer = await withdraw(account, shipment);
  if (answer.outcome === 'refused')
    return refusal(shipment, `was not cancelled: the courier ${answer.reason}`);
  if (answer.outcome === 'unknown') {
    return refusal(shipment, 'was not cancelled: the courier did not answer; please try again');
  }
  return account.database.change(account.accountId, changeBy(account, account.actor), (writer) =>
    writeCancel(writer, account, shipment.shipmentId),
  );
}

/** While a carrier is being asked, nobody knows what there is to cancel. */
function whyNotNow({ state, bookingId, trackingNumber }: Shipment): string | null {
  const isBeingAsked = state.status === 'pending' && bookingId !== null && trackingNumber === null;
  return isBeingAsked ? 'is being booked; please try again' : null;
}

async function withdraw(account: AccountContext, shipment: Shipment): Promise<ActionAnswer | Unknown> {
  const { bookingId: reference, carrierId, trackingNumber } = shipment;
  if (reference === null || carrierId === null || trackingNumber === null) return { outcome: 'done' };
  const booking = { reference, accountId: account.accountId, carrierId, trackingNumber };
  return askToAct(account, carrierId, (adapter, signal) => adapter.cancel(booking, signal));
}

async function writeCancel(
  writer: AccountWriter,
  account: AccountContext,
  shipmentId: string,
): Promise<Outcome> {
  const locked = await lockShipments(writer, [shipmentId]);
  const shipment = locked.get(shipmentId);
  if (shipment === undefined) throw new Error(`Shipment ${shipmentId} is gone`);
  const why = actionRefusal('cancel', shipment.state) ?? whyNotNow(shipment);
  if (why !== null) {
    writer.leaveUnrecorded('nothing was changed');
    return refusal(shipment, why);
  }
  const event = ownEvent(shipment, account, writer, 'cancelled', 'Cancelled by the seller');
  await applyToLocked(writer, locked, [event]);
  await writer.record({
    action: 'shipment.cancelled',
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: { status: { from: shipment.state.status, to: 'cancelled' } },
  });
  return { isCancelled: true, message: 'Cancelled' };
}

function refusal({ trackingNumber, shipmentId }: Shipment, why: string): Outcome {
  return { isCancelled: false, message: `${trackingNumber ?? shipmentId} ${why}` };
}
