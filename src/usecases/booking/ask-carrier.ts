import type {
  ActionAnswer,
  Booked,
  BookingAnswer,
  BookingLookup,
  BookingRequest,
  CarrierAdapter,
  CarrierBooking,
  LostBooking,
} from '../../carriers/carrier-adapter.ts';
import { maskedError } from '../../domain/messages/mask.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import { NotSentError, type Refused } from '../../partners/partner.ts';
import { type Concerned, SOMEBODY } from '../../partners/partner-call.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { type BookedCourier, type Booking, findBooking } from '../../storage/booking/bookings.ts';
import type { Shipment } from '../../storage/booking/shipments.ts';
import { findTrackingNumbers } from '../../storage/booking/tracking-numbers.ts';
import { storeFailedCourierCall } from '../couriers/courier-calls.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { type OpenCourier, openCourier } from '../couriers/open-courier.ts';
import type { Service } from '../service.ts';
import type { CarrierAnswer, CarrierCall, CarrierCallMade, PlacedReference } from './carrier-call.ts';

type CallArguments<Call extends CarrierCall> =
  Parameters<NonNullable<CarrierAdapter[Call]>> extends [infer Booking, ...infer Rest, AbortSignal]
    ? [Booking & BookedCourier, ...Rest]
    : never;

/** The outcome is unknown, because the answer was lost. */
export interface Unknown {
  readonly outcome: 'unknown';
}

const UNKNOWN: Unknown = { outcome: 'unknown' };
const NUMBER_OF_ANOTHER = say(
  'answered_number_of_another',
  'answered with the tracking number of another parcel',
);
const NOT_SUPPORTED = say('does_not_support_request', 'does not support this request');

export function bookingReferenceOf(
  accountId: string,
  journey: Journey,
  {
    bookingId,
    shipmentId,
    orderReference,
    terms,
  }: Pick<Booking, 'bookingId' | 'shipmentId' | 'orderReference' | 'terms'>,
): PlacedReference {
  const { carrierId, adapter, courierAccountId, courierProduct } = terms;
  return {
    reference: bookingId,
    accountId,
    shipmentId,
    carrierId,
    orderReference,
    courierProduct,
    journey,
    adapter,
    courierAccountId,
  };
}

/** Returns a shipment's booking; null if the shipment has no booking. */
export async function madeBookingOf(
  scope: AccountScope,
  { shipmentId, bookingId, trackingNumber, journey }: Shipment,
): Promise<(CarrierBooking & BookedCourier) | null> {
  const booking = bookingId === null ? null : await findBooking(scope, shipmentId, bookingId);
  if (booking === null || trackingNumber === null) return null;
  const { courierOrderId } = booking;
  return { ...bookingReferenceOf(scope.accountId, journey, booking), trackingNumber, courierOrderId };
}

/** Asks a carrier to accept a shipment. Never throws: an error or a timeout is an unknown outcome. */
export async function askToBook(
  service: Service & CourierParts,
  request: BookingRequest & BookedCourier,
): Promise<BookingAnswer | Unknown> {
  try {
    const answer = await callCarrier(service, 'book', request);
    if (answer.outcome !== 'booked' || answer.isAllotted === true) return answer;
    const own = await withoutTaken(service, request, answer);
    return own ?? { outcome: 'refused', reason: NUMBER_OF_ANOTHER };
  } catch (error) {
    return refusedOrUnknown(error);
  }
}

/**
 * Asks a courier for the outcome of bookings with lost answers, all of one courier account, in one request if
 * it supports that. Never throws.
 *
 * @returns for each booking, in order; null if the courier could not be asked
 */
export async function askForBookings(
  service: Service & CourierParts,
  lost: readonly (LostBooking & BookedCourier)[],
): Promise<(BookingLookup | null)[]> {
  const [first] = lost;
  const isTogether =
    first !== undefined && (service.couriers.named(first.adapter)?.can.finding ?? null) !== null;
  try {
    const found = isTogether
      ? await findTogether(service, lost)
      : await Promise.all(lost.map((one) => callCarrier(service, 'findBooking', one).catch(() => null)));
    return await Promise.all(found.map((one, place) => ownOf(service, lost[place], one)));
  } catch {
    return lost.map(() => null);
  }
}

/** Keeps only the parcels of this booking in a courier's answer. */
async function ownOf(
  service: Service,
  lost: BookedCourier | undefined,
  found: BookingLookup | null,
): Promise<BookingLookup | null> {
  if (lost === undefined || found?.outcome !== 'booked') return found;
  return (await withoutTaken(service, lost, found)) ?? { outcome: 'not_booked' };
}

function findTogether(
  service: Service & CourierParts,
  lost: readonly (LostBooking & BookedCourier)[],
): Promise<readonly BookingLookup[]> {
  return call(service, 'findBooking', lost, {
    concerned: SOMEBODY,
    ask: (adapter, signal) => adapter.findBookings?.(lost, signal),
    outcomesOf: (found) => found.map(({ outcome }) => outcome),
  });
}

/**
 * Removes tracking numbers of other parcels from a courier's answer. A courier that identifies a parcel by
 * its order confuses orders with the same name, and a parcel of another order must be neither adopted nor
 * cancelled.
 *
 * @returns null if no number is left
 */
async function withoutTaken(
  { database }: Service,
  { courierAccountId }: BookedCourier,
  booked: Booked,
): Promise<Booked | null> {
  // The offline courier makes its numbers from our reference, so they are ours.
  if (courierAccountId === null) return booked;
  const numbers = [booked.trackingNumber, ...booked.surplus];
  const taken = new Set(
    (await findTrackingNumbers(database, numbers)).map(({ trackingNumber }) => trackingNumber),
  );
  if (taken.size === 0) return booked;
  const [trackingNumber, ...surplus] = numbers.filter((number) => !taken.has(number));
  return trackingNumber === undefined ? null : { ...booked, trackingNumber, surplus };
}

