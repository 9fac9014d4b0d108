import { describe, expect, it, onTestFinished } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { USUAL_CHECKOUT } from '../../src/domain/shops/shop-rules.ts';
import { insertShopToken } from '../../src/storage/shops/shops.ts';
import { makeSecret } from '../../src/usecases/accounts/credential-secret.ts';
import { changeBy } from '../../src/usecases/service.ts';
import type { CheckoutContext } from '../../src/usecases/shops/checkout-keys.ts';
import { quoteCheckout } from '../../src/usecases/shops/quote-checkout.ts';
import { openApp, startApp, type TestAccount } from '../support/app.ts';
import { makeWarehouse } from '../support/orders.ts';
import { connectTestShop, openTestShop } from '../support/shops.ts';
import { loopbackAllowed } from '../support/webhooks.ts';

/* What changes is polled, because a key and its rules are cached for a second, and longer while the database is slow. */

// A Monday, 12:00 in India.
const test = await openApp({
  now: new Date('2026-11-16T06:30:00.000Z'),
  shipping: { outgoing: loopbackAllowed() },
});

const CART = {
  destination: { pincode: '560038', country: 'IN' },
  items: [{ sku: 'CHAI-250', units: 2, weight: 0.25, length: 20, breadth: 15, height: 5 }],
  order_value: 499,
};

/**
 * A connected shop with these rules for checkout, and what asks for rates with its key. Its rate book is in memory already: a quote
 * that has to read it has only two seconds.
 */
async function shopWith(checkout: object | undefined, rules: object = {}, account?: TestAccount, more = {}) {
  account ??= await test.account();
  await test.rateBooks.bookOf(account.accountId);
  const shop = await connectTestShop(account, await openTestShop(), { ...rules, checkout }, more);
  expect([shop.statusCode, shop.body]).toEqual([201, expect.anything()]);
  const { id } = shop.json().data;
  const newKey = async (): Promise<string> =>
    (await account.post(`/shops/${id}/checkout-key`, {})).json().data.key;
  const key = await newKey();
  const ask = (changes: object = {}, authorization = `Bearer ${key}`) =>
    test.client({ authorization }).post('/checkout-rates', { ...CART, ...changes });
  const services = async (changes: object = {}) => (await ask(changes)).json().data.services;
  return { account, id, key, newKey, ask, services, rules: shop.json().data.rules };
}

it('offers the cheapest rate of the account, with its dates and the charge of cash on delivery', async () => {
  const { account, services, rules } = await shopWith(undefined);
  expect(rules.checkout).toEqual({
    shown: false,
    offer: 'cheapest',
    markup_percent: 0,
    rounding: 'rupee',
    free_above: null,
    fallback_price: null,
    fallback_max_weight: 5,
    handling_days: 0,
  });
  const quoteOf = async (payment_method: string) =>
    (
      await account.post('/rates', {
        journey_type: 'forward',
        origin_pincode: '110020',
        destination_pincode: '560038',
        dead_weight: 500,
        length: 20,
        width: 15,
        height: 10,
        payment_method,
        shipment_value: 499,
      })
    ).json().result.serviceable_couriers[0];
  const [cheapest, cod] = [await quoteOf('prepaid'), await quoteOf('cod')];
  expect(await services()).toEqual([
    {
      service_code: 'standard',
      service_name: 'Standard delivery',
      price: Math.ceil(cheapest.charges.forward_freight_charges),
      cod_charges: cod.charges.cod_charges,
      first_delivery_date: cheapest.expected_delivery.delivery,
      last_delivery_date: cheapest.expected_delivery.delivery,
    },
  ]);
});

it('follows the rules of the shop after they change', async () => {
  const { account, id, services } = await shopWith({
    offer: 'cheapest_and_fastest',
    markup_percent: '18',
    rounding: 'nine',
    free_above: 999,
    handling_days: 3,
  });
  const both = await services();
  expect(both.map(({ service_code }: { service_code: string }) => service_code)).toEqual([
    'standard',
    'express',
  ]);
  for (const { price, first_delivery_date, last_delivery_date } of both) {
    expect(price % 10).toBe(9);
    expect(first_delivery_date < last_delivery_date).toBe(true);
  }
  expect((await services({ order_value: 999 }))[0].price).toBe(0);
  const { rules } = (await account.get(`/shops/${id}`)).json().data;
  await account.put(`/shops/${id}`, { rules: { ...rules, checkout: { offer: 'each_courier' } } });
  test.advance(1_000);
  await expect.poll(async () => (await services()).length).toBeGreaterThan(2);
});

