import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { findShipmentsByTrackingNumber } from '../../storage/booking/tracking-numbers.ts';

/**
 * The account's shipments with these tracking numbers, by tracking number. Tracking numbers are compared
 * without regard to case, since people type them; unknown ones and those of other accounts are left out.
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
