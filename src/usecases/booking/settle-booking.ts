import type { BookingLookup, LostBooking } from '../../carriers/carrier-adapter.ts';
import { SYSTEM } from '../../domain/actor.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type BookedCourier,
  countBookings,
  findBooking,
  isBookingAbandoned,
  settleBooking,
} from '../../storage/booking/bookings.ts';
import { findShipments, lockShipments } from '../../storage/booking/shipments.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { askForBookings, bookingReferenceOf } from './ask-carrier.ts';
import { enqueueBookingAgain, nextTryAt } from './booking-outcome.ts';
import {
  dropBooking,
  failBooking,
  finishBooking,
  type LockedBooking,
  suspendBooking,
} from './finish-booking.ts';

/** Settling a booking takes one or two transactions. */
const SETTLED_AT_ONCE = 4;
/** The number of bookings of a shipment that may fail before it is left unbooked. */
const MOST_BOOKINGS = 3;
const NOT_MADE = 'the booking was not made';

export interface BookingAddress {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly bookingId: string;
}

/**
 * Finds out the outcome of bookings that lost their answer or their process, all of one courier account. The
 * courier is asked by our references. Then each shipment has its booking, or a job books it again
 * (`bookAgain`), or after enough tries it can be booked by hand. Skips a booking that is settled or has a
 * running request. If an outcome stays unknown, it is asked for later.
 *
 * @throws the first error, after all were tried, so that one booking does not delay the others
 */
export async function settleBookings(
  service: ShippingService,
  addresses: readonly BookingAddress[],
): Promise<void> {
  const taken: { readonly address: BookingAddress; readonly lost: LostBooking & BookedCourier }[] = [];
  const takeAll = () =>
    inParallel(SETTLED_AT_ONCE, addresses, async (address) => {
      const lost = await takeUp(service, address);
      if (lost !== null) taken.push({ address, lost });
    });
  const settleTaken = async () => {
    const found = await askForBookings(
      service,
      taken.map(({ lost }) => lost),
    );
    await inParallel(SETTLED_AT_ONCE, [...taken.entries()], ([place, { address }]) =>
      conclude(service, address, found[place] ?? null),
    );
  };
  await inParallel(1, [takeAll, settleTaken], (step) => step());
}

async function conclude(
  service: ShippingService,
  address: BookingAddress,
  found: BookingLookup | null,
): Promise<void> {
  await changeLockedBooking(service, address, async (writer, locked) => {
    const { booking } = locked;
    if (booking.state !== 'unknown') {
      writer.skipAudit('another process has settled it already');
    } else if (found === null || found.outcome === 'too_early') {
      await settleBooking(writer, booking, {
        state: 'unknown',
        nextTryAt: nextTryAt(booking.askedAt, writer.now),
      });
      writer.skipAudit('no data of the account changes');
    } else if (found.outcome === 'booked') {
      await finishBooking(writer, service, locked, found);
    } else if (found.isAssumed !== true && (await isToBeBookedAgain(writer, locked))) {
      await dropBooking(writer, locked, NOT_MADE);
      await enqueueBookingAgain(writer, booking);
      writer.skipAudit('nothing is visible until it is booked again or given up');
    } else {
      await failBooking(writer, service, locked, NOT_MADE);
    }
  });
}

/**
 * Tells whether to book again: the client was told that it would be booked or, if the process died, got no
 * answer. The tries are limited in case the courier does not answer.
 */
async function isToBeBookedAgain(writer: AccountWriter, { shipment }: LockedBooking): Promise<boolean> {
  const { shipmentId, state } = shipment;
  return state.phase === 'before_pickup' && (await countBookings(writer, shipmentId)) < MOST_BOOKINGS;
}

/** Returns the courier and the booking, or null. First marks the booking of a dead process as unknown. */
async function takeUp(
  service: ShippingService,
  address: BookingAddress,
): Promise<(LostBooking & BookedCourier) | null> {
  const scope = service.database.account(address.accountId);
  const booking = await findBooking(scope, address.shipmentId, address.bookingId);
  if (booking === null) return null;
  if (booking.state !== 'unknown' && booking.state !== 'asking') return null;
  const [shipment] = await findShipments(scope, [address.shipmentId]);
  if (shipment === undefined) return null;
  const taken = {
    ...bookingReferenceOf(address.accountId, shipment.journey, booking),
    askedAt: booking.askedAt,
  };
  if (booking.state === 'unknown') return taken;
  const finder = { processId: service.processId, inFlight: service.inFlight.list() };
  const isTaken = await changeLockedBooking(service, address, async (writer, locked) => {
    if (await isBookingAbandoned(writer, locked.booking, finder)) {
      await suspendBooking(writer, service, locked);
      return true;
    }
    writer.skipAudit('its own request is still running');
    return false;
  });
  return isTaken ? taken : null;
}

export async function changeLockedBooking<T>(
  service: ShippingService,
  { accountId, shipmentId, bookingId }: BookingAddress,
  work: (writer: AccountWriter, locked: LockedBooking) => Promise<T>,
): Promise<T | undefined> {
  return service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
    const booking = await findBooking(writer, shipmentId, bookingId);
    if (shipment !== undefined && booking !== null) return work(writer, { shipment, booking });
    return undefined;
  });
}
