import { deliveryDay, pickupDay } from '../calendar/expected-dates.ts';
import { indiaMinute } from '../calendar/india-day.ts';
import { indiaDay } from '../india-time.ts';
import { zoneLetter } from '../zones/zone.ts';
import type { Carrier } from './carrier.ts';
import { forwardCharges, returnCharges } from './charges.ts';
import { type QuoteKind, refusesParcel } from './left-out.ts';
import { measureParcel, type Parcel } from './parcel.ts';
import type {
  ForwardCarrierQuote,
  ForwardQuote,
  ForwardQuoteRequest,
  QuoteRequest,
  ReturnCarrierQuote,
  ReturnQuote,
  ReturnQuoteRequest,
} from './quote.ts';
import type { Rupees } from './rate-amounts.ts';
import type { PricedCarrier, RateBook } from './rate-book.ts';
import { slabsFor } from './rate-card.ts';
import { carrierZone, findRoute, type Route } from './route.ts';
import { type JourneyDuties, journeyDuties, servingCarriers } from './serving-carriers.ts';

/** A request prepared for a book: places found, parcel measured, amounts read. */
export interface PlannedJourney {
  readonly route: Route;
  readonly parcel: Parcel;
  /** Null if nothing is collected. */
  readonly codValue: Rupees | null;
  readonly duties: JourneyDuties;
  readonly kind: QuoteKind;
  readonly today: number;
  readonly minute: number;
}

/**
 * Quotes a parcel with every carrier of a book that takes it.
 *
 * Only the pincodes of the request are checked; `now` is epoch milliseconds. If no carrier takes the parcel,
 * the list of carriers is empty.
 *
 * @throws Problem `refused` if a pincode is not in the book's directory or a figure is not a decimal number
 */
export function quoteRates(book: RateBook, request: ForwardQuoteRequest, now: number): ForwardQuote;
export function quoteRates(book: RateBook, request: ReturnQuoteRequest, now: number): ReturnQuote;
export function quoteRates(book: RateBook, request: QuoteRequest, now: number): ForwardQuote | ReturnQuote;
export function quoteRates(book: RateBook, request: QuoteRequest, now: number): ForwardQuote | ReturnQuote {
  const journey = planJourney(book, request, now);
  const eligible = eligibleCarriers(book, journey);
  const common = {
    zone: zoneLetter(journey.route.zone),
    parcel: journey.parcel,
    bookVersion: book.version,
  };
  if (request.journey === 'return') {
    const quotes = eligible.map((carrier) => quoteReturn(book, carrier, journey));
    return { journey: 'return', ...common, carriers: quotes.sort(cheapestFirst) };
  }
  const quotes = eligible.map((carrier) => quoteForward(book, carrier, journey));
  return {
    journey: 'forward',
    ...common,
    platformFeePaise: book.platformFeePaise,
    carriers: quotes.sort(cheapestFirst),
  };
}

export function planJourney(book: RateBook, request: QuoteRequest, now: number): PlannedJourney {
  const codValue = request.journey === 'forward' ? request.codValue : null;
  return {
    route: findRoute(book, request.originPincode, request.destinationPincode),
    parcel: measureParcel(request),
    codValue,
    duties: journeyDuties(request.journey, codValue !== null),
    kind: request.journey === 'forward' ? 'forward' : request.qcApplicable ? 'returnWithQc' : 'return',
    today: indiaDay(now),
    minute: indiaMinute(now),
  };
}

/** Step one: the carriers that serve the route and take the parcel, by name. */
function eligibleCarriers(book: RateBook, journey: PlannedJourney): PricedCarrier[] {
  const { route, duties, kind, parcel } = journey;
  const codCeilPaise = journey.codValue?.ceilPaise ?? 0;
  return servingCarriers(book, route, duties, kind).filter(
    ({ carrier }) => refusesParcel(carrier, parcel, codCeilPaise) === null,
  );
}

/** Step two, forward: a carrier's charges and dates. */
export function quoteForward(
  book: RateBook,
  priced: PricedCarrier,
  journey: PlannedJourney,
): ForwardCarrierQuote {
  const { carrier, connection, pricing } = priced;
  const zone = carrierZone(priced, journey.route);
  const slabs = slabsFor(pricing.card, journey.parcel.applicableCeilGrams);
  const pickup = pickupOf(book, carrier, journey);
  return {
    carrier,
    connection,
    zone: zoneLetter(zone),
    slabs,
    pickup: book.calendar.textOf(pickup),
    delivery: deliveryOf(book, carrier, journey, zone, pickup),
    charges: forwardCharges(pricing, zone, slabs, journey.codValue),
  };
}

/** Step two, return. */
export function quoteReturn(
  book: RateBook,
  priced: PricedCarrier,
  journey: PlannedJourney,
): ReturnCarrierQuote {
  const { carrier, connection, pricing } = priced;
  const zone = carrierZone(priced, journey.route);
  const slabs = slabsFor(pricing.card, journey.parcel.applicableCeilGrams);
  const pickup = pickupOf(book, carrier, journey);
  return {
    carrier,
    connection,
    zone: zoneLetter(zone),
    slabs,
    pickup: book.calendar.textOf(pickup),
    delivery: deliveryOf(book, carrier, journey, zone, pickup),
    charges: returnCharges(pricing, zone, slabs, journey.kind === 'returnWithQc'),
  };
}

/**
 * Step three: the order of a quote. Carriers are already sorted by name and the sort is stable, so names need
 * no comparison. `YYYY-MM-DD` sorts as text.
 */
function cheapestFirst(a: Rankable, b: Rankable): number {
  return (
    a.charges.total - b.charges.total || (a.delivery < b.delivery ? -1 : a.delivery > b.delivery ? 1 : 0)
  );
}

interface Rankable {
  readonly charges: { readonly total: number };
  readonly delivery: string;
}

function pickupOf({ calendar, directory }: RateBook, carrier: Carrier, journey: PlannedJourney): number {
  const state = directory.stateOf[journey.route.origin] ?? 0;
  return pickupDay(calendar, state, journey.today, journey.minute, carrier.cutoffMinute);
}

function deliveryOf(
  { calendar, directory }: RateBook,
  carrier: Carrier,
  { route }: PlannedJourney,
  zone: number,
  pickup: number,
): string {
  const state = directory.stateOf[route.destination] ?? 0;
  return calendar.textOf(deliveryDay(calendar, state, pickup, carrier.transitDays[zone] ?? 0));
}
