import fc from 'fast-check';
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
import { explanationText } from '../../cli/rates-text.ts';
import { explanationBody } from '../../http/routes/rates/explain-rates.ts';
import { NO_ROWS } from './book-rows.ts';
import type { ChargeLine } from './charge-lines.ts';
import { compileAccountBook } from './compile-rate-book.ts';
import { explainQuote } from './explain-quote.ts';
import type { QuoteRequest } from './quote.ts';
import { quoteRates } from './quote-rates.ts';
import { readRupees } from './rate-amounts.ts';

const NOW = Date.parse('2026-11-16T05:00:00Z');
const REQUEST = forwardRequest({
  deadWeight: '1200.125',
  width: '10.5',
  codValue: readRupees('2499.50'),
});
const RETURN = returnRequest({ deadWeight: '1200.125', width: '10.5' });

describe('the explanation of a quote', () => {
  const explanation = explainQuote(sampleBook(), REQUEST, NOW);

  it('has both pincodes, the rule of the zone and the exact weights', () => {
    expect(explanation).toMatchObject({
      bookVersion: 1,
      journey: 'forward',
      origin: { pincode: '110001', city: 'Delhi' },
      destination: { pincode: '560001', city: 'Bengaluru' },
      zone: { zone: 'C', rule: 'metro_to_metro', override: null },
      weights: { dead: '1200.125', volumetric: '210', applicable: '1200.125' },
      platformFeePaise: 500,
      leftOut: [],
    });
  });

  it('shows how each charge of each carrier is computed', () => {
    expect(inEnglish(explanation.carriers[1]?.lines)).toEqual([
      {
        charge: 'freight',
        paise: 9500,
        how: 'first slab of 500 g Rs 41.00, 2 further slabs of 500 g at Rs 27.00',
      },
      { charge: 'cod', paise: 4499, how: 'the larger of Rs 35.00 and 1.8 % of Rs 2499.50' },
      { charge: 'total', paise: 13_999, how: 'freight and COD' },
      { charge: 'rto', paise: 8550, how: '0.9 of the freight before it is rounded; in no total' },
    ]);
  });

  it('shows a volumetric weight above the dead weight', () => {
    const { weights } = explainQuote(sampleBook(), { ...REQUEST, height: '100' }, NOW);
    expect(weights).toEqual({ dead: '1200.125', volumetric: '2100', applicable: '2100' });
  });

  it('shows for a return its table and quality check, and no platform fee', () => {
    const { carriers, platformFeePaise } = explainQuote(sampleBook(), RETURN, NOW);
    expect(platformFeePaise).toBeNull();
    expect(inEnglish(carriers[0]?.lines)).toEqual([
      {
        charge: 'freight',
        paise: 9800,
        how: 'first slab of 250 g Rs 46.00, 4 further slabs of 250 g at Rs 13.00',
      },
      { charge: 'qc', paise: 1500, how: 'the fee of the quality check, where one is asked for' },
      { charge: 'total', paise: 11_300, how: 'freight and quality check' },
    ]);
  });

  it('shows markups, RTO tables, prepaid and one further slab', () => {
    const rto = { table: { first: [1, 2, 310, 4, 5], further: [1, 2, 20, 4, 5] } };
    const book = bookOf({
      carriers: [carrierOf({ id: 'x' })],
      rateCards: [rateCardOf({ carrierId: 'x', rto })],
      carrierSettings: [{ carrierId: 'x', offered: true, markup: 125_000, besideCouriers: false }],
    });
    const [carrier] = explainQuote(book, { ...REQUEST, deadWeight: '501', codValue: null }, NOW).carriers;
    expect(carrier?.lines.map(({ paise, how }) => `${paise} ${how.text}`)).toEqual([
      '9000 first slab of 500 g Rs 50.00, 1 further slab of 500 g at Rs 30.00, markup 12.5 %',
      '0 prepaid',
      '9000 freight and COD',
      '330 its own table: first slab of 500 g Rs 3.10, 1 further slab of 500 g at Rs 0.20',
    ]);
  });

  it('shows the overrides that matched', () => {
    const zoneOverrides = [
      { carrierId: null, origin: '110001', destination: '', zone: 'D' as const },
      { carrierId: 'w2nz6j5b', origin: '11', destination: '56', zone: 'B' as const },
    ];
    const book = compileAccountBook(sampleBook(), { ...NO_ROWS, zoneOverrides }, 2);
    const { zone, carriers } = explainQuote(book, REQUEST, NOW);
    const byAccount = {
      zone: 'D',
      rule: 'account_override',
      override: { origin: '110001', destination: '' },
    };
    expect(zone).toEqual(byAccount);
    expect(Object.fromEntries(carriers.map((one) => [one.quote.carrier.id, one.zone]))).toMatchObject({
      k4tq9m2x: byAccount,
      w2nz6j5b: { zone: 'B', rule: 'carrier_override', override: { origin: '11', destination: '56' } },
    });
  });
});

