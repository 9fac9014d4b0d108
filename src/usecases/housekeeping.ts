import { listUnsettledBookings } from '../storage/bookings.ts';
import { removeExpiredIdempotencyKeys } from '../storage/idempotency.ts';
import { removeLongDeadProcesses } from '../storage/processes.ts';
import { listAbandonedReservations } from '../storage/reservations.ts';
import { foldCounts } from '../storage/shipment-counts.ts';
import { recoverMessages } from './messages/send-message.ts';
import type { ShippingService } from './service.ts';
import { settleBookingOf } from './settle-booking.ts';
import { settleReservation } from './settle-reservation.ts';

/**
 * What no request does: settles what dead processes left behind, sums up the counters, forgets what has
 * expired. Any number of processes may do so at once. Each part is tried, whatever becomes of the others.
 *
 * @param onError told of each part that failed; the next time it is tried again
 */
export async function keepHouse(service: ShippingService, onError: (error: unknown) => void): Promise<void> {
  for (const part of [settleLeftovers, recoverMessages, sumUpCounts, forgetExpired]) {
    await part(service).catch(onError);
  }
}

/** Settles reservations and bookings that nobody is at any more. */
export async function settleLeftovers(service: ShippingService): Promise<void> {
  const finder = { processId: service.processId, inFlight: service.inFlight.list() };
  for (const { accountId, displayId } of await listAbandonedReservations(service.database, finder)) {
    await settleReservation(service, accountId, displayId);
  }
  for (const address of await listUnsettledBookings(service.database, finder, service.now())) {
    await settleBookingOf(service, address);
  }
}

async function sumUpCounts({ database }: ShippingService): Promise<void> {
  while ((await foldCounts(database)) > 0);
}

async function forgetExpired(service: ShippingService): Promise<void> {
  await removeExpiredIdempotencyKeys(service.database, service.now());
  await removeLongDeadProcesses(service.database);
}
