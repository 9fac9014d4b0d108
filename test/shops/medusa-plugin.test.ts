import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';

interface Rates {
  of(cart: object): Promise<{ readonly price: number }[]>;
}

// By its address, because the types of Medusa are only there once it is installed.
const SOURCE = new URL('../../shops/medusa/plugin/src/providers/dakiya/checkout-rates.ts', import.meta.url);

/** The rates of a service that answers with these statuses in turn, and what it was asked. */
async function ratesOf(statuses: number[]) {
  const asked: { readonly items: object[]; readonly order_value: number }[] = [];
  const customers: unknown[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request as AsyncIterable<Buffer>) body += part.toString();
    asked.push(JSON.parse(body));
    customers.push(request.headers['shop-customer']);
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { services: [{ service_code: 'standard', price: 49 }] } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { CheckoutRates } = (await import(SOURCE.href)) as {
    CheckoutRates: new (options: object) => Rates;
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { rates: new CheckoutRates({ url, checkoutKey: 'key' }), asked, customers };
}

const cartTo = (postal_code: string, item: object = {}, id = 'cart_1') => ({
  id,
  shipping_address: { postal_code, country_code: 'in' },
  items: [{ variant_sku: 'TEA', quantity: 2, unit_price: 100, ...item }],
});

it.each([401, 500])('asks no rates for a while after the answer %i', async (status) => {
  const { rates, asked } = await ratesOf([status]);
  await expect(rates.of(cartTo('560001'))).rejects.toThrow(`it answered ${status}`);
  await expect(rates.of(cartTo('560002', {}, 'cart_2'))).rejects.toThrow('it has just failed');
  expect(asked).toHaveLength(1);
});

it('asks no rates for a while for the customer who asked too often, and goes on for others', async () => {
  const { rates, customers } = await ratesOf([429]);
  await expect(rates.of(cartTo('560001'))).rejects.toThrow('it answered 429');
  await expect(rates.of(cartTo('560002'))).rejects.toThrow('it has just failed');
  expect(await rates.of(cartTo('560001', {}, 'cart_2'))).toMatchObject([{ price: 49 }]);
  expect(customers).toHaveLength(2);
  expect(new Set(customers).size).toBe(2);
  for (const customer of customers) expect(customer).toMatch(/^[\w-]{43}$/);
});

it('tells a cart that is refused, or has no pincode, from one without an answer', async () => {
  const { rates, asked } = await ratesOf([422, 500]);
  const { RefusedError, weightOf } = (await import(SOURCE.href)) as {
    RefusedError: new () => Error;
    weightOf: (cart: object) => number;
  };
  await expect(rates.of(cartTo(''))).rejects.toBeInstanceOf(RefusedError);
  expect(asked).toHaveLength(0);
  await expect(rates.of(cartTo('1'))).rejects.toBeInstanceOf(RefusedError);
  await expect(rates.of(cartTo('560001'))).rejects.not.toBeInstanceOf(RefusedError);
  expect(weightOf(cartTo('560001'))).toBe(1);
  expect(weightOf(cartTo('560001', { quantity: 3, variant: { weight: 250 } }))).toBe(0.75);
  expect(weightOf(cartTo('560001', { quantity: 3, variant: { weight: 0.4 } }))).toBe(0.003);
});

it('asks for the next cart after one cart was refused', async () => {
  const { rates } = await ratesOf([422]);
  await expect(rates.of(cartTo('1'))).rejects.toThrow('it answered 422');
  expect(await rates.of(cartTo('560002'))).toMatchObject([{ price: 49 }]);
});

it('sends the value with taxes, a SKU of at most 100 characters, and the weight of the product', async () => {
  const { rates, asked } = await ratesOf([]);
  const tax_lines = [{ rate: 9 }, { rate: 9 }];
  await rates.of(cartTo('560001', { variant_sku: 'T'.repeat(120), product: { weight: 250 }, tax_lines }));
  await rates.of(cartTo('560002', { is_tax_inclusive: true, tax_lines }));
  expect(asked).toMatchObject([
    { order_value: 236, items: [{ sku: 'T'.repeat(100), units: 2, weight: 0.25 }] },
    { order_value: 200 },
  ]);
});
