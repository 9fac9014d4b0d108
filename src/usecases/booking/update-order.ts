import { validate } from 'uuid';
import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import { type ChangeableOrder, changeOrder } from '../../domain/orders/change-order.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { findOrder, findOrderNamed, type Order } from '../../storage/booking/orders.ts';
import { findParcel, findShipments, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { changeableBookingOf, changeBookedOrder } from './change-booked-order.ts';
import { changedReferences, type OrderUpdate, whatChanged, writeChangedOrder } from './changed-order.ts';

export type { OrderUpdate };

/**
 * Changes an order and its shipment after the checks of a new order. An order that a courier already has is
 * changed as far as the courier allows (`changeBookedOrder`).
 *
 * @param named our order id, or the merchant's
 * @throws Problem `refused`
 */
export async function updateOrder(
  account: AccountContext,
  named: string,
  update: OrderUpdate,
): Promise<{ readonly orderId: string; readonly order: ChangeableOrder }> {
  const scope = account.database.account(account.accountId);
  const orderId = validate(named) ? named : null;
  const found = await findOrderNamed(scope, { displayId: named, orderId });
  if (found === null) throw refused(fieldProblem('order_id', 'unknown', 'Order not found'));
  const { shipmentId } = found;
  const [seen] = await findShipments(scope, [shipmentId]);
  const booked = seen === undefined ? null : await changeableBookingOf(account, seen);
  if (booked !== null) {
    return { orderId: found.orderId, order: await changeBookedOrder(account, booked, update) };
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
    const { changed, problems } = changeOrder(before, update);
    const references = await changedReferences(writer, shipment, order, update);
    const wrong = [...problems, ...references.problems];
    if (wrong.length > 0) throw refused(wrong);
    const changes = whatChanged(before, { ...changed, storeId: references.storeId });
    if (Object.keys(changes).length === 0) writer.skipAudit('nothing was changed');
    else {
      await writeChangedOrder(writer, account, { shipment, order, changed, ...references });
      const record = { action: 'order.updated', subjectKind: 'shipment', subjectId: shipmentId } as const;
      await writer.record({ ...record, changes });
    }
    return { orderId: found.orderId, order: changed };
  });
}

/** Ignores the status, because a courier's scan can set a booked shipment to `pending`. */
function assertChangeable(
  { state, bookingId, trackingNumber }: Shipment,
  { displayId }: Pick<Order, 'displayId'>,
): void {
  const isBeingBooked = bookingId !== null && state.phase !== 'withdrawn';
  const why = isBeingBooked
    ? `cannot be changed: ${trackingNumber === null ? 'it is being booked' : 'a courier has it already'}`
    : actionRefusal('change', state);
  if (why !== null) throw refused(fieldProblem('order_id', 'not_allowed', `Order ${displayId} ${why}`));
}
