import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carrierOf, rateCardOf, sampleRows, shippedGround } from '../../test/support/rates.ts';
import type { CarrierSetting, ZoneOverrideRow } from '../domain/rates/book-rows.ts';
import type { Carrier } from '../domain/rates/carrier.ts';
import type { PriceTable, RateCard } from '../domain/rates/rate-card.ts';
import { AREA_KINDS, type ServiceabilityRow } from '../domain/rates/serviceability-rules.ts';
import { ZONES } from '../domain/zones/zone.ts';
import { CARRIER_ROWS } from './carrier-rows.ts';
import { CARRIER_SETTING_ROWS } from './carrier-setting-rows.ts';
import { RATE_CARD_ROWS } from './rate-card-rows.ts';
import type { KnownNames, RowFormat } from './row-format.ts';
import { readStoredRule, SERVICEABILITY_ROWS } from './serviceability-rows.ts';
import { keepRow } from './stored-rows.ts';
import { ZONE_OVERRIDE_ROWS } from './zone-override-rows.ts';

const { directory } = shippedGround();
const known: KnownNames = { directory, hasCarrier: (id) => id === 'x' };

/** Returns the problems of a row from `write` with some cells changed. */
function problemsOf<Row>(format: RowFormat<Row>, row: Row, cells: Record<string, string>): string[] {
  const { problems } = format.read({ ...format.write(row), ...cells }, known);
  return (problems ?? []).map(({ column, reason }) => `${column}: ${reason.text}`);
}

function roundTrips<Row>(format: RowFormat<Row>, rows: fc.Arbitrary<Row>): void {
  fc.assert(
    fc.property(rows, (row) => {
      const cells = format.write(row);
      expect(Object.keys(cells)).toEqual(format.columns);
      expect(format.read(cells, known)).toEqual({ row, problems: null });
    }),
  );
}

const paise = fc.nat(10_000_000);
const byZone = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 5, maxLength: 5 });
const priceTable: fc.Arbitrary<PriceTable> = fc.record({ first: byZone(paise), further: byZone(paise) });
const slab = fc.integer({ min: 10, max: 10_000_000 });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value);

