import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM } from '../../domain/actor.ts';
import { type OrderName, orderNameOf } from '../../domain/orders/order.ts';
import { Problem, refused } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { removeBooking, writeBooking } from '../../storage/booking/bookings.ts';
import { findOwner, removeHold } from '../../storage/booking/held-orders.ts';
import { ORDER_ID_TAKEN, writeOrder } from '../../storage/booking/orders.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { CarrierAttempt, Hold } from './book-with-carriers.ts';
import type { BookingOutcome } from './booking-outcome.ts';
import { orderExists } from './check-references.ts';
import { orderWithoutParts, type PreparedOrder } from './prepare-order.ts';
import { settleBookings } from './settle-booking.ts';

/** The interval of looking at an order id that another process is settling. */
const LOOK_EVERY_MS = 50;

/**
 * Holds the id of a new order by writing the order without a shipment, so that a simultaneous repeat is
 * refused at once. A refusal leaves no trace.
 *
 * @param make makes the rest of the order in one transaction
 */
export function holdOrder<Answer>(
  account: AccountContext,
  prepared: PreparedOrder,
  make: (attempt: CarrierAttempt, outcome: BookingOutcome) => Promise<Answer>,
): Hold<Answer> {
  const { accountId, processId, database } = account;
  const { shipmentId, orderId: newOrderId } = prepared;
  const heldBy = ({ bookingId }: CarrierAttempt) =>
    ({ shipmentId, bookingId, newOrderId, state: 'asking', processId }) as const;
  const changeUnrecorded = (work: (writer: AccountWriter) => Promise<void>) =>
    database.change(accountId, changeBy(account, SYSTEM), (writer) => {
      writer.skipAudit('nothing is visible until the carrier has answered');
      return work(writer);
    });
  return {
    take: async (attempt, refusedBy) => {
      const askedAt = account.now();
      const booking = writeBooking({ ...heldBy(attempt), ...attempt, askedAt });
      if (refusedBy !== null) {
        await changeUnrecorded(async (writer) => {
          if (!(await removeBooking(writer, heldBy(refusedBy)))) throw takenOver();
          await writer.write([booking]);
        });
      } else {
        const writes = [writeOrder(orderWithoutParts(prepared, askedAt)), booking];
        await withOrderId(account, orderNameOf(prepared.draft), () =>
          database.writeAtOnce(accountId, changeBy(account, SYSTEM), writes),
        );
      }
      return true;
    },
    free: (refusedBy) => changeUnrecorded((writer) => removeHold(writer, heldBy(refusedBy))),
    conclude: async (attempt, outcome, endFlight) => {
      try {
        return await make(attempt, outcome);
      } catch (error) {
        // The carrier has a booking for an order that was not created: it is settled now or later.
        endFlight();
        const { bookingId } = attempt;
        await settleBookings(account, [{ accountId, shipmentId, bookingId }]).catch(() => undefined);
        throw error;
      }
    },
  };
}

/**
 * Writes an order. If its id belongs to an order whose request ended without an answer, settles that one and
 * tries again, so that a repeat is not told that the order exists.
 *
 * @throws Problem `refused` if the id is used; `unavailable` if a carrier may have a booking for it and
 * cannot be asked
 */
export async function withOrderId<T>(
  account: AccountContext,
  name: OrderName,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!violatesUnique(error, ORDER_ID_TAKEN)) throw error;
      await freeOrderId(account, name);
    }
  }
}

/**
 * Settles what a request without an answer left under an order id, or waits while another process does.
 *
 * @throws Problem like `withOrderId`
 */
export async function freeOrderId(account: AccountContext, name: OrderName): Promise<void> {
  const { accountId, database, repeatWaitMs } = account;
  const giveUpAt = performance.now() + repeatWaitMs;
  let isTried = false;
  for (let looks = 1; ; looks += 1) {
    const owner = await findOwner(database.account(accountId), name);
    if (owner === null) return;
    const isRunning = owner !== 'order' && owner.state === 'asking' && looks > 1;
    if (owner === 'order' || isRunning) throw refused(orderExists(name.displayId));
    if (isTried || performance.now() > giveUpAt) throw notSettled();
    isTried = (await settleBookings(account, [{ accountId, ...owner }])) > 0;
    if (!isTried && owner.state === 'unknown') await sleep(LOOK_EVERY_MS);
  }
}

function notSettled(): Problem {
  const sentence = 'An earlier request with this order_id is still being cancelled; please try again';
  return new Problem('unavailable', sentence, { retryAfterSeconds: 5 });
}

/** The problem that other processes took this busy process for dead, and one has undone its work. */
export function takenOver(): Problem {
  return new Problem('unavailable', 'The service was too busy to finish the request; please try again', {
    retryAfterSeconds: 1,
  });
}
