import type { QuoteKind } from './left-out.ts';
import { isPriced, type PricedCarrier, type RateBook } from './rate-book.ts';
import type { Route } from './route.ts';
import { setStart } from './serviceability.ts';
import { CARRIER_DUTIES, type CarrierDuty } from './serviceability-rules.ts';

/** The duties that a carrier needs at the two ends of a journey. */
export interface JourneyDuties {
  readonly atOrigin: CarrierDuty;
  readonly atDestination: CarrierDuty;
}

/**
 * A forward parcel is picked up, and delivered prepaid or COD. A return is picked up from the customer, and
 * delivered to the warehouse like a prepaid parcel.
 */
export function journeyDuties(journey: 'forward' | 'return', isCod: boolean): JourneyDuties {
  if (journey === 'return') return { atOrigin: 'reverse', atDestination: 'prepaid' };
  return { atOrigin: 'pickup', atDestination: isCod ? 'cod' : 'prepaid' };
}

/** The carriers of a book that serve both ends of a route, in the book's order: by name. */
export function servingCarriers(
  book: RateBook,
  route: Route,
  duties: JourneyDuties,
  kind: QuoteKind,
): PricedCarrier[] {
  const { serviceability, carriers } = book;
  const { sets, words } = serviceability;
  const standing = book.standing[kind];
  const from = setStart(serviceability, route.origin, CARRIER_DUTIES.indexOf(duties.atOrigin));
  const to = setStart(serviceability, route.destination, CARRIER_DUTIES.indexOf(duties.atDestination));
  const serving: PricedCarrier[] = [];
  for (let word = 0; word < words; word += 1) {
    let bits = (standing[word] ?? 0) & (sets[from + word] ?? 0) & (sets[to + word] ?? 0);
    while (bits !== 0) {
      const index = 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
      const carrier = carriers[word * 32 + index];
      if (carrier !== undefined && isPriced(carrier)) serving.push(carrier);
    }
  }
  return serving;
}