describe('writing and reading rows', () => {
  it('keeps carriers as they were', () => {
    const carriers: fc.Arbitrary<Carrier> = fc.record({
      id: fc.stringMatching(/^[a-z0-9_][a-z0-9_-]{0,39}$/),
      name: fc
        .string({ minLength: 1, maxLength: 80 })
        .filter((name) => name.trim() === name && !/^[=+@-]/.test(name)),
      code: fc.stringMatching(/^\w[\w-]{0,59}$/),
      serviceLevel: fc.constantFrom('standard', 'express'),
      mode: fc.constantFrom('surface', 'air'),
      isFast: fc.boolean(),
      isPrime: fc.boolean(),
      maxWeightGrams: fc.integer({ min: 1, max: 10_000_000 }),
      maxSideCm: orNull(fc.integer({ min: 1, max: 10_000 })),
      maxSidesCm: orNull(fc.integer({ min: 1, max: 30_000 })),
      codLimitPaise: orNull(fc.nat(1_000_000_000)),
      cutoffMinute: fc.integer({ min: 0, max: 1440 }),
      transitDays: byZone(fc.nat(90)),
      adapter: fc.constantFrom('offline', 'delhivery', 'blue_dart'),
      courierProduct: fc.constantFrom('', 'S', 'Surface 500g'),
      courierName: fc.constantFrom(null, 'Titlipath', 'Blue Dart'),
      helpline: fc.constantFrom(null, '1800 100 0009', '+91 22-4000 4000'),
    });
    roundTrips(CARRIER_ROWS, carriers);
  });

  it('keeps rate cards as they were', () => {
    const cards: fc.Arbitrary<RateCard> = fc.record({
      carrierId: fc.constant('x'),
      firstSlabGrams: slab,
      furtherSlabGrams: slab,
      forward: priceTable,
      codFlatPaise: paise,
      codShare: fc.nat(1_000_000),
      rto: fc.oneof(fc.record({ factor: fc.nat(10_000_000) }), fc.record({ table: priceTable })),
      reverse: orNull(priceTable),
      qcFeePaise: orNull(paise),
    });
    roundTrips(RATE_CARD_ROWS, cards);
  });

  it('keeps carrier settings as they were', () => {
    const settings: fc.Arbitrary<CarrierSetting> = fc.record({
      carrierId: fc.constant('x'),
      offered: fc.boolean(),
      markup: fc.integer({ min: -1_000_000, max: 10_000_000 }),
      besideCouriers: fc.boolean(),
    });
    roundTrips(CARRIER_SETTING_ROWS, settings);
  });

  it('keeps zone overrides as they were', () => {
    const end = fc.constantFrom('1', '56', '5600', '560001', '110001');
    const overrides: fc.Arbitrary<ZoneOverrideRow> = fc.record({
      carrierId: fc.constantFrom('x', null),
      origin: end,
      destination: fc.oneof(end, fc.constant('')),
      zone: fc.constantFrom(...ZONES),
    });
    roundTrips(ZONE_OVERRIDE_ROWS, overrides);
  });

  it('keeps serviceability rules as they were', () => {
    const areas = { everywhere: '', state: 'KA', city: 'KA:Bengaluru', prefix: '560', pincode: '560001' };
    const answer = fc.constantFrom(true, false, null);
    const rules: fc.Arbitrary<ServiceabilityRow> = fc
      .tuple(fc.constantFrom(...AREA_KINDS), answer, answer, answer, fc.boolean())
      .map(([areaKind, pickup, prepaid, cod, reverse]) => ({
        carrierId: 'x',
        areaKind,
        area: areas[areaKind],
        pickup,
        prepaid,
        cod,
        reverse,
      }));
    roundTrips(SERVICEABILITY_ROWS, rules);
    fc.assert(
      fc.property(rules, (rule) => {
        expect(readStoredRule(keepRow('serviceability', rule))).toEqual(rule);
      }),
    );
  });

  it.each([
    ['x', 'pincode', '560001', 'yes', '', ''],
    ['x', 'pincode', '560001', 'yes', '', '', 'maybe'],
    ['x', 'planet', '560001', 'yes', '', '', ''],
    ['x', 'city', 'KA:"Bengaluru"', 'yes', '', '', ''],
    ['x', 'pincode', '560001', 'yes', '', '', '', 'a column of a later release'],
  ])('leaves a rule in another form to the full reader: %j', (...texts) => {
    expect(readStoredRule(JSON.stringify(texts))).toBeNull();
  });

  it('keeps the sample book as it was', () => {
    const { carriers, rateCards } = sampleRows();
    const all: KnownNames = { directory, hasCarrier: () => true };
    for (const carrier of carriers)
      expect(CARRIER_ROWS.read(CARRIER_ROWS.write(carrier), all).row).toEqual(carrier);
    for (const card of rateCards)
      expect(RATE_CARD_ROWS.read(RATE_CARD_ROWS.write(card), all).row).toEqual(card);
  });
});

describe('a row of a spreadsheet', () => {
  it('may have spaces, TRUE, words in any case, 1.50 and a time with seconds', () => {
    const cells = {
      name: ' Carrier x ',
      is_fast: 'TRUE',
      is_prime: 'n',
      mode: 'Air',
      cutoff: '9:05:00',
      cod_limit: '1.50',
    };
    const { row } = CARRIER_ROWS.read({ ...CARRIER_ROWS.write(carrierOf({ id: 'x' })), ...cells }, known);
    expect(row).toMatchObject({
      name: 'Carrier x',
      isFast: true,
      isPrime: false,
      mode: 'air',
      cutoffMinute: 545,
      codLimitPaise: 150,
    });
  });

  it('may lack a column that may be empty', () => {
    const { qc_fee: _, ...cells } = RATE_CARD_ROWS.write(rateCardOf({ carrierId: 'x' }));
    expect(RATE_CARD_ROWS.read(cells, known).row?.qcFeePaise).toBeNull();
  });
});

