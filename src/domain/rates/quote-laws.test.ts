import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleBook, shippedGround } from '../../../test/support/rates.ts';
import { dayOfText } from '../calendar/india-day.ts';
import { NO_ROWS } from './book-rows.ts';
import { compileAccountBook } from './compile-rate-book.ts';
import type { ForwardQuoteRequest, ReturnQuoteRequest } from './quote.ts';
import { quoteRates } from './quote-rates.ts';
import { readRupees } from './rate-amounts.ts';
import { ServiceabilityRules } from './serviceability-rules.ts';

const { directory, calendar } = shippedGround();
const sample = sampleBook();

/** The sample book with odd markups, zone overrides and gaps in serviceability. */
const account = compileAccountBook(
  sample,
  {
    ...NO_ROWS,
    carrierSettings: sample.carriers.map(({ carrier }, index) => ({
      carrierId: carrier.id,
      offered: index !== 3,
      markup: 33_333 * index - 66_667,
      besideCouriers: false,
    })),
    zoneOverrides: [
      { carrierId: null, origin: '56', destination: '', zone: 'D' },
      { carrierId: sample.carriers[0]?.carrier.id ?? '', origin: '', destination: '11', zone: 'E' },
    ],
    serviceability: ServiceabilityRules.of(
      directory,
      ['56', '6', '40'].map((area, index) => ({
        carrierId: sample.carriers[index]?.carrier.id ?? '',
        areaKind: 'prefix',
        area,
        pickup: index !== 0,
        prepaid: index !== 1,
        cod: false,
        reverse: index === 2,
      })),
    ),
  },
  2,
);

const anyBook = fc.constantFrom(sample, account);
const pincode = fc.integer({ min: 0, max: directory.size - 1 }).map((place) => directory.pincodeAt(place));
const amount = (largest: number) =>
  fc
    .tuple(fc.nat(largest), fc.integer({ min: 1, max: 999 }))
    .map(([whole, thousandths]) => `${whole}.${String(thousandths).padStart(3, '0')}`);
const parcel = {
  originPincode: pincode,
  destinationPincode: pincode,
  deadWeight: amount(40_000),
  length: amount(80),
  width: amount(60),
  height: amount(60),
};
const anyForward: fc.Arbitrary<ForwardQuoteRequest> = fc.record({
  journey: fc.constant('forward' as const),
  ...parcel,
  codValue: fc.option(amount(60_000).map(readRupees)),
});
const anyReturn: fc.Arbitrary<ReturnQuoteRequest> = fc.record({
  journey: fc.constant('return' as const),
  ...parcel,
  qcApplicable: fc.boolean(),
});
const anyMoment = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2030-12-31') });
const RUNS = { numRuns: 1_000 };
const isWholePaise = (paise: number) => Number.isSafeInteger(paise) && paise >= 0;

describe('for any parcel between any two pincodes', () => {
  it('a carrier never gets cheaper with more weight', () => {
    fc.assert(
      fc.property(anyBook, fc.oneof(anyForward, anyReturn), amount(20_000), (book, request, more) => {
        const heavier = { ...request, deadWeight: String(Number(request.deadWeight) + Number(more)) };
        const light = new Map(
          quoteRates(book, request, 0).carriers.map((one) => [one.carrier.id, one.charges]),
        );
        for (const { carrier, charges } of quoteRates(book, heavier, 0).carriers) {
          const before = light.get(carrier.id);
          // A carrier that takes the heavier parcel takes the lighter one too.
          expect(before).toBeDefined();
          expect(charges.total).toBeGreaterThanOrEqual(before?.total ?? 0);
          expect(charges.freight).toBeGreaterThanOrEqual(before?.freight ?? 0);
        }
      }),
      RUNS,
    );
  });

  it('the charges of a forward quote add up to its total in whole paise', () => {
    fc.assert(
      fc.property(anyBook, anyForward, (book, request) => {
        const wrong = quoteRates(book, request, 0).carriers.filter(
          ({ charges, zone, carrier }) =>
            charges.freight + charges.cod !== charges.total ||
            !Object.values(charges).every(isWholePaise) ||
            charges.cod > 0 !== (request.codValue !== null) ||
            !'ABCDE'.includes(zone) ||
            carrier.id === (book === account ? sample.carriers[3]?.carrier.id : ''),
        );
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  it('the charges of a return quote add up to its total in whole paise', () => {
    fc.assert(
      fc.property(anyBook, anyReturn, (book, request) => {
        const wrong = quoteRates(book, request, 0).carriers.filter(
          ({ charges }) =>
            charges.freight + charges.qc !== charges.total ||
            !Object.values(charges).every(isWholePaise) ||
            charges.qc > 0 !== request.qcApplicable,
        );
        expect(wrong).toEqual([]);
      }),
      RUNS,
    );
  });

  it('the zone without overrides is the same both ways and for every carrier', () => {
    fc.assert(
      fc.property(anyForward, (request) => {
        const there = quoteRates(sample, request, 0);
        const { originPincode, destinationPincode } = request;
        const backwards = {
          ...request,
          originPincode: destinationPincode,
          destinationPincode: originPincode,
        };
        expect(quoteRates(sample, backwards, 0).zone).toBe(there.zone);
        for (const { zone } of there.carriers) expect(zone).toBe(there.zone);
      }),
      RUNS,
    );
  });

  it('delivery is never before pickup, and both are on working days', () => {
    fc.assert(
      fc.property(anyBook, fc.oneof(anyForward, anyReturn), anyMoment, (book, request, now) => {
        const state = (text: string) => directory.stateOf[directory.placeOf(text)] ?? 0;
        for (const { pickup, delivery } of quoteRates(book, request, now).carriers) {
          expect(pickup >= new Date(now + 330 * 60_000).toISOString().slice(0, 10)).toBe(true);
          expect(delivery >= pickup).toBe(true);
          expect(calendar.isWorkingDay(state(request.originPincode), dayOfText(pickup))).toBe(true);
          expect(calendar.isWorkingDay(state(request.destinationPincode), dayOfText(delivery))).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('carriers are sorted by total, delivery and name', () => {
    fc.assert(
      fc.property(anyBook, fc.oneof(anyForward, anyReturn), anyMoment, (book, request, now) => {
        const quoted = quoteRates(book, request, now).carriers.map(
          ({ charges, delivery, carrier }) =>
            `${String(charges.total).padStart(9, '0')} ${delivery} ${carrier.name}`,
        );
        expect(quoted).toEqual(quoted.toSorted());
      }),
      RUNS,
    );
  });
});
