import { SYSTEM } from '../../domain/actor.ts';
import { Problem } from '../../problems/problem.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { findExchange } from '../../storage/exchanges/exchanges.ts';
import { bookShipment } from '../booking/book-shipment.ts';
import { actingFor } from '../jobs/acting-for.ts';
import { changeBy, type ShippingService } from '../service.ts';

/**
 * Books a courier for the new parcel of an exchange whose return is picked up. One that was booked or cancelled
 * meanwhile is left alone. Where no courier takes it, it stays without one, as it can be seen and booked by hand.
 *
 * @throws what is worth another try
 */
export async function dispatchExchange(
  service: ShippingService,
  accountId: string,
  exchangeId: string,
): Promise<void> {
  const account = await actingFor(service, accountId, SYSTEM);
  const scope = account.database.account(accountId);
  const exchange = await findExchange(scope, { exchangeId });
  if (exchange === null) return;
  const { forwardShipmentId: shipmentId, carrierId } = exchange;
  const [shipment] = await findShipments(scope, [shipmentId]);
  if (shipment === undefined || shipment.bookingId !== null || shipment.state.phase !== 'before_pickup')
    return;
  try {
    const wish = { journey: 'forward', shipmentId, carrierId } as const;
    await bookShipment(account, wish, async () => undefined);
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'refused') throw error;
    const why = error.message;
    await account.database.change(accountId, changeBy(account, SYSTEM), (writer) =>
      writer.record({
        action: 'exchange.dispatch_refused',
        subjectKind: 'exchange',
        subjectId: exchangeId,
        changes: { shipment_id: shipmentId, why },
      }),
    );
  }
}
