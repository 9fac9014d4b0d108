import { listUnsettledBookings } from '../storage/bookings.ts';
import { removeExpiredIdempotencyKeys } from '../storage/idempotency.ts';
import { removeLongDeadProcesses } from '../storage/processes.ts';
import { listAbandonedReservations } from '../storage/reservations.ts';
import { foldCounts } from '../storage/shipment-counts.ts';
import { recoverMessages } from './messages/send-message.ts';
import type { ShippingService } from './service.ts';
import { settleBookingOf } from './settle-booking.ts';
import { settleReservation } from './settle-reservation.ts';

/** So that a courier that does not answer, and is waited for, does not hold up what others have left. */
const SETTLED_AT_ONCE = 4;

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
  const reservations = await listAbandonedReservations(service.database, finder);
  await someAtOnce(reservations, ({ accountId, displayId }) =>
    settleReservation(service, accountId, displayId),
  );
  const bookings = await listUnsettledBookings(service.database, finder, service.now());
  await someAtOnce(bookings, (address) => settleBookingOf(service, address));
}

/** Resolves once all are done. @throws the first error, after the others */
async function someAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const next = items.values();
  const workOn = async () => {
    for (const item of next) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: SETTLED_AT_ONCE }, workOn));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

async function sumUpCounts({ database }: ShippingService): Promise<void> {
  while ((await foldCounts(database)) > 0);
}

async function forgetExpired(service: ShippingService): Promise<void> {
  await removeExpiredIdempotencyKeys(service.database, service.now());
  await removeLongDeadProcesses(service.database);
}
