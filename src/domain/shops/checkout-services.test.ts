import { describe, expect, it } from 'vitest';
import { carrierOf } from '../../../test/support/rates.ts';
import type { ForwardCarrierQuote } from '../rates/quote.ts';
import {
  checkoutPriceOf,
  checkoutServices,
  chosenDelivery,
  fallbackServices,
  offersOfService,
} from './checkout-services.ts';
import type { ShopOrder } from './shop-order.ts';
import { type CheckoutRules, USUAL_CHECKOUT } from './shop-rules.ts';

interface OfferOf {
  readonly id: string;
  readonly freight: number;
  readonly cod?: number;
  readonly delivery: string;
  readonly name?: string;
  readonly level?: 'standard' | 'express';
}

function offerOf({ id, freight, cod = 0, delivery, name = id, level }: OfferOf): ForwardCarrierQuote {
  return {
    carrier: carrierOf({ id, name, ...(level !== undefined && { serviceLevel: level }) }),
    connection: { kind: 'offline' },
    zone: 'C',
    slabs: 1,
    pickup: '2026-11-16',
    delivery,
    charges: { freight, cod, rto: 0, total: freight + cod },
  };
}

const SLOW = { id: 'slow', name: 'Morpankhi Surface 500 g', freight: 4_440, delivery: '2026-11-20' };
const HEAVY = { id: 'heavy', name: 'Morpankhi Surface 2 kg', freight: 6_000, delivery: '2026-11-20' };
const FAST = {
  id: 'fast',
  name: 'Pavanteer Air 500 g',
  freight: 9_000,
  delivery: '2026-11-18',
  level: 'express',
} as const;
const ALL = [SLOW, HEAVY, FAST].map(offerOf);
const TERMS = { orderValuePaise: 49_900, isCod: false };

/** The services of these rules: code, price in paise, what cash costs, first and last day. */
function offered(
  rules: Partial<CheckoutRules>,
  { quotes = {}, terms = {} }: { quotes?: object; terms?: object } = {},
) {
  return checkoutServices(
    { prepaid: ALL, cod: [], late: ALL, ...quotes },
    { ...TERMS, ...terms },
    { ...USUAL_CHECKOUT, ...rules },
  ).map((one) => [one.code, one.pricePaise, one.codChargesPaise, one.firstDelivery, one.lastDelivery]);
}

describe('the services of a checkout', () => {
  it.each([
    ['cheapest', [['standard', 4_500]]],
    ['fastest', [['express', 9_000]]],
    [
      'cheapest_and_fastest',
      [
        ['standard', 4_500],
        ['express', 9_000],
      ],
    ],
    [
      'each_courier',
      [
        ['morpankhi-standard', 4_500],
        ['pavanteer-express', 9_000],
      ],
    ],
  ] as const)('are those of the offer %s', (offer, expected) => {
    expect(offered({ offer }).map((service) => service.slice(0, 2))).toEqual(expected);
  });

  it('are one when the cheapest is also the fastest, and none without a quote', () => {
    const prepaid = [SLOW, HEAVY].map(offerOf);
    expect(offered({ offer: 'cheapest_and_fastest' }, { quotes: { prepaid } })).toHaveLength(1);
    expect(offered({ offer: 'each_courier' }, { quotes: { prepaid: [] } })).toEqual([]);
  });

  it('have the names of couriers without weights', () => {
    const rules = { ...USUAL_CHECKOUT, offer: 'each_courier' } as const;
    const services = checkoutServices({ prepaid: ALL, cod: [], late: ALL }, TERMS, rules);
    expect(services.map(({ name }) => name)).toEqual(['Morpankhi', 'Pavanteer Express']);
  });
});

