import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askMedusa, orderSomething } from '../../shops/medusa/server/fill-shop.mjs';
import { type MedusaShop, startMedusaShop } from '../../shops/medusa/server/medusa-shop.mjs';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { describeShop } from '../shops/shop-contract.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { makeWarehouse } from '../support/orders.ts';
import { pushScans, roundsUntil } from '../support/shops.ts';
import { loopbackAllowed } from '../support/webhooks.ts';
import { medusaUnderTest } from './medusa-under-test.ts';

let publicUrl = '';
const test = await openApp({
  now: new Date(),
  shipping: {
    outgoing: loopbackAllowed(),
    messaging: { transports: {}, publicUrl: () => publicUrl },
  },
});

let account: TestAccount;
let shop: MedusaShop;
let shopId: string;
let database: TestDatabase;
const RULES = {
  usual_parcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
  booking: 'cheapest',
  // The fallback of Medusa is 99: no rounding gives it.
  checkout: { rounding: 'ten' },
};
const STARTED_WITHIN_MS = 20 * 60_000;
let warehouses: { bengaluru: string; mumbai: string };

// One shop for all tests, because its start takes longer than all of them.
beforeAll(async () => {
  publicUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
  account = await test.account();
  // So that a quote at checkout, which has only two seconds, need not read it.
  await test.rateBooks.bookOf(account.accountId);
  warehouses = {
    bengaluru: await makeWarehouse(account, { name: 'Bengaluru' }),
    mumbai: await makeWarehouse(account, { name: 'Mumbai' }),
  };
  const port = await freePort();
  const connected = await account.post('/shops', {
    shop: 'medusa',
    brand_name: 'Chai & Co',
    settings: { base_url: `http://127.0.0.1:${port}`, api_key: 'sk_not_yet' },
    rules: { ...RULES, warehouse_id: warehouses.bengaluru },
  });
  expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
  shopId = connected.json().data.id;
  const checkoutKey = (await account.post(`/shops/${shopId}/checkout-key`, {})).json().data.key;
  database = await createDatabase('empty');
  shop = await startMedusaShop({
    databaseUrl: urlOf(database.connection),
    port,
    dakiya: { url: publicUrl, checkoutKey },
  });
  await follow({});
  const check = (await account.post(`/shops/${shopId}/check`, {})).json().data;
  expect(check).toMatchObject({ ok: true, message: 'The shop takes the key and sells in rupees' });
}, STARTED_WITHIN_MS);
afterAll(async () => {
  await shop?.stop();
  await database?.drop();
});

/** Sets the rules, and the right key. */
async function follow(rules: object) {
  const { bengaluru, mumbai } = warehouses;
  const locations = [{ location_id: shop.locations.mumbai, warehouse_id: mumbai }];
  const changed = await account.put(`/shops/${shopId}`, {
    settings: { api_key: shop.secretKey },
    rules: { ...RULES, warehouse_id: bengaluru, locations, ...rules },
  });
  expect([changed.statusCode, changed.body]).toEqual([200, expect.anything()]);
}

const admin = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  askMedusa(shop.url, method, `/admin${path}`, body, {
    authorization: `Basic ${Buffer.from(`${shop.secretKey}:`).toString('base64')}`,
  });

/** An order as Medusa's own panel shows it. */
async function orderIn(id: string) {
  const fields = '*items,*fulfillments,*fulfillments.labels,*payment_collections.payments,+payment_status';
  return (await admin('GET', `/orders/${id}?fields=${encodeURIComponent(fields)}`)).order;
}

async function activeFulfilmentsIn(id: string) {
  const { fulfillments } = await orderIn(id);
  return fulfillments.filter(({ canceled_at }: { canceled_at: string | null }) => canceled_at === null);
}

async function rounds() {
  await pollShops(test.service);
  await settleShopOrders(test.service);
  await tellShops(test.service);
}

/** Later, so that the shop is polled again. */
async function later() {
  test.advance(6 * 60_000);
  await rounds();
}

