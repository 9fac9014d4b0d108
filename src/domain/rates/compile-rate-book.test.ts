import { describe, expect, it } from 'vitest';
import {
  bookOf,
  carrierOf,
  forwardRequest,
  rateCardOf,
  rulesOf,
  sampleBook,
  shippedGround,
} from '../../../test/support/rates.ts';
import { NO_ROWS } from './book-rows.ts';
import { compileAccountBook, compileDefaultBook } from './compile-rate-book.ts';
import { withoutStanding } from './left-out.ts';
import { quoteRates } from './quote-rates.ts';
import type { RateBook } from './rate-book.ts';

const NOW = Date.parse('2026-11-16T05:00:00Z');
const REQUEST = forwardRequest();
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
  it('equals the default book, with its own version, if the account has no rows', () => {
    const book = compileAccountBook(parent, NO_ROWS, 9);
    expect(quoteRates(book, REQUEST, NOW)).toEqual({ ...quoteRates(parent, REQUEST, NOW), bookVersion: 9 });
    expect(book.carriers.every((carrier, index) => carrier === parent.carriers[index])).toBe(true);
  });

  it('uses its own rate card for one carrier, and the default cards for the others', () => {
    const own = rateCardOf({
      carrierId: 'b',
      forward: { first: [1, 1, 777, 1, 1], further: [0, 0, 0, 0, 0] },
    });
    const book = compileAccountBook(parent, { ...NO_ROWS, rateCards: [own] }, 2);
    expect(freights(book)).toEqual({ b: 777, a: 5000, c: 5000 });
    expect(freights(parent)).toEqual({ a: 5000, b: 5000, c: 5000 });
  });

  it('adds a markup to the default rate card', () => {
    const carrierSettings = [{ carrierId: 'a', offered: true, markup: 100_000, besideCouriers: false }];
    expect(freights(compileAccountBook(parent, { ...NO_ROWS, carrierSettings }, 2))).toEqual({
      b: 5000,
      c: 5000,
      a: 5500,
    });
  });

  it('uses its own markup instead of the default markup, not both', () => {
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

  it('keeps the default setting of a carrier with its own name or rate card', () => {
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

  it('leaves out a carrier that is switched off', () => {
    const carrierSettings = [{ carrierId: 'b', offered: false, markup: 0, besideCouriers: false }];
    expect(freights(compileAccountBook(parent, { ...NO_ROWS, carrierSettings }, 2))).toEqual({
      a: 5000,
      c: 5000,
    });
  });

  it('adds its own carriers, and changes default ones', () => {
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

  it('leaves out a carrier without a rate card', () => {
    const book = compileAccountBook(parent, { ...NO_ROWS, carriers: [carrierOf({ id: 'own' })] }, 2);
    expect(Object.keys(freights(book))).toEqual(['a', 'b', 'c']);
  });

  it('uses its own platform fee, also a fee of 0', () => {
    const fee = (platformFeePaise: number | null) =>
      quoteRates(compileAccountBook(parent, { ...NO_ROWS, platformFeePaise }, 2), REQUEST, NOW)
        .platformFeePaise;
    expect(fee(null)).toBe(700);
    expect(fee(0)).toBe(0);
    expect(fee(1234)).toBe(1234);
    expect(bookOf({}).platformFeePaise).toBe(500);
  });

  it('sorts carriers by name, then by id', () => {
    const carriers = [
      carrierOf({ id: '2', name: 'Same' }),
      carrierOf({ id: '9', name: 'Also' }),
      carrierOf({ id: '1', name: 'Same' }),
    ];
    expect(bookOf({ carriers }).carriers.map(({ carrier }) => carrier.id)).toEqual(['9', '1', '2']);
  });

  it('counts rows that name unknown carriers', () => {
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

  it('change the zone and every price if they are for all carriers', () => {
    const book = compileAccountBook(parent, { ...NO_ROWS, zoneOverrides: [override(null, '11', 'D')] }, 2);
    expect(zonesOf(book)).toEqual({ zone: 'D', a: 'D', b: 'D', c: 'D' });
    expect(freights(book)).toEqual({ a: 6000, b: 6000, c: 6000 });
  });

  it('change only the price and days of their carrier', () => {
    const book = compileAccountBook(parent, { ...NO_ROWS, zoneOverrides: [override('b', '11', 'A')] }, 2);
    expect(zonesOf(book)).toEqual({ zone: 'C', a: 'C', b: 'A', c: 'C' });
    expect(freights(book)).toEqual({ b: 3000, a: 5000, c: 5000 });
    expect(quoteRates(book, REQUEST, NOW).carriers[0]?.delivery).toBe('2026-11-17');
  });

  it('of a carrier have priority over those for all carriers, and own ones over default ones', () => {
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

describe('the memory of a book', () => {
  it('grows with the rows that the account changed', () => {
    const { directory } = shippedGround();
    const nothing = compileAccountBook(parent, NO_ROWS, 2).ownBytes;
    const cards = compileAccountBook(
      parent,
      { ...NO_ROWS, rateCards: [rateCardOf({ carrierId: 'a' }), rateCardOf({ carrierId: 'b' })] },
      2,
    ).ownBytes;
    const rules = rulesOf([{ carrierId: 'a', areaKind: 'state', area: 'KA', pickup: false }]);
    const serviceability = compileAccountBook(parent, { ...NO_ROWS, serviceability: rules }, 2).ownBytes;
    expect(nothing).toBeLessThan(5_000);
    expect(cards).toBe(nothing + 2 * 1_100);
    expect(serviceability).toBe(nothing + directory.size * 2 + 2 * 4 * 4);
    const zoneOverrides = [{ carrierId: 'a', origin: '1', destination: '', zone: 'A' as const }];
    const overridden = compileAccountBook(parent, { ...NO_ROWS, zoneOverrides }, 2);
    expect(overridden.ownBytes).toBe(nothing + 1_100 + 264);
    expect(compileAccountBook(overridden, NO_ROWS, 3).ownBytes).toBe(nothing);
  });

  it('is less than 20 kB for the sample book', () => {
    expect(sampleBook().ownBytes).toBeLessThan(20_000);
  });
});

describe('connected couriers', () => {
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

  it('offer only offline carriers if there is none', () => {
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

  it('prefer the account’s own courier account to the operator’s, and exclude offline carriers', () => {
    const book = compile(['delhivery', 'ekart'], { couriers: connected(['delhivery'], 'own') });
    expect(connections(book)).toEqual({
      off: { kind: 'beside_couriers' },
      del: { kind: 'connected', courierAccountId: 'own delhivery', isShared: false },
      eka: { kind: 'connected', courierAccountId: 'operator ekart', isShared: true },
    });
  });

  it('exclude offline carriers also after the courier was removed', () => {
    const book = compile([], { couriers: connected(['delhivery'], 'own', true) });
    expect(connections(book)).toEqual({
      off: { kind: 'beside_couriers' },
      del: { kind: 'not_connected' },
      eka: { kind: 'not_connected' },
    });
  });

  it('fall back to the operator’s courier account when the own one is removed', () => {
    const book = compile(['delhivery', 'ekart'], { couriers: connected(['delhivery'], 'own', true) });
    expect(connections(book).del).toEqual({
      kind: 'connected',
      courierAccountId: 'operator delhivery',
      isShared: true,
    });
  });

  it('exclude the samples when the account gives a price to a courier of the operator', () => {
    const samples = [carrierOf({ id: 'off' }), carrierOf({ id: 'off-too' })];
    const ofOperator = compileDefaultBook(
      shippedGround(),
      {
        ...NO_ROWS,
        carriers: [...carriers, ...samples.slice(1)],
        rateCards: samples.map(({ id }) => rateCardOf({ carrierId: id })),
        couriers: connected(['delhivery'], 'operator'),
      },
      1,
    );
    const offline = (own: Partial<typeof NO_ROWS>) => {
      const found = connections(compileAccountBook(ofOperator, { ...NO_ROWS, ...own }, 2));
      return samples.map(({ id }) => found[id]?.kind);
    };
    expect(offline({})).toEqual(['sample', 'sample']);
    const rateCards = [rateCardOf({ carrierId: 'del' })];
    expect(offline({ rateCards })).toEqual(['beside_couriers', 'beside_couriers']);
    const carrierSettings = [{ carrierId: 'off', offered: true, markup: 0, besideCouriers: true }];
    expect(offline({ rateCards, carrierSettings })).toEqual(['offline', 'beside_couriers']);
  });

  it('turn offline carriers into samples, and exclude them once a connected courier has a price', () => {
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

  it('leave an offline carrier in if its setting says so', () => {
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
