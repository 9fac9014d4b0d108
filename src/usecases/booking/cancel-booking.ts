import type { CarrierBooking } from '../../carriers/carrier.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';
import type { ShippingService } from '../service.ts';
import { callCarrier } from './ask-carrier.ts';

/**
 * Withdraws a tracking number that nobody uses from its carrier.
 *
 * @returns false where the carrier did not do it: ask again later
 */
export async function cancelBooking(
  service: ShippingService,
  booking: CarrierBooking & BookedCourier,
): Promise<boolean> {
  const { outcome } = await callCarrier(service, 'cancel', booking);
  return outcome === 'done' || outcome === 'turned_into_return';
}
