import type { BookingLookup, LostBooking } from '../../carriers/carrier-adapter.ts';
import { SYSTEM } from '../../domain/actor.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type BookedCourier,
  type Booking,
  countBookings,
  findBooking,
  isBookingAbandoned,
  type KnownBooking,
  settleBooking,
} from '../../storage/booking/bookings.ts';
import { removeHold, takeOverHold } from '../../storage/booking/held-orders.ts';
import { findShipments, lockShipments } from '../../storage/booking/shipments.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { ProcessParts } from '../health/job-workers.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { askForBookings, bookingReferenceOf, cancelBooking } from './ask-carrier.ts';
import { enqueueBookingAgain, nextTryAt } from './booking-outcome.ts';
import type { BookingParts } from './booking-parts.ts';
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
const NOT_MADE = say('booking_was_not_made', 'the booking was not made');

export interface BookingAddress {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly bookingId: string;
}

/**
 * Finds out the outcome of bookings that lost their answer or their process, all of one courier account. The
 * courier is asked by our references. Then each shipment has its booking, or a job books it again
 * (`bookAgain`), or after enough tries it can be booked by hand. An order that was not made yet is undone,
 * because nobody got an answer. Skips a booking that is settled or has a running request. If an outcome stays
 * unknown, it is asked for later.
 *
 * @returns the number of bookings that were not skipped
 * @throws the first error, after all were tried, so that one booking does not delay the others
 */
export async function settleBookings(
  service: Service & BookingParts,
  addresses: readonly BookingAddress[],
): Promise<number> {
  const taken: TakenUp[] = [];
  const takeAll = () =>
    inParallel(SETTLED_AT_ONCE, addresses, async (address) => {
      const one = await takeUp(service, address);
      if (one !== null) taken.push(one);
    });
  const settleTaken = async () => {
    const found = await askForBookings(
      service,
      taken.map(({ lost }) => lost),
    );
    await inParallel(SETTLED_AT_ONCE, [...taken.entries()], ([place, one]) =>
      one.hold === null
        ? conclude(service, one.address, found[place] ?? null)
        : undo(service, one, one.hold, found[place] ?? null),
    );
  };
  try {
    await inParallel(1, [takeAll, settleTaken], (step) => step());
  } finally {
    for (const { hold } of taken) hold?.endFlight();
  }
  return taken.length;
}

interface TakenUp {
  readonly address: BookingAddress;
  readonly lost: LostBooking & BookedCourier;
  /** The booking of an order that was not made, as this process has taken it over; else null. */
  readonly hold: (KnownBooking & Pick<Booking, 'newOrderId'> & { readonly endFlight: () => void }) | null;
}

/** Cancels what the carrier has for an order that was not made, and frees the order's id, or tries later. */
async function undo(
  service: Service & CourierParts,
  { address, lost }: TakenUp,
  hold: NonNullable<TakenUp['hold']>,
  found: BookingLookup | null,
): Promise<void> {
  const isWithdrawn = await withdraw(service, lost, found);
  await service.database.change(address.accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.skipAudit('an order that was never made leaves no trace');
    if (isWithdrawn) return removeHold(writer, hold);
    return settleBooking(writer, hold, { state: 'unknown', nextTryAt: nextTryAt(lost.askedAt, writer.now) });
  });
}

/** @returns true if the carrier has no booking for it */
async function withdraw(
  service: Service & CourierParts,
  lost: LostBooking & BookedCourier,
  found: BookingLookup | null,
): Promise<boolean> {
  if (found === null || found.outcome === 'too_early') return false;
  if (found.outcome === 'not_booked') return true;
  const { courierOrderId } = found;
  try {
    for (const trackingNumber of [found.trackingNumber, ...found.surplus]) {
      if (!(await cancelBooking(service, { ...lost, trackingNumber, courierOrderId }))) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function conclude(
  service: Service & CourierParts & AnnouncementParts,
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

/** Returns what to ask the courier, or null. First marks the booking of a dead process as unknown. */
async function takeUp(
  service: Service & AnnouncementParts & ProcessParts,
  address: BookingAddress,
): Promise<TakenUp | null> {
  const { accountId, shipmentId, bookingId } = address;
  const scope = service.database.account(accountId);
  const booking = await findBooking(scope, shipmentId, bookingId);
  if (booking === null) return null;
  if (booking.state !== 'unknown' && booking.state !== 'asking') return null;
  if (booking.newOrderId !== null) return takeUpHold(service, address, booking);
  const [shipment] = await findShipments(scope, [shipmentId]);
  if (shipment === undefined) return null;
  const { askedAt } = booking;
  const lost = { ...bookingReferenceOf(accountId, shipment.journey, booking), askedAt };
  const taken = { address, lost, hold: null };
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

/** While the hold is in flight, no other process takes it over, and so only this one asks the courier. */
async function takeUpHold(
  service: Service & ProcessParts,
  address: BookingAddress,
  booking: Booking,
): Promise<TakenUp | null> {
  const { accountId, bookingId } = address;
  const { processId, inFlight, database } = service;
  if (inFlight.endOf(bookingId) !== null) return null;
  const finder = { processId, inFlight: inFlight.list() };
  const endFlight = inFlight.begin(bookingId);
  let journey: Journey | null = null;
  try {
    journey = await database.change(accountId, changeBy(service, SYSTEM), (writer) => {
      writer.skipAudit('no data of the account changes');
      return takeOverHold(writer, booking, finder);
    });
  } finally {
    if (journey === null) endFlight();
  }
  if (journey === null) return null;
  const { shipmentId: _, ...reference } = bookingReferenceOf(accountId, journey, booking);
  const lost = { ...reference, askedAt: booking.askedAt };
  return { address, lost, hold: { ...booking, state: 'unknown', processId, endFlight } };
}

export async function changeLockedBooking<T>(
  service: Service,
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
