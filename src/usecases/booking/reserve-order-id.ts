import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM } from '../../domain/actor.ts';
import type { OrderName } from '../../domain/orders/order.ts';
import { Problem, refused } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { NO_COURIER } from '../../storage/booking/bookings.ts';
import {
  insertReservation,
  isReservationSettling,
  nameCarrierOfReservation,
  type Reservation,
  removeReservation,
  reserveAtOnce,
} from '../../storage/booking/reservations.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { CarrierAttempt, Hold } from './book-with-carriers.ts';
import type { BookingOutcome } from './booking-outcome.ts';
import { orderExists } from './check-references.ts';
import { settleReservation } from './settle-reservation.ts';

/** The interval of looking at a reservation that another process is settling. */
const LOOK_EVERY_MS = 50;

/** Creates the order, and removes the reservation in the same transaction. */
type MakeOrder<Answer> = (
  reservation: Reservation,
  attempt: CarrierAttempt,
  outcome: BookingOutcome,
) => Promise<Answer>;

/**
 * Reserves the id of a new order, so that a simultaneous repeat is refused at once. First settles what a dead
 * process left under this id. A refusal leaves no trace.
 */
export function reserveOrderId<Answer>(
  account: AccountContext,
  name: OrderName,
  makeOrder: MakeOrder<Answer>,
): Hold<Answer> {
  const orderId = account.newId();
  const reservationOf = ({ bookingId, terms, orderReference }: CarrierAttempt): Reservation => {
    const { processId } = account;
    return {
      ...name,
      orderId,
      processId,
      bookingId,
      carrierId: terms.carrierId,
      courier: terms,
      orderReference,
    };
  };
  return {
    flightOf: () => orderId,
    take: async (attempt, refusedBy) => {
      const reservation = reservationOf(attempt);
      if (refusedBy !== null) {
        await changeUnrecorded(account, async (writer) => {
          if (!(await nameCarrierOfReservation(writer, reservation))) throw takenOver();
        });
        return true;
      }
      while (!(await tryToReserve(account, reservation))) await settleLeftover(account, name);
      return true;
    },
    free: (refusedBy) => freeOrderId(account, reservationOf(refusedBy)),
    conclude: async (attempt, outcome) => {
      try {
        return await makeOrder(reservationOf(attempt), attempt, outcome);
      } catch (error) {
        // The carrier has a booking for an order that was not created: it is settled now or later.
        account.inFlight.end(orderId);
        await settleReservation(account, account.accountId, name).catch(() => undefined);
        throw error;
      }
    },
  };
}

/**
 * Reserves an order id in the transaction that creates the order and releases the id. A simultaneous request
 * that calls a carrier either has the id already, or waits here and then sees the order.
 *
 * @throws Problem `refused` if another request has the id
 */
export async function reserveWithin(
  writer: AccountWriter,
  { processId }: AccountContext,
  name: OrderName,
  orderId: string,
): Promise<Reservation> {
  const nobody = { bookingId: null, carrierId: null, courier: NO_COURIER, orderReference: '' };
  const reservation = { ...name, orderId, processId, ...nobody };
  if (!(await insertReservation(writer, reservation))) throw refused(orderExists(name.displayId));
  return reservation;
}

/**
 * Settles what a request without an answer left under an order id, or waits while another process settles it.
 * No order has this id, so a repeat must not be told that the order exists.
 *
 * @throws Problem `refused` if a request that still runs has the id; `unavailable` if a carrier may have a
 * booking for the id and cannot be asked
 */
export async function settleLeftover(account: AccountContext, name: OrderName): Promise<void> {
  const scope = account.database.account(account.accountId);
  const giveUpAt = performance.now() + account.repeatWaitMs;
  for (let isFirstLook = true; ; isFirstLook = false) {
    const isSettling = await isReservationSettling(scope, name);
    if (isSettling === null) return;
    if (!isSettling && !isFirstLook) throw refused(orderExists(name.displayId));
    const settlement = await settleReservation(account, account.accountId, name);
    if (settlement === 'settled') return;
    if (settlement === 'unsettled' || performance.now() > giveUpAt) throw notSettled();
    if (isSettling) await sleep(LOOK_EVERY_MS);
  }
}

function notSettled(): Problem {
  const sentence = 'An earlier request with this order_id is still being cancelled; please try again';
  return new Problem('unavailable', sentence, { retryAfterSeconds: 5 });
}

/** @throws Problem `refused` if the id is used */
async function tryToReserve(account: AccountContext, reservation: Reservation): Promise<boolean> {
  const { database, accountId } = account;
  const { isReserved, isUsed } = await reserveAtOnce(database, accountId, reservation, account.now());
  if (!isReserved) return false;
  // In a separate transaction: after a crash the reservation is settled, as no carrier was called.
  if (isUsed) {
    await freeOrderId(account, reservation);
    throw refused(orderExists(reservation.displayId));
  }
  return true;
}

async function freeOrderId(account: AccountContext, reservation: Reservation): Promise<void> {
  await changeUnrecorded(account, async (writer) => void (await removeReservation(writer, reservation)));
}

async function changeUnrecorded(
  account: AccountContext,
  work: (writer: AccountWriter) => Promise<void>,
): Promise<void> {
  await account.database.change(account.accountId, changeBy(account, SYSTEM), async (writer) => {
    writer.skipAudit('a reservation is gone by the end of the request');
    await work(writer);
  });
}

/** The problem that other processes took this busy process for dead, and one has undone its work. */
export function takenOver(): Problem {
  return new Problem('unavailable', 'The service was too busy to finish the request; please try again', {
    retryAfterSeconds: 1,
  });
}
