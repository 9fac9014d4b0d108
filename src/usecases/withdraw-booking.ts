import { withinTime } from './ask-carrier.ts';
import type { ShippingService } from './service.ts';

/**
 * Withdraws a tracking number that nobody uses from its carrier.
 *
 * @returns false where the carrier did not do it: ask again later
 */
export async function withdrawBooking(
  service: ShippingService,
  booking: {
    readonly accountId: string;
    readonly bookingId: string;
    readonly carrierId: string;
    readonly trackingNumber: string;
  },
): Promise<boolean> {
  const { accountId, bookingId: reference, carrierId, trackingNumber } = booking;
  const adapter = service.carriers.adapterOf(carrierId);
  const answer = await withinTime(service, (signal) =>
    adapter.cancel({ reference, accountId, carrierId, trackingNumber }, signal),
  );
  return answer.outcome === 'done';
}
