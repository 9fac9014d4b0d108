import type { Sentence } from '../../problems/sentence.ts';
import { compareDecimals, formatDecimal } from '../decimal.ts';
import type { PincodeEntry } from '../pincodes/pincode-directory.ts';
import { type Zone, zoneLetter } from '../zones/zone.ts';
import type { ZoneRule } from '../zones/zone-lists.ts';
import { zoneRule, zoneRuleBetween } from '../zones/zone-map.ts';
import { matchingOverride, type ZoneOverride, type ZoneOverrides } from '../zones/zone-overrides.ts';
import type { Carrier } from './carrier.ts';
import { type ChargeLine, chargeLines } from './charge-lines.ts';
import { type LeftOutReason, leftOutSentence, refusesParcel, withoutStanding } from './left-out.ts';
import type { ServiceabilityRequest } from './list-serviceable.ts';
import { exactWeights } from './parcel.ts';
import type { ForwardCarrierQuote, QuoteRequest, ReturnCarrierQuote } from './quote.ts';
import { type PlannedJourney, planJourney, quoteRates } from './quote-rates.ts';
import { type BookCarrier, isPriced, type RateBook } from './rate-book.ts';
import { findRoute } from './route.ts';
import { serves } from './serviceability.ts';
import type { CarrierDuty } from './serviceability-rules.ts';
import { journeyDuties } from './serving-carriers.ts';

export interface ZoneExplanation {
  readonly zone: Zone;
  /** The first of the zone rules that matched. */
  readonly rule: ZoneRule | 'account_override' | 'carrier_override';
  /** The override that matched, if any; `''` is everywhere. */
  readonly override: { readonly origin: string; readonly destination: string } | null;
}

export interface ExplainedCarrier {
  readonly quote: ForwardCarrierQuote | ReturnCarrierQuote;
  readonly zone: ZoneExplanation;
  readonly lines: readonly ChargeLine[];
}

export interface LeftOutCarrier {
  readonly carrier: Carrier;
  readonly reasons: readonly { readonly reason: LeftOutReason; readonly sentence: Sentence }[];
}

export interface QuoteExplanation {
  readonly bookVersion: number;
  readonly journey: QuoteRequest['journey'];
  readonly origin: PincodeEntry;
  readonly destination: PincodeEntry;
  readonly zone: ZoneExplanation;
  /** Exact, in grams. */
  readonly weights: {
    readonly dead: string;
    readonly volumetric: string;
    readonly applicable: string;
  };
  /** Null for a return. */
  readonly platformFeePaise: number | null;
  /** In the quote's order. */
  readonly carriers: readonly ExplainedCarrier[];
  /** Sorted by name. */
  readonly leftOut: readonly LeftOutCarrier[];
}

/**
 * Explains the quote that `quoteRates` gives for the same arguments: it takes the figures from that function,
 * and the reasons from that function's steps.
 *
 * @throws Problem as `quoteRates` does
 */
export function explainQuote(book: RateBook, request: QuoteRequest, now: number): QuoteExplanation {
  const journey = planJourney(book, request, now);
  const quote = quoteRates(book, request, now);
  const zone = explainZone(book, journey);
  const byId = new Map(book.carriers.filter(isPriced).map((priced) => [priced.carrier.id, priced]));
  const explain = (carrierQuote: ForwardCarrierQuote | ReturnCarrierQuote): ExplainedCarrier[] => {
    const priced = byId.get(carrierQuote.carrier.id);
    if (priced === undefined) return [];
    return [
      {
        quote: carrierQuote,
        zone: explainCarrierZone(priced, journey) ?? zone,
        lines: chargeLines(priced.pricing, carrierQuote, journey.codValue),
      },
    ];
  };
  const quoted = new Set(quote.carriers.map(({ carrier }) => carrier.id));
  const { dead, volumetric } = exactWeights(request);
  return {
    bookVersion: book.version,
    journey: request.journey,
    origin: { ...book.directory.entryAt(journey.route.origin), pincode: request.originPincode },
    destination: {
      ...book.directory.entryAt(journey.route.destination),
      pincode: request.destinationPincode,
    },
    zone,
    weights: {
      dead: formatDecimal(dead),
      volumetric: formatDecimal(volumetric),
      applicable: formatDecimal(compareDecimals(dead, volumetric) > 0 ? dead : volumetric),
    },
    platformFeePaise: quote.journey === 'forward' ? quote.platformFeePaise : null,
    carriers: quote.carriers.flatMap(explain),
    leftOut: book.carriers.flatMap((bookCarrier, index) =>
      quoted.has(bookCarrier.carrier.id) ? [] : [leftOut(book, bookCarrier, index, journey)],
    ),
  };
}

