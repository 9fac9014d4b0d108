import { expect, it, onTestFinished } from 'vitest';
import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { ShopifyStandIn } from '../../simulators/shops/shopify/shopify-stand-in.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { startApp } from '../support/app.ts';
import { makeWarehouse } from '../support/orders.ts';

const PARCEL = { weight: 0.5, length: 20, breadth: 15, height: 10 };

it('Shopify orders are made, booked and told back, until the app is removed', async () => {
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
  const account = await test.account();
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
      checkout: { offer: 'cheapest' },
    },
  });
  expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
  const shopId = connected.json().data.id;
  const check = await account.post(`/shops/${shopId}/check`, {});
  expect(check.json().data).toEqual({ ok: true, message: 'The shop takes the app and sells in rupees' });

  await account.post(`/shops/${shopId}/check`, {});
  expect(shop.carrierServices).toMatchObject([{ name: 'Dakiya', active: true }]);
  const chai = [{ sku: 'CHAI-250', units: 2 }];
  expect(await shop.askRates('560038', chai)).toMatchObject([{ service_code: 'standard', currency: 'INR' }]);
  expect(await shop.askRates('999999', chai)).toEqual([]);
  expect(await shop.askRates('560038', [{ sku: 'GIFT', units: 1 }])).toEqual([]);
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
  const { data } = (await account.get(`/shops/${shopId}`)).json();
  expect(data).toMatchObject({
    state: 'stopped',
    failure: expect.stringMatching(/has ended the connection/),
  });
});