describe('a bad cell', () => {
  it.each([
    [{ carrier_id: 'Has Space' }, 'carrier_id: "Has Space" is not an id of 1 to 40 of a-z, 0-9, _ and -'],
    [{ name: ' ' }, 'name: must have 1 to 80 characters'],
    [{ name: 'x'.repeat(81) }, 'name: must have 1 to 80 characters'],
    [{ name: 'a\nb' }, 'name: must not contain control characters'],
    [{ name: 'a\u202eb' }, 'name: must not override the direction of text'],
    [{ name: '\u2060' }, 'name: must have a visible character'],
    [
      { name: '=HYPERLINK("x")' },
      'name: must not begin with =, +, - or @, which spreadsheets take for formulas',
    ],
    [{ carrier_id: '-1' }, 'carrier_id: "-1" is not an id of 1 to 40 of a-z, 0-9, _ and -'],
    [{ code: '-1' }, 'code: "-1" is not a code of 1 to 60 letters, digits, _ and -'],
    [
      { max_weight_g: '1.1E+05' },
      'max_weight_g: "1.1E+05" is a number that a spreadsheet has shortened: write out its digits',
    ],
    [{ code: '' }, 'code: "" is not a code of 1 to 60 letters, digits, _ and -'],
    [{ service_level: 'fast' }, 'service_level: "fast" is not one of standard, express'],
    [{ is_fast: 'maybe' }, 'is_fast: "maybe" is not yes or no'],
    [{ max_weight_g: '0' }, 'max_weight_g: "0" is not a whole number from 1 to 10000000'],
    [{ max_weight_g: '10000001' }, 'max_weight_g: "10000001" is not a whole number from 1 to 10000000'],
    [{ max_side_cm: '1.5' }, 'max_side_cm: "1.5" is not a whole number from 1 to 10000'],
    [
      { cod_limit: '-1' },
      'cod_limit: "-1" is not an amount from 0 to 10000000 rupees with at most two decimals',
    ],
    [{ cutoff: '24:01' }, 'cutoff: "24:01" is not a time such as 14:00'],
    [{ cutoff: '14:60' }, 'cutoff: "14:60" is not a time such as 14:00'],
    [{ cutoff: '2 pm' }, 'cutoff: "2 pm" is not a time such as 14:00'],
    [{ transit_days_e: '91' }, 'transit_days_e: "91" is not a whole number from 0 to 90'],
  ])('of a carrier is reported with its reason: %o', (cells, problem) => {
    expect(problemsOf(CARRIER_ROWS, carrierOf({ id: 'x' }), cells)).toEqual([problem]);
  });

  const amount = 'is not an amount from 0 to 100000 rupees with at most two decimals';
  it.each([
    [{ carrier_id: 'gone' }, ['carrier_id: there is no carrier "gone"']],
    [{ first_slab_g: '9' }, ['first_slab_g: "9" is not a whole number from 10 to 10000000']],
    [{ further_slab_g: '0.5' }, ['further_slab_g: "0.5" is not a whole number from 10 to 10000000']],
    [{ forward_first_c: '12.345' }, [`forward_first_c: "12.345" ${amount}`]],
    [{ forward_further_e: '' }, [`forward_further_e: "" ${amount}`]],
    [{ forward_first_a: '100000.01' }, [`forward_first_a: "100000.01" ${amount}`]],
    [
      { forward_first_a: '1e2', cod_percent: '2E0' },
      ['forward_first_a: "1e2"', 'cod_percent: "2E0"'].map(
        (cell) => `${cell} is a number that a spreadsheet has shortened: write out its digits`,
      ),
    ],
    [{ cod_flat: '1,00' }, [`cod_flat: "1,00" ${amount}`]],
    [
      { cod_percent: '100.1' },
      ['cod_percent: "100.1" is not a percentage from 0 to 100 with at most four decimals'],
    ],
    [{ rto_factor: '' }, ['rto_factor: "" is not a factor from 0 to 10 with at most six decimals']],
    [{ rto_factor: '10.1' }, ['rto_factor: "10.1" is not a factor from 0 to 10 with at most six decimals']],
    [{ reverse_first_b: '' }, [`reverse_first_b: "" ${amount}`]],
    [{ qc_fee: 'free', cod_flat: 'x' }, [`cod_flat: "x" ${amount}`, `qc_fee: "free" ${amount}`]],
  ])('of a rate card is reported with its reason: %o', (cells, problems) => {
    expect(problemsOf(RATE_CARD_ROWS, rateCardOf({ carrierId: 'x' }), cells)).toEqual(problems);
  });

  it('is reported for a rate card with an RTO factor and a table, or half a table', () => {
    const table = { first: [1, 2, 3, 4, 5], further: [1, 2, 3, 4, 5] };
    const card = rateCardOf({ carrierId: 'x', rto: { table } });
    expect(problemsOf(RATE_CARD_ROWS, card, { rto_factor: '1' })).toEqual([
      'rto_factor: must be empty where there is an RTO table',
    ]);
    expect(problemsOf(RATE_CARD_ROWS, card, { rto_first_d: '' })).toEqual([`rto_first_d: "" ${amount}`]);
  });

  it.each([
    [{ carrier_id: '' }, 'carrier_id: there is no carrier ""'],
    [{ offered: '' }, 'offered: "" is not yes or no'],
    [{ markup_percent: '-100.0001' }, 'markup_percent: "-100.0001" is not a percentage from -100 to 1000'],
    [{ markup_percent: '1000.0001' }, 'markup_percent: "1000.0001" is not a percentage from -100 to 1000'],
    [{ markup_percent: '1.00001' }, 'markup_percent: "1.00001" is not a percentage from -100 to 1000'],
  ])('of a carrier setting is reported with its reason: %o', (cells, problem) => {
    const [first] = problemsOf(
      CARRIER_SETTING_ROWS,
      { carrierId: 'x', offered: true, markup: 0, besideCouriers: false },
      cells,
    );
    expect(first).toContain(problem);
  });

  it.each([
    [{ carrier_id: 'gone' }, 'carrier_id: there is no carrier "gone"'],
    [
      { origin: '', destination: '' },
      'origin: origin and destination are both empty: an override names at least one',
    ],
    [{ origin: '012' }, 'origin: "012" is neither a pincode nor a prefix of one'],
    [{ origin: '5600011' }, 'origin: "5600011" is neither a pincode nor a prefix of one'],
    [{ destination: '999999' }, 'destination: 999999 is not a known pincode'],
    [{ zone: 'F' }, 'zone: "F" is not one of A, B, C, D, E'],
  ])('of a zone override is reported with its reason: %o', (cells, problem) => {
    const row: ZoneOverrideRow = { carrierId: null, origin: '560001', destination: '11', zone: 'A' };
    expect(problemsOf(ZONE_OVERRIDE_ROWS, row, cells)).toEqual([problem]);
  });

  it.each([
    [{ carrier_id: 'gone' }, 'carrier_id: there is no carrier "gone"'],
    [{ area_kind: 'country' }, 'area_kind: "country" is not one of everywhere, state, city, prefix, pincode'],
    [{ area_kind: 'everywhere' }, 'area: must be empty for everywhere'],
    [{ area_kind: 'state', area: 'XX' }, 'area: "XX" is not a state code such as KA'],
    [{ area_kind: 'city', area: 'Bengaluru' }, 'area: "Bengaluru" is not a known city such as KA:Bengaluru'],
    [
      { area_kind: 'city', area: 'TN:Bengaluru' },
      'area: "TN:Bengaluru" is not a known city such as KA:Bengaluru',
    ],
    [{ area_kind: 'prefix' }, 'area: "560001" is not a prefix of one to five digits'],
    [{ area: '560' }, 'area: "560" is not a known pincode'],
    [{ cod: '' }, 'pickup: pickup, prepaid, cod and reverse are all empty: the rule says nothing'],
    [{ reverse: 'perhaps' }, 'reverse: "perhaps" is not yes or no'],
  ])('of a serviceability rule is reported with its reason: %o', (cells, problem) => {
    const silent = { pickup: null, prepaid: null, cod: false, reverse: null };
    const row: ServiceabilityRow = { carrierId: 'x', areaKind: 'pincode', area: '560001', ...silent };
    expect(problemsOf(SERVICEABILITY_ROWS, row, cells)).toEqual([problem]);
  });
});

