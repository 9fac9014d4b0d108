import { describe, expect, it } from 'vitest';
import { bookOf, carrierOf, rateCardOf, sampleBook, shippedGround } from '../../../test/support/rates.ts';
import { NO_ROWS } from './book-rows.ts';
import { compileAccountBook, compileDefaultBook } from './compile-rate-book.ts';
import { withoutStanding } from './left-out.ts';
import type { ForwardQuoteRequest } from './quote.ts';
import { quoteRates } from './quote-rates.ts';
import type { RateBook } from './rate-book.ts';
import { ServiceabilityRules } from './serviceability-rules.ts';

const NOW = Date.parse('2026-11-16T05:00:00Z');
const REQUEST: ForwardQuoteRequest = {
  journey: 'forward',
  originPincode: '110001',
  destinationPincode: '560001',
  deadWeight: '500',
  length: '10',
  width: '10',
  height: '10',
  codValue: null,
};
const parent = bookOf({
  carriers: ['a', 'b', 'c'].map((id) => carrierOf({ id })),
  rateCards: ['a', 'b', 'c'].map((carrierId) => rateCardOf({ carrierId })),
  platformFeePaise: 700,
});

/** Freight indexed by carrier, in the book's order. */
function freights(book: RateBook, request = REQUEST): Record<string, number> {
  const { carriers } = quoteRates(book, request, NOW);
  return Object.fromEntries(carriers.map(({ carrier, charges }) => [carrier.id, charges.freight]));
}

describe("an account's book", () => {
  it('is the default book, in its own version, where the account says nothing', () => {
    const book = compileAccountBook(parent, NO_ROWS, 9);
    expect(quoteRates(book, REQUEST, NOW)).toEqual({ ...quoteRates(parent, REQUEST, NOW), bookVersion: 9 });
    expect(book.carriers.every((carrier, index) => carrier === parent.carriers[index])).toBe(true);
  });

  it('has its own rate card for one carrier, and the default ones for the others', () => {
    const own = rateCardOf({
      carrierId: 'b',
      forward: { first: [1, 1, 777, 1, 1], further: [0, 0, 0, 0, 0] },
    });
    const book = compileAccountBook(parent, { ...NO_ROWS, rateCards: [own] }, 2);
    expect(freights(book)).toEqual({ b: 777, a: 5000, c: 5000 });
    expect(freights(parent)).toEqual({ a: 5000, b: 5000, c: 5000 });
  });

  it('has a markup on the default rate card', () => {
    const carrierSettings = [{ carrierId: 'a', offered: true, markup: 100_000, besideCouriers: false }];
    expect(freights(compileAccountBook(parent, { ...NO_ROWS, carrierSettings }, 2))).toEqual({
      b: 5000,
      c: 5000,
      a: 5500,
    });
  });

  it("has its own setting in place of the default book's, not on top of it", () => {
    const marked = compileAccountBook(
      parent,
      {
        ...NO_ROWS,
        carrierSettings: [{ carrierId: 'a', offered: true, markup: 500_000, besideCouriers: false }],
      },
      2,
    );
    const carrierSettings = [{ carrierId: 'a', offered: true, markup: 100_000, besideCouriers: false }];
    expect(freights(compileAccountBook(marked, { ...NO_ROWS, carrierSettings }, 3)).a).toBe(5500);
  });

  it("keeps the default book's setting where it says something else of the carrier", () => {
    const carrierSettings = [
      { carrierId: 'a', offered: false, markup: 0, besideCouriers: false },
      { carrierId: 'b', offered: true, markup: 100_000, besideCouriers: false },
    ];
    const changed = compileAccountBook(parent, { ...NO_ROWS, carrierSettings }, 2);
    const own = {
      ...NO_ROWS,
      carriers: [carrierOf({ id: 'b', name: 'Renamed' })],
      rateCards: ['a', 'b'].map((carrierId) => rateCardOf({ carrierId })),
    };
    expect(freights(compileAccountBook(changed, own, 3))).toEqual({ b: 5500, c: 5000 });
  });

  it('does without a carrier that is switched off', () => {
    const carrierSettings = [{ carrierId: 'b', offered: false, markup: 0, besideCouriers: false }];
    expect(freights(compileAccountBook(parent, { ...NO_ROWS, carrierSettings }, 2))).toEqual({
      a: 5000,
      c: 5000,
    });
  });

  it('has carriers of its own beside the default ones, and can change those', () => {
    const book = compileAccountBook(
      parent,
      {
        ...NO_ROWS,
        carriers: [carrierOf({ id: 'own', name: 'An own one' }), carrierOf({ id: 'c', maxWeightGrams: 499 })],
        rateCards: [rateCardOf({ carrierId: 'own' })],
      },
      2,
    );
    expect(Object.keys(freights(book))).toEqual(['own', 'a', 'b']);
  });

  it('leaves a carrier without a rate card out', () => {
    const book = compileAccountBook(parent, { ...NO_ROWS, carriers: [carrierOf({ id: 'own' })] }, 2);
    expect(Object.keys(freights(book))).toEqual(['a', 'b', 'c']);
  });

  it('has its own platform fee, also of nothing', () => {
    const fee = (platformFeePaise: number | null) =>
      quoteRates(compileAccountBook(parent, { ...NO_ROWS, platformFeePaise }, 2), REQUEST, NOW)
        .platformFeePaise;
    expect(fee(null)).toBe(700);
    expect(fee(0)).toBe(0);
    expect(fee(1234)).toBe(1234);
    expect(bookOf({}).platformFeePaise).toBe(500);
  });

  it('takes carriers by name and then by id, whatever the order of rows', () => {
    const carriers = [
      carrierOf({ id: '2', name: 'Same' }),
      carrierOf({ id: '9', name: 'Also' }),
      carrierOf({ id: '1', name: 'Same' }),
    ];
    expect(bookOf({ carriers }).carriers.map(({ carrier }) => carrier.id)).toEqual(['9', '1', '2']);
  });

  it('counts rows about carriers that are not there', () => {
    const rows = {
      ...NO_ROWS,
      rateCards: [rateCardOf({ carrierId: 'gone' })],
      carrierSettings: [{ carrierId: 'gone', offered: true, markup: 0, besideCouriers: false }],
      zoneOverrides: [
        { carrierId: 'gone', origin: '1', destination: '', zone: 'A' as const },
        { carrierId: null, origin: '1', destination: '', zone: 'A' as const },
      ],
    };
    expect(compileAccountBook(parent, rows, 2).unusedRows).toBe(3);
    expect(compileAccountBook(parent, NO_ROWS, 2).unusedRows).toBe(0);
  });
});

