import { referenceOfBooking } from '../../domain/orders/order-reference.ts';
import { fieldsOf, itemsOf, textOf } from '../../partners/answer-fields.ts';
import { LostAnswerError, NotSentError } from '../../partners/partner.ts';
import { followUp } from '../../partners/refusal.ts';
import { type Sentence, saidByPartner, say } from '../../problems/sentence.ts';
import type {
  Booked,
  BookingAnswer,
  BookingLookup,
  BookingReference,
  BookingRequest,
  LostBooking,
} from '../carrier-adapter.ts';
import type { CourierConnection } from '../courier.ts';
import { contentOf, delhiveryRefusal, reasonOf, refusedBecause, refusedWith } from './answers.ts';
import { bookingBody, delhiveryReference, LONGEST_ORDER, readProduct } from './booking-body.ts';
import { DelhiveryCalls } from './delhivery-calls.ts';
import type { KnownParcel } from './known-parcels.ts';

/** A booking that the courier does not know after this time will not be made any more. */
const ARRIVES_WITHIN_MS = 60_000;
/** The largest assumed difference between the courier's clock and ours. */
const CLOCKS_APART_MS = 10 * 60_000;

type Asked = Numbered | { readonly outcome: 'number_not_taken' };
/** `order_used_up`: the order has only a cancelled parcel, and the courier does not book it again. */
type Numbered = BookingAnswer | { readonly outcome: 'order_used_up' };

/** Makes and finds the bookings of one courier account at Delhivery. */
export class DelhiveryBookings {
  readonly #calls: DelhiveryCalls;
  readonly #connection: CourierConnection;

  constructor(calls: DelhiveryCalls, connection: CourierConnection) {
    this.#calls = calls;
    this.#connection = connection;
  }

  /**
   * Books under one of our numbers, which the courier accepts only once, so that it recognises a repeat. If
   * the courier does not accept the number yet, it gives another number and recognises a repeat by the order,
   * as long as the order is the same. A booking with a used-up order gets a separate order reference.
   *
   * @param fetchNumbers asks for more numbers when none is left
   */
  async book(
    request: BookingRequest,
    fetchNumbers: (count: number) => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<BookingAnswer> {
    if (readProduct(request.courierProduct) === null) {
      return refusedBecause(
        say('has_no_service', 'has no service {service}: S for surface, E for express', {
          service: request.courierProduct,
        }),
      );
    }
    const number = await this.#connection.numbers.take(request.reference, fetchNumbers);
    if (number === null) {
      return refusedBecause(
        say(
          'has_no_tracking_number',
          'has no tracking number for this booking: where it gives none at all, ask it for a series',
        ),
      );
    }
    const first = await this.#askTwice(request, number, signal);
    if (first.outcome !== 'order_used_up') return first;
    const second = await this.#askTwice({ ...request, orderReference: ownOrderOf(request) }, number, signal);
    return second.outcome === 'order_used_up' ? WITHDRAWN_BEFORE : second;
  }

  /** Books with our number, or, if the courier does not accept it, with a number from the courier. */
  async #askTwice(request: BookingRequest, number: string, signal: AbortSignal): Promise<Numbered> {
    const first = await this.#ask(request, number, signal);
    if (first.outcome !== 'number_not_taken') return first;
    const second = await this.#ask(request, '', signal);
    if (second.outcome === 'number_not_taken') throw new LostAnswerError(OWN_NUMBER_NOT_TAKEN);
    return second;
  }

  /**
   * Finds bookings by their numbers, all in one request. A booking that got another number is found by its
   * order, or by its own order reference if the order is used up. These are looked up one by one, after the
   * time in which a request may still arrive, because it is not known what the courier answers about several
   * orders at once.
   */
  async find(lost: readonly LostBooking[], signal: AbortSignal): Promise<BookingLookup[]> {
    const numbers = await this.#connection.numbers.close(lost.map(({ reference }) => reference));
    const numbered = await this.#numbered(numbers, signal);
    const now = this.#connection.now().getTime();
    return Promise.all(
      lost.map(async (booking, place) => {
        const own = numbered.filter(({ waybill }) => waybill === numbers[place]);
        const found = bookedAs(parcelsOf(ordersOf(booking), own, [], booking.askedAt));
        if (found !== null) return found;
        if (now - booking.askedAt.getTime() < ARRIVES_WITHIN_MS) return { outcome: 'too_early' };
        return this.#findByOrder(booking, own, signal);
      }),
    );
  }

