import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

interface Rates {
  offerFor(order: object, precision: number, customer: object): Promise<readonly { price: number }[] | null>;
  weightOf(order: object): number;
}

// By its address, because the types of Vendure are only there once it is installed.
const SOURCE = new URL('../../shops/vendure/plugin/src/checkout-rates.ts', import.meta.url);

/** The rates of a service that answers with these statuses in turn, and the customers for whom it was asked. */
async function ratesOf(statuses: number[], options: object = { checkoutKey: 'key' }) {
  const customers: unknown[] = [];
  const server = createServer((request, response) => {
    customers.push(request.headers['shop-customer']);
    request.resume();
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { services: [{ service_code: 'standard', price: 49 }] } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { CheckoutRates } = (await import(SOURCE.href)) as {
    CheckoutRates: new (options: object, warn: (text: string) => void) => Rates;
  };
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rates = new CheckoutRates({ apiUrl, ...options }, () => undefined);
  const ask = (order: object, address: string | undefined = '192.0.2.1') =>
    rates.offerFor(order, 2, { address });
  return { rates, ask, customers };
}

const orderTo = (postalCode: string | undefined, id = 1, customFields: object = { weightGrams: 250 }) => ({
  id,
  lines: [{ quantity: 2, productVariant: { sku: 'TEA', customFields } }],
  shippingAddress: { postalCode, countryCode: 'IN' },
  subTotalWithTax: 49_900,
});

it('knows no rates of any order for a while after 401, 500 or no key, so that the fallback counts', async () => {
  for (const status of [401, 500]) {
    const { ask, customers } = await ratesOf([status]);
    expect([await ask(orderTo('560001')), await ask(orderTo('560002', 2))]).toEqual([null, null]);
    expect(customers).toHaveLength(1);
  }
  const { ask, customers } = await ratesOf([], {});
  expect([await ask(orderTo('560001')), await ask(orderTo(''))]).toEqual([null, []]);
  expect(customers).toEqual([]);
});

it('pauses only the order that was asked for too often', async () => {
  const { ask, customers } = await ratesOf([429]);
  expect([await ask(orderTo('560001')), await ask(orderTo('560002'))]).toEqual([null, null]);
  expect(customers).toHaveLength(1);
  expect(await ask(orderTo('560001', 2), '192.0.2.2')).toMatchObject([{ price: 49 }]);
  expect(new Set(customers).size).toBe(2);
  for (const customer of customers) expect(customer).toMatch(/^[\w-]{43}$/);
});

it('offers nothing for an order that is refused or has no pincode, and asks for the next one', async () => {
  const { ask, customers } = await ratesOf([422]);
  expect([await ask(orderTo('')), await ask(orderTo(undefined))]).toEqual([[], []]);
  expect(customers).toHaveLength(0);
  expect(await ask(orderTo('1'))).toEqual([]);
  expect(await ask(orderTo('560002'))).toMatchObject([{ price: 49 }]);
});

it('ships digital goods for nothing, also without a pincode', async () => {
  const { ask } = await ratesOf([]);
  expect(await ask(orderTo('', 1, { isDigital: true }))).toMatchObject([{ price: 0 }]);
});

it('weighs an order, and half a kilogram where the shop has no weight', async () => {
  const { rates } = await ratesOf([]);
  expect([rates.weightOf(orderTo('560001')), rates.weightOf(orderTo('560001', 1, {}))]).toEqual([0.5, 1]);
  expect(rates.weightOf(orderTo('560001', 1, { weightGrams: 0.4 }))).toBe(0.002);
});