describe('cash on delivery', () => {
  const cod = [offerOf({ ...HEAVY, cod: 3_130 }), offerOf({ ...FAST, cod: 5_000 })];

  it('costs the charge and the higher freight of a carrier that collects', () => {
    expect(offered({ offer: 'cheapest_and_fastest' }, { quotes: { cod } })).toEqual([
      ['standard', 4_500, 4_630, '2026-11-20', '2026-11-20'],
      ['express', 9_000, 5_000, '2026-11-18', '2026-11-18'],
    ]);
    expect(offered({ offer: 'fastest' }, { quotes: { cod: cod.slice(0, 1) } })[0]?.[2]).toBeNull();
  });

  it('costs only its charge where delivery is free', () => {
    expect(offered({ freeAbovePaise: 100 }, { quotes: { cod } })[0]?.slice(0, 3)).toEqual([
      'standard',
      0,
      3_130,
    ]);
  });

  it('leaves only carriers that collect once it is chosen', () => {
    const paysLater = { quotes: { cod }, terms: { isCod: true } };
    expect(offered({}, paysLater)).toEqual([['standard', 6_000, 3_130, '2026-11-20', '2026-11-20']]);
    expect(offered({}, { terms: { isCod: true } })).toEqual([]);
  });
});

describe('a price', () => {
  it.each([
    ['none', 4_440],
    ['rupee', 4_500],
    ['five', 4_500],
    ['ten', 5_000],
    ['nine', 4_900],
  ] as const)('is rounded up: %s', (rounding, expected) => {
    expect(offered({ rounding })[0]?.[1]).toBe(expected);
  });

  it.each([
    [890, 900],
    [900, 900],
    [901, 1_900],
    [0, 0],
  ])('of %d paise is rounded up to %d, which ends in 9 rupees', (freight, expected) => {
    const prepaid = [offerOf({ ...SLOW, freight })];
    expect(offered({ rounding: 'nine' }, { quotes: { prepaid } })[0]?.[1]).toBe(expected);
  });

  it.each([
    [18, 5_239],
    [-50, 2_220],
    [-100, 0],
    [0.01, 4_440],
  ])('has a markup of %d %%', (markupPercent, expected) => {
    expect(offered({ markupPercent, rounding: 'none' })[0]?.[1]).toBe(expected);
  });

  it.each([
    [49_899, [4_500, 9_000]],
    [49_900, [0, 9_000]],
    [49_901, [0, 9_000]],
  ])('of the cheapest service is free or not for an order value of %d paise', (orderValuePaise, expected) => {
    const rules = { offer: 'cheapest_and_fastest', freeAbovePaise: 49_900 } as const;
    expect(offered(rules, { terms: { orderValuePaise } }).map((one) => one[1])).toEqual(expected);
  });
});

describe('a fallback price', () => {
  const fallback = (rules: Partial<CheckoutRules>, weight = 1, terms: object = {}) =>
    fallbackServices({ ...TERMS, ...terms }, { weight }, { ...USUAL_CHECKOUT, ...rules }).map((one) => [
      one.code,
      one.pricePaise,
      one.codChargesPaise,
    ]);

  it('is offered for a prepaid cart, and free above the value of free delivery', () => {
    expect(fallback({ fallbackPaise: 8_000 })).toEqual([['standard', 8_000, null]]);
    expect(fallback({ fallbackPaise: 8_000, freeAbovePaise: 100 })[0]?.[1]).toBe(0);
    expect(fallback({ fallbackPaise: 8_000 }, 1, { isCod: true })).toEqual([]);
    expect(fallback({})).toEqual([]);
  });

  it('has a highest weight, of 5 kg by default', () => {
    const offers = (weight: number, rules: Partial<CheckoutRules> = {}) =>
      fallback({ fallbackPaise: 8_000, ...rules }, weight).length;
    expect([offers(4.999), offers(5), offers(5.001)]).toEqual([1, 1, 0]);
    const lighter = { fallbackMaxWeight: 0.5 };
    expect([offers(0.499, lighter), offers(0.5, lighter), offers(0.501, lighter)]).toEqual([1, 1, 0]);
  });

  it('is never offered for a cart that no carrier serves', () => {
    expect(offered({ fallbackPaise: 8_000 }, { quotes: { prepaid: [] } })).toEqual([]);
  });
});

