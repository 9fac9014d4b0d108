import { SYSTEM } from '../../domain/actor.ts';
import { Problem, sentenceOf } from '../../problems/problem.ts';
import { allOf, type Sentence } from '../../problems/sentence.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { actingFor } from '../jobs/acting-for.ts';
import type { ListingParts } from '../long-work.ts';
import type { Service } from '../service.ts';
import { type BookingInput, bookShipment } from './book-shipment.ts';
import type { BookingParts } from './booking-parts.ts';

/**
 * Books a carrier for a shipment while no client waits: see `bookShipment`. Leaves a shipment alone that is
 * being booked, or was booked or cancelled meanwhile.
 *
 * @returns the reason why no carrier accepts it; null if nothing is left to do
 * @throws an error that a retry may solve
 */
export async function bookInBackground(
  service: Service & ListingParts & BookingParts,
  accountId: string,
  { shipmentId, carrierId }: Pick<BookingInput, 'shipmentId' | 'carrierId'>,
): Promise<Sentence | null> {
  const account = await actingFor(service, accountId, SYSTEM);
  const [shipment] = await findShipments(account.database.account(accountId), [shipmentId]);
  if (shipment === undefined || shipment.bookingId !== null || shipment.state.phase !== 'before_pickup')
    return null;
  try {
    const { journey } = shipment;
    await bookShipment(account, { journey, shipmentId, carrierId }, async () => undefined);
    return null;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'refused') return allOf(error.problems.map(sentenceOf));
    throw error;
  }
}
