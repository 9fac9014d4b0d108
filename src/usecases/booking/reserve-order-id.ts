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

/** The interval of checking a reservation that another process is settling. */
const LOOK_EVERY_MS = 50;

/** Makes the order, removing the reservation in its transaction. */
type MakeOrder<Told> = (
  reservation: Reservation,
  asked: CarrierAttempt,
  outcome: BookingOutcome,
) => Promise<Told>;

/**
 * Holds the id of an order that is yet to be made by a reservation, so that racing repeats are refused at once.
 * What a dead process left under the id is settled first. A refusal leaves no trace.
 */
export function reserveOrderId<Told>(
  account: AccountContext,
  name: OrderName,
  makeOrder: MakeOrder<Told>,
): Hold<Told> {
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
    take: async (asked, refusedBy) => {
      const reservation = reservationOf(asked);
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
    conclude: async (asked, outcome) => {
      try {
        return await makeOrder(reservationOf(asked), asked, outcome);
      } catch (error) {
        // The carrier has a booking for an order that was not made: settled now, or by whoever finds it.
        account.inFlight.end(orderId);
        await settleReservation(account, account.accountId, name).catch(() => undefined);
        throw error;
      }
    },
  };
}

/**
 * Takes an order id among the reservations, in the transaction that makes the order and gives it back: a
 * request that calls a carrier meanwhile either has it already, or waits here and then sees the order.
 *
 * @throws Problem `refused` where another request has it
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
 * Settles what a request that ended without an answer left under an order id, or waits while another
 * settles it: there is no order of that id, so a repeat must not be told that there is.
 *
 * @throws Problem `refused` where a request that still runs has the id; `unavailable` where a carrier may
 *   have a booking for it and cannot be asked
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
  const sentence = 'An earlier request with this order_id is still being undone; please repeat';
  return new Problem('unavailable', sentence, { retryAfterSeconds: 5 });
}

/** @throws Problem `refused` where the id is used */
async function tryToReserve(account: AccountContext, reservation: Reservation): Promise<boolean> {
  const { database, accountId } = account;
  const { isReserved, isUsed } = await reserveAtOnce(database, accountId, reservation, account.now());
  if (!isReserved) return false;
  // Not in one transaction with it: what a process leaves that dies in between is settled like any other, since no
  // carrier has heard of it.
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

/** This process was taken for dead while it was busy: what it had begun was undone by another. */
export function takenOver(): Problem {
  return new Problem('unavailable', 'The service was too busy to finish the request; please repeat it', {
    retryAfterSeconds: 1,
  });
}
