import { isDeepStrictEqual } from 'node:util';
import type { BookingChanges } from '../../carriers/carrier-adapter.ts';
import type { Courier } from '../../carriers/courier.ts';
import { type ChangeableOrder, changeOrder, type OrderUpdate } from '../../domain/orders/change-order.ts';
import { consigneeOf } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import { partnerSays } from '../../partners/partner.ts';
import { fieldProblem, Problem, refused } from '../../problems/problem.ts';
import { fieldNamed, say } from '../../problems/sentence.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import {
  type Booking,
  type BookingTerms,
  findBooking,
  rewriteTerms,
} from '../../storage/booking/bookings.ts';
import { findOrder } from '../../storage/booking/orders.ts';
import { findParcel, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { renewCourierLabel } from '../../storage/labels/courier-labels.ts';
import { settleMoney } from '../../storage/money/settle-money.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { askToAct, bookingReferenceOf } from './ask-carrier.ts';
import { changedReferences, whatChanged, writeChangedOrder } from './changed-order.ts';
import { chooseCarriers, quotableOf, quoteRequestOf } from './choose-carriers.ts';
import { addressOfContact } from './courier-addresses.ts';
import { doubtsOf } from './order-warnings.ts';

export interface ChangeableBooking {
  readonly shipment: Shipment;
  readonly booking: Booking;
  readonly courier: Courier;
}

/** Returns a shipment's booking if its courier still accepts changes; otherwise null. */
export async function changeableBookingOf(
  account: AccountContext & Pick<CourierParts, 'couriers'>,
  shipment: Shipment,
): Promise<ChangeableBooking | null> {
  const { shipmentId, bookingId, trackingNumber, state } = shipment;
  const isOpen = state.phase === 'before_pickup' || state.phase === 'moving';
  if (bookingId === null || trackingNumber === null || !isOpen) return null;
  const booking = await findBooking(account.database.account(account.accountId), shipmentId, bookingId);
  const courier = booking === null ? null : account.couriers.named(booking.terms.adapter);
  return booking !== null && courier?.can.changes === true ? { shipment, booking, courier } : null;
}

/** Fields of `whatChanged` that a courier gets at the booking and does not let us change. */
const FIXED_ONCE_BOOKED = ['order_date', 'warehouse_id', 'sub_total', 'order_items'];

/**
 * Changes an order that a courier has. Another address, phone, payment or size is first sent to the courier;
 * if the courier refuses it, nothing changes. Another payment or size is charged at the carrier's current
 * rates.
 *
 * @throws Problem `refused`, with the courier's reason; `unavailable` if another change happened meanwhile
 */
export async function changeBookedOrder(
  account: AccountContext & CourierParts & RateParts,
  { shipment, booking, courier }: ChangeableBooking,
  update: OrderUpdate,
): Promise<readonly OrderDoubt[]> {
  const before = await readOrder(account.database.account(account.accountId), shipment);
  const { displayId } = before.order;
  const { changed, problems, doubts } = changeOrder(before, update);
  const warnings = doubtsOf({ ...changed, doubts }, account);
  if (problems.length > 0) throw refused(problems);
  const fixed = Object.keys(whatChanged(before, { ...changed, storeId: before.storeId })).filter((name) =>
    FIXED_ONCE_BOOKED.includes(name),
  );
  if (fixed.length > 0) {
    const sentence = say(
      'fixed_once_booked',
      'Order {order_id}: {fields} cannot be changed any more, because {courier} has the order. It accepts only changes of address, phone, payment and size',
      { order_id: displayId, fields: fixed.map(fieldNamed), courier: courier.title },
    );
    throw refused(fieldProblem('order_id', 'not_allowed', sentence));
  }
  const changes = changesFor(before, changed);
  const terms = await termsAfter(account, booking, changed, changes);
  await updateCourier(account, { shipment, booking, courier }, displayId, changes);
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const locked = (await lockShipments(writer, [shipment.shipmentId])).get(shipment.shipmentId);
    const now = await readOrder(writer, shipment);
    if (locked?.bookingId !== shipment.bookingId || !isDeepStrictEqual(now, before)) {
      throw new Problem(
        'unavailable',
        say(
          'order_changed_by_another',
          'Order {order_id} was changed by somebody else at the same moment; please try again',
          { order_id: displayId },
        ),
      );
    }
    const references = await changedReferences(writer, locked, now.order, update);
    if (references.problems.length > 0) throw refused(references.problems);
    const record = whatChanged(before, { ...changed, storeId: references.storeId });
    if (Object.keys(record).length === 0) {
      writer.skipAudit('nothing was changed');
      return warnings;
    }
    if (isTold(changes)) await renewCourierLabel(writer, locked.shipmentId);
    await writeChangedOrder(writer, account, {
      shipment: locked,
      order: now.order,
      changed,
      warnings,
      ...references,
    });
    if (terms !== booking.terms) {
      await rewriteTerms(writer, { ...booking, terms });
      const { accountId } = account;
      await settleMoney(writer.acrossAccounts, [
        { accountId, shipmentId: locked.shipmentId, state: locked.state },
      ]);
    }
    await writer.record({
      action: 'order.updated',
      subjectKind: 'shipment',
      subjectId: locked.shipmentId,
      changes: record,
    });
    return warnings;
  });
}

