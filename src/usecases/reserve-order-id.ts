import { SYSTEM } from '../domain/actor.ts';
import { Problem, refused } from '../domain/errors.ts';
import { isOrderIdUsed } from '../storage/orders.ts';
import {
  insertReservation,
  nameCarrierOfReservation,
  type Reservation,
  removeReservation,
} from '../storage/reservations.ts';
import { orderExists } from './check-references.ts';
import { type AccountContext, changeBy } from './service.ts';
import { settleReservation } from './settle-reservation.ts';

/**
 * Takes an order id before a carrier is called, so that racing repeats are refused at once. What a dead
 * process left under the id is settled first.
 *
 * @throws Problem `refused` where the id is used or taken
 */
export async function reserveOrderId(account: AccountContext, reservation: Reservation): Promise<void> {
  if (await tryToReserve(account, reservation)) return;
  const settled = await settleReservation(account, account.accountId, reservation.displayId);
  if (settled && (await tryToReserve(account, reservation))) return;
  throw refused(orderExists(reservation.displayId));
}

function tryToReserve(account: AccountContext, reservation: Reservation): Promise<boolean> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    writer.leaveUnrecorded('a reservation is gone by the end of the request');
    if (!(await insertReservation(writer, reservation))) return false;
    // After the insert, which waits for a change that holds the same id.
    if (await isOrderIdUsed(writer, reservation.displayId)) {
      throw refused(orderExists(reservation.displayId));
    }
    return true;
  });
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
