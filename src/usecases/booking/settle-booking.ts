import type { LostBooking } from '../../carriers/carrier.ts';
import { SYSTEM } from '../../domain/actor.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type BookedCourier,
  findBooking,
  isBookingAbandoned,
  settleBooking,
} from '../../storage/booking/bookings.ts';
import { findShipments, lockShipments } from '../../storage/booking/shipments.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { askForBooking, referenceOf } from './ask-carrier.ts';
import { nextTryAt } from './booking-outcome.ts';
import { failBooking, finishBooking, type LockedBooking, suspendBooking } from './finish-booking.ts';

/** Which booking of which shipment. */
export interface BookingAddress {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly bookingId: string;
}

/**
 * Finds out what became of a booking whose answer was lost, or that was begun by a process that died: the
 * carrier is asked by our reference. Then the shipment has the booking, or is free to be booked again. A
 * booking that is settled, or that its own request is still at, is left alone.
 *
 * @returns false where the carrier could not be asked: ask again later
 */
export async function settleBookingOf(service: ShippingService, address: BookingAddress): Promise<boolean> {
  const taken = await takeUp(service, address);
  if (taken === null) return true;
  const found = await askForBooking(service, taken).catch(() => null);
  await changeLocked(service, address, async (writer, locked) => {
    if (locked.booking.state !== 'unknown') {
      writer.leaveUnrecorded('another process has settled it');
    } else if (found === null || found.outcome === 'too_early') {
      await settleBooking(writer, locked.booking, { state: 'unknown', nextTryAt: nextTryAt(writer.now) });
      writer.leaveUnrecorded('nothing of the account changes');
    } else if (found.outcome === 'booked') {
      await finishBooking(writer, service, locked, found);
    } else {
      await failBooking(writer, service, locked, 'the booking was not made');
    }
  });
  return found !== null && found.outcome !== 'too_early';
}

/** Whom to ask about what; null where there is nothing to settle. What a dead process began becomes unknown first. */
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
    ...referenceOf(address.accountId, shipment.journey, booking),
    askedAt: booking.askedAt,
  };
  if (booking.state === 'unknown') return taken;
  const finder = { processId: service.processId, inFlight: service.inFlight.list() };
  const isTaken = await changeLocked(service, address, async (writer, locked) => {
    if (await isBookingAbandoned(writer, locked.booking, finder)) {
      await suspendBooking(writer, service, locked);
      return true;
    }
    writer.leaveUnrecorded('its own request is still at it');
    return false;
  });
  return isTaken ? taken : null;
}

async function changeLocked<T>(
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
