import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import { fieldProblem, Problem, refused } from '../../problems/problem.ts';
import { type Sentence, say, word } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findBooking, removeBooking, writeBooking } from '../../storage/booking/bookings.ts';
import { awaitBooking, lockShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { findHold } from '../../storage/shops/shop-parcels.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { CarrierAttempt, Hold } from './book-with-carriers.ts';
import type { BookingParts } from './booking-parts.ts';
import { finishBooking, type LockedBooking, suspendBooking } from './finish-booking.ts';
import { takenOver } from './hold-order.ts';

/**
 * Holds a shipment without a carrier: it refers to the booking that it waits for, and the row of the
 * booking has the terms. If the process dies, the process that settles its leftovers gives the shipment the
 * carrier's booking. A refusal changes nothing.
 *
 * @param seen the shipment when its order was read: the carrier must get the current data
 * @param answer writes the answer in the transaction that concludes the booking; the tracking number is null
 * while it is unknown
 */
export function holdShipment<Answer>(
  account: AccountContext & BookingParts,
  seen: Pick<Shipment, 'shipmentId' | 'updatedAt'>,
  answer: (writer: AccountWriter, locked: LockedBooking, trackingNumber: string | null) => Promise<Answer>,
): Hold<Answer> {
  const { shipmentId } = seen;
  const changeLocked = <T>(work: (writer: AccountWriter, shipment: Shipment) => Promise<T>) =>
    account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
      const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
      if (shipment === undefined) throw new Error(`Shipment ${shipmentId} is gone`);
      return work(writer, shipment);
    });
  const { processId } = account;
  const heldBy = ({ bookingId }: CarrierAttempt) =>
    ({ shipmentId, bookingId, newOrderId: null, state: 'asking', processId }) as const;
  const removeOwn = async (writer: AccountWriter, refusedBy: CarrierAttempt) => {
    if (!(await removeBooking(writer, heldBy(refusedBy)))) throw takenOver();
  };
  return {
    take: (attempt, refusedBy) =>
      changeLocked(async (writer, shipment) => {
        writer.skipAudit('nothing is visible until the carrier has answered');
        if (isBooked(shipment)) return false;
        if (refusedBy === null) {
          assertBookable(shipment);
          await assertNotOnHold(writer, shipment);
          if (shipment.updatedAt.getTime() !== seen.updatedAt.getTime()) throw changedMeanwhile();
        } else await removeOwn(writer, refusedBy);
        await writer.write([writeBooking({ ...heldBy(attempt), ...attempt, askedAt: account.now() })]);
        await awaitBooking(writer, shipmentId, attempt.bookingId);
        return true;
      }),
    free: (refusedBy) =>
      changeLocked(async (writer) => {
        writer.skipAudit('a refusal changes nothing');
        await removeOwn(writer, refusedBy);
        await awaitBooking(writer, shipmentId, null);
      }),
    conclude: ({ bookingId }, outcome) =>
      changeLocked(async (writer, shipment) => {
        const booking = await findBooking(writer, shipmentId, bookingId);
        if (booking?.state !== 'asking') throw takenOver();
        const locked = { shipment, booking };
        if (outcome.outcome === 'unknown') {
          await suspendBooking(writer, account, locked);
          return answer(writer, locked, null);
        }
        const hasIt = await finishBooking(writer, account, locked, outcome);
        return answer(writer, locked, hasIt ? outcome.trackingNumber : null);
      }),
  };
}

function changedMeanwhile(): Problem {
  const sentence = say(
    'order_changed_at_same_moment',
    'The order was changed at the same moment; please try again',
  );
  return new Problem('unavailable', sentence, { retryAfterSeconds: 1 });
}
/** The field that names the shipment in a request, and the noun for it. */
export const NAMED_BY = { forward: 'shipment_id', return: 'return_id' } as const;
export const NOUN = { forward: 'a shipment', return: 'a return' } as const;

export function isBooked({ trackingNumber, state }: Shipment): boolean {
  return trackingNumber !== null && state.phase !== 'withdrawn';
}

/** @throws Problem `refused` */
export function assertBookable(shipment: Shipment): void {
  const why = whyNotBookable(shipment);
  if (why !== null) throw notBookable(shipment, why);
}

function notBookable({ journey, shipmentId }: Shipment, why: Sentence): Problem {
  const subject = journey === 'return' ? 'Return' : 'Shipment';
  const sentence = say('not_bookable', '{thing} {shipment_id} {why}', {
    thing: word(subject),
    shipment_id: shipmentId,
    why,
  });
  return refused(fieldProblem(NAMED_BY[journey], 'not_allowed', sentence));
}

/** @throws Problem `refused` if the shop does not want it shipped for now */
export async function assertNotOnHold(scope: AccountScope, shipment: Shipment): Promise<void> {
  const reason = await findHold(scope, shipment.shipmentId);
  if (reason === null) return;
  throw notBookable(shipment, say('is_on_hold', 'cannot be booked: {reason}', { reason }));
}

/** Ignores the status, because a courier's scan can set a booked shipment to `pending`. */
function whyNotBookable({ state, bookingId, trackingNumber }: Shipment): Sentence | null {
  if (bookingId === null || state.phase === 'withdrawn') return actionRefusal('book', state);
  return trackingNumber === null
    ? say('is_being_booked_now', 'is being booked right now')
    : say('has_courier', 'already has a courier');
}