  /** If the lookup of a booking fails, it is repeated later; the other bookings are not affected. */
  async #findByOrder(
    booking: LostBooking,
    own: readonly KnownParcel[],
    signal: AbortSignal,
  ): Promise<BookingLookup> {
    try {
      const [order, ownOrder] = ordersOf(booking);
      const first = await this.#ordered(order, signal);
      const others = isUsedUp(first, order) ? await this.#ordered(ownOrder, signal) : [];
      const parcels = parcelsOf([order, ownOrder], own, [...first, ...others], booking.askedAt);
      return bookedAs(parcels) ?? { outcome: 'not_booked' };
    } catch (error) {
      if (error instanceof LostAnswerError || error instanceof NotSentError) return { outcome: 'too_early' };
      throw error;
    }
  }

  /** @param number our number; empty to let the courier give one */
  async #ask(request: BookingRequest, number: string, signal: AbortSignal): Promise<Asked> {
    const answer = await this.#calls.create(bookingBody(request, number), signal);
    const refusal = delhiveryRefusal(answer);
    if (refusal !== null) return refusedBecause(refusal);
    const content = fieldsOf(contentOf(answer));
    const parcel = fieldsOf(itemsOf(content.packages)[0]);
    const waybill = textOf(parcel.waybill);
    if (parcel.status === 'Success' && waybill !== null) {
      const made = booked(waybill, [], textOf(parcel.sort_code));
      return waybill === number ? { ...made, isAllotted: true } : made;
    }
    // The courier refuses with HTTP 200, and often with a number.
    const why = reasonOf(parcel.remarks) ?? reasonOf(content);
    if (why !== null && content.success !== true) {
      if (/Unable to consume waybill/i.test(why)) return { outcome: 'number_not_taken' };
      const isOfNoAccount = /has no attribute 'end_date'/.test(why);
      const mayBeThere = /Duplicate|might (have been|be)|saved|internal error/i.test(why);
      if (isOfNoAccount || !mayBeThere) return refusedBecause(refusedWith(why));
    }
    return followUp(this.#connection, (aftermath) =>
      new DelhiveryBookings(new DelhiveryCalls(aftermath), aftermath).#settle(request, number, why, signal),
    );
  }

  /**
   * Settles a request with an unclear answer: a repeat, a failure while saving, or an answer without a
   * parcel. Parcels of a refused booking are cancelled, so that nobody comes for them.
   *
   * @param why the courier's reason; null if it gave no reason
   */
  async #settle(
    request: BookingRequest,
    number: string,
    why: string | null,
    signal: AbortSignal,
  ): Promise<Asked> {
    const order = delhiveryReference(request);
    const numbered = await this.#numbered([number], signal);
    const isUsed = numbered.some(({ reference }) => reference !== order);
    if (isUsed && /Duplicate waybill/i.test(why ?? '')) return { outcome: 'number_not_taken' };
    const ordered = await this.#ordered(order, signal);
    const parcels = parcelsOf([order], numbered, ordered, this.#connection.now());
    if (why === null || /Duplicate/i.test(why)) {
      const found = bookedAs(parcels);
      if (found !== null) return found;
      if (/Duplicate order/i.test(why ?? '') && isUsedUp(ordered, order)) return { outcome: 'order_used_up' };
      if (parcels.length > 0) return WITHDRAWN_BEFORE;
      throw new LostAnswerError(withoutParcel(why));
    }
    for (const { waybill } of parcels.filter(({ isWithdrawn }) => !isWithdrawn)) {
      const withdrawn = await this.#calls.cancel(waybill, signal);
      if (withdrawn.outcome !== 'done') throw new LostAnswerError(HAS_REFUSED_PARCEL);
    }
    return refusedBecause(refusedWith(why));
  }

  async #numbered(numbers: readonly (string | null)[], signal: AbortSignal): Promise<KnownParcel[]> {
    const known = numbers.filter((number) => number !== null && number !== '');
    return known.length === 0 ? [] : this.#calls.track(`waybill=${known.join(',')}`, signal);
  }

  #ordered(order: string, signal: AbortSignal): Promise<KnownParcel[]> {
    return this.#calls.track(`ref_ids=${encodeURIComponent(order)}`, signal);
  }
}

const WITHDRAWN_BEFORE = refusedBecause(
  say('order_withdrawn_before', 'has had this order before, and it was withdrawn'),
);
const OWN_NUMBER_NOT_TAKEN = say('own_number_not_taken', 'did not take a number that it gave');
const HAS_REFUSED_PARCEL = say('has_refused_parcel', 'has the parcel though it refused it');

function withoutParcel(why: string | null): Sentence {
  return why === null
    ? say('answered_without_parcel', 'answered without a parcel')
    : say('answered_without_parcel_because', 'answered without a parcel: {words}', {
        words: saidByPartner(why),
      });
}

/** The order reference of a booking if the usual order reference is used up. */
function ownOrderOf({ orderReference, reference }: BookingReference): string {
  return referenceOfBooking(orderReference, reference, LONGEST_ORDER);
}

/** The order ids under which the courier may know a booking: that of the order, and that of the booking. */
function ordersOf(booking: BookingReference): [string, string] {
  return [delhiveryReference(booking), delhiveryReference({ orderReference: ownOrderOf(booking) })];
}

/** Tells whether all parcels of an order at the courier were cancelled. */
function isUsedUp(parcels: readonly KnownParcel[], order: string): boolean {
  const ours = parcels.filter(({ reference }) => reference === order);
  return ours.length > 0 && ours.every(({ isWithdrawn }) => isWithdrawn);
}

/**
 * The parcels of a booking: under its number, and under its orders. If several merchants share a courier
 * account, another merchant's order may have the same name; such parcels were made at another time.
 */
function parcelsOf(
  orders: readonly string[],
  numbered: readonly KnownParcel[],
  ordered: readonly KnownParcel[],
  askedAt: Date,
): KnownParcel[] {
  const since = askedAt.getTime() - CLOCKS_APART_MS;
  const found = [...numbered, ...ordered.filter(({ madeAt }) => madeAt !== null && madeAt >= since)];
  const ours = found.filter(({ reference }) => reference !== null && orders.includes(reference));
  return [...new Map(ours.map((parcel) => [parcel.waybill, parcel])).values()];
}

function booked(trackingNumber: string, surplus: readonly string[], routingCode: string | null): Booked {
  return { outcome: 'booked', trackingNumber, surplus, routingCode, courierOrderId: null };
}

/** The first parcel that is not cancelled; null if all are. The caller cancels the other parcels. */
function bookedAs(parcels: readonly KnownParcel[]): Booked | null {
  const [first, ...others] = parcels.flatMap(({ waybill, isWithdrawn }) => (isWithdrawn ? [] : waybill));
  return first === undefined ? null : booked(first, others, null);
}
