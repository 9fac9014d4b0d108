import { validate } from 'uuid';
import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findOrdersNamed } from '../../storage/booking/orders.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { findShipmentsByTrackingNumber } from '../../storage/booking/tracking-numbers.ts';

/**
 * Returns the account's shipments with these tracking numbers, indexed by tracking number. Ignores letter
 * case, because people type the numbers. Leaves out unknown numbers and those of other accounts.
 */
export async function findShipmentsNamed(
  scope: AccountScope,
  trackingNumbers: readonly string[],
): Promise<Map<string, Shipment>> {
  const ids = await findShipmentsByTrackingNumber(scope, trackingNumbers.map(readTrackingNumber));
  const shipments = await findShipments(scope, [...ids.values()]);
  const byId = new Map(shipments.map((shipment) => [shipment.shipmentId, shipment]));
  const named = trackingNumbers.flatMap((sent) => {
    const shipment = byId.get(ids.get(readTrackingNumber(sent)) ?? '');
    return shipment === undefined ? [] : [[sent, shipment] as const];
  });
  return new Map(named);
}

/**
 * Returns the shipments of the account's orders, indexed by the id that was sent: our order id, else the
 * merchant's id of an order, else the merchant's id of a return. Orders and returns have separate ids.
 */
export async function findShipmentsOfOrders(
  scope: AccountScope,
  orderIds: readonly string[],
): Promise<Map<string, Shipment>> {
  if (orderIds.length === 0) return new Map();
  const orders = await findOrdersNamed(scope, {
    displayIds: orderIds,
    orderIds: orderIds.filter((name) => validate(name)),
  });
  const shipments = await findShipments(
    scope,
    orders.map(({ shipmentId }) => shipmentId),
  );
  const byId = new Map(shipments.map((shipment) => [shipment.shipmentId, shipment]));
  const named = orderIds.flatMap((sent) => {
    const order =
      orders.find(({ orderId }) => orderId === sent.toLowerCase()) ??
      orders.find(({ displayId, journey }) => displayId === sent && journey === 'forward') ??
      orders.find(({ displayId, journey }) => displayId === sent && journey !== null);
    const shipment = byId.get(order?.shipmentId ?? '');
    return shipment === undefined ? [] : [[sent, shipment] as const];
  });
  return new Map(named);
}
