import type { ShippingService } from '../service.ts';
import { callCarrier } from './ask-carrier.ts';

/**
 * Withdraws a tracking number that nobody uses from its carrier.
 *
 * @returns false where the carrier did not do it: ask again later
 */
export async function cancelBooking(
  service: ShippingService,
  booking: {
    readonly accountId: string;
    readonly bookingId: string;
    readonly carrierId: string;
    readonly trackingNumber: string;
  },
): Promise<boolean> {
  const { accountId, bookingId: reference, carrierId, trackingNumber } = booking;
  const answer = await callCarrier(service, 'cancel', { reference, accountId, carrierId, trackingNumber });
  return answer.outcome === 'done';
}