it('takes weights of the cart, else of the rule for the SKU, else of the usual parcel', async () => {
  const size = { length: 10, breadth: 10, height: 10 };
  const { services } = await shopWith(
    { rounding: 'none' },
    { sku_sizes: [{ sku: 'SACK', weight: 9, ...size }] },
  );
  const priceOf = async (item: object) => (await services({ items: [{ units: 1, ...item }] }))[0].price;
  const usual = await priceOf({ sku: 'UNKNOWN' });
  expect(await priceOf({ sku: 'SACK' })).toBeGreaterThan(usual);
  expect(await priceOf({ sku: 'SACK', weight: 0.1 })).toBeLessThanOrEqual(usual);
  expect(await priceOf({ sku: 'UNKNOWN', weight: 0 })).toBe(usual);
});

it('quotes from the warehouse of the place, and from none that is switched off', async () => {
  const { account, id, ask } = await shopWith({ rounding: 'none' });
  const { rules } = (await account.get(`/shops/${id}`)).json().data;
  const near = await makeWarehouse(account, {
    name: 'Near',
    address_attributes: {
      street_address: '1, 80 Feet Road',
      zip: '560038',
      city: 'Bengaluru',
      state: 'Karnataka',
      country: 'India',
    },
  });
  await account.put(`/shops/${id}`, {
    rules: { ...rules, locations: [{ location_id: '12', warehouse_id: near }] },
  });
  test.advance(1_000);
  const price = async (changes: object) => (await ask(changes)).json().data.services[0].price;
  const far = await price({});
  await expect.poll(() => price({ location_id: 12 })).toBeLessThan(far);
  expect(await price({ location_id: 13 })).toBe(far);
  await account.put(`/warehouses/${near}`, { is_active: false });
  test.advance(1_000);
  const reason = async (changes: object) => (await ask(changes)).json().data.reason;
  await expect.poll(() => reason({ location_id: 12 })).toBe('no_carrier');
  expect(await price({})).toBe(far);
});

it('answers by the rules of each of two shops, and leaves the key of one when the other gets a new one', async () => {
  const { account, ask, services, newKey } = await shopWith({ rounding: 'ten' }, { skip_skus: ['GIFT'] });
  const other = await shopWith({ rounding: 'nine', markup_percent: 50 }, {}, account, {
    store_name: 'other',
  });
  const price = async (of: typeof services) => (await of())[0].price;
  expect([(await price(services)) % 10, (await price(other.services)) % 10]).toEqual([0, 9]);
  const gift = { items: [{ sku: 'GIFT', units: 1 }] };
  expect([(await ask(gift)).json().data.reason, (await other.ask(gift)).json().data.reason]).toEqual([
    ...['nothing_to_ship', null],
  ]);
  await newKey();
  test.advance(1_000);
  await expect.poll(async () => (await ask()).statusCode).toBe(401);
  expect((await other.ask()).statusCode).toBe(200);
});

it('offers to a cart that pays on delivery what it offers with cash on delivery, for all units', async () => {
  const { services } = await shopWith({ rounding: 'none' });
  const [open] = await services();
  const [cash] = await services({ payment_method: 'cod' });
  const [prepaid] = await services({ payment_method: 'prepaid' });
  expect(prepaid).toEqual(open);
  expect(cash.price + cash.cod_charges).toBeCloseTo(open.price + open.cod_charges);
  const item = CART.items[0];
  const [heavy] = await services({ items: [{ ...item, units: 20 }] });
  expect(heavy.price).toBeGreaterThan(open.price);
  expect((await services({ items: [item, { ...item, units: 18 }] }))[0].price).toBe(heavy.price);
});

