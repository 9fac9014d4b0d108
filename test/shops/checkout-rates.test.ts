import { expect, it } from 'vitest';
import { quoteCheckout } from '../../src/usecases/shops/quote-checkout.ts';
import { openApp } from '../support/app.ts';
import { makeWarehouse } from '../support/orders.ts';
import { connectTestShop, openTestShop } from '../support/shops.ts';
import { loopbackAllowed } from '../support/webhooks.ts';

/* What changes is polled: while the database is slow, a known key counts with what was read before. */

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
async function shopWith(checkout: object | undefined, rules: object = {}) {
  const account = await test.account();
  await test.rateBooks.bookOf(account.accountId);
  const shop = await connectTestShop(account, await openTestShop(), { ...rules, checkout });
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

it('answers with the cheapest rate of the account, its dates, and what cash on delivery costs', async () => {
  const { account, services, rules } = await shopWith(undefined);
  expect(rules.checkout).toEqual({
    shown: false,
    offer: 'cheapest',
    markup_percent: 0,
    rounding: 'rupee',
    free_above: null,
    fallback_price: null,
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

it('follows the rules of the shop, also after they change', async () => {
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

it('weighs the cart by the rules of orders: its own weights, those of SKUs, then the usual parcel', async () => {
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

it('starts at the warehouse of the place from which the shop ships', async () => {
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
});

it('says why there is nothing to choose', async () => {
  const { ask } = await shopWith({ fallback_price: 80 }, { skip_skus: ['GIFT-CARD'] });
  const { ask: askWithoutFallback } = await shopWith({});
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
  expect(await data(askWithoutFallback(heavy))).toEqual({ services: [], reason: 'no_carrier' });
  expect(await data(ask(heavy))).toMatchObject({
    services: [{ service_code: 'standard', price: 80, cod_charges: null, first_delivery_date: null }],
    reason: null,
  });
});

it('names each mistake of a request, and never fails', async () => {
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

it('takes only the key of the shop, which allows nothing else, until there is a newer one', async () => {
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
  const { rows } = await test.database.database.pool.query<{ row: string }>(
    'select t::text as row from shop_tokens t union all select a::text from audit_records a',
  );
  for (const { row } of rows) expect(row).not.toContain(newer.slice(-43));
  await account.delete(`/shops/${id}`);
  test.advance(1_000);
  await expect.poll(async () => (await ask({}, newer)).statusCode).toBe(401);
});

it('offers the fallback while the rates cannot be read', async () => {
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
    booking: { choose: 'none', atMostPaise: null, preferred: [] },
    confirmCodAbovePaise: null,
    customerNews: 'dakiya',
  } as const;
  const usual = { offer: 'cheapest', markupPercent: 0, rounding: 'none', handlingDays: 0 } as const;
  const cart = {
    pincode: '560038',
    country: 'IN',
    locationKey: null,
    items: [{ sku: null, units: 1, gramsEach: 500, size: null }],
    orderValuePaise: 49_900,
    isCod: false,
  };
  const checkout = { ...usual, freeAbovePaise: null, fallbackPaise: 8_000 };
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
  // A quote that takes too long counts as none.
  const never = { ...shop, quotes: { ...service.quotes, quote: () => new Promise<never>(() => undefined) } };
  expect((await quoteCheckout(never, cart)).services).toMatchObject([
    { code: 'standard', pricePaise: 8_000 },
  ]);
  await expect(quoteCheckout(never, paysLater)).rejects.toMatchObject({ kind: 'unavailable' });
});
