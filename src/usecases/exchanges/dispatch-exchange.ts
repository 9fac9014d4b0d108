import { SYSTEM } from '../../domain/actor.ts';
import { detailsOf } from '../../problems/sentence.ts';
import { findExchange } from '../../storage/exchanges/exchanges.ts';
import { bookInBackground } from '../booking/book-in-background.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import type { ListingParts } from '../long-work.ts';
import { changeBy, type Service } from '../service.ts';

/**
 * Books a courier for the new parcel of an exchange after its return was picked up. Leaves a parcel alone
 * that was booked or cancelled meanwhile. If no courier accepts the parcel, it stays unbooked, and people can
 * book it by hand.
 *
 * @throws an error that a retry may solve
 */
export async function dispatchExchange(
  service: Service & ListingParts & BookingParts,
  accountId: string,
  exchangeId: string,
): Promise<void> {
  const { database } = service;
  const exchange = await findExchange(database.account(accountId), { exchangeId });
  if (exchange === null) return;
  const { forwardShipmentId: shipmentId, carrierId } = exchange;
  const why = await bookInBackground(service, accountId, { shipmentId, carrierId });
  if (why === null) return;
  await database.change(accountId, changeBy(service, SYSTEM), (writer) =>
    writer.record({
      action: 'exchange.dispatch_refused',
      subjectKind: 'exchange',
      subjectId: exchangeId,
      changes: { shipment_id: shipmentId, why: why.text, why_details: detailsOf(why) },
    }),
  );
}