/** Asks a carrier for an action on a booking. Like `askToBook`, it never throws. */
export function askToAct<Call extends 'cancel' | 'requestReattempt' | 'requestRto' | 'change'>(
  service: Service & CourierParts,
  call: Call,
  ...callArguments: CallArguments<Call>
): Promise<ActionAnswer | Unknown> {
  return callCarrier(service, call, ...callArguments).catch(refusedOrUnknown);
}

/** If the request did not reach the courier, nothing was done: this is the same as a refusal. */
function refusedOrUnknown(error: unknown): Refused | Unknown {
  return error instanceof NotSentError ? { outcome: 'refused', reason: error.sentence } : UNKNOWN;
}

/** Calls the courier of a booking: see `call`. */
export function callCarrier<Call extends CarrierCall>(
  service: Service & CourierParts,
  name: Call,
  ...callArguments: CallArguments<Call>
): Promise<CarrierAnswer<Call>> {
  const [booking] = callArguments as unknown as [PlacedReference];
  return call<CarrierAnswer<Call>>(service, name, [booking], {
    // Only for a new booking is the recipient known, but the answer about an old one may contain that data.
    concerned: { words: personalWords(callArguments), isKnown: name === 'book' },
    ask: (adapter, signal) => {
      const ask = adapter[name] as ((...words: unknown[]) => Promise<CarrierAnswer<Call>>) | undefined;
      return ask?.call(adapter, ...callArguments, signal);
    },
    outcomesOf: ({ outcome }) => [outcome],
  });
}

interface Asking<Answer> {
  readonly concerned: Concerned;
  /** Undefined if the adapter has no such call. */
  readonly ask: (adapter: CarrierAdapter, signal: AbortSignal) => Promise<Answer> | undefined;
  readonly outcomesOf: (answer: Answer) => readonly CarrierCallMade['outcome'][];
}

/**
 * Calls the courier for bookings that all belong to one courier account. No other code calls couriers about bookings. The
 * wait is limited even if the adapter ignores the signal, and each call is reported to `carrierCalls`. The
 * last request of a failed call is stored.
 *
 * @throws NotSentError if nothing reached the courier
 * @throws any other error of the adapter, or a timeout: then the outcome is unknown
 */
async function call<Answer>(
  service: Service & CourierParts,
  name: CarrierCall,
  bookings: readonly PlacedReference[],
  { concerned, ask, outcomesOf }: Asking<Answer>,
): Promise<Answer> {
  const [first] = bookings;
  if (first === undefined) throw new Error('A call is about a booking');
  const begunAt = performance.now();
  const report = (outcomes: readonly CarrierCallMade['outcome'][], error: string | null) => {
    const milliseconds = performance.now() - begunAt;
    const { adapter } = first;
    for (const [place, booking] of bookings.entries()) {
      const outcome = outcomes[place] ?? 'failed';
      service.carrierCalls.emit('made', { adapter, call: name, booking, outcome, milliseconds, error });
    }
  };
  let opened: OpenCourier | null = null;
  const keepExchange = async () => {
    const shipmentId = bookings.length === 1 ? first.shipmentId : undefined;
    // An error of the database is ignored: support can work without it, and the booking cannot wait.
    if (opened !== null) await storeFailedCourierCall(service, opened, shipmentId).catch(() => undefined);
  };
  try {
    opened = await openCourier(service, first, concerned);
    const { adapter } = opened;
    const longest = opened.courier.limits.actionMs ?? service.carrierTimeoutMs;
    const answer = await withinTime(longest, (signal) => {
      const answered = ask(adapter, signal);
      if (answered === undefined) throw new NotSentError(NOT_SUPPORTED);
      return answered;
    });
    const outcomes = outcomesOf(answer);
    report(outcomes, null);
    if (outcomes.includes('refused')) await keepExchange();
    return answer;
  } catch (error) {
    report(
      bookings.map(() => outcomeOf(error)),
      maskedError(error),
    );
    await keepExchange();
    throw error;
  }
}

function outcomeOf(error: unknown): CarrierCallMade['outcome'] {
  if (error instanceof NotSentError) return 'not_sent';
  return error instanceof CarrierTimeout ? 'timed_out' : 'failed';
}

/** Returns the names, addresses and phones of the people in a call, which stored calls must not contain. */
function personalWords(parts: readonly unknown[]): string[] {
  const words: string[] = [];
  for (const part of parts.flatMap((one) => contactsOf(one as Nullable<BookingRequest>))) {
    for (const name of ['name', 'phone', 'address', 'addressLine', 'landmark']) {
      const word = (part as unknown as Record<string, unknown>)[name];
      if (typeof word === 'string') words.push(word);
    }
  }
  return words;
}

function contactsOf(sent: Nullable<BookingRequest>): readonly object[] {
  return [sent, sent.pickup, sent.delivery, sent.warehouse].filter(
    (part) => part !== undefined && part !== null,
  );
}

type Nullable<Of> = { readonly [Part in keyof Of]?: Of[Part] | null };

class CarrierTimeout extends Error {
  constructor() {
    super('The carrier did not answer in time');
  }
}

async function withinTime<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new CarrierTimeout();
      controller.abort(error);
      reject(error);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/** Cancels an unused tracking number. @returns false if it must be asked again later */
export async function cancelBooking(
  service: Service & CourierParts,
  booking: CarrierBooking & BookedCourier,
): Promise<boolean> {
  const { outcome } = await callCarrier(service, 'cancel', booking);
  return outcome === 'done' || outcome === 'turned_into_return';
}
