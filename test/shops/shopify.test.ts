import { expect, it, onTestFinished } from 'vitest';
import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { ShopifyStandIn } from '../../simulators/shops/shopify/shopify-stand-in.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { LostAnswerError } from '../../src/partners/partner.ts';
import type { ShopConnection } from '../../src/shops/shop.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { startApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { csvOf, importFile } from '../support/files.ts';
import { makeWarehouse } from '../support/orders.ts';
import { pushScans } from '../support/shops.ts';

const PARCEL = { weight: 0.5, length: 20, breadth: 15, height: 10 };

/** A merchant with two warehouses, whose Shopify shop is connected. */
async function shopify(rules: object = {}) {
  let publicUrl = '';
  const test = await startApp({
    now: new Date(),
    shipping: {
      outgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'WEBHOOK_ALLOW') }),
      messaging: { transports: {}, publicUrl: () => publicUrl },
    },
  });
  onTestFinished(() => test.stop());
  publicUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const {
    courier: shop,
    clock,
    ...standIn
  } = await startStandIn((dependencies) => new ShopifyStandIn(dependencies));
  onTestFinished(() => standIn.stop());
  shop.points = { maximum: 20_000, restoreRate: 1_000 };
  const account = await test.account();
  // So that a quote at checkout, which has only two seconds, need not read it.
  await test.rateBooks.bookOf(account.accountId);
  const [mumbai, delhi] = [
    await makeWarehouse(account, { name: 'M' }),
    await makeWarehouse(account, { name: 'D' }),
  ];
  const rounds = async () => {
    await pollShops(test.service);
    await settleShopOrders(test.service);
    await tellShops(test.service);
  };
  const later = async () => {
    test.advance(6 * 60_000);
    clock.forward(6 * 60_000);
    await rounds();
  };
  const connected = await account.post('/shops', {
    shop: 'shopify',
    brand_name: 'Chai & Co',
    settings: { base_url: standIn.url, ...ShopifyStandIn.settings },
    rules: {
      warehouse_id: mumbai,
      locations: [{ location_id: '92', warehouse_id: delhi }],
      usual_parcel: PARCEL,
      booking: 'cheapest',
      ...rules,
    },
  });
  expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
  const shopId = connected.json().data.id;
  await account.post(`/shops/${shopId}/check`, {});
  return { test, shop, account, shopId, rounds, later };
}