describe('the key of a row', () => {
  it('is different for rows that may both be in a book', () => {
    const override = (carrierId: string | null, origin: string, destination: string) =>
      ZONE_OVERRIDE_ROWS.keyOf({ carrierId, origin, destination, zone: 'A' });
    expect(new Set([override(null, '56', ''), override(null, '', '56'), override('x', '56', '')]).size).toBe(
      3,
    );
    expect(ZONE_OVERRIDE_ROWS.keyOf({ carrierId: null, origin: '56', destination: '', zone: 'E' })).toBe(
      override(null, '56', ''),
    );
    expect(CARRIER_ROWS.keyOf(carrierOf({ id: 'x' }))).toBe('x');
    expect(RATE_CARD_ROWS.keyOf(rateCardOf({ carrierId: 'x' }))).toBe('x');
    expect(
      CARRIER_SETTING_ROWS.keyOf({ carrierId: 'x', offered: true, markup: 0, besideCouriers: false }),
    ).toBe('x');
    const rule = (areaKind: ServiceabilityRow['areaKind'], area: string) =>
      SERVICEABILITY_ROWS.keyOf({
        carrierId: 'x',
        areaKind,
        area,
        pickup: null,
        prepaid: null,
        cod: null,
        reverse: null,
      });
    expect(rule('prefix', '56')).not.toBe(rule('pincode', '56'));
  });
});
