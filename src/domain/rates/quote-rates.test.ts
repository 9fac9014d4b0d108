import { describe, expect, it } from 'vitest';
import {
  bookOf,
  carrierOf,
  forwardRequest,
  rateCardOf,
  returnRequest,
  rulesOf,
  sampleBook,
} from '../../../test/support/rates.ts';
import { Problem } from '../../problems/problem.ts';
import type { Carrier } from './carrier.ts';
import type { ForwardQuoteRequest, ReturnQuoteRequest } from './quote.ts';
import { quoteRates } from './quote-rates.ts';
import { readRupees } from './rate-amounts.ts';
import type { RateCard } from './rate-card.ts';
import type { ServiceabilityRow } from './serviceability-rules.ts';

/** A Monday, 10:30 in India. */
const NOW = Date.parse('2026-11-16T05:00:00Z');
/** A book of one carrier. */
function one(
  carrier: Partial<Carrier> = {},
  card: Partial<RateCard> = {},
  rules: Partial<ServiceabilityRow>[] = [],
) {
  return bookOf({
    carriers: [carrierOf({ id: 'x', ...carrier })],
    rateCards: [rateCardOf({ carrierId: 'x', ...card })],
    serviceability: rulesOf(rules),
  });
}

const isServed = (book: ReturnType<typeof one>, request: ForwardQuoteRequest | ReturnQuoteRequest) =>
  quoteRates(book, request, NOW).carriers.length === 1;

describe('a forward quote of the sample book', () => {
  const quote = quoteRates(
    sampleBook(),
    forwardRequest({ deadWeight: '1200.5', codValue: readRupees('2499.50') }),
    NOW,
  );

  it('has the zone, the weights, the platform fee and the version of the book', () => {
    expect(quote).toMatchObject({ journey: 'forward', zone: 'C', platformFeePaise: 500, bookVersion: 1 });
    expect(quote.parcel).toMatchObject({
      deadCentigrams: 120_050,
      volumetricCentigrams: 20_000,
      applicableCentigrams: 120_050,
    });
  });

  it('lists the carriers with their slabs, dates and charges, the cheapest first', () => {
    expect(
      quote.carriers.map(({ carrier, slabs, delivery, charges }) => [
        carrier.code,
        slabs,
        delivery,
        charges.freight,
        charges.cod,
        charges.rto,
        charges.total,
      ]),
    ).toEqual([
      ['titlipath_lite_250g', 5, '2026-11-20', 7600, 3749, 6840, 11_349],
      ['morpankhi_surface_500g', 3, '2026-11-20', 9500, 4499, 8550, 13_999],
      ['banjarrow_surface_2kg', 1, '2026-11-21', 9800, 4999, 8820, 14_799],
      ['ghodavan_surface_1kg', 2, '2026-11-21', 10_400, 4499, 9360, 14_899],
      ['pavanteer_air_500g', 3, '2026-11-18', 14_400, 4999, 14_400, 19_399],
      ['oontgadi_surface_5kg', 1, '2026-11-21', 20_400, 4999, 20_400, 25_399],
      ['gajavahini_heavy_10kg', 1, '2026-11-21', 30_500, 5000, 30_500, 35_500],
      ['airavatta_heavy_20kg', 1, '2026-11-23', 52_000, 6000, 52_000, 58_000],
    ]);
    expect(new Set(quote.carriers.map(({ pickup }) => pickup))).toEqual(new Set(['2026-11-16']));
  });
});

describe('a return quote of the sample book', () => {
  const codesAndCharges = (request: ReturnQuoteRequest) =>
    quoteRates(sampleBook(), request, NOW).carriers.map(({ carrier, charges }) => [
      carrier.code,
      charges.freight,
      charges.qc,
      charges.total,
    ]);

  it('lists the carriers that take returns and make quality checks', () => {
    expect(codesAndCharges(returnRequest())).toEqual([
      ['morpankhi_surface_500g', 5600, 1500, 7100],
      ['titlipath_lite_250g', 5900, 1500, 7400],
      ['ghodavan_surface_1kg', 8000, 2000, 10_000],
      ['banjarrow_surface_2kg', 12_200, 2000, 14_200],
      ['oontgadi_surface_5kg', 25_500, 2500, 28_000],
    ]);
  });

  it('lists carriers without quality checks too if no check is asked for, without its charge', () => {
    const quotes = codesAndCharges(returnRequest({ qcApplicable: false }));
    expect(quotes).toHaveLength(6);
    expect(quotes.at(-1)).toEqual(['gajavahini_heavy_10kg', 38_000, 0, 38_000]);
    expect(quotes.every(([, freight, qc, total]) => qc === 0 && freight === total)).toBe(true);
  });

  it('has no platform fee', () => {
    expect(quoteRates(sampleBook(), returnRequest(), NOW)).not.toHaveProperty('platformFeePaise');
  });
});