it('Shopify orders are made, booked and told back, until the app is removed', async () => {
  const { test, shop, account, shopId, later } = await shopify({ checkout: { shown: true } });
  const check = await account.post(`/shops/${shopId}/check`, {});
  expect(check.json().data).toEqual({ ok: true, message: 'The shop takes the app and sells in rupees' });

  await account.post(`/shops/${shopId}/check`, {});
  expect(shop.carrierServices).toMatchObject([{ name: 'Dakiya', active: true }]);
  const chai = [{ sku: 'CHAI-250', units: 2 }];
  expect(await shop.askRates('560038', chai)).toMatchObject([{ service_code: 'standard', currency: 'INR' }]);
  expect(await shop.askRates('999999', chai)).toEqual([]);
  expect(await shop.askRates('560038', [{ sku: 'GIFT', units: 1 }])).toEqual([]);
  const unbounded = { sku: 'CHAI-250', quantity: 1e308, grams: 1e308, price: 1e308 };
  const [{ callbackUrl: address = '' } = {}] = shop.carrierServices;
  const ask = (url: string, items: unknown[]) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        rate: { destination: { country: 'IN', postal_code: '560038' }, items, currency: 'INR' },
      }),
    });
  expect(await (await ask(address, [unbounded, unbounded])).json()).toEqual({ rates: [] });
  const [{ uri = '' } = {}] = shop.webhooks.all;
  expect((await ask(uri.replace('/shop-events/', '/shop-rates/'), [])).status).toBe(401);
  expect((await ask(address.replace('/shop-rates/', '/shop-events/'), [])).status).toBe(401);
  const key = await account.post(`/shops/${shopId}/checkout-key`, {});
  expect(key.json().errors).toEqual(['Shopify asks for rates by itself: it needs no key']);
  const { rules } = (await account.get(`/shops/${shopId}`)).json().data;
  await account.put(`/shops/${shopId}`, { rules: { ...rules, checkout: {} } });
  test.advance(1_000);
  await expect.poll(() => shop.askRates('560038', chai)).toEqual([]);
  await account.post(`/shops/${shopId}/check`, {});
  expect(shop.carrierServices).toEqual([]);
  await account.put(`/shops/${shopId}`, { rules: { ...rules, checkout: { shown: true } } });
  await account.post(`/shops/${shopId}/check`, {});
  test.advance(1_000);
  await expect.poll(() => shop.askRates('560038', chai)).toHaveLength(1);
  shop.currency = 'USD';
  expect(await shop.askRates('560038', chai)).toEqual([]);
  shop.currency = 'INR';

  shop.book.addProduct({ sku: 'CUP', title: 'Cup', pricePaise: 20_000, grams: 300 });
  const lines = [
    { sku: 'CHAI-250', units: 1 },
    { sku: 'CUP', units: 1, locationId: 92 },
  ];
  const id = shop.book.place({ lines });
  await shop.webhooks.settled();
  await settleShopOrders(test.service);
  await tellShops(test.service);
  await later();
  await later();
  const { fulfilments } = shop.book.orderOf(id);
  const shipments = (await account.post('/shipments', {})).json().data;
  const numbers = shipments.map(
    (one: { attributes: { tracking_number: string } }) => one.attributes.tracking_number,
  );
  expect(fulfilments.map(({ tracking }) => tracking.number).sort()).toEqual(numbers.sort());
  expect(new Set(fulfilments.map(({ locationId }) => locationId))).toEqual(new Set([91, 92]));
  const ids = shipments.map(
    (one: { attributes: { order: { display_id: string } } }) => one.attributes.order.display_id,
  );
  expect(ids.sort()).toEqual(['1001', '1001-2']);

  // A parcel that a person cancels is not made and booked again.
  await account.post('/cancel-order', { awbs: [numbers[0]] });
  await later();
  await later();
  expect(fulfilments.filter(({ status }) => status === 'CANCELLED')).toHaveLength(1);
  expect((await account.post('/shipments', {})).json().data).toHaveLength(2);

  shop.uninstall();
  await shop.webhooks.settled();
  await pollShops(test.service);
  const shown = async () => (await account.get(`/shops/${shopId}`)).json().data;
  expect(await shown()).toMatchObject({
    state: 'failing',
    failure: expect.stringMatching(/the app is not installed in the shop/),
  });
  for (let minutes = 0; minutes <= 70; minutes += 6) await later();
  expect(await shown()).toMatchObject({ state: 'stopped' });
});

/** An order of two parcels, booked. @returns its parcels, with their shipments */
async function twoParcels(
  { shop, account, test }: Awaited<ReturnType<typeof shopify>>,
  financialStatus = 'PENDING',
) {
  shop.book.addProduct({ sku: 'GIFT-BOX', title: 'Gift box', pricePaise: 1_000, grams: 100 });
  shop.book.addProduct({ sku: 'CUP', title: 'Cup', pricePaise: 20_000, grams: 300 });
  const id = shop.book.place({
    financialStatus,
    lines: [
      { sku: 'CHAI-250', units: 2 },
      { sku: 'GIFT-BOX', units: 1 },
      { sku: 'CUP', units: 1, locationId: 92 },
    ],
  });
  await shop.webhooks.settled();
  await settleShopOrders(test.service);
  const shipments = (await account.post('/shipments', {})).json().data;
  return { order: shop.book.orderOf(id), shipments };
}

it('Shopify marks an order as paid only once the cash of all its parcels was remitted', async () => {
  const merchant = await shopify({ preferred_carriers: [CARRIER] });
  const { test, account, later } = merchant;
  const { order, shipments } = await twoParcels(merchant);
  await tellShops(test.service);
  for (const one of shipments) await pushScans(test, one, ['picked_up', 'delivered']);
  await later();
  for (const [index, { attributes }] of shipments.entries()) {
    expect(order.financialStatus).toBe('PENDING');
    const { tracking_number: awb, cod_amount: amount } = attributes;
    const row = [awb, amount, `UTR${index}`, '2026-11-15'];
    const file = csvOf([['AWB No.', 'COD Amount', 'UTR', 'Remittance Date'], row]);
    await importFile(test, account, '/remittances/import?courier=Blue%20Kite', file);
    await later();
  }
  expect(order.financialStatus).toBe('PAID');
});

