import { indiaIso } from '../../domain/india-time.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { about, say, word } from '../../problems/sentence.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { type BookingTerms, countBookings, findBooking } from '../../storage/booking/bookings.ts';
import { findOrder } from '../../storage/booking/orders.ts';
import { findParcel, findShipments, type Shipment } from '../../storage/booking/shipments.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { LabelParts } from '../labels/label-links.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { bookWithCarriers, type Consignment } from './book-with-carriers.ts';
import type { BookingParts } from './booking-parts.ts';
import { chooseCarriers, quotableOf, quoteRequestOf } from './choose-carriers.ts';
import { assertBookable, assertNotOnHold, holdShipment, isBooked, NAMED_BY, NOUN } from './hold-shipment.ts';
import type { OrderResult } from './order-result.ts';

export interface BookingInput {
  readonly journey: Journey;
  readonly shipmentId: string;
  /** The carrier that the client chose; null lets the account's rules choose. */
  readonly carrierId: string | null;
}

/**
 * Books a carrier for a shipment that has none: see `bookWithCarriers`. A refusal changes nothing. For a
 * booked shipment it returns the existing booking with a new label link, unless the client asks for another
 * carrier.
 *
 * @param answer called in the transaction that books the shipment, or that finds it booked
 * @throws Problem `refused`
 */
export async function bookShipment<Answer>(
  account: AccountContext & BookingParts,
  input: BookingInput,
  answer: WriteAnswer<OrderResult, Answer>,
): Promise<Answer> {
  const shipment = await findOwn(account, input);
  if (isBooked(shipment)) return answerAgain(account, input, answer);
  const consignment = await consignmentOf(account, shipment, input.carrierId);
  const hold = holdShipment(account, shipment, (writer, { booking, ...locked }, number) =>
    answer(writer, resultOf(account, locked.shipment, booking.terms, number, writer.now)),
  );
  const answered = await bookWithCarriers(account, consignment, hold);
  return answered === null ? answerAgain(account, input, answer) : answered;
}

/** @throws Problem `refused` if the shipment does not belong to the account */
async function findOwn(account: AccountContext, { journey, shipmentId }: BookingInput): Promise<Shipment> {
  const [shipment] = await findShipments(account.database.account(account.accountId), [shipmentId]);
  if (shipment?.journey === journey) return shipment;
  const sentence = about('not_of_account', '{value} is not {thing} of this account', {
    value: shipmentId,
    thing: word(NOUN[journey]),
  });
  throw refused(fieldProblem(NAMED_BY[journey], 'unknown', sentence));
}

/** Answers for a shipment that has a carrier, like when it was booked. */
async function answerAgain<Answer>(
  account: AccountContext & LabelParts,
  { shipmentId, carrierId }: BookingInput,
  answer: WriteAnswer<OrderResult, Answer>,
): Promise<Answer> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    writer.skipAudit('it was booked already');
    const [shipment] = await findShipments(writer, [shipmentId]);
    const booking = shipment === undefined ? null : await bookingOf(writer, shipment);
    if (shipment === undefined || booking === null) throw new Error(`Shipment ${shipmentId} is not whole`);
    const { terms, trackingNumber } = booking;
    if (carrierId !== null && carrierId !== terms.carrierId) {
      const sentence = say('booked_already', 'Shipment {tracking_number} is already booked with {carrier}', {
        tracking_number: trackingNumber ?? '',
        carrier: terms.carrierName,
      });
      throw refused(fieldProblem('carrier_id', 'not_allowed', sentence));
    }
    return answer(writer, resultOf(account, shipment, terms, trackingNumber, settledAt(booking)));
  });
}

type SettledBooking = NonNullable<Awaited<ReturnType<typeof findBooking>>>;

async function bookingOf(scope: AccountScope, shipment: Shipment): Promise<SettledBooking | null> {
  const { shipmentId, bookingId } = shipment;
  return bookingId === null ? null : findBooking(scope, shipmentId, bookingId);
}

function settledAt({ settledAt, askedAt }: SettledBooking): Date {
  return settledAt ?? askedAt;
}

/** Returns a shipment in the form of the answer when it was made or booked, with a new label link. */
export async function readOrderResult(
  account: AccountContext & LabelParts,
  scope: AccountScope,
  shipment: Shipment,
): Promise<OrderResult> {
  const booking = await bookingOf(scope, shipment);
  if (booking === null) return resultOf(account, shipment, null, null, shipment.createdAt);
  return resultOf(account, shipment, booking.terms, shipment.trackingNumber, settledAt(booking));
}

/** @throws Problem `refused` if the shipment cannot be booked, or no carrier can take it */
async function consignmentOf(
  account: AccountContext & RateParts,
  shipment: Shipment,
  carrierId: string | null,
): Promise<Consignment> {
  const scope = account.database.account(account.accountId);
  assertBookable(shipment);
  const [order, warehouse, parcel, earlierBookings] = await Promise.all([
    findOrder(scope, shipment.orderId),
    findWarehouse(scope, shipment.warehouseId),
    findParcel(scope, shipment.shipmentId),
    countBookings(scope, shipment.shipmentId),
    assertNotOnHold(scope, shipment),
  ]);
  if (order === null || warehouse === null || parcel === null) {
    throw new Error(`Shipment ${shipment.shipmentId} is not whole`);
  }
  const quotable = quotableOf(order, warehouse, parcel);
  const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
  const candidates = await chooseCarriers(account, quotable, carrierId, quote);
  return { order, warehouse, shipmentId: shipment.shipmentId, candidates, earlierBookings };
}

function resultOf(
  account: AccountContext & LabelParts,
  shipment: Shipment,
  terms: BookingTerms | null,
  trackingNumber: string | null,
  bookedAt: Date,
): OrderResult {
  const hasCarrier = terms !== null && trackingNumber !== null;
  return {
    orderId: shipment.orderId,
    shipmentId: shipment.shipmentId,
    isCod: shipment.isCod,
    appliedCentigrams: shipment.appliedCentigrams,
    booking: hasCarrier ? { terms, trackingNumber, bookedAtInIndia: indiaIso(bookedAt.getTime()) } : null,
    labelUrl: hasCarrier
      ? account.labels.labelUrl(account.accountId, shipment.shipmentId, account.now())
      : null,
  };
}