describe('the weight limit', () => {
  it.each([
    ['1999.99', true],
    ['2000', true],
    ['2000.01', false],
    ['2000.0000001', false],
  ])('of 2,000 g accepts %s g: %s', (deadWeight, served) => {
    expect(isServed(one({ maxWeightGrams: 2000 }), forwardRequest({ deadWeight }))).toBe(served);
    expect(isServed(one({ maxWeightGrams: 2000 }), returnRequest({ deadWeight }))).toBe(served);
  });

  it.each([
    ['10', true],
    ['10.01', false],
  ])('applies to volumetric weight: 100 x 10 x %s cm', (height, served) => {
    const request = forwardRequest({ length: '100', width: '10', height });
    expect(isServed(one({ maxWeightGrams: 2000 }), request)).toBe(served);
  });
});

describe('the size limits', () => {
  it.each([
    ['59.99', true],
    ['60', true],
    ['60.01', false],
  ])('of 60 cm a side accept %s cm: %s', (side, served) => {
    const book = one({ maxSideCm: 60 });
    expect(isServed(book, forwardRequest({ length: side }))).toBe(served);
    expect(isServed(book, forwardRequest({ width: side }))).toBe(served);
    expect(isServed(book, forwardRequest({ height: side }))).toBe(served);
  });

  it.each([
    ['39.99', true],
    ['40', true],
    ['40.01', false],
  ])('of 60 cm for the sum of sides accept 10 + 10 + %s cm: %s', (height, served) => {
    expect(isServed(one({ maxSidesCm: 60 }), forwardRequest({ height }))).toBe(served);
  });
});

describe('the COD limit', () => {
  it.each([
    ['49999.99', true],
    ['50000', true],
    ['50000.01', false],
    ['50000.001', false],
  ])('of Rs 50,000 accepts Rs %s: %s', (codValue, served) => {
    expect(
      isServed(one({ codLimitPaise: 5_000_000 }), forwardRequest({ codValue: readRupees(codValue) })),
    ).toBe(served);
  });

  it('applies only to COD', () => {
    const none = one({ codLimitPaise: 0 });
    expect(isServed(none, forwardRequest({ codValue: readRupees('0.01') }))).toBe(false);
    expect(isServed(none, forwardRequest())).toBe(true);
    expect(isServed(none, returnRequest())).toBe(true);
    expect(
      isServed(one({ codLimitPaise: null }), forwardRequest({ codValue: readRupees('900000000') })),
    ).toBe(true);
  });
});

describe('the slabs of a quote', () => {
  it.each([
    ['499.99', 1],
    ['500', 1],
    ['500.01', 2],
    ['500.000001', 2],
    ['999.99', 2],
    ['1000', 2],
    ['1000.01', 3],
  ])('for %s g are %i slabs of 500 g', (deadWeight, slabs) => {
    const [quote] = quoteRates(one(), forwardRequest({ deadWeight }), NOW).carriers;
    expect(quote?.slabs).toBe(slabs);
    expect(quote?.charges.freight).toBe(5000 + (slabs - 1) * 3000);
  });

  it.each([
    ['12.5', 1],
    ['12.51', 2],
  ])('count volumetric weight: 20 x 10 x %s cm', (height, slabs) => {
    const request = forwardRequest({ deadWeight: '1', length: '20', width: '10', height });
    expect(quoteRates(one(), request, NOW).carriers[0]?.slabs).toBe(slabs);
  });
});

describe('a carrier that lacks a duty', () => {
  it.each([
    ['pickup', 'origin', { prepaid: false, cod: false, back: true }],
    ['pickup', 'destination', { prepaid: true, cod: true, back: true }],
    ['prepaid', 'origin', { prepaid: true, cod: true, back: true }],
    ['prepaid', 'destination', { prepaid: false, cod: true, back: false }],
    ['cod', 'origin', { prepaid: true, cod: true, back: true }],
    ['cod', 'destination', { prepaid: true, cod: false, back: true }],
    ['reverse', 'origin', { prepaid: true, cod: true, back: false }],
    ['reverse', 'destination', { prepaid: true, cod: true, back: true }],
  ] as const)('without %s at the %s still serves %o', (duty, end, expected) => {
    const { originPincode, destinationPincode } = forwardRequest();
    const area = end === 'origin' ? originPincode : destinationPincode;
    const book = one({}, {}, [{ areaKind: 'pincode', area, [duty]: false }]);
    expect({
      prepaid: isServed(book, forwardRequest()),
      cod: isServed(book, forwardRequest({ codValue: readRupees('100') })),
      back: isServed(book, returnRequest()),
    }).toEqual(expected);
  });

  it('leaves an empty quote if it is the only one', () => {
    const quote = quoteRates(one({}, {}, [{ pickup: false }]), forwardRequest(), NOW);
    expect(quote.carriers).toEqual([]);
    expect(quote.zone).toBe('C');
    expect(quoteRates(bookOf({}), forwardRequest(), NOW).carriers).toEqual([]);
  });
});