describe('the dates of a service', () => {
  it('end with the delivery after the handling days of the same carrier', () => {
    const late = [
      offerOf({ ...HEAVY, delivery: '2026-11-24' }),
      offerOf({ ...SLOW, delivery: '2026-11-23' }),
    ];
    expect(offered({}, { quotes: { late } })[0]?.slice(3)).toEqual(['2026-11-20', '2026-11-23']);
  });
});

describe('a service that was chosen', () => {
  const idsOf = (code: string, offer: CheckoutRules['offer'] = 'cheapest', offers = ALL) =>
    offersOfService(offers, code, { offer }).map(({ carrier }) => carrier.id);

  it.each([
    ['express', ['fast']],
    ['morpankhi-standard', ['slow', 'heavy']],
    ['pavanteer-express', ['fast']],
    ['standard', ['slow', 'heavy', 'fast']],
    ['morpankhi-express', []],
    ['express + standard', []],
    ['', []],
  ])('is served by carriers, whatever is offered now: %s', (code, expected) => {
    expect(idsOf(code)).toEqual(expected);
    expect(idsOf(code, 'each_courier')).toEqual(expected);
  });

  it('is none if the cheapest is as fast, unless only the fastest is offered', () => {
    const slow = [SLOW, HEAVY].map(offerOf);
    expect(idsOf('express', 'cheapest_and_fastest', slow)).toEqual([]);
    expect(idsOf('express', 'fastest', slow)).toEqual(['slow', 'heavy']);
    expect(idsOf('express', 'fastest', [])).toEqual([]);
  });

  it('has the code that the checkout gave it', () => {
    for (const offer of ['cheapest', 'fastest', 'cheapest_and_fastest', 'each_courier'] as const) {
      for (const [code] of offered({ offer })) expect(idsOf(String(code), offer)).not.toEqual([]);
    }
  });

  it('costs what the checkout asks for its carrier, nothing if that is free', () => {
    const priceFor = (one: OfferOf, value: number, rules: Partial<CheckoutRules> = {}) =>
      checkoutPriceOf(offerOf(one), ALL, value, { ...USUAL_CHECKOUT, ...rules });
    expect(priceFor(SLOW, 50_000)).toBe(4_500);
    expect(priceFor(FAST, 50_000, { markupPercent: 18 })).toBe(10_700);
    const free = { freeAbovePaise: 50_000 };
    expect([priceFor(SLOW, 49_999, free), priceFor(SLOW, 50_000, free)]).toEqual([4_500, 0]);
    expect(priceFor(FAST, 50_000, free)).toBe(9_000);
  });

  const item = { totalPaise: 10_000 };
  const order = { parcels: [{ items: [item, item] }, { items: [item] }], elsewherePaise: 500 };
  const chosen = (...chosenServices: object[]) =>
    chosenDelivery({ ...order, chosenServices } as unknown as ShopOrder, 'a');
  const express = { code: 'express', pricePaise: 12_000, parcelKey: null };

  it.each([
    ['one of all parcels', [express], { code: 'express', pricePaise: 12_000 }],
    ['one of this parcel', [{ ...express, parcelKey: 'a' }], { code: 'express', pricePaise: 12_000 }],
    ['one of another parcel', [{ ...express, parcelKey: 'b' }], null],
    ['twice the same', [express, express], { code: 'express', pricePaise: 24_000 }],
    [
      'different ones',
      [express, { ...express, code: 'standard', pricePaise: 1 }],
      { code: 'express + standard', pricePaise: 12_001 },
    ],
    ['none', [], null],
  ])('is what the order has: %s', (_, services, expected) => {
    expect(chosen(...services)).toEqual(expected && { ...expected, orderValuePaise: 30_500 });
  });

  it('is none in an order of an older release', () => {
    expect(chosenDelivery(order as unknown as ShopOrder, 'a')).toBeNull();
  });
});