describe('zone overrides', () => {
  const zonesOf = (book: RateBook, request = REQUEST) => {
    const { zone, carriers } = quoteRates(book, request, NOW);
    return { zone, ...Object.fromEntries(carriers.map((one) => [one.carrier.id, one.zone])) };
  };
  const override = (carrierId: string | null, origin: string, zone: 'A' | 'B' | 'D' | 'E') => ({
    carrierId,
    origin,
    destination: '',
    zone,
  });

  it('of the account change the zone shown, and every price', () => {
    const book = compileAccountBook(parent, { ...NO_ROWS, zoneOverrides: [override(null, '11', 'D')] }, 2);
    expect(zonesOf(book)).toEqual({ zone: 'D', a: 'D', b: 'D', c: 'D' });
    expect(freights(book)).toEqual({ a: 6000, b: 6000, c: 6000 });
  });

  it("of one carrier change that carrier's price and days, and not the zone shown", () => {
    const book = compileAccountBook(parent, { ...NO_ROWS, zoneOverrides: [override('b', '11', 'A')] }, 2);
    expect(zonesOf(book)).toEqual({ zone: 'C', a: 'C', b: 'A', c: 'C' });
    expect(freights(book)).toEqual({ b: 3000, a: 5000, c: 5000 });
    expect(quoteRates(book, REQUEST, NOW).carriers[0]?.delivery).toBe('2026-11-17');
  });

  it("of the carrier come before the account's, and the account's own before the default book's", () => {
    const withDefaults = compileAccountBook(
      parent,
      { ...NO_ROWS, zoneOverrides: [override(null, '110001', 'E'), override('b', '110001', 'E')] },
      2,
    );
    expect(zonesOf(compileAccountBook(withDefaults, NO_ROWS, 3))).toEqual({
      zone: 'E',
      a: 'E',
      b: 'E',
      c: 'E',
    });
    const zoneOverrides = [override(null, '1', 'B'), override('a', '1', 'A'), override('b', '1', 'D')];
    expect(zonesOf(compileAccountBook(withDefaults, { ...NO_ROWS, zoneOverrides }, 3))).toEqual({
      zone: 'B',
      a: 'A',
      b: 'D',
      c: 'B',
    });
  });
});

describe('what a book takes in memory', () => {
  it('is little where the account changed little, and grows with what it changed', () => {
    const { directory } = shippedGround();
    const nothing = compileAccountBook(parent, NO_ROWS, 2).ownBytes;
    const cards = compileAccountBook(
      parent,
      { ...NO_ROWS, rateCards: [rateCardOf({ carrierId: 'a' }), rateCardOf({ carrierId: 'b' })] },
      2,
    ).ownBytes;
    const rules = ServiceabilityRules.of(directory, [
      {
        carrierId: 'a',
        areaKind: 'state',
        area: 'KA',
        pickup: false,
        prepaid: null,
        cod: null,
        reverse: null,
      },
    ]);
    const serviceability = compileAccountBook(parent, { ...NO_ROWS, serviceability: rules }, 2).ownBytes;
    expect(nothing).toBeLessThan(5_000);
    expect(cards).toBe(nothing + 2 * 1_100);
    expect(serviceability).toBe(nothing + directory.size * 2 + 2 * 4 * 4);
    const zoneOverrides = [{ carrierId: 'a', origin: '1', destination: '', zone: 'A' as const }];
    const overridden = compileAccountBook(parent, { ...NO_ROWS, zoneOverrides }, 2);
    expect(overridden.ownBytes).toBe(nothing + 1_100 + 264);
    expect(compileAccountBook(overridden, NO_ROWS, 3).ownBytes).toBe(nothing);
  });

  it('of the sample book is some kilobytes', () => {
    expect(sampleBook().ownBytes).toBeLessThan(20_000);
  });
});