/** The reason for leaving out a carrier that lacks a duty. */
const WITHOUT_DUTY: Readonly<Record<CarrierDuty, LeftOutReason>> = {
  pickup: 'no_pickup',
  prepaid: 'no_delivery',
  cod: 'no_cod_delivery',
  reverse: 'no_reverse_pickup',
};

function leftOut(
  book: RateBook,
  bookCarrier: BookCarrier,
  index: number,
  journey: PlannedJourney,
): LeftOutCarrier {
  const { carrier } = bookCarrier;
  const { parcel, codValue } = journey;
  const ofRoute = leftOutOfRoute(book, bookCarrier, index, journey);
  return inWords(carrier, [...ofRoute, refusesParcel(carrier, parcel, codValue?.ceilPaise ?? 0)]);
}

/**
 * Returns the reasons why each carrier of a book does not serve a route, for any parcel. Carriers that serve
 * the route have no reasons.
 *
 * @throws Problem `refused` if a pincode is not in the book's directory
 */
export function explainServiceability(book: RateBook, request: ServiceabilityRequest): LeftOutCarrier[] {
  const route = findRoute(book, request.originPincode, request.destinationPincode);
  const isCod = request.journey === 'forward' && request.payment === 'cod';
  const duties = journeyDuties(request.journey, isCod);
  return book.carriers.map((bookCarrier, index) => {
    const { carrier } = bookCarrier;
    const ofRoute = leftOutOfRoute(book, bookCarrier, index, { route, duties, kind: request.journey });
    return inWords(carrier, [...ofRoute, isCod && carrier.codLimitPaise === 0 ? 'cod_limit' : null]);
  });
}

function leftOutOfRoute(
  { serviceability }: RateBook,
  bookCarrier: BookCarrier,
  index: number,
  { route, duties, kind }: Pick<PlannedJourney, 'route' | 'duties' | 'kind'>,
): (LeftOutReason | null)[] {
  return [
    withoutStanding(bookCarrier, kind),
    serves(serviceability, index, route.origin, duties.atOrigin) ? null : WITHOUT_DUTY[duties.atOrigin],
    serves(serviceability, index, route.destination, duties.atDestination)
      ? null
      : WITHOUT_DUTY[duties.atDestination],
  ];
}

function inWords(carrier: Carrier, reasons: readonly (LeftOutReason | null)[]): LeftOutCarrier {
  return {
    carrier,
    reasons: reasons.flatMap((reason) =>
      reason === null ? [] : [{ reason, sentence: leftOutSentence(reason, carrier) }],
    ),
  };
}

function explainZone(book: RateBook, { route }: PlannedJourney): ZoneExplanation {
  const zone = zoneLetter(route.zone);
  const override = firstMatch(book.zoneOverrides, route);
  if (override !== null) return overridden(zone, 'account_override', override);
  const rule = zoneRule(zoneRuleBetween(book.zoneMap, route.origin, route.destination));
  return { zone, rule, override: null };
}

/** Returns null if no override of the carrier matches; the account's zone then applies. */
function explainCarrierZone(
  { zoneOverrides }: BookCarrier,
  { route }: PlannedJourney,
): ZoneExplanation | null {
  const override = firstMatch(zoneOverrides, route);
  return override && overridden(zoneLetter(override.zone), 'carrier_override', override);
}

function overridden(
  zone: Zone,
  rule: 'account_override' | 'carrier_override',
  { origin, destination }: ZoneOverride,
): ZoneExplanation {
  return { zone, rule, override: { origin, destination } };
}

function firstMatch(scopes: readonly ZoneOverrides[], route: PlannedJourney['route']): ZoneOverride | null {
  for (const overrides of scopes) {
    const match = matchingOverride(overrides, route.originPincode, route.destinationPincode);
    if (match !== null) return match;
  }
  return null;
}
