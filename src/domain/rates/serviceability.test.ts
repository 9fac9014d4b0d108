import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../test/support/laws.ts';
import { bookOf, carrierOf, rateCardOf, shippedGround } from '../../../test/support/rates.ts';
import { readCityName } from '../pincodes/city-name.ts';
import { NO_ROWS } from './book-rows.ts';
import { compileAccountBook } from './compile-rate-book.ts';
import type { RateBook } from './rate-book.ts';
import { serves } from './serviceability.ts';
import {
  AREA_KINDS,
  CARRIER_DUTIES,
  type CarrierDuty,
  type ServiceabilityRow,
  ServiceabilityRules,
} from './serviceability-rules.ts';

const { directory } = shippedGround();
const SILENT = { pickup: null, prepaid: null, cod: null, reverse: null };

function rule(
  areaKind: ServiceabilityRow['areaKind'],
  area: string,
  says: Partial<ServiceabilityRow>,
): ServiceabilityRow {
  return { carrierId: 'x', areaKind, area, ...SILENT, ...says };
}

function bookWith(rules: readonly ServiceabilityRow[], ids: readonly string[] = ['x']): RateBook {
  return bookOf({
    carriers: ids.map((id) => carrierOf({ id, name: id })),
    rateCards: ids.map((carrierId) => rateCardOf({ carrierId })),
    serviceability: ServiceabilityRules.of(directory, rules),
  });
}

function has(book: RateBook, duty: CarrierDuty, pincode: string, carrierId = 'x'): boolean {
  const index = book.carriers.findIndex(({ carrier }) => carrier.id === carrierId);
  return serves(book.serviceability, index, directory.placeOf(pincode), duty);
}

describe('serviceability', () => {
  it('is complete without rules', () => {
    for (const duty of CARRIER_DUTIES) expect(has(bookWith([]), duty, '560001')).toBe(true);
  });

  it('is decided for each duty separately', () => {
    const book = bookWith([rule('pincode', '560001', { cod: false, reverse: false })]);
    expect(CARRIER_DUTIES.map((duty) => has(book, duty, '560001'))).toEqual([true, true, false, false]);
    expect(CARRIER_DUTIES.map((duty) => has(book, duty, '560002'))).toEqual([true, true, true, true]);
  });

  it('follows the most specific rule, in any order of rules', () => {
    const fromGeneralToSpecific = [
      rule('everywhere', '', { pickup: false }),
      rule('state', 'KA', { pickup: true }),
      rule('city', 'KA:Bengaluru', { pickup: false }),
      rule('prefix', '5', { pickup: true }),
      rule('prefix', '56', { pickup: false }),
      rule('prefix', '560', { pickup: true }),
      rule('prefix', '5600', { pickup: false }),
      rule('prefix', '56000', { pickup: true }),
      rule('pincode', '560001', { pickup: false }),
    ];
    for (let known = 1; known <= fromGeneralToSpecific.length; known += 1) {
      const rules = fromGeneralToSpecific.slice(0, known);
      const expected = rules.at(-1)?.pickup;
      expect(has(bookWith(rules), 'pickup', '560001')).toBe(expected);
      expect(has(bookWith(rules.toReversed()), 'pickup', '560001')).toBe(expected);
    }
  });

  it('follows a less specific rule for a duty that a rule leaves open', () => {
    const book = bookWith([
      rule('everywhere', '', { pickup: false, cod: false }),
      rule('state', 'KA', { cod: true }),
    ]);
    expect(has(book, 'pickup', '560001')).toBe(false);
    expect(has(book, 'cod', '560001')).toBe(true);
    expect(has(book, 'cod', '110001')).toBe(false);
  });

  it('changes only one carrier, also with more than 32 carriers', () => {
    const ids = Array.from({ length: 70 }, (_, index) => `c${String(index).padStart(2, '0')}`);
    for (const id of ['c00', 'c31', 'c32', 'c63', 'c64', 'c69']) {
      const book = bookWith([{ ...rule('city', 'KA:Bengaluru', { prepaid: false }), carrierId: id }], ids);
      expect(ids.filter((other) => !has(book, 'prepaid', '560001', other))).toEqual([id]);
      expect(ids.every((other) => has(book, 'prepaid', '110001', other))).toBe(true);
      expect(ids.every((other) => has(book, 'pickup', '560001', other))).toBe(true);
    }
  });

  it('follows the later of two rules about the same area', () => {
    const rules = [rule('state', 'KA', { cod: false }), rule('state', 'KA', { cod: true })];
    expect(has(bookWith(rules), 'cod', '560001')).toBe(true);
  });

  it('distinguishes thousands of pincodes with different carriers', () => {
    const ids = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const refusesAt = (place: number) =>
      ids.filter((_, index) => (Math.imul(place, 2_654_435) >>> (index % 31)) % 3 === 0);
    const places = Array.from({ length: 4_000 }, (_, index) => index * 4);
    const rules = places.flatMap((place) =>
      refusesAt(place).map((carrierId) => ({
        ...rule('pincode', directory.pincodeAt(place), { cod: false }),
        carrierId,
      })),
    );
    const book = bookWith(rules, ids);
    expect(book.serviceability.sets.length).toBeGreaterThan(1_000 * 4 * 2);
    for (const place of places) {
      const pincode = directory.pincodeAt(place);
      const refused = book.carriers.filter((_, index) => !serves(book.serviceability, index, place, 'cod'));
      const expected = refusesAt(place).toSorted();
      if (
        refused
          .map(({ carrier }) => carrier.id)
          .toSorted()
          .join() !== expected.join()
      )
        expect.fail(pincode);
      if (!has(book, 'pickup', pincode, 'c7')) expect.fail(pincode);
    }
  });

  it('counts rules about unknown areas and carriers', () => {
    const book = bookWith([
      rule('pincode', '560003', { cod: false }),
      rule('pincode', '100000', { cod: false }),
      rule('city', 'KA:Nowhere', { cod: false }),
      { ...rule('state', 'KA', { cod: false }), carrierId: 'gone' },
      { ...rule('state', 'TN', { cod: false }), carrierId: 'gone' },
    ]);
    expect(book.unusedRows).toBe(4);
    expect(has(book, 'cod', '560003')).toBe(false);
  });
});