describe('the order of carriers', () => {
  const prices = (rupees: number) => ({
    first: Array.from({ length: 5 }, () => rupees * 100),
    further: [0, 0, 0, 0, 0],
  });

  it('is by total, then by delivery, then by name', () => {
    const carriers = [
      carrierOf({ id: '1', name: 'Bravo' }),
      carrierOf({ id: '2', name: 'Alpha' }),
      carrierOf({ id: '3', name: 'Zulu', transitDays: [1, 1, 1, 1, 1] }),
      carrierOf({ id: '4', name: 'Yankee' }),
    ];
    const rateCards = [
      rateCardOf({ carrierId: '1', forward: prices(50) }),
      rateCardOf({ carrierId: '2', forward: prices(50) }),
      rateCardOf({ carrierId: '3', forward: prices(50) }),
      rateCardOf({ carrierId: '4', forward: prices(49) }),
    ];
    const names = (request: ForwardQuoteRequest) =>
      quoteRates(bookOf({ carriers, rateCards }), request, NOW).carriers.map(({ carrier }) => carrier.name);
    expect(names(forwardRequest())).toEqual(['Yankee', 'Zulu', 'Alpha', 'Bravo']);
  });

  it('is by the total including COD', () => {
    const carriers = [carrierOf({ id: '1' }), carrierOf({ id: '2' })];
    const rateCards = [
      rateCardOf({ carrierId: '1', forward: prices(40), codFlatPaise: 5000 }),
      rateCardOf({ carrierId: '2', forward: prices(50), codFlatPaise: 3000 }),
    ];
    const ids = (request: ForwardQuoteRequest) =>
      quoteRates(bookOf({ carriers, rateCards }), request, NOW).carriers.map(({ carrier }) => carrier.id);
    expect(ids(forwardRequest())).toEqual(['1', '2']);
    expect(ids(forwardRequest({ codValue: readRupees('100') }))).toEqual(['2', '1']);
  });
});

describe('expected dates', () => {
  const datesAt = (moment: string, request = forwardRequest()) => {
    const [quote] = quoteRates(one(), request, Date.parse(moment)).carriers;
    return [quote?.pickup, quote?.delivery];
  };

  it.each([
    // Zone C takes three days here; 08:30 UTC is the cut-off, 14:00 in India.
    ['2026-11-16T08:29:59.999Z', '2026-11-16', '2026-11-19'],
    ['2026-11-16T08:30:00.000Z', '2026-11-17', '2026-11-20'],
    ['2026-11-14T08:29:59.999Z', '2026-11-14', '2026-11-18'],
    ['2026-11-14T08:30:00.000Z', '2026-11-16', '2026-11-19'],
    ['2026-11-15T04:00:00.000Z', '2026-11-16', '2026-11-19'],
    // In India it is already Monday.
    ['2026-11-15T18:30:00.000Z', '2026-11-16', '2026-11-19'],
    ['2026-12-31T08:29:59.999Z', '2026-12-31', '2027-01-04'],
    ['2026-12-31T08:30:00.000Z', '2027-01-01', '2027-01-05'],
  ])('of a quote at %s are: pickup %s, delivery %s', (moment, pickup, delivery) => {
    expect(datesAt(moment)).toEqual([pickup, delivery]);
  });

  it('skip the holidays of the origin for pickup, and of the destination for delivery', () => {
    const beforeRajyotsava = '2027-10-30T05:00:00Z';
    expect(datesAt(beforeRajyotsava)).toEqual(['2027-10-30', '2027-11-04']);
    const fromKarnataka = forwardRequest({ originPincode: '560001', destinationPincode: '110001' });
    expect(datesAt('2027-11-01T05:00:00Z', fromKarnataka)).toEqual(['2027-11-02', '2027-11-05']);
    expect(datesAt('2027-11-01T05:00:00Z')).toEqual(['2027-11-01', '2027-11-04']);
  });
});

describe('a bad request', () => {
  it('is rejected with all unknown pincodes', () => {
    const ask = () =>
      quoteRates(one(), forwardRequest({ originPincode: '999999', destinationPincode: '12' }), NOW);
    expect(ask).toThrow(Problem);
    expect(ask).toThrow('999999 is not a known pincode; 12 is not a known pincode');
  });

  it('is rejected for a value that is no number', () => {
    expect(() => quoteRates(one(), forwardRequest({ codValue: readRupees('much') }), NOW)).toThrow(Problem);
  });
});