async function parcelsOf({ display_id: number }: { display_id: number }) {
  const { data } = (await account.get('/shop-orders?limit=100')).json();
  return data.filter((one: { number: string }) => one.number === String(number));
}

async function shipmentOf(order: { display_id: number }) {
  const [parcel] = await parcelsOf(order);
  const { data } = (
    await account.post('/shipments', { filters: { shipment_id: [parcel.shipment_id] } })
  ).json();
  return data.find(({ id }: { id: string }) => id === parcel.shipment_id);
}

describeShop('medusa', () => medusaUnderTest(shop, urlOf(database.connection)), { faults: false });

describe('a Medusa shop', () => {
  beforeEach(() => follow({}));

  it('shows our price at checkout, the tracking number, the pickup and the delivery', async () => {
    const dakiya = shop.shippingOptions.dakiya;
    const order = await orderSomething(shop, { shippingOption: dakiya });
    // Rounded to ten, so it is not the fallback.
    expect((order.shipping_methods[0].amount ?? 1) % 10).toBe(0);
    // The orders of the tests before it are read first.
    await roundsUntil(later, async () => {
      expect(await parcelsOf(order)).toMatchObject([
        { state: 'made', task: null, customer_name: 'Ravi Iyer' },
      ]);
      expect(await activeFulfilmentsIn(order.id)).toHaveLength(1);
    });
    const shipment = await shipmentOf(order);
    const { attributes } = shipment;
    const number = attributes.tracking_number;
    expect(attributes.order.channel).toBe('medusa');
    const label = { tracking_number: number, tracking_url: `${publicUrl}/track/${number}` };
    expect(await activeFulfilmentsIn(order.id)).toMatchObject([{ labels: [label], shipped_at: null }]);
    await pushScans(test, shipment, ['picked_up']);
    await roundsUntil(later, async () =>
      expect(await activeFulfilmentsIn(order.id)).toMatchObject([
        { labels: [label], shipped_at: expect.any(String), delivered_at: null },
      ]),
    );
    await pushScans(test, shipment, ['out_for_delivery', 'delivered']);
    await roundsUntil(later, async () =>
      expect(await activeFulfilmentsIn(order.id)).toMatchObject([
        { labels: [label], delivered_at: expect.any(String) },
      ]),
    );
    expect(await parcelsOf(order)).toMatchObject([{ task: null }]);
  });

  it('sends a webhook for an order and for its payment', async () => {
    await follow({ booking: 'none' });
    const order = await orderSomething(shop);
    await expect
      .poll(async () => {
        await settleShopOrders(test.service);
        return (await parcelsOf(order)).length;
      })
      .toBe(1);
    const isCod = async () => (await shipmentOf(order)).attributes.is_cod;
    expect(await isCod()).toBe(true);
    const { payment_collections: collections } = await orderIn(order.id);
    await admin('POST', `/payments/${collections[0].payments[0].id}/capture`, {});
    await expect
      .poll(async () => {
        await settleShopOrders(test.service);
        return isCod();
      })
      .toBe(false);
  });

  it('gets the tracking number of an order with another provider, and cancels it before pickup', async () => {
    const order = await orderSomething(shop, {
      lines: [
        [shop.variants.large, 1],
        [shop.variants.digital, 1],
      ],
    });
    await roundsUntil(later, async () => expect(await activeFulfilmentsIn(order.id)).toHaveLength(1));
    const { attributes } = await shipmentOf(order);
    const number = attributes.tracking_number;
    const [made] = await activeFulfilmentsIn(order.id);
    expect(made).toMatchObject({ labels: [], metadata: { dakiya: { tracking_number: number } } });
    await account.post('/cancel-order', { awbs: [number] });
    await roundsUntil(later, async () => expect(await activeFulfilmentsIn(order.id)).toEqual([]));
  });

  it('has a payment found by the poll, and changes and cancels an order before it is booked', async () => {
    await follow({ booking: 'none' });
    const paid = await orderSomething(shop);
    const changed = await orderSomething(shop);
    const cancelled = await orderSomething(shop);
    await roundsUntil(later, async () => {
      for (const order of [paid, changed, cancelled]) {
        expect(await parcelsOf(order)).toMatchObject([{ state: 'made' }]);
      }
    });
    const { payment_collections: collections } = await orderIn(paid.id);
    await admin('POST', `/payments/${collections[0].payments[0].id}/capture`, {});
    await admin('POST', `/orders/${changed.id}`, {
      shipping_address: { first_name: 'Asha', phone: '9876511111' },
    });
    await admin('POST', `/orders/${cancelled.id}/cancel`, {});
    await roundsUntil(later, async () => {
      expect((await shipmentOf(paid)).attributes.is_cod).toBe(false);
      expect(JSON.stringify(await shipmentOf(changed))).toContain('9876511111');
      expect((await shipmentOf(cancelled)).attributes.status).toBe('cancelled');
    });
  });

  it('ships from the place with the stock, and an added item as another parcel', async () => {
    await follow({ booking: 'none' });
    const order = await orderSomething(shop, {
      lines: [
        [shop.variants.small, 1],
        [shop.variants.large, 1],
      ],
    });
    const { items } = await orderIn(order.id);
    const small = items.find(({ variant_sku: sku }: { variant_sku: string }) => sku === 'CHAI-S');
    const { reservations } = await admin('GET', `/reservations?line_item_id[]=${small.id}`);
    await admin('POST', `/reservations/${reservations[0].id}`, { location_id: shop.locations.mumbai });
    await follow({});
    await roundsUntil(later, async () => {
      expect(await parcelsOf(order)).toHaveLength(2);
      expect(await activeFulfilmentsIn(order.id)).toHaveLength(2);
    });
    const locations = (await activeFulfilmentsIn(order.id)).map(
      ({ location_id: place }: { location_id: string }) => place,
    );
    expect(locations.sort()).toEqual([shop.locations.bengaluru, shop.locations.mumbai].sort());
    await admin('POST', '/order-edits', { order_id: order.id });
    const added = [{ variant_id: shop.variants.small, quantity: 3 }];
    await admin('POST', `/order-edits/${order.id}/items`, { items: added });
    await admin('POST', `/order-edits/${order.id}/confirm`, {});
    await roundsUntil(later, async () => {
      const parcels = await parcelsOf(order);
      expect(parcels).toHaveLength(3);
      expect(parcels.map(({ task }: { task: string | null }) => task)).toEqual([null, null, null]);
      expect(await activeFulfilmentsIn(order.id)).toHaveLength(3);
    });
  });

  it('has one fulfilment for each order when rounds and webhooks race', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => orderSomething(shop)));
    await Promise.all([later(), rounds(), settleShopOrders(test.service), tellShops(test.service)]);
    for (let round = 0; round < 2; round += 1) await later();
    await roundsUntil(later, async () => {
      for (const order of orders) {
        expect(await parcelsOf(order)).toMatchObject([{ state: 'made', task: null }]);
        expect(await activeFulfilmentsIn(order.id)).toHaveLength(1);
      }
    });
  });

  it('is shown with what to do when it refuses the key', async () => {
    await account.put(`/shops/${shopId}`, { settings: { api_key: 'sk_wrong' } });
    await roundsUntil(later, async () =>
      expect((await account.get(`/shops/${shopId}`)).json().data).toMatchObject({
        state: 'failing',
        failure: expect.stringMatching(/^Medusa does not take the key: make a new one/),
      }),
    );
  });
});

function urlOf(connection: TestDatabase['connection']): string {
  if (typeof connection === 'string') return connection;
  const { host, port, user, database: name, password } = connection as Record<string, string | number>;
  const url = new URL(`postgres://localhost/${name}`);
  url.username = String(user ?? '');
  url.password = String(password ?? '');
  // A folder with a socket.
  url.searchParams.set('host', String(host));
  url.searchParams.set('port', String(port));
  return url.href;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