it('offers no sample rates beside a connected courier without prices', async () => {
  const { account, ask } = await shopWith({});
  expect((await ask()).json().data.services).toHaveLength(1);
  await account.post('/courier-accounts', { courier: 'delhivery', settings: { token: 'secret' } });
  await test.rateBooks.look();
  await expect.poll(async () => (await ask()).json().data).toEqual({ services: [], reason: 'no_carrier' });
});

it('gives the reason when there are no services', async () => {
  const { ask } = await shopWith({ fallback_price: 80 }, { skip_skus: ['GIFT-CARD'] });
  const heavy = { items: [{ units: 1, weight: 9_000 }] };
  const data = async (answer: ReturnType<typeof ask>) => (await answer).json().data;
  expect(await data(ask({ destination: { pincode: '999999' } }))).toEqual({
    services: [],
    reason: 'pincode',
  });
  expect(await data(ask({ destination: { pincode: 'SW1A 1AA', country: 'GB' } }))).toMatchObject({
    reason: 'country',
  });
  expect(await data(ask({ items: [{ sku: 'GIFT-CARD', units: 1 }] }))).toMatchObject({
    reason: 'nothing_to_ship',
  });
  // The fallback is for carts that nobody could quote, so a customer cannot choose it by a cart that nobody delivers.
  expect(await data(ask(heavy))).toEqual({ services: [], reason: 'no_carrier' });
});

it('quotes equal carts once in a second, and anew once rates have changed', async () => {
  const { account, id } = await shopWith({});
  const { data } = (await account.get(`/shops/${id}`)).json();
  let quotes = 0;
  let seenVersion = 1;
  const context = {
    ...test.service,
    quotes: {
      get seenVersion() {
        return seenVersion;
      },
      quote: async (...asked: Parameters<typeof test.service.quotes.quote>) => {
        quotes += 1;
        return test.service.quotes.quote(...asked);
      },
    } as typeof test.service.quotes,
    credentialId: '',
    accountId: account.accountId,
    shopId: id,
    shop: 'woocommerce',
    rules: {
      warehouseId: data.rules.warehouse_id,
      locations: [],
      skipSkus: [],
      skuSizes: [],
      usualParcel: data.rules.usual_parcel,
      usualItemWeight: null,
      checkout: USUAL_CHECKOUT,
    } as unknown as CheckoutContext['rules'],
    pincodes: new Map([[data.rules.warehouse_id, '110020']]),
  };
  const cart = (units: number) => ({
    pincode: '560038',
    country: 'IN',
    locationKey: null,
    items: [{ sku: null, units, gramsEach: 500, size: null }],
    orderValuePaise: 49_900,
    isCod: false,
  });
  const ask = async (units: number, from: CheckoutContext = context) => {
    quotes = 0;
    const all = await Promise.all([quoteCheckout(from, cart(units)), quoteCheckout(from, cart(units))]);
    expect(all[1]).toEqual(all[0]);
    return quotes;
  };
  const each = await ask(1);
  expect([each > 0, await ask(1), await ask(2), await ask(1)]).toEqual([true, 0, each, 0]);
  // The rules of the shop are read anew each second, into another context.
  expect([await ask(1, { ...context }), await ask(1)]).toEqual([each, 0]);
  seenVersion = 2;
  expect([await ask(1), await ask(1)]).toEqual([each, 0]);
});

it('names each mistake of a request, and answers to any size of a cart', async () => {
  const { ask } = await shopWith({});
  const wrong = await ask({
    destination: { pincode: 'x'.repeat(50) },
    items: [{ units: 0, weight: -1 }, null],
    order_value: 'free',
    payment_method: 'barter',
  });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.json().errors).toEqual([
    'destination.pincode must be at most 20 characters',
    'items[0].units must be a whole number from 1 to 100000',
    'items[0].weight must be a number of kilograms from 0 to 10000',
    'items[1] must be an object',
    'order_value must be an amount in rupees from 0 to 1000000000 with at most 2 decimals',
    'payment_method must be one of cod, prepaid',
  ]);
  expect((await ask({ items: Array.from({ length: 1_001 }, () => ({ units: 1 })) })).statusCode).toBe(422);
  const large = { units: 100_000, weight: 10_000, length: 10_000, breadth: 10_000, height: 10_000 };
  const most = await ask({ items: Array.from({ length: 1_000 }, () => large), order_value: 1_000_000_000 });
  expect(most.json().data).toEqual({ services: [], reason: 'no_carrier' });
  const tiny = { units: 1, weight: '0.0000001', length: '0.0000001', breadth: '1', height: '1' };
  expect((await ask({ items: [tiny] })).json().data.services).toHaveLength(1);
});

