import { fieldProblem, refused } from '../../domain/errors.ts';
import { indiaIso } from '../../domain/india-time.ts';
import { actionRefusal } from '../../domain/orders/allowed-actions.ts';
import { consigneeOf } from '../../domain/orders/order.ts';
import type { Warehouse } from '../../domain/warehouse.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type Booking,
  type BookingTerms,
  findBooking,
  removeBooking,
  writeBooking,
} from '../../storage/booking/bookings.ts';
import { findOrder, type Order } from '../../storage/booking/orders.ts';
import {
  awaitBooking,
  findParcel,
  findShipments,
  lockShipments,
  type Shipment,
} from '../../storage/booking/shipments.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { askToBook, bookingRequestOf } from './ask-carrier.ts';
import type { BookingOutcome } from './booking-outcome.ts';
import { chooseCarriers, noCarrier, type Quotable, quoteRequestOf } from './choose-carriers.ts';
import { finishBooking, type LockedBooking, suspendBooking } from './finish-booking.ts';
import { type KeepAnswer, type OnceOnly, onceOnly } from './once-only.ts';
import type { EncodeOrder, OrderResult } from './order-result.ts';
import { takenOver } from './reserve-order-id.ts';

/** Which shipment is to be booked, and how. */
export interface BookingWish {
  readonly shipmentId: string;
  /** The carrier that the client asks for; null for the account's choice. */
  readonly carrierId: string | null;
}

/**
 * Books a carrier for a shipment that has none: as `orchestrateOrder` does, for an order that is there. A
 * refusal changes nothing. For one that is booked already the answer is that of its booking, with a fresh link
 * to the label, unless another carrier is asked for.
 *
 * @returns the answer's body
 * @throws Problem `refused`
 */
export async function bookShipment(
  account: AccountContext,
  wish: BookingWish,
  once: OnceOnly | null,
  encode: EncodeOrder,
): Promise<string> {
  return onceOnly(account, once, async (keep) => {
    const shipment = await findOwn(account, wish.shipmentId);
    if (isBooked(shipment)) return answerAgain(account, wish, encode, keep);
    const order = await findBookable(account, shipment);
    const request = quoteRequestOf(order.quotable);
    const quote = await account.quotes.quote(account.accountId, request, account.now());
    const candidates = await chooseCarriers(account, order.quotable, wish.carrierId, quote);
    const answer = await bookFirst(account, { ...order, candidates, encode, keep });
    return answer ?? answerAgain(account, wish, encode, keep);
  });
}

/** @throws Problem `refused` where it is not the account's */
async function findOwn(account: AccountContext, shipmentId: string): Promise<Shipment> {
  const [shipment] = await findShipments(account.database.account(account.accountId), [shipmentId]);
  if (shipment === undefined) {
    const sentence = `shipment_id ${shipmentId} is not a shipment of this account`;
    throw refused(fieldProblem('shipment_id', 'unknown', sentence));
  }
  return shipment;
}

function isBooked({ trackingNumber, state }: Shipment): boolean {
  return trackingNumber !== null && state.phase !== 'withdrawn';
}

/** Answers for a shipment that has a carrier as it was answered when it got it. */
async function answerAgain(
  account: AccountContext,
  { shipmentId, carrierId }: BookingWish,
  encode: EncodeOrder,
  keep: KeepAnswer,
): Promise<string> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    writer.leaveUnrecorded('it was booked before');
    const [shipment] = await findShipments(writer, [shipmentId]);
    const booking =
      shipment === undefined || shipment.bookingId === null
        ? null
        : await findBooking(writer, shipmentId, shipment.bookingId);
    if (shipment === undefined || booking === null) throw new Error(`Shipment ${shipmentId} is not whole`);
    const { terms, trackingNumber } = booking;
    if (carrierId !== null && carrierId !== terms.carrierId) {
      const sentence = `Shipment ${trackingNumber} is booked with ${terms.carrierName} already`;
      throw refused(fieldProblem('carrier_id', 'not_allowed', sentence));
    }
    const bookedAt = booking.settledAt ?? booking.askedAt;
    const answer = encode(resultOf(account, shipment, terms, trackingNumber, bookedAt));
    await keep(writer, answer);
    return answer;
  });
}

interface Bookable {
  readonly shipment: Shipment;
  readonly order: Order;
  readonly warehouse: Warehouse;
  readonly quotable: Quotable;
}

interface Undertaking extends Bookable {
  /** At least one. */
  readonly candidates: readonly BookingTerms[];
  readonly encode: EncodeOrder;
  readonly keep: KeepAnswer;
}

async function findBookable(account: AccountContext, shipment: Shipment): Promise<Bookable> {
  const scope = account.database.account(account.accountId);
  const { shipmentId } = shipment;
  assertBookable(shipment);
  const [order, warehouse, parcel] = await Promise.all([
    findOrder(scope, shipment.orderId),
    findWarehouse(scope, shipment.warehouseId),
    findParcel(scope, shipmentId),
  ]);
  if (order === null || warehouse === null || parcel === null) {
    throw new Error(`Shipment ${shipmentId} is not whole`);
  }
  return {
    shipment,
    order,
    warehouse,
    quotable: {
      originPincode: warehouse.zip,
      destinationPincode: consigneeOf(order).pincode,
      parcel,
      isCod: order.isCod,
      codAmountPaise: order.codAmountPaise,
    },
  };
}