async function readOrder(scope: AccountScope, { shipmentId, orderId, warehouseId }: Shipment) {
  const [order, parcel] = [await findOrder(scope, orderId), await findParcel(scope, shipmentId)];
  if (order === null || parcel === null) throw new Error(`Shipment ${shipmentId} is not whole`);
  return { ...order, order, parcel, warehouseId };
}

function changesFor(before: ChangeableOrder, after: ChangeableOrder): BookingChanges {
  const delivery = addressOfContact(consigneeOf(after));
  const isSame = isDeepStrictEqual(delivery, addressOfContact(consigneeOf(before)));
  return {
    delivery: isSame ? null : delivery,
    parcel: isDeepStrictEqual(after.parcel, before.parcel) ? null : after.parcel,
    codAmountPaise: after.codAmountPaise === before.codAmountPaise ? null : after.codAmountPaise,
  };
}

function isTold(changes: BookingChanges): boolean {
  return Object.values(changes).some((change) => change !== null);
}

/** @throws Problem `refused` if the carrier cannot take the changed order */
async function termsAfter(
  account: AccountContext & RateParts,
  { terms }: Booking,
  changed: ChangeableOrder,
  { parcel, codAmountPaise }: BookingChanges,
): Promise<BookingTerms> {
  const { pincode } = consigneeOf(changed);
  if (parcel === null && codAmountPaise === null && pincode === terms.destinationPincode) return terms;
  const quotable = quotableOf({ ...changed, returned: null }, { zip: terms.originPincode }, changed.parcel);
  const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
  const [offer] = await chooseCarriers(account, quotable, terms.carrierId, quote);
  if (offer === undefined) throw new Error('A carrier that was chosen is not there');
  const { adapter, courierAccountId, courierProduct, platformFeePaise } = terms;
  const { expectedPickupDate, expectedDeliveryDate } = terms;
  const kept = { adapter, courierAccountId, courierProduct, platformFeePaise };
  return { ...offer, ...kept, expectedPickupDate, expectedDeliveryDate };
}

/** @throws Problem `refused` with the courier's reason, or if it did not answer */
async function updateCourier(
  account: AccountContext & CourierParts,
  { shipment, booking, courier }: ChangeableBooking,
  displayId: string,
  changes: BookingChanges,
): Promise<void> {
  if (!isTold(changes)) return;
  const { trackingNumber, journey } = shipment;
  if (trackingNumber === null) throw new Error(`Shipment ${shipment.shipmentId} has no tracking number`);
  const known = {
    ...bookingReferenceOf(account.accountId, journey, booking),
    trackingNumber,
    courierOrderId: booking.courierOrderId,
  };
  const answer = await askToAct(account, 'change', known, changes);
  if (answer.outcome === 'done') return;
  const why =
    answer.outcome === 'refused'
      ? answer.reason
      : answer.outcome === 'unknown'
        ? say('did_not_answer_try_again', 'did not answer; please try again')
        : say('did_not_confirm_change', 'did not confirm the change; please try again');
  const sentence = say('order_not_changed', 'Order {order_id} was not changed: {why}', {
    order_id: displayId,
    why: partnerSays(courier.title, why),
  });
  const code = answer.outcome === 'refused' ? 'not_allowed' : 'unavailable';
  throw refused(fieldProblem('order_id', code, sentence));
}
