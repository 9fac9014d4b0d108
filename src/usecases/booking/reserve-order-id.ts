import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM } from '../../domain/actor.ts';
import { Problem, refused } from '../../domain/errors.ts';
import { isOrderIdUsed } from '../../storage/booking/orders.ts';
import {
  isReservationSettling,
  nameCarrierOfReservation,
  type Reservation,
  removeReservation,
  reserveAtOnce,
} from '../../storage/booking/reservations.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { orderExists } from './check-references.ts';
import { settleReservation } from './settle-reservation.ts';

/** How often a reservation that another settles is looked after. */
const LOOK_EVERY_MS = 50;

/**
 * Takes an order id before a carrier is called, so that racing repeats are refused at once. What a dead
 * process left under the id is settled first.
 *
 * @throws Problem `refused` where the id is used or taken; `unavailable` while what was left is not settled
 */
export async function reserveOrderId(account: AccountContext, reservation: Reservation): Promise<void> {
  while (!(await tryToReserve(account, reservation))) await settleLeftover(account, reservation.displayId);
}

/**
 * Settles what a request that ended without an answer left under an order id, or waits while another
 * settles it: there is no order of that id, so a repeat must not be told that there is.
 *
 * @throws Problem `refused` where a request that still runs has the id; `unavailable` where a carrier may
 *   have a booking for it and cannot be asked
 */
export async function settleLeftover(account: AccountContext, displayId: string): Promise<void> {
  const scope = account.database.account(account.accountId);
  const giveUpAt = performance.now() + account.repeatWaitMs;
  for (let isFirstLook = true; ; isFirstLook = false) {
    const isSettling = await isReservationSettling(scope, displayId);
    if (isSettling === null) return;
    if (!isSettling && !isFirstLook) throw refused(orderExists(displayId));
    const settlement = await settleReservation(account, account.accountId, displayId);
    if (settlement === 'settled') return;
    if (settlement === 'unsettled' || performance.now() > giveUpAt) throw notSettled();
    if (isSettling) await sleep(LOOK_EVERY_MS);
  }
}

function notSettled(): Problem {
  return new Problem(
    'unavailable',
    'An earlier request with this order_id is still being undone; please repeat',
    {
      retryAfterSeconds: 5,
    },
  );
}

/** @throws Problem `refused` where the id is used */
async function tryToReserve(account: AccountContext, reservation: Reservation): Promise<boolean> {
  const { database, accountId } = account;
  if (!(await reserveAtOnce(database, accountId, reservation, account.now()))) return false;
  // Looked for after the reservation, which waits for a change that holds the same id, and not in one
  // transaction with it, which would take two more round trips of every order. What a process leaves that
  // dies in between is settled like any other: no carrier has heard of it.
  if (await isOrderIdUsed(database.account(accountId), reservation.displayId)) {
    await freeOrderId(account, reservation);
    throw refused(orderExists(reservation.displayId));
  }
  return true;
}

/** Says which carrier is asked next, before it is. @throws Problem where the reservation was taken over */
export async function nameNextCarrier(account: AccountContext, reservation: Reservation): Promise<void> {
  await account.database.change(account.accountId, changeBy(account, SYSTEM), async (writer) => {
    writer.leaveUnrecorded('a reservation is gone by the end of the request');
    if (!(await nameCarrierOfReservation(writer, reservation))) throw takenOver();
  });
}

/** Frees the order id of a request that is refused. */
export async function freeOrderId(account: AccountContext, reservation: Reservation): Promise<void> {
  await account.database.change(account.accountId, changeBy(account, SYSTEM), async (writer) => {
    writer.leaveUnrecorded('a refusal leaves no trace');
    await removeReservation(writer, reservation);
  });
}

/** This process was taken for dead while it was busy: what it had begun was undone by another. */
export function takenOver(): Problem {
  return new Problem('unavailable', 'The service was too busy to finish the request; please repeat it', {
    retryAfterSeconds: 1,
  });
}