describe('which couriers are connected', () => {
  const carriers = [
    carrierOf({ id: 'off' }),
    carrierOf({ id: 'del', adapter: 'delhivery', courierProduct: 'S' }),
    carrierOf({ id: 'eka', adapter: 'ekart' }),
  ];
  const defaultRows = {
    ...NO_ROWS,
    carriers,
    rateCards: carriers.map(({ id }) => rateCardOf({ carrierId: id })),
  };
  const compile = (operators: readonly string[], own: Partial<typeof NO_ROWS>) =>
    compileAccountBook(
      compileDefaultBook(shippedGround(), { ...defaultRows, couriers: connected(operators, 'operator') }, 1),
      { ...NO_ROWS, ...own },
      2,
    );
  const connected = (names: readonly string[], whose: string, isRemoved = false) =>
    names.map((courier) => ({ courier, courierAccountId: `${whose} ${courier}`, isRemoved }));
  const connections = (book: RateBook) =>
    Object.fromEntries(book.carriers.map(({ carrier, connection }) => [carrier.id, connection]));

  it('offers offline carriers alone where none is', () => {
    const book = compile([], {});
    expect(connections(book)).toEqual({
      off: { kind: 'offline' },
      del: { kind: 'not_connected' },
      eka: { kind: 'not_connected' },
    });
    expect(book.carriers.map((one) => withoutStanding(one, 'forward'))).toEqual([
      'not_connected',
      'not_connected',
      null,
    ]);
  });

  it('offers those of an account, by its own courier account before the operator’s, and no offline ones', () => {
    const book = compile(['delhivery', 'ekart'], { couriers: connected(['delhivery'], 'own') });
    expect(connections(book)).toEqual({
      off: { kind: 'beside_couriers' },
      del: { kind: 'connected', courierAccountId: 'own delhivery', isShared: false },
      eka: { kind: 'connected', courierAccountId: 'operator ekart', isShared: true },
    });
  });

  it('offers no offline ones either where one was connected and is removed', () => {
    const book = compile([], { couriers: connected(['delhivery'], 'own', true) });
    expect(connections(book)).toEqual({
      off: { kind: 'beside_couriers' },
      del: { kind: 'not_connected' },
      eka: { kind: 'not_connected' },
    });
  });

  it('offers offline ones until a courier that is connected has a price', () => {
    const unpriced = { ...defaultRows, rateCards: [rateCardOf({ carrierId: 'off' })] };
    const over = (own: Partial<typeof NO_ROWS>) =>
      connections(
        compileAccountBook(compileDefaultBook(shippedGround(), unpriced, 1), { ...NO_ROWS, ...own }, 2),
      ).off;
    const couriers = connected(['delhivery'], 'own');
    expect(over({ couriers })).toEqual({ kind: 'sample' });
    expect(over({ couriers, rateCards: [rateCardOf({ carrierId: 'eka' })] })).toEqual({ kind: 'sample' });
    const rateCards = [rateCardOf({ carrierId: 'del' })];
    expect(over({ couriers, rateCards })).toEqual({ kind: 'beside_couriers' });
    expect(over({ couriers: connected(['delhivery'], 'own', true), rateCards })).toEqual({
      kind: 'beside_couriers',
    });
    const carriers = [carrierOf({ id: 'mine', adapter: 'delhivery' })];
    expect(over({ couriers, carriers })).toEqual({ kind: 'sample' });
    const removed = connected(['delhivery'], 'own', true);
    expect(over({ couriers: removed, carriers })).toEqual({ kind: 'offline' });
    const ownCards = [rateCardOf({ carrierId: 'mine' })];
    expect(over({ couriers, carriers, rateCards: ownCards })).toEqual({ kind: 'beside_couriers' });
  });

  it('offers an offline carrier beside them where its setting says so, and shares what is the operator’s', () => {
    const carrierSettings = [{ carrierId: 'off', offered: true, markup: 0, besideCouriers: true }];
    expect(connections(compile(['ekart'], { carrierSettings })).off).toEqual({ kind: 'offline' });
    const parent = compileDefaultBook(
      shippedGround(),
      { ...defaultRows, couriers: connected(['ekart'], 'operator') },
      1,
    );
    const book = compileAccountBook(parent, NO_ROWS, 2);
    expect(book.carriers.every((one, index) => one === parent.carriers[index])).toBe(true);
  });
});