function assertBookable(shipment: Shipment): void {
  const why = whyNotBookable(shipment);
  if (why !== null) {
    throw refused(fieldProblem('shipment_id', 'not_allowed', `Shipment ${shipment.shipmentId} ${why}`));
  }
}

/** Whatever its status: a courier's scan can call a booked shipment `pending`. */
function whyNotBookable({ state, bookingId, trackingNumber }: Shipment): string | null {
  if (bookingId === null || state.phase === 'withdrawn') return actionRefusal('book', state);
  return trackingNumber === null ? 'is being booked already' : 'has a courier already';
}

/** @returns null where another request has booked it meanwhile */
async function bookFirst(account: AccountContext, undertaking: Undertaking): Promise<string | null> {
  const begun: string[] = [];
  try {
    return await askInTurn(account, undertaking, (bookingId) => {
      account.inFlight.begin(bookingId);
      begun.push(bookingId);
    });
  } finally {
    for (const bookingId of begun) account.inFlight.end(bookingId);
  }
}

async function askInTurn(
  account: AccountContext,
  undertaking: Undertaking,
  begin: (bookingId: string) => void,
): Promise<string | null> {
  const { order, warehouse, shipment, candidates } = undertaking;
  const refusals: string[] = [];
  let previous: Booking | null = null;
  for (const terms of candidates) {
    const booking = bookingOf(account, shipment, terms);
    begin(booking.bookingId);
    if (!(await announce(account, booking, previous))) return null;
    const request = bookingRequestOf(account.accountId, booking.bookingId, terms, order, warehouse);
    const answer = await askToBook(account, request);
    if (answer.outcome !== 'refused') return finish(account, undertaking, booking, answer);
    refusals.push(`${terms.carrierName} ${answer.reason}`);
    previous = booking;
  }
  if (previous !== null) await takeBack(account, previous);
  throw refused(noCarrier(['No carrier took this shipment', ...refusals]));
}

function bookingOf(account: AccountContext, { shipmentId }: Shipment, terms: BookingTerms): Booking {
  return {
    bookingId: account.newId(),
    shipmentId,
    terms,
    state: 'asking',
    processId: account.processId,
    askedAt: account.now(),
    trackingNumber: null,
  };
}

/** Writes down which carrier is asked, before it is. @returns false where it is booked meanwhile */
async function announce(
  account: AccountContext,
  booking: Booking,
  previous: Booking | null,
): Promise<boolean> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    writer.leaveUnrecorded('nothing shows until the carrier has answered');
    const shipment = (await lockShipments(writer, [booking.shipmentId])).get(booking.shipmentId);
    if (shipment === undefined) throw new Error(`Shipment ${booking.shipmentId} is gone`);
    if (isBooked(shipment)) return false;
    if (previous === null) assertBookable(shipment);
    else await removeOwn(writer, shipment, previous);
    await writer.write([writeBooking(booking, null)]);
    await awaitBooking(writer, booking.shipmentId, booking.bookingId);
    return true;
  });
}

async function takeBack(account: AccountContext, booking: Booking): Promise<void> {
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    writer.leaveUnrecorded('a refusal changes nothing');
    const shipment = (await lockShipments(writer, [booking.shipmentId])).get(booking.shipmentId);
    if (shipment === undefined) return;
    await removeOwn(writer, shipment, booking);
    await awaitBooking(writer, booking.shipmentId, null);
  });
}

async function removeOwn(writer: AccountWriter, shipment: Shipment, booking: Booking): Promise<void> {
  if (shipment.bookingId !== booking.bookingId) throw takenOver();
  await removeBooking(writer, booking);
}

async function finish(
  account: AccountContext,
  { shipment: { shipmentId }, encode, keep }: Undertaking,
  { bookingId }: Booking,
  outcome: BookingOutcome,
): Promise<string> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
    const booking = await findBooking(writer, shipmentId, bookingId);
    if (shipment === undefined || booking?.state !== 'asking') throw takenOver();
    const trackingNumber = await writeOutcome(writer, account, { shipment, booking }, outcome);
    const answer = encode(resultOf(account, shipment, booking.terms, trackingNumber, writer.now));
    await keep(writer, answer);
    return answer;
  });
}

async function writeOutcome(
  writer: AccountWriter,
  account: AccountContext,
  locked: LockedBooking,
  outcome: BookingOutcome,
): Promise<string | null> {
  if (outcome.outcome === 'unknown') {
    await suspendBooking(writer, account, locked);
    return null;
  }
  return (await finishBooking(writer, account, locked, outcome)) ? outcome.trackingNumber : null;
}

function resultOf(
  account: AccountContext,
  shipment: Shipment,
  terms: BookingTerms,
  trackingNumber: string | null,
  bookedAt: Date,
): OrderResult {
  const hasCarrier = trackingNumber !== null;
  return {
    orderId: shipment.orderId,
    shipmentId: shipment.shipmentId,
    isCod: shipment.isCod,
    appliedWeight: shipment.appliedWeight,
    booking: hasCarrier ? { terms, trackingNumber, bookedAtInIndia: indiaIso(bookedAt.getTime()) } : null,
    labelUrl: hasCarrier
      ? account.labels.labelUrl(account.accountId, shipment.shipmentId, account.now())
      : null,
  };
}
