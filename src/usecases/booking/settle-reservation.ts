import type { BookingLookup, LostBooking } from '../../carriers/carrier-adapter.ts';
import { SYSTEM } from '../../domain/actor.ts';
import type { OrderName } from '../../domain/orders/order.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';
import {
  type LeftReservation,
  postponeReservation,
  removeReservation,
  takeOverReservation,
} from '../../storage/booking/reservations.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { askForBookings, cancelBooking } from './ask-carrier.ts';
import { nextTryAt } from './booking-outcome.ts';

/** Settling a reservation takes one or two transactions, and carriers cancel one booking per call. */
const SETTLED_AT_ONCE = 4;

export interface ReservationName extends OrderName {
  readonly accountId: string;
}

/** The result: the order id is free; or the carrier did not answer yet; or nothing had to be settled. */
export type Settlement = 'settled' | 'unsettled' | 'nothing_to_settle';

/**
 * Settles an abandoned reservation: its request ended without an order and without an answer. Asks the
 * carrier by our reference for a booking and cancels it if it exists; then the order id is free. While the
 * carrier cannot be asked, the reservation stays.
 */
export async function settleReservation(
  service: ShippingService,
  accountId: string,
  name: OrderName,
): Promise<Settlement> {
  const [settlement] = await settleReservations(service, [{ accountId, ...name }]);
  return settlement ?? 'nothing_to_settle';
}

/**
 * Like `settleReservation`, for several reservations at carriers of one courier account.
 *
 * @returns a result for each, in order
 * @throws the first error, after all were tried
 */
export async function settleReservations(
  service: ShippingService,
  names: readonly ReservationName[],
): Promise<Settlement[]> {
  const taken = new Map<ReservationName, Left>();
  const undone = new Set<LeftReservation>();
  const takeAll = () =>
    inParallel(SETTLED_AT_ONCE, names, async (named) => {
      const { accountId, ...name } = named;
      const reservation = await takeOver(service, accountId, name);
      if (reservation !== null) taken.set(named, { accountId, reservation });
    });
  const undoTaken = () => undo(service, [...taken.values()], undone);
  try {
    await inParallel(1, [takeAll, undoTaken], (step) => step());
  } finally {
    for (const { reservation } of taken.values()) service.inFlight.end(reservation.orderId);
  }
  return names.map((named) => {
    const left = taken.get(named);
    if (left === undefined) return 'nothing_to_settle';
    return undone.has(left.reservation) ? 'settled' : 'unsettled';
  });
}

/** A reservation that this process has claimed, with its account. */
interface Left {
  readonly accountId: string;
  readonly reservation: LeftReservation;
}

/** @param undone called with the reservations that are completely undone */
async function undo(
  service: ShippingService,
  left: readonly Left[],
  undone: Set<LeftReservation>,
): Promise<void> {
  const lookups = left.flatMap(({ accountId, reservation }) => lookupOf(accountId, reservation) ?? []);
  const found = await askForBookings(service, lookups);
  await inParallel(SETTLED_AT_ONCE, left, async ({ accountId, reservation }) => {
    const place = lookups.findIndex(({ reference }) => reference === reservation.bookingId);
    const known = lookups[place];
    const isWithdrawn = known === undefined || (await withdraw(service, known, found[place] ?? null));
    const { database, now } = service;
    await database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.skipAudit('an order that was never made leaves no trace');
      if (!isWithdrawn) await postponeReservation(writer, reservation, nextTryAt(reservation.askedAt, now()));
      else if (await removeReservation(writer, reservation)) undone.add(reservation);
    });
  });
}

/** Returns the question for the carrier; null if no carrier was asked to book. */
function lookupOf(
  accountId: string,
  { bookingId, carrierId, courier, orderReference, journey, askedAt }: LeftReservation,
): (LostBooking & BookedCourier) | null {
  if (bookingId === null || carrierId === null) return null;
  return { reference: bookingId, accountId, carrierId, orderReference, journey, ...courier, askedAt };
}

async function takeOver(
  service: ShippingService,
  accountId: string,
  name: OrderName,
): Promise<LeftReservation | null> {
  const { processId, inFlight } = service;
  const token = service.newId();
  const finder = { processId, inFlight: inFlight.list() };
  inFlight.begin(token);
  const reservation = await service.database
    .change(accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.skipAudit('no data of the account changes');
      return takeOverReservation(writer, name, finder, token);
    })
    .catch((error: unknown) => {
      inFlight.end(token);
      throw error;
    });
  if (reservation === null) inFlight.end(token);
  return reservation;
}

/** @returns true if the carrier has no booking for it */
async function withdraw(
  service: ShippingService,
  booking: LostBooking & BookedCourier,
  found: BookingLookup | null,
): Promise<boolean> {
  if (found === null || found.outcome === 'too_early') return false;
  if (found.outcome === 'not_booked') return true;
  const { courierOrderId } = found;
  try {
    for (const trackingNumber of [found.trackingNumber, ...found.surplus]) {
      if (!(await cancelBooking(service, { ...booking, trackingNumber, courierOrderId }))) return false;
    }
    return true;
  } catch {
    return false;
  }
}
