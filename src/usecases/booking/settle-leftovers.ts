import { type BookedCourier, takeUnsettledBookings } from '../../storage/booking/bookings.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { TAKEN_MS } from '../couriers/errands.ts';
import { inParallel } from '../in-parallel.ts';
import type { Service } from '../service.ts';
import type { BookingParts } from './booking-parts.ts';
import { settleBookings } from './settle-booking.ts';

/** Small, so that no process keeps much work that another process could do. */
const TAKEN_AT_ONCE = 200;
/** Several at once, so that a courier that does not answer does not delay the others. */
const SETTLED_AT_ONCE = 4;

/**
 * Settles abandoned bookings, and bookings with lost answers, when they are due. Asks each courier account
 * about as many at once as its courier supports. Any number of processes may run it at once: each process
 * claims the work that it does.
 *
 * @param isStopped tells whether to stop asking
 * @throws the first error, after everything that was claimed was tried
 */
export async function settleLeftovers(
  service: Service & BookingParts,
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped()) {
    const { processId, inFlight } = service;
    const finder = { processId, inFlight: inFlight.list() };
    const now = service.now();
    const until = new Date(now.getTime() + TAKEN_MS);
    const bookings = await takeUnsettledBookings(service.database, finder, {
      now,
      until,
      most: TAKEN_AT_ONCE,
    });
    await inParallel(SETTLED_AT_ONCE, lookupGroups(service, bookings), async (some) => {
      if (!isStopped()) await settleBookings(service, some);
    });
    if (bookings.length < TAKEN_AT_ONCE) return;
  }
}

/** Splits bookings into groups for one courier call each. */
function lookupGroups<Lost extends Pick<BookedCourier, 'adapter' | 'courierAccountId'>>(
  { couriers }: Pick<CourierParts, 'couriers'>,
  lost: readonly Lost[],
): Lost[][] {
  const lots: Lost[][] = [];
  const open = new Map<string, Lost[]>();
  for (const one of lost) {
    const courierAccount = `${one.adapter} ${one.courierAccountId}`;
    const most = couriers.named(one.adapter)?.can.finding?.batch ?? 1;
    const lot = open.get(courierAccount);
    if (lot !== undefined && lot.length < most) lot.push(one);
    else {
      const begun = [one];
      open.set(courierAccount, begun);
      lots.push(begun);
    }
  }
  return lots;
}
