import { SYSTEM } from '../../domain/actor.ts';
import type { OrderName } from '../../domain/orders/order.ts';
import {
  type LeftReservation,
  removeReservation,
  takeOverReservation,
} from '../../storage/booking/reservations.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { askForBooking } from './ask-carrier.ts';
import { cancelBooking } from './cancel-booking.ts';

/**
 * What came of settling a reservation: the order id is free, or not yet since the carrier did not answer;
 * or there was nothing to settle: no reservation, or one that somebody is at.
 */
export type Settlement = 'settled' | 'unsettled' | 'nothing_to_settle';

/**
 * Settles a reservation that nobody is at any more: the request that made it ended without an order and
 * without an answer. The carrier is asked by our reference whether it has the booking; one that it has is
 * withdrawn; then the order id is free. While the carrier cannot be asked, the reservation stays.
 */
export async function settleReservation(
  service: ShippingService,
  accountId: string,
  name: OrderName,
): Promise<Settlement> {
  const reservation = await takeOver(service, accountId, name);
  if (reservation === null) return 'nothing_to_settle';
  try {
    if (!(await withdraw(service, accountId, reservation))) return 'unsettled';
    const isRemoved = await service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.leaveUnrecorded('an order that was never made leaves no trace');
      return removeReservation(writer, reservation);
    });
    return isRemoved ? 'settled' : 'unsettled';
  } finally {
    service.inFlight.end(reservation.orderId);
  }
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
      writer.leaveUnrecorded('nothing of the account changes');
      return takeOverReservation(writer, name, finder, token);
    })
    .catch((error: unknown) => {
      inFlight.end(token);
      throw error;
    });
  if (reservation === null) inFlight.end(token);
  return reservation;
}

async function withdraw(
  service: ShippingService,
  accountId: string,
  { bookingId, carrierId, courier, orderReference, journey, askedAt }: LeftReservation,
): Promise<boolean> {
  if (bookingId === null || carrierId === null) return true;
  const named = { reference: bookingId, accountId, carrierId, orderReference, journey };
  const reference = { ...named, ...courier };
  try {
    const found = await askForBooking(service, { ...reference, askedAt });
    if (found.outcome === 'not_booked') return true;
    if (found.outcome === 'too_early') return false;
    const { courierOrderId } = found;
    for (const trackingNumber of [found.trackingNumber, ...found.surplus]) {
      if (!(await cancelBooking(service, { ...reference, trackingNumber, courierOrderId }))) return false;
    }
    return true;
  } catch {
    return false;
  }
}
