import { expect, it } from 'vitest';
import { bookOf, carrierOf, forwardRequest, rateCardOf } from '../../../test/support/rates.ts';
import { compareBooks } from './compare-books.ts';

const NOW = Date.parse('2026-11-16T05:00:00Z');
const parcel = (deadWeight: string) => forwardRequest({ deadWeight, length: '1' });
/** A rate card with these prices in every zone. */
const priced = (carrierId: string, first: number, further: number) => {
  const all = (paise: number) => Array(5).fill(paise);
  return rateCardOf({ carrierId, forward: { first: all(first), further: all(further) } });
};

it('counts and sums the parcels of each carrier that change, and compares the cheapest offers', () => {
  const before = bookOf({
    carriers: [
      carrierOf({ id: 'a', name: 'B' }),
      carrierOf({ id: 'b', name: 'A', maxWeightGrams: 500 }),
      carrierOf({ id: 'c', name: 'C' }),
    ],
    rateCards: [priced('a', 5000, 1000), priced('b', 4000, 0), priced('c', 9000, 0)],
  });
  const after = bookOf({
    carriers: [
      carrierOf({ id: 'a', name: 'B' }),
      carrierOf({ id: 'b', name: 'A', maxWeightGrams: 1_500 }),
      carrierOf({ id: 'c', name: 'C' }),
    ],
    rateCards: [priced('a', 3900, 2500), priced('b', 4000, 0), priced('c', 9000, 0)],
  });
  // Two light parcels, a heavier one, and one that no carrier takes.
  const parcels = ['500', '500', '1500', '10000001'].map(parcel);
  const none = { dearer: 0, dearerPaise: 0, cheaper: 0, cheaperPaise: 0, gained: 0, lost: 0 };
  expect(compareBooks(before, after, parcels, NOW)).toEqual({
    parcels: 4,
    cheapest: { parcels: 3, beforePaise: 2 * 4000 + 7000, afterPaise: 2 * 3900 + 4000 },
    carriers: [
      { carrierId: 'b', carrierName: 'A', ...none, gained: 1, cheapestBefore: 2, cheapestAfter: 1 },
      {
        ...{ carrierId: 'a', carrierName: 'B', gained: 0, lost: 0, cheapestBefore: 1, cheapestAfter: 2 },
        ...{ dearer: 1, dearerPaise: 1900, cheaper: 2, cheaperPaise: 2 * 1100 },
      },
    ],
  });
  expect(compareBooks(after, before, parcels, NOW).carriers[0]).toMatchObject({ gained: 0, lost: 1 });
});
