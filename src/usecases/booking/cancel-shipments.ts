import { validate } from 'uuid';
import type { ActionAnswer } from '../../carriers/carrier-adapter.ts';
import { actionRefusal, isCancelled } from '../../domain/orders/allowed-actions.ts';
import { type Sentence, say, word } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findBooking } from '../../storage/booking/bookings.ts';
import { findNamesBeingMade } from '../../storage/booking/held-orders.ts';
import { findShipments, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { applyToLocked } from '../../storage/tracking/apply-events.ts';
import type { NewEvent } from '../../storage/tracking/tracking-events.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { notifyChanges } from '../tracking/notify-changes.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { ownEvent } from '../tracking/own-event.ts';
import { askToAct, madeBookingOf, type Unknown } from './ask-carrier.ts';
import { findShipmentsNamed, findShipmentsOfOrders } from './find-named-shipments.ts';

export interface CancelResult {
  /** The tracking number, shipment id or order id, as sent. */
  readonly named: string;
  readonly isKnown: boolean;
  readonly isCancelled: boolean;
  readonly message: Sentence;
}

/** The kinds of ids that name shipments. An order id is ours or the merchant's. */
type NamedBy = 'tracking_number' | 'shipment_id' | 'order_id';

/**
 * Cancels shipments before pickup, each separately. A booked shipment is first cancelled at its carrier; if
 * the answer is lost, nothing is cancelled, and the request can be repeated. If the outcome of the booking is
 * unknown, the booking is cancelled when it is found.
 */
export async function cancelShipments(
  account: AccountContext & CourierParts & AnnouncementParts,
  by: NamedBy,
  names: readonly string[],
): Promise<CancelResult[]> {
  const scope = account.database.account(account.accountId);
  const found = await findNamed(account, by, names);
  const unknown = names.filter((name) => !found.has(name));
  const beingMade = by === 'order_id' ? await findNamesBeingMade(scope, unknown) : new Set();
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
      isKnown: outcome !== undefined || beingMade.has(named),
      ...(outcome ?? {
        isCancelled: false,
        message: beingMade.has(named)
          ? say('is_being_made', '{order_id} is being made; please try again', { order_id: named })
          : say('names_nothing_of_account', '{named} is not {thing} of this account', {
              named,
              thing: word(by === 'order_id' ? 'an order' : 'a shipment'),
            }),
      }),
    };
  });
}

async function findNamed(
  account: AccountContext,
  by: NamedBy,
  names: readonly string[],
): Promise<Map<string, Shipment>> {
  const scope = account.database.account(account.accountId);
  if (by === 'tracking_number') return findShipmentsNamed(scope, names);
  if (by === 'order_id') return findShipmentsOfOrders(scope, names);
  const ids = names.filter((name) => validate(name));
  const shipments = await findShipments(scope, ids);
  return new Map(shipments.map((shipment) => [shipment.shipmentId, shipment]));
}

const CANCELLED = { forward: 'cancelled', return: 'return_cancelled' } as const;

type Outcome = Pick<CancelResult, 'isCancelled' | 'message'>;

async function cancelOne(
  account: AccountContext & CourierParts & AnnouncementParts,
  shipment: Shipment,
): Promise<Outcome> {
  const settled = await settledAlready(account.database.account(account.accountId), shipment);
  if (settled !== null) return settled;
  const answer = await withdraw(account, shipment);
  if (answer.outcome === 'refused') {
    const { reason } = answer;
    return refusal(
      shipment,
      say('courier_did_not_cancel', 'was not cancelled: the courier {reason}', { reason }),
    );
  }
  if (answer.outcome === 'unknown') return refusal(shipment, NO_ANSWER);
  if (answer.outcome === 'turned_into_return' && shipment.journey === 'return') {
    return refusal(shipment, HAS_PICKED_UP);
  }
  const write = answer.outcome === 'turned_into_return' ? writeReturning : writeCancel;
  return account.database.change(account.accountId, changeBy(account, account.actor), (writer) =>
    write(writer, account, shipment),
  );
}

/** Returns the result if the courier need not be called; null if the shipment can be cancelled. */
async function settledAlready(scope: AccountScope, shipment: Shipment): Promise<Outcome | null> {
  if (isCancelled(shipment.state)) {
    return { isCancelled: true, message: say('cancelled_already', 'Cancelled already') };
  }
  const why = actionRefusal('cancel', shipment.state) ?? (await whyNotNow(scope, shipment));
  return why === null ? null : refusal(shipment, why);
}