describe('carriers that are left out', () => {
  const rules = rulesOf([
    { carrierId: 'no-pickup', areaKind: 'state', area: 'DL', pickup: false, reverse: false },
    {
      carrierId: 'no-delivery',
      areaKind: 'city',
      area: 'KA:Bengaluru',
      prepaid: false,
      cod: false,
    },
  ]);
  const ids = [
    'no-pickup',
    'no-delivery',
    'off',
    'no-returns',
    'no-check',
    'light',
    'short',
    'small',
    'poor',
    'cashless',
  ];
  const book = bookOf({
    carriers: [
      ...ids.map((id) =>
        carrierOf({
          id,
          maxWeightGrams: id === 'light' ? 1000 : 10_000,
          maxSideCm: id === 'short' ? 10 : null,
          maxSidesCm: id === 'small' ? 30 : null,
          codLimitPaise: id === 'poor' ? 249_949 : id === 'cashless' ? 0 : null,
        }),
      ),
      carrierOf({ id: 'no-card' }),
    ],
    rateCards: ids.map((carrierId) =>
      rateCardOf({
        carrierId,
        ...(carrierId === 'no-returns' ? { reverse: null } : {}),
        ...(carrierId === 'no-check' ? { qcFeePaise: null } : {}),
      }),
    ),
    carrierSettings: [{ carrierId: 'off', offered: false, markup: 0, besideCouriers: false }],
    serviceability: rules,
  });
  const reasons = (request: QuoteRequest) =>
    Object.fromEntries(
      explainQuote(book, request, NOW).leftOut.map((left) => [
        left.carrier.id,
        left.reasons.map(({ sentence }) => sentence.text).join('; '),
      ]),
    );

  it('have a reason, for a forward COD parcel', () => {
    expect(reasons(REQUEST)).toEqual({
      'no-pickup': 'does not pick up at the origin',
      'no-delivery': 'does not deliver COD parcels at the destination',
      off: 'is switched off for this account',
      'no-card': 'has no rate card',
      light: 'takes at most 1000 g',
      short: 'takes sides of at most 10 cm',
      small: 'takes at most 30 cm of length, width and height together',
      poor: 'collects at most Rs 2499.49',
      cashless: 'collects no cash',
    });
  });

  it('have a reason, for a return', () => {
    expect(reasons(RETURN)).toMatchObject({
      'no-pickup': 'does not pick up returns at the origin',
      'no-delivery': 'does not deliver prepaid parcels at the destination',
      'no-returns': 'takes no returns',
      'no-check': 'makes no quality check',
    });
    expect(reasons(RETURN)).not.toHaveProperty('poor');
  });

  it('have all their reasons', () => {
    const heavy = { ...REQUEST, deadWeight: '20000', codValue: null };
    expect(reasons(heavy)['no-delivery']).toBe(
      'does not deliver prepaid parcels at the destination; takes at most 10000 g',
    );
  });

  it('and the quoted carriers are together all carriers of the book, for any request', () => {
    const place = fc.constantFrom('110001', '560001', '600001', '781001');
    const base = {
      originPincode: place,
      destinationPincode: place,
      deadWeight: fc.constantFrom('1', '1000', '9999', '20000'),
      length: fc.constantFrom('1', '10', '11'),
      width: fc.constant('1'),
      height: fc.constantFrom('1', '20'),
    };
    const anyRequest: fc.Arbitrary<QuoteRequest> = fc.oneof(
      fc.record({
        journey: fc.constant('forward' as const),
        ...base,
        codValue: fc.constantFrom(null, readRupees('1'), readRupees('9999')),
      }),
      fc.record({ journey: fc.constant('return' as const), ...base, qcApplicable: fc.boolean() }),
    );
    fc.assert(
      fc.property(anyRequest, (request) => {
        const { carriers, leftOut } = explainQuote(book, request, NOW);
        expect(carriers.map(({ quote }) => quote)).toEqual(quoteRates(book, request, NOW).carriers);
        const all = [
          ...carriers.map(({ quote }) => quote.carrier.id),
          ...leftOut.map(({ carrier }) => carrier.id),
        ];
        expect(all.toSorted()).toEqual(book.carriers.map(({ carrier }) => carrier.id).toSorted());
        for (const { quote, lines } of carriers) {
          expect(Object.fromEntries(lines.map(({ charge, paise }) => [charge, paise]))).toEqual(
            quote.charges,
          );
        }
        for (const { reasons: why } of leftOut) expect(why.length).toBeGreaterThan(0);
      }),
    );
  });

  it('are printed in lines', () => {
    const zoneOverrides = [{ carrierId: 'poor', origin: '', destination: '560001', zone: 'A' as const }];
    const own = compileAccountBook(book, { ...NO_ROWS, zoneOverrides }, 7);
    const request = { ...REQUEST, deadWeight: '400', length: '9', codValue: null };
    const lines = explanationText(explanationBody(explainQuote(own, request, NOW))).split('\n');
    expect(lines.slice(0, 11)).toEqual([
      'from 110001 (Delhi, Delhi) to 560001 (Bengaluru, Karnataka)',
      'rate book version 7',
      'zone C: both pincodes are in metros',
      'applicable weight 400 g: dead 400 g, volumetric 189 g',
      'platform fee Rs 5.00, not part of a total',
      '',
      'Carrier poor (poor): 1 slab, pickup 2026-11-16, delivery 2026-11-17',
      "  zone A: an override of this carrier's zones (from everywhere to 560001)",
      '  freight Rs 30.00: first slab of 500 g Rs 30.00',
      '  cod Rs 0.00: prepaid',
      '  total Rs 30.00: freight and COD',
    ]);
    expect(lines.slice(-6)).toEqual([
      'left out:',
      '  Carrier no-card (no-card) has no rate card',
      '  Carrier no-delivery (no-delivery) does not deliver prepaid parcels at the destination',
      '  Carrier no-pickup (no-pickup) does not pick up at the origin',
      '  Carrier off (off) is switched off for this account',
      '  Carrier short (short) takes sides of at most 10 cm',
    ]);
  });
});

function inEnglish(lines: readonly ChargeLine[] = []) {
  return lines.map((line) => ({ ...line, how: line.how.text }));
}
