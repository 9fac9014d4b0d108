import { findBooking } from '../../storage/booking/bookings.ts';
import type { ShippingService } from '../service.ts';
import { bookInBackground } from './book-in-background.ts';
import { tellUnbooked } from './finish-booking.ts';
import { type BookingAddress, changeLocked } from './settle-booking.ts';

/**
 * Books a shipment with the carrier whose booking of it was not made after all: whoever asked for that was told that it
 * would be, and asks no more. A courier that refuses may be away, or have too much to do: it is asked again before the shipment
 * stands without one. One that somebody has booked, changed or cancelled meanwhile is taken as it is.
 *
 * @param address of the booking that was not made
 * @param options.isLastTry whether it is given up where it is refused
 * @throws what is worth another try
 */
export async function bookAgain(
  service: ShippingService,
  address: BookingAddress,
  { isLastTry }: { readonly isLastTry: boolean },
): Promise<void> {
  const { accountId, shipmentId, bookingId } = address;
  const booking = await findBooking(service.database.account(accountId), shipmentId, bookingId);
  if (booking === null) return;
  const { carrierId } = booking.terms;
  const why = await bookInBackground(service, accountId, { shipmentId, carrierId });
  if (why === null) return;
  if (!isLastTry) throw new Error('The carrier did not take it');
  await changeLocked(service, address, async (writer, locked) => {
    const { bookingId: other, state } = locked.shipment;
    if (other === null && state.phase === 'before_pickup') await tellUnbooked(writer, service, locked, why);
    else writer.leaveUnrecorded('it was booked or cancelled meanwhile');
  });
}