/** Returns why it cannot be cancelled now: while a carrier is being asked, it is unknown what to cancel. */
async function whyNotNow(
  scope: AccountScope,
  { shipmentId, bookingId, trackingNumber }: Shipment,
): Promise<Sentence | null> {
  if (bookingId === null || trackingNumber !== null) return null;
  const booking = await findBooking(scope, shipmentId, bookingId);
  return booking?.state === 'asking' ? IS_BEING_BOOKED : null;
}

function bookedMeanwhile(shipment: Shipment, withdrawn: string | null): Outcome | null {
  return shipment.trackingNumber === withdrawn ? null : refusal(shipment, BOOKED_MEANWHILE);
}

async function withdraw(
  account: AccountContext & CourierParts,
  shipment: Shipment,
): Promise<ActionAnswer | Unknown> {
  const booking = await madeBookingOf(account.database.account(account.accountId), shipment);
  return booking === null ? { outcome: 'done' } : askToAct(account, 'cancel', booking);
}

async function writeCancel(
  writer: AccountWriter,
  account: AccountContext & AnnouncementParts,
  { shipmentId, trackingNumber: withdrawn }: Shipment,
): Promise<Outcome> {
  const shipment = await lockOne(writer, shipmentId);
  const settled = (await settledAlready(writer, shipment)) ?? bookedMeanwhile(shipment, withdrawn);
  if (settled !== null) {
    writer.skipAudit('nothing was changed');
    return settled;
  }
  const event = ownEvent(shipment, account, writer, CANCELLED[shipment.journey], BY_SELLER);
  await writeEvent(writer, account, shipment, event, 'shipment.cancelled');
  return { isCancelled: true, message: say('cancelled', 'Cancelled') };
}

/** Writes that the courier brings the parcel back: it was picked up already, even if no scan says so. */
async function writeReturning(
  writer: AccountWriter,
  account: AccountContext & AnnouncementParts,
  { shipmentId, trackingNumber: cancelledNumber }: Shipment,
): Promise<Outcome> {
  const shipment = await lockOne(writer, shipmentId);
  const meanwhile = bookedMeanwhile(shipment, cancelledNumber);
  if (meanwhile !== null) {
    writer.skipAudit('nothing was changed');
    return meanwhile;
  }
  const event = ownEvent(
    shipment,
    account,
    writer,
    'rto_initiated',
    BY_SELLER_AFTER_PICKUP,
    'seller_requested',
  );
  await writeEvent(writer, account, shipment, event, 'shipment.initiate_rto');
  return refusal(shipment, COMES_BACK);
}

async function lockOne(writer: AccountWriter, shipmentId: string): Promise<Shipment> {
  const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
  if (shipment === undefined) throw new Error(`Shipment ${shipmentId} is gone`);
  return shipment;
}

async function writeEvent(
  writer: AccountWriter,
  account: AnnouncementParts,
  shipment: Shipment,
  event: NewEvent,
  action: string,
): Promise<void> {
  const { shipmentId, state } = shipment;
  const { changes } = await applyToLocked(writer, new Map([[shipmentId, shipment]]), [event]);
  await notifyChanges(account, writer, changes);
  await writer.record({
    action,
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: { status: { from: state.status, to: event.status } },
  });
}

function refusal({ trackingNumber, shipmentId }: Shipment, why: Sentence): Outcome {
  const named = trackingNumber ?? shipmentId;
  return { isCancelled: false, message: say('not_cancelled', '{named} {why}', { named, why }) };
}

const NO_ANSWER = say(
  'courier_did_not_answer_cancel',
  'was not cancelled: the courier did not answer; please try again',
);
const HAS_PICKED_UP = say('courier_has_picked_up', 'was not cancelled: the courier has picked it up');
const COMES_BACK = say(
  'courier_had_picked_up',
  'was not cancelled: the courier had picked it up already, and returns it',
);
const IS_BEING_BOOKED = say('is_being_booked', 'is being booked; please try again');
const BOOKED_MEANWHILE = say('was_booked_at_same_moment', 'was booked at the same moment; please try again');
const BY_SELLER = say('cancelled_by_seller', 'Cancelled by the seller');
const BY_SELLER_AFTER_PICKUP = say(
  'cancelled_after_pickup',
  'Cancelled by the seller after the courier had picked it up',
);
