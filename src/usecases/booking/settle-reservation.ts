import { SYSTEM } from '../../domain/actor.ts';
import type { OrderName } from '../../domain/orders/order.ts';
import {
  type Reservation,
  removeReservation,
  takeOverReservation,
} from '../../storage/booking/reservations.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { callCarrier } from './ask-carrier.ts';

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
): Promise<Reservation | null> {
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
  { bookingId, carrierId }: Reservation,
): Promise<boolean> {
  if (bookingId === null || carrierId === null) return true;
  const reference = { reference: bookingId, accountId, carrierId };
  try {
    const found = await callCarrier(service, 'findBooking', reference);
    if (found.outcome === 'not_booked') return true;
    for (const trackingNumber of [found.trackingNumber, ...found.surplus]) {
      const booking = { ...reference, trackingNumber };
      const answer = await callCarrier(service, 'cancel', booking);
      if (answer.outcome !== 'done') return false;
    }
    return true;
  } catch {
    return false;
  }
}