it('accepts only the newest key of the shop, which allows nothing else', async () => {
  const { account, id, ask, key, newKey } = await shopWith({});
  expect((await ask({}, account.apiKey)).statusCode).toBe(401);
  expect((await ask({}, '')).statusCode).toBe(401);
  expect((await test.client({ authorization: key }).get('/shops')).statusCode).toBe(401);
  const hook = await test.app.inject({ method: 'POST', url: `/shop-events/woocommerce/${key}`, payload: {} });
  expect(hook.statusCode).toBe(401);
  expect((await ask()).statusCode).toBe(200);
  const newer = await newKey();
  test.advance(1_000);
  await expect.poll(async () => (await ask()).statusCode).toBe(401);
  expect((await ask({}, newer)).statusCode).toBe(200);
  const rows = await test.sql<{ row: string }>(
    'select t::text as row from shop_tokens t union all select a::text from audit_records a',
  );
  for (const { row } of rows) expect(row).not.toContain(newer.slice(-43));
  await account.delete(`/shops/${id}`);
  test.advance(1_000);
  await expect.poll(async () => (await ask({}, newer)).statusCode).toBe(401);
});

it('offers the fallback for a prepaid cart while the rates cannot be read in time', async () => {
  const { account, id } = await shopWith({ fallback_price: 80 });
  const { data } = (await account.get(`/shops/${id}`)).json();
  const { service } = test;
  const context = {
    ...service,
    quotes: { ...service.quotes, quote: () => Promise.reject(new Error('Connection terminated')) },
    credentialId: '',
    accountId: account.accountId,
    shopId: id,
    shop: 'woocommerce',
    pincodes: new Map([[data.rules.warehouse_id, '110020']]),
  };
  const rules = {
    warehouseId: data.rules.warehouse_id,
    locations: [],
    codMethods: [],
    skipTags: [],
    skipSkus: [],
    skuSizes: [],
    usualParcel: data.rules.usual_parcel,
    usualItemWeight: null,
    booking: 'none',
    fastestAtMostPaise: null,
    preferredCarriers: [],
    confirmCodAbovePaise: null,
    customerNews: 'dakiya',
    completePrepaid: 'delivered',
    completeCash: 'remitted',
  } as const;
  const usual = { ...USUAL_CHECKOUT, rounding: 'none' } as const;
  const cart = {
    pincode: '560038',
    country: 'IN',
    locationKey: null,
    items: [{ sku: null, units: 1, gramsEach: 500, size: null }],
    orderValuePaise: 49_900,
    isCod: false,
  };
  const checkout = { ...usual, fallbackPaise: 8_000 };
  const { services } = await quoteCheckout({ ...context, rules: { ...rules, checkout } }, cart);
  expect(services).toMatchObject([{ code: 'standard', pricePaise: 8_000 }]);
  const free = { ...rules, checkout: { ...checkout, freeAbovePaise: 10_000 } };
  expect((await quoteCheckout({ ...context, rules: free }, cart)).services).toMatchObject([
    { pricePaise: 0 },
  ]);
  const without = { ...rules, checkout: { ...checkout, fallbackPaise: null } };
  await expect(quoteCheckout({ ...context, rules: without }, cart)).rejects.toThrow('Connection terminated');
  const paysLater = { ...cart, isCod: true };
  const shop = { ...context, rules: { ...rules, checkout } };
  await expect(quoteCheckout(shop, paysLater)).rejects.toThrow('Connection terminated');
  const heavier = { ...cart, items: [{ sku: null, units: 1, gramsEach: 5_001, size: null }] };
  await expect(quoteCheckout({ ...context, rules: { ...rules, checkout } }, heavier)).rejects.toThrow(
    'Connection terminated',
  );
  // A quote that takes too long counts as none.
  const never = { ...shop, quotes: { ...service.quotes, quote: () => new Promise<never>(() => undefined) } };
  expect((await quoteCheckout(never, cart)).services).toMatchObject([
    { code: 'standard', pricePaise: 8_000 },
  ]);
  await expect(quoteCheckout(never, paysLater)).rejects.toMatchObject({ kind: 'unavailable' });
});

