import type { QuoteRequest } from './quote.ts';
import { quoteRates } from './quote-rates.ts';
import type { RateBook } from './rate-book.ts';

/** What a change of rates would do to a sample of parcels. */
export interface RateEffect {
  /** The number of parcels that were compared. */
  readonly parcels: number;
  /** The number of parcels that have an offer before and after, and the sums of their cheapest offers. */
  readonly cheapest: { readonly parcels: number; readonly beforePaise: number; readonly afterPaise: number };
  /** The carriers with any difference, by name. */
  readonly carriers: readonly CarrierEffect[];
}

export interface CarrierEffect {
  readonly carrierId: string;
  readonly carrierName: string;
  /** Parcels that cost more than before, and the sum of the differences. */
  readonly dearer: number;
  readonly dearerPaise: number;
  readonly cheaper: number;
  readonly cheaperPaise: number;
  /** Parcels that the carrier takes only after the change, and only before it. */
  readonly gained: number;
  readonly lost: number;
  /** Parcels for which the carrier has the lowest price. */
  readonly cheapestBefore: number;
  readonly cheapestAfter: number;
}

/**
 * Quotes each parcel with both books, and compares the totals of each carrier.
 *
 * @param requests parcels between pincodes of the directory
 * @param now epoch milliseconds
 */
export function compareBooks(
  before: RateBook,
  after: RateBook,
  requests: readonly QuoteRequest[],
  now: number,
): RateEffect {
  const effects = new Map<string, Mutable<CarrierEffect>>();
  const cheapest = { parcels: 0, beforePaise: 0, afterPaise: 0 };
  const effectOf = ({ id, name }: { readonly id: string; readonly name: string }) => {
    const found = effects.get(id) ?? { carrierId: id, carrierName: name, ...NO_EFFECT };
    effects.set(id, found);
    return found;
  };
  for (const request of requests) {
    const [was, is] = [quoteRates(before, request, now).carriers, quoteRates(after, request, now).carriers];
    const totals = new Map(was.map(({ carrier, charges }) => [carrier.id, charges.total]));
    for (const { carrier, charges } of is) {
      const effect = effectOf(carrier);
      const total = totals.get(carrier.id);
      totals.delete(carrier.id);
      if (total === undefined) effect.gained += 1;
      else if (charges.total > total) {
        effect.dearer += 1;
        effect.dearerPaise += charges.total - total;
      } else if (charges.total < total) {
        effect.cheaper += 1;
        effect.cheaperPaise += total - charges.total;
      }
    }
    for (const { carrier } of was) if (totals.has(carrier.id)) effectOf(carrier).lost += 1;
    const [first, firstAfter] = [was[0], is[0]];
    if (first !== undefined) effectOf(first.carrier).cheapestBefore += 1;
    if (firstAfter !== undefined) effectOf(firstAfter.carrier).cheapestAfter += 1;
    if (first === undefined || firstAfter === undefined) continue;
    cheapest.parcels += 1;
    cheapest.beforePaise += first.charges.total;
    cheapest.afterPaise += firstAfter.charges.total;
  }
  const carriers = [...effects.values()]
    .filter(
      ({ dearer, cheaper, gained, lost, cheapestBefore, cheapestAfter }) =>
        dearer + cheaper + gained + lost > 0 || cheapestBefore !== cheapestAfter,
    )
    .sort((a, b) => (a.carrierName < b.carrierName ? -1 : 1));
  return { parcels: requests.length, cheapest, carriers };
}

type Mutable<Of> = { -readonly [Name in keyof Of]: Of[Name] };

const NO_EFFECT = {
  dearer: 0,
  dearerPaise: 0,
  cheaper: 0,
  cheaperPaise: 0,
  gained: 0,
  lost: 0,
  cheapestBefore: 0,
  cheapestAfter: 0,
};
