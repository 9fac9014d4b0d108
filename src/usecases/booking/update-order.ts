import { validate } from 'uuid';
import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import { changeOrder, type OrderUpdate } from '../../domain/orders/change-order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findNamesBeingMade } from '../../storage/booking/held-orders.ts';
import { findOrder, findOrderNamed, type Order } from '../../storage/booking/orders.ts';
import { findParcel, findShipments, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { changeableBookingOf, changeBookedOrder } from './change-booked-order.ts';
import { changedReferences, whatChanged, writeChangedOrder } from './changed-order.ts';
import { undecided } from './hold-order.ts';
import { doubtsOf } from './order-warnings.ts';

export type { OrderUpdate };

/**
 * Changes an order and its shipment after the checks of a new order. An order that a courier already has is
 * changed as far as the courier allows (`changeBookedOrder`).
 *
 * @param named our order id, or the merchant's
 * @throws Problem `refused`; `conflict` if nobody knows yet whether the order will exist
 */
export async function updateOrder(
  account: AccountContext & CourierParts & RateParts,
  named: string,
  sent: OrderUpdate,
): Promise<{ readonly orderId: string; readonly doubts: readonly OrderDoubt[] }> {
  const scope = account.database.account(account.accountId);
  const update = { ...sent, warehouseId: await warehouseIdOf(scope, sent.warehouseId) };
  const orderId = validate(named) ? named : null;
  const found = await findOrderNamed(scope, { displayId: named, orderId });
  if (found === null) {
    if ((await findNamesBeingMade(scope, [named])).size > 0) throw undecided();
    throw refused(fieldProblem('order_id', 'unknown', say('order_not_found', 'Order not found')));
  }
  const { shipmentId } = found;
  const [seen] = await findShipments(scope, [shipmentId]);
  const booked = seen === undefined ? null : await changeableBookingOf(account, seen);
  if (booked !== null) {
    return { orderId: found.orderId, doubts: await changeBookedOrder(account, booked, update) };
  }
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
    const order = await findOrder(writer, found.orderId);
    const parcel = await findParcel(writer, shipmentId);
    if (shipment === undefined || order === null || parcel === null) {
      throw new Error(`Shipment ${shipmentId} is not whole`);
    }
    assertChangeable(shipment, order);
    const before = { ...order, parcel, warehouseId: shipment.warehouseId };
    const { changed, problems, doubts } = changeOrder(before, update);
    const warnings = doubtsOf({ ...changed, doubts }, account);
    const references = await changedReferences(writer, shipment, order, update);
    const wrong = [...problems, ...references.problems];
    if (wrong.length > 0) throw refused(wrong);
    const changes = whatChanged(before, { ...changed, storeId: references.storeId });
    if (Object.keys(changes).length === 0) writer.skipAudit('nothing was changed');
    else {
      await writeChangedOrder(writer, account, { shipment, order, changed, warnings, ...references });
      const record = { action: 'order.updated', subjectKind: 'shipment', subjectId: shipmentId } as const;
      await writer.record({ ...record, changes });
    }
    return { orderId: found.orderId, doubts: warnings };
  });
}

/** Returns the id of a warehouse that may be named by its code. An unknown code stays, and is refused with what else is wrong. */
async function warehouseIdOf(scope: AccountScope, named: string | undefined): Promise<string | undefined> {
  if (named === undefined || validate(named)) return named;
  return (await findWarehouse(scope, named))?.warehouseId ?? named;
}

/** Ignores the status, because a courier's scan can set a booked shipment to `pending`. */
function assertChangeable(
  { state, bookingId, trackingNumber }: Shipment,
  { displayId }: Pick<Order, 'displayId'>,
): void {
  const isBeingBooked = bookingId !== null && state.phase !== 'withdrawn';
  const why = isBeingBooked
    ? trackingNumber === null
      ? say('cannot_be_changed_while_booked', 'cannot be changed: it is being booked')
      : say('courier_has_it', 'cannot be changed: a courier has it already')
    : actionRefusal('change', state);
  if (why === null) return;
  const sentence = say('order_not_changeable', 'Order {order_id} {why}', { order_id: displayId, why });
  throw refused(fieldProblem('order_id', 'not_allowed', sentence));
}
