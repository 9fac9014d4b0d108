import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { expect } from 'vitest';
import { askMedusa, orderSomething } from '../../shops/medusa/server/fill-shop.mjs';
import type { MedusaShop } from '../../shops/medusa/server/medusa-shop.mjs';
import { MEDUSA } from '../../src/shops/medusa/medusa.ts';
import { CUSTOMER, type ShopUnderTest } from '../shops/shop-contract.ts';

/** A running Medusa for the contract of shops. */
export async function medusaUnderTest(shop: MedusaShop, databaseUrl: string): Promise<ShopUnderTest> {
  const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    askMedusa(shop.url, method, `/admin${path}`, body, {
      authorization: `Basic ${Buffer.from(`${shop.secretKey}:`).toString('base64')}`,
    });
  const look = async (id: string) => {
    const fields = '+payment_status,*payment_collections.payments,*fulfillments,*fulfillments.items';
    const { order } = await ask('GET', `/orders/${id}?fields=${encodeURIComponent(fields)}`);
    return order;
  };
  const place = async ({ units, isCod }: { units: number; isCod: boolean }): Promise<string> => {
    const { id } = await orderSomething(shop, {
      lines: [[shop.variants.large, units]],
      email: CUSTOMER.email,
      address: {
        first_name: CUSTOMER.firstName,
        last_name: CUSTOMER.lastName,
        address_1: CUSTOMER.address1,
        address_2: CUSTOMER.address2,
        city: CUSTOMER.city,
        province: 'Maharashtra',
        postal_code: CUSTOMER.pincode,
        phone: CUSTOMER.phone,
      },
    });
    if (isCod) return id;
    const { payment_collections: collections } = await look(id);
    await ask('POST', `/payments/${collections[0].payments[0].id}/capture`, {});
    return id;
  };
  const store = async () => (await ask('GET', '/stores?fields=id,metadata')).stores[0];
  const bellsOf = ({ metadata }: { metadata: Record<string, Record<string, string>> | null }) =>
    metadata?.dakiya_bells ?? {};
  const keepBells = async (change: (bells: Record<string, string>) => Record<string, string>) => {
    const before = await store();
    const metadata = { ...before.metadata, dakiya_bells: change(bellsOf(before)) };
    await ask('POST', `/stores/${before.id}`, { metadata });
  };
  const witness = await startWitness();
  return {
    shop: MEDUSA,
    url: shop.url,
    settings: { api_key: shop.secretKey },
    wrongSettings: { api_key: `sk_${'0'.repeat(64)}` },
    product: { sku: 'CHAI-L', pricePaise: 76_582, grams: 300 },
    manyOrders: 26,
    missingKey: 'order_01M8CK5ST14RF30ST8GT7SH999',
    now: () => new Date(),
    // Its times are milliseconds.
    later: () => undefined,
    place: oneByOne(place),
    shipByHand: async (id, units) => {
      const { order } = await ask('GET', `/orders/${id}?fields=id,items.id`);
      const items = [{ id: order.items[0].id, quantity: units }];
      await ask('POST', `/orders/${id}/fulfillments`, { items });
    },
    changePincode: (id, postal_code) =>
      ask('POST', `/orders/${id}`, { shipping_address: { postal_code } }).then(() => undefined),
    cancel: (id) => ask('POST', `/orders/${id}/cancel`, {}).then(() => undefined),
    look: async (id) => {
      const { payment_status: paid, fulfillments } = await look(id);
      const active = fulfillments.filter(
        ({ canceled_at: at }: { canceled_at: string | null }) => at === null,
      );
      return {
        isPaid: paid === 'captured',
        progress: active.reduce(
          (sum: number, { shipped_at: shipped, delivered_at: delivered }: Record<string, unknown>) =>
            sum + Number(shipped !== null) + Number(delivered !== null),
          0,
        ),
        parcels: active.map(
          // biome-ignore lint/suspicious/noExplicitAny: an answer of Medusa
          ({ metadata, items }: any) => ({
            trackingNumber: metadata.dakiya.tracking_number,
            trackingUrl: metadata.dakiya.tracking_url,
            units: items.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0),
          }),
        ),
      };
    },
    // Medusa gives no revoked key back.
    revoke: (isRevoked) =>
      runSql(
        databaseUrl,
        `update api_key set revoked_at = ${isRevoked ? 'now()' : 'null'} where type = 'secret'`,
      ),
    isFulfilment: ({ method, path }) => method === 'POST' && /\/fulfillments(\?|$)/.test(path),
    hooks: {
      addresses: async () => Object.keys(bellsOf(await store())),
      drop: (address) => keepBells(({ [address]: _, ...others }) => others),
      settled: async () => {
        await keepBells((bells) => ({ ...bells, [witness.url]: 'secret' }));
        // Bells of one order ring at the same time: those of an order before have arrived.
        const last = await place({ units: 1, isCod: true });
        await expect.poll(() => witness.heard.join()).toContain(last);
      },
    },
    stop: () => witness.stop(),
  };
}

/** Takes bells on loopback. */
async function startWitness() {
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    for await (const part of request as AsyncIterable<Buffer>) heard.push(part.toString());
    response.writeHead(200).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((closed) => server.close(() => closed()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, heard, stop };
}

/** Customers who order at once wait for each other: they are not what is tested. */
function oneByOne<Given, Made>(make: (given: Given) => Promise<Made>): (given: Given) => Promise<Made> {
  let before: Promise<unknown> = Promise.resolve();
  return (given) => {
    const made = before.then(() => make(given));
    before = made.catch(() => undefined);
    return made;
  };
}

async function runSql(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