describe('the serviceability of an account', () => {
  const parent = bookWith(
    [rule('pincode', '560001', { cod: false }), rule('state', 'DL', { pickup: false })],
    ['x', 'z'],
  );

  it('shares the table of the default book if the account has no rules', () => {
    expect(compileAccountBook(parent, NO_ROWS, 2).serviceability).toBe(parent.serviceability);
  });

  it('has priority over more specific rules of the default book', () => {
    const serviceability = ServiceabilityRules.of(directory, [rule('everywhere', '', { cod: true })]);
    const book = compileAccountBook(parent, { ...NO_ROWS, serviceability }, 2);
    expect(has(book, 'cod', '560001')).toBe(true);
    expect(has(book, 'pickup', '110001')).toBe(false);
    expect(has(parent, 'cod', '560001')).toBe(false);
  });

  it('keeps the bits of default carriers when own carriers are sorted between them', () => {
    const ids = ['a', 'y', ...Array.from({ length: 40 }, (_, index) => `b${index}`)];
    const serviceability = ServiceabilityRules.of(directory, [
      { ...rule('state', 'KA', { cod: false }), carrierId: 'y' },
    ]);
    const book = compileAccountBook(
      parent,
      { ...NO_ROWS, carriers: ids.map((id) => carrierOf({ id, name: id })), serviceability },
      2,
    );
    expect(has(book, 'cod', '560001', 'x')).toBe(false);
    expect(has(book, 'cod', '560002', 'x')).toBe(true);
    expect(has(book, 'pickup', '110001', 'x')).toBe(false);
    expect(has(book, 'cod', '560001', 'z')).toBe(true);
    expect(has(book, 'cod', '560001', 'y')).toBe(false);
    expect(has(book, 'cod', '110001', 'y')).toBe(true);
    expect(has(book, 'cod', '560001', 'a')).toBe(true);
  });
});

describe('for any rules', () => {
  const states = ['KA', 'DL', 'TN'];
  const cities = ['KA:Bengaluru', 'KA:Mysuru', 'DL:Delhi', 'TN:Chennai'];
  const pincodes = ['560001', '570001', '110001', '600001', '600119'];
  const carriers = ['p', 'q', 'x'];
  const answer = fc.constantFrom(true, false, null);
  const anyRule = fc
    .record({
      carrierId: fc.constantFrom(...carriers),
      areaKind: fc.constantFrom(...AREA_KINDS),
      pick: fc.nat(19),
      digits: fc.integer({ min: 1, max: 5 }),
      pickup: answer,
      prepaid: answer,
      cod: answer,
      reverse: answer,
    })
    .map(({ pick, digits, ...row }): ServiceabilityRow => {
      const pincode = pincodes[pick % pincodes.length] ?? '';
      const areas: Record<ServiceabilityRow['areaKind'], string> = {
        everywhere: '',
        state: states[pick % states.length] ?? '',
        city: cities[pick % cities.length] ?? '',
        prefix: pincode.slice(0, digits),
        pincode,
      };
      return { ...row, area: areas[row.areaKind] };
    });

  /** The documented rule, implemented literally: the most specific row that covers the pincode decides. */
  function expected(
    rows: readonly ServiceabilityRow[],
    duty: CarrierDuty,
    pincode: string,
    id: string,
  ): boolean {
    const entry = directory.find(pincode);
    const covering = rows.filter((row) => {
      if (row.carrierId !== id || row[duty] === null) return false;
      const city = readCityName(row.area);
      return {
        everywhere: true,
        state: row.area === entry?.state_code,
        city: city.stateCode === entry?.state_code && city.city === entry.city,
        prefix: pincode.startsWith(row.area),
        pincode: row.area === pincode,
      }[row.areaKind];
    });
    const rank = (row: ServiceabilityRow) =>
      AREA_KINDS.indexOf(row.areaKind) * 10 + row.area.length * Number(row.areaKind === 'prefix');
    return covering.toSorted((a, b) => rank(a) - rank(b)).at(-1)?.[duty] ?? true;
  }

  it('the compiled sets agree with the most specific rule', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 30 }), (rows) => {
        const book = bookWith(rows, carriers);
        for (const pincode of pincodes) {
          for (const duty of CARRIER_DUTIES) {
            for (const id of carriers) {
              expect(has(book, duty, pincode, id)).toBe(expected(rows, duty, pincode, id));
            }
          }
        }
      }),
      lawRuns(60),
    );
  });
});
