import { findBooking, isNewestBooking } from '../../storage/booking/bookings.ts';
import type { ListingParts } from '../long-work.ts';
import type { Service } from '../service.ts';
import { bookInBackground } from './book-in-background.ts';
import type { BookingParts } from './booking-parts.ts';
import { notifyUnbooked } from './finish-booking.ts';
import { type BookingAddress, changeLockedBooking } from './settle-booking.ts';

/**
 * Books a shipment with the same carrier again, because its booking turned out to have failed: the client was
 * told that the shipment would be booked, and does not ask again. A courier that refuses may be down or
 * overloaded, so it is asked several times. A shipment that was booked, changed or cancelled meanwhile stays
 * as it is. If another booking of it is running, this one is tried later, because that one may be refused.
 *
 * @param address the failed booking
 * @param options.isLastTry set if a refusal is final
 * @throws an error that a retry may solve
 */
export async function bookAgain(
  service: Service & ListingParts & BookingParts,
  address: BookingAddress,
  { isLastTry }: { readonly isLastTry: boolean },
): Promise<void> {
  const { accountId, shipmentId, bookingId } = address;
  const booking = await findBooking(service.database.account(accountId), shipmentId, bookingId);
  if (booking === null) return;
  const { carrierId } = booking.terms;
  const why = await bookInBackground(service, accountId, { shipmentId, carrierId });
  if (why !== null && !isLastTry) throw new Error('The carrier did not accept it');
  await changeLockedBooking(service, address, async (writer, locked) => {
    const { bookingId: other, state } = locked.shipment;
    const held = other === null ? null : await findBooking(writer, shipmentId, other);
    if (state.phase !== 'before_pickup' || (held !== null && held.state !== 'asking')) {
      writer.skipAudit(
        'it is booked or cancelled already, or the courier has not confirmed its last booking yet',
      );
    } else if (held !== null || why === null) {
      throw new Error('Somebody else is booking it right now');
    } else if (!(await isNewestBooking(writer, locked.booking))) {
      writer.skipAudit('a later booking failed as well, and reports its own outcome');
    } else await notifyUnbooked(writer, service, locked, why);
  });
}
