import { setTimeout as sleep } from 'node:timers/promises';
import { SYSTEM } from '../../domain/actor.ts';
import { type OrderDraft, orderNameOf } from '../../domain/orders/order.ts';
import { fieldProblem, Problem, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { removeBooking, writeBooking } from '../../storage/booking/bookings.ts';
import { findOwner, removeHold, takeOrderId } from '../../storage/booking/held-orders.ts';
import { ORDER_ID_TAKEN, writeOrder } from '../../storage/booking/orders.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { CarrierAttempt, Hold } from './book-with-carriers.ts';
import type { BookingOutcome } from './booking-outcome.ts';
import type { BookingParts } from './booking-parts.ts';
import { orderExists } from './check-references.ts';
import { orderWithoutParts, type PreparedOrder } from './prepare-order.ts';
import { settleBookings } from './settle-booking.ts';

/** The first and the longest wait between two looks at an order id that somebody makes or settles. */
const LOOK_AFTER_MS = { first: 50, most: 1_000 };
const UNDECIDED = say(
  'order_id_undecided',
  'An earlier request with this order_id has not ended yet; please try again',
);

/**
 * Holds the id of a new order by writing the order without a shipment, so that a simultaneous repeat waits. A
 * refusal leaves no trace.
 *
 * @param make makes the rest of the order in one transaction
 */
export function holdOrder<Answer>(
  account: AccountContext & BookingParts,
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
        const writes = (replaces: string | null) => [
          writeOrder({ ...orderWithoutParts(prepared, askedAt), replaces }),
          booking,
        ];
        const { draft } = prepared;
        await withOrderId(account, draft, () =>
          draft.replacesCancelled
            ? changeUnrecorded(async (writer) => {
                await writer.write(writes(await takeOrderId(writer, draft.displayId)));
              })
            : database.writeAtOnce(accountId, changeBy(account, SYSTEM), writes(null)),
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

type WantedId = Pick<OrderDraft, 'displayId' | 'returned' | 'replacesCancelled'>;

/**
 * Writes an order. If its id belongs to an order that is being made or settled, first waits for the outcome, so
 * that a repeat is told that the order exists only if it does.
 *
 * @throws Problem `refused` if an order with this id exists; `conflict` if nobody knows yet whether it will
 */
export async function withOrderId<T>(
  account: AccountContext & BookingParts,
  wanted: WantedId,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!violatesUnique(error, ORDER_ID_TAKEN)) throw error;
      await freeOrderId(account, wanted);
    }
  }
}

/**
 * Settles what a request without an answer left under an order id, or waits while another request makes its
 * order or another process settles it.
 *
 * @throws Problem like `withOrderId`
 */
export async function freeOrderId(account: AccountContext & BookingParts, wanted: WantedId): Promise<void> {
  const { accountId, database, makingWaitMs, repeatWaitMs } = account;
  const begunAt = performance.now();
  let isOver = false;
  for (let waitMs = LOOK_AFTER_MS.first; ; waitMs = Math.min(waitMs * 2, LOOK_AFTER_MS.most)) {
    const owner = await findOwner(database.account(accountId), orderNameOf(wanted));
    if (owner === null || (owner === 'replaceable' && wanted.replacesCancelled)) return;
    if (owner === 'order' || owner === 'replaceable') throw refused(orderExists(wanted));
    if (isOver) throw undecided();
    isOver = (await settleBookings(account, [{ accountId, ...owner }])) > 0;
    if (isOver) continue;
    const mostMs = owner.state === 'asking' ? makingWaitMs : repeatWaitMs;
    const leftMs = begunAt + mostMs - performance.now();
    isOver = leftMs <= waitMs;
    await sleep(Math.max(0, Math.min(waitMs, leftMs)));
  }
}

/** The problem that nobody knows yet whether an order will exist. */
export function undecided(): Problem {
  return new Problem('conflict', fieldProblem('order_id', 'conflict', UNDECIDED), { retryAfterSeconds: 5 });
}

/** The problem that other processes took this busy process for dead, and one has undone its work. */
export function takenOver(): Problem {
  const sentence = say('was_too_busy', 'The service was too busy to finish the request; please try again');
  return new Problem('unavailable', sentence, { retryAfterSeconds: 1 });
}