it('Shopify is told of the items that were booked, also if the order changes before it is told', async () => {
  const merchant = await shopify({ skip_skus: ['GIFT-BOX'] });
  const { test, shop } = merchant;
  const { order } = await twoParcels(merchant, 'PAID');
  shop.book.change(order.id, ({ fulfilmentOrders, lines }) => {
    const [first] = fulfilmentOrders;
    for (const entry of first?.lines ?? []) {
      if (entry.line === lines[0]) Object.assign(entry, { remaining: 3, total: 3 });
    }
  });
  await shop.webhooks.settled();
  await settleShopOrders(test.service);
  await tellShops(test.service);
  const sent = order.fulfilments.flatMap(({ units }) =>
    units.map((one) => [one.line.product.sku, one.units]),
  );
  expect(sent.toSorted()).toEqual([
    ['CHAI-250', 2],
    ['CUP', 1],
  ]);
});

it('the key of a fulfilment is kept before anything else is told', async () => {
  const merchant = await shopify();
  const { test } = merchant;
  await twoParcels(merchant);
  const shops = test.service.shops.map((one) => ({
    ...one,
    open: (connection: ShopConnection) =>
      Object.assign(one.open(connection), {
        tellProgress: () => Promise.reject(new Error('the process dies')),
      }),
  }));
  const died: unknown[] = [];
  await tellShops({ ...test.service, shops }, (error) => died.push(error));
  expect(died).not.toEqual([]);
  const { rows } = await test.database.database.pool.query('select fulfilment_key from shop_parcels');
  expect(rows).toEqual([{ fulfilment_key: expect.any(String) }, { fulfilment_key: expect.any(String) }]);
});

it('a booked parcel stays as it is when the other parcel of its order is told, and is a task when its own units change', async () => {
  const merchant = await shopify();
  const { test, shop, account } = merchant;
  const { order } = await twoParcels(merchant);
  let told = 0;
  const shops = test.service.shops.map((one) => ({
    ...one,
    open: (connection: ShopConnection) => {
      const adapter = one.open(connection);
      const really = adapter.fulfil.bind(adapter);
      const fulfil: typeof adapter.fulfil = (...asked) =>
        told++ > 0 ? Promise.reject(new LostAnswerError('did not answer')) : really(...asked);
      return Object.assign(adapter, { fulfil });
    },
  }));
  const tasks = async () => {
    await shop.webhooks.settled();
    await settleShopOrders(test.service);
    const { data } = (await account.get('/shop-orders?for_people=true')).json();
    return data.map(({ task }: { task: string }) => task);
  };
  await tellShops({ ...test.service, shops });
  expect(order.fulfilments).toHaveLength(1);
  expect(await tasks()).toEqual([]);
  shop.book.change(order.id, ({ fulfilmentOrders }) => {
    for (const one of fulfilmentOrders)
      for (const entry of one.lines) entry.remaining = Math.max(0, entry.remaining * 2);
  });
  expect(await tasks()).toEqual([expect.stringContaining('It changed in the shop after it was booked')]);
});

it('a booked parcel becomes a task when the shop changes its order to one that cannot be made', async () => {
  const merchant = await shopify();
  const { test, shop, account } = merchant;
  const { order } = await twoParcels(merchant);
  shop.book.change(order.id, (one) => {
    one.address = { ...one.address, zip: '99' };
  });
  await shop.webhooks.settled();
  await settleShopOrders(test.service);
  const { data } = (await account.get('/shop-orders?for_people=true')).json();
  const sentence = expect.stringMatching(/^It changed in the shop, but our order cannot follow: .*pincode/);
  expect(data.map(({ task }: { task: string }) => task)).toEqual([sentence, sentence]);
});