describe('the limit of requests', () => {
  const LIMIT = 10;

  /** A service with a limit, and two accounts that have a shop each. */
  async function twoShops() {
    const limited = await startApp({ rateLimit: LIMIT, shipping: { outgoing: loopbackAllowed() } });
    onTestFinished(() => limited.stop());
    const connect = async () => {
      const account = await limited.account();
      await limited.rateBooks.bookOf(account.accountId);
      const { id } = (await connectTestShop(account, await openTestShop())).json().data;
      const { key } = (await account.post(`/shops/${id}/checkout-key`, {})).json().data;
      /** Asks at checkout, for a customer of the shop. */
      const ask = (customer?: string, remoteAddress = '198.51.100.1') =>
        limited.app.inject({
          method: 'POST',
          url: '/custom/api/v1/checkout-rates',
          headers: { authorization: key, ...(customer !== undefined && { 'shop-customer': customer }) },
          payload: CART,
          remoteAddress,
        });
      const { text, prefix, secretHash } = makeSecret();
      const { database } = limited.service;
      await database.change(account.accountId, changeBy(limited.service, SYSTEM), async (writer) => {
        writer.skipAudit('a token of a test');
        const token = { shopId: id, shop: 'woocommerce', usedFor: 'webhooks', prefix, secretHash } as const;
        await insertShopToken(writer, token);
      });
      return { ask, ring: () => ring(text) };
    };
    /** Calls an address for webhooks, as all shops of a shop system do: from one address. */
    const ring = async (token: string) =>
      (
        await limited.app.inject({
          method: 'POST',
          url: `/shop-events/woocommerce/${token}`,
          payload: {},
          remoteAddress: '203.0.113.1',
        })
      ).statusCode;
    const [one, other] = [await connect(), await connect()];
    return { limited, one, other, ring };
  }

  async function times(count: number, ask: () => Promise<{ readonly statusCode: number }>) {
    const statuses = new Set<number>();
    for (let time = 0; time < count; time += 1) statuses.add((await ask()).statusCode);
    return [...statuses];
  }

  it('at checkout is that of each customer, and ten times as much for the shop', async () => {
    const { limited, one, other } = await twoShops();
    expect(await times(LIMIT, () => one.ask('buyer'))).toEqual([200]);
    const refused = await one.ask('buyer');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().errors]).toEqual([
      ...[429, '300', ['Too many requests: at most 10 in 5 minutes']],
    ]);
    // What is refused to one customer does not count for the shop.
    expect(await times(50 * LIMIT, () => one.ask('buyer'))).toEqual([429]);
    expect((await one.ask('neighbour')).headers).toMatchObject({
      'ratelimit-limit': '100',
      'ratelimit-remaining': '89',
    });
    expect((await other.ask('buyer')).statusCode).toBe(200);
    expect(await times(89, () => one.ask())).toEqual([200]);
    const all = await one.ask('neighbour');
    expect([all.statusCode, all.json().errors]).toEqual([
      ...[429, ['Too many requests: at most 100 in 5 minutes']],
    ]);
    expect((await other.ask()).statusCode).toBe(200);
    limited.advance(5 * 60_000);
    expect((await one.ask('buyer')).statusCode).toBe(200);
  });

  it('for webhooks is that of each connection, whatever others send from the same address', async () => {
    const { one, other, ring } = await twoShops();
    const rung = async (by: typeof one) => ({ statusCode: await by.ring() });
    expect(await times(LIMIT, () => rung(one))).toEqual([422]);
    expect(await one.ring()).toBe(429);
    expect(await times(LIMIT, () => rung(other))).toEqual([422]);
    expect(await other.ring()).toBe(429);
    // Wrong tokens count for the address.
    const wrong = async () => ({ statusCode: await ring(makeSecret().text) });
    expect(await times(100, wrong)).toEqual([401]);
    expect(await ring(makeSecret().text)).toBe(429);
  });
});
