import { expect, it, onTestFinished } from 'vitest';
import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { ShopifyStandIn } from '../../simulators/shops/shopify/shopify-stand-in.ts';
import { LostAnswerError } from '../../src/partners/partner.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { CARRIER } from '../support/carriers.ts';
import { csvOf, importFile } from '../support/files.ts';
import { makeWarehouse } from '../support/orders.ts';
import { openShopApp, pushScans, serviceWith, USUAL_PARCEL } from '../support/shops.ts';

const test = await openShopApp();
const { later } = test;

/** A merchant with two warehouses, whose Shopify shop is connected. */
async function shopify(rules: object = {}) {
  const {
    courier: shop,
    clock,
    ...standIn
  } = await startStandIn((dependencies) => new ShopifyStandIn(dependencies));
  onTestFinished(() => standIn.stop());
  test.follow(clock);
  const account = await test.account();
  // A quote at checkout has two seconds, so the rate book is read before.
  await test.rateBooks.bookOf(account.accountId);
  const [mumbai, delhi] = [
    await makeWarehouse(account, { name: 'M' }),
    await makeWarehouse(account, { name: 'D' }),
  ];
  const connected = await account.post('/shops', {
    shop: 'shopify',
    brand_name: 'Chai & Co',
    settings: { base_url: standIn.url, ...ShopifyStandIn.settings },
    rules: {
      warehouse_id: mumbai,
      locations: [{ location_id: '92', warehouse_id: delhi }],
      usual_parcel: USUAL_PARCEL,
      booking: 'cheapest',
      ...rules,
    },
  });
  expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
  const shopId = connected.json().data.id;
  await account.post(`/shops/${shopId}/check`, {});
  return { shop, account, shopId };
}

it('reads orders of Shopify, shows rates, and tells of parcels until the app is removed', async () => {
  const { shop, account, shopId } = await shopify({ checkout: { shown: true } });
  const check = await account.post(`/shops/${shopId}/check`, {});
  expect(check.json().data).toMatchObject({
    ok: true,
    message: 'The shop takes the app and sells in rupees',
  });

  await account.post(`/shops/${shopId}/check`, {});
  expect(shop.carrierServices).toMatchObject([{ name: 'Dakiya', active: true }]);
  const chai = [{ sku: 'CHAI-250', units: 2 }];
  expect(await shop.askRates('560038', chai)).toMatchObject([
    { service_code: 'dakiya-standard', currency: 'INR' },
  ]);
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
  const left: { attributes: { status: string; order: { display_id: string } } }[] = (
    await account.post('/shipments', {})
  ).json().data;
  expect(left.map(({ attributes }) => [attributes.order.display_id, attributes.status])).toEqual([
    ['1001-2', expect.anything()],
    ['1001', expect.anything()],
  ]);

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

/** Places and books an order of two parcels. @returns the order and its shipments */
async function twoParcels(
  { shop, account }: Awaited<ReturnType<typeof shopify>>,
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

it('marks an order as paid in Shopify once the cash of all its parcels is remitted', async () => {
  const merchant = await shopify({ preferred_carriers: [CARRIER], confirm_cod_above: 500 });
  const { account } = merchant;
  const deliver = async (shipment: Parameters<typeof pushScans>[1]) => {
    await tellShops(test.service);
    await pushScans(test, shipment, ['picked_up', 'delivered']);
    await later();
  };
  const remit = async (shipment: { attributes: { tracking_number: string; cod_amount: number } }) => {
    const { tracking_number: awb, cod_amount: amount } = shipment.attributes;
    const rows = [
      ['AWB No.', 'COD Amount', 'UTR', 'Remittance Date'],
      [awb, amount, `UTR${awb}`, '2026-11-15'],
    ];
    await importFile(test, account, '/remittances/import?courier=Blue%20Kite', csvOf(rows));
    await later();
  };
  // The first parcel waits until a person confirms its cash.
  const { order, shipments } = await twoParcels(merchant);
  expect(shipments).toHaveLength(1);
  const [cup] = shipments;
  await deliver(cup);
  await remit(cup);
  expect(order.financialStatus).toBe('PENDING');
  const [held] = (await account.get('/shop-orders?for_people=true')).json().data;
  await account.put(`/shop-orders/${held.id}`, { confirm: true });
  await settleShopOrders(test.service);
  const all = (await account.post('/shipments', {})).json().data;
  const chai = all.find(({ id }: { id: string }) => id !== cup.id);
  await deliver(chai);
  expect(order.financialStatus).toBe('PENDING');
  await remit(chai);
  expect(order.financialStatus).toBe('PAID');
});

it('tells Shopify of the booked items when the order changes before', async () => {
  const merchant = await shopify({ skip_skus: ['GIFT-BOX'] });
  const { shop } = merchant;
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

it('is told of the parcels of an order one after the other, by two processes too', async () => {
  const merchant = await shopify();
  const { order } = await twoParcels(merchant);
  const taken: unknown[] = [];
  const noting = serviceWith(test, (adapter) => {
    const really = adapter.fulfil.bind(adapter);
    return {
      fulfil: async (...asked) => {
        const [row] = await test.sql<{ count: number }>(
          'select count(*)::integer as count from shop_parcels where account_id = $1 and taken_until is not null',
          [merchant.account.accountId],
        );
        taken.push(row?.count);
        return really(...asked);
      },
    };
  });
  await Promise.all([tellShops(noting), tellShops(noting)]);
  await tellShops(noting);
  expect([order.fulfilments.length, taken]).toEqual([2, [1, 1]]);
});

it('keeps the key of a fulfilment when the process stops after it', async () => {
  const merchant = await shopify();
  await twoParcels(merchant);
  const died: unknown[] = [];
  const dies = serviceWith(test, () => ({
    tellProgress: () => Promise.reject(new Error('the process dies')),
  }));
  await tellShops(dies, (error) => died.push(error));
  expect(died).not.toEqual([]);
  const rows = await test.sql(
    'select fulfilment_key from shop_parcels where account_id = $1 order by fulfilment_key',
    [merchant.account.accountId],
  );
  // The other parcel waits for the next try of the first.
  expect(rows).toEqual([{ fulfilment_key: expect.any(String) }, { fulfilment_key: null }]);
});

it('gives a task when the units of a booked parcel change, and none when the other parcel is told', async () => {
  const merchant = await shopify();
  const { shop, account } = merchant;
  const { order } = await twoParcels(merchant);
  let told = 0;
  const loses = serviceWith(test, (adapter) => {
    const really = adapter.fulfil.bind(adapter);
    return {
      fulfil: (...asked) =>
        told++ > 0 ? Promise.reject(new LostAnswerError(saidByPartner('did not answer'))) : really(...asked),
    };
  });
  const tasks = async () => {
    await shop.webhooks.settled();
    await settleShopOrders(test.service);
    const { data } = (await account.get('/shop-orders?for_people=true')).json();
    return data.map(({ task }: { task: string }) => task);
  };
  await tellShops(loses);
  expect(order.fulfilments).toHaveLength(1);
  expect(await tasks()).toEqual([]);
  shop.book.change(order.id, (changed) => {
    for (const one of changed.fulfilmentOrders)
      for (const entry of one.lines) entry.remaining = Math.max(0, entry.remaining * 2);
    // What is added is still to be paid.
    changed.paidPaise -= 20_000;
  });
  expect(await tasks()).toEqual([expect.stringContaining('its units are others (2 instead of 1 of CUP)')]);
});

it('gives a task for each booked parcel when the changed order cannot be made', async () => {
  const merchant = await shopify();
  const { shop, account } = merchant;
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

it('reads the other orders beside those that cannot be kept, and shows these', async () => {
  const { shop, account, shopId } = await shopify();
  const { shop: other, account: neighbour } = await shopify();
  const fields = ['firstName', 'lastName', 'address1', 'address2', 'company', 'city', 'zip', 'phone'];
  const odd = ['\u0000', '\ud800', '\u0001'].flatMap((sign) =>
    fields.map((field) => shop.book.place({ address: { firstName: 'Asha', [field]: `As${sign}ha` } })),
  );
  const bad = shop.book.place();
  Object.assign(shop.book.orderOf(bad), { createdAt: '0001-01-01T00:00:00Z' });
  const well = [shop.book.place(), other.book.place()];
  await later();
  const made = (await account.get('/shop-orders?per_page=100')).json().data;
  expect(made).toHaveLength(odd.length + 1);
  expect(made).toContainEqual(expect.objectContaining({ shop_order_id: String(well[0]), state: 'made' }));
  expect((await neighbour.get('/shop-orders')).json().data).toMatchObject([
    { shop_order_id: String(well[1]), state: 'made' },
  ]);
  expect((await account.get(`/shops/${shopId}`)).json().data).toMatchObject({
    state: 'connected',
    unread_orders: 1,
    unread_failure: expect.stringMatching(/date that is not in the years 2000 to 2100$/),
  });
});

it('ships no fulfilment order that the customer fetches, or that the shop delivers', async () => {
  const { shop, account } = await shopify();
  shop.book.place({
    lines: [
      { sku: 'CHAI-250', units: 1 },
      { sku: 'CHAI-250', units: 2, method: 'PICK_UP' },
      { sku: 'CHAI-250', units: 3, method: 'LOCAL' },
    ],
  });
  await later();
  const parcels = (await account.get('/shop-orders')).json().data;
  expect(parcels.map(({ state }: { readonly state: string }) => state).sort()).toEqual([
    'made',
    'skipped',
    'skipped',
  ]);
  const said = JSON.stringify(parcels);
  expect(said).toContain('The customer fetches it in the shop');
  expect(said).toContain('The shop delivers it itself');
  const shipped = (await account.post('/shipments', {})).json().data;
  expect(shipped).toHaveLength(1);
});

it('books the service of ours that the customer chose', async () => {
  const { shop, account } = await shopify();
  const numbers = ['dakiya-express', 'dakiya-nosuch-express', 'express'].map((serviceCode) =>
    shop.book.place({ shippingPaise: 50_000, serviceCode }),
  );
  await shop.webhooks.settled();
  await settleShopOrders(test.service);
  const parcels: { id: string; shop_order_id: string; task: string | null; shipment_id: string }[] = (
    await account.get('/shop-orders')
  ).json().data;
  const of = async (id: number | undefined) => {
    const parcel = parcels.find((one) => one.shop_order_id === String(id));
    const { attributes } = (await account.get(`/shipments/${parcel?.shipment_id}`)).json().data;
    return { day: attributes.expected_delivery_date, task: parcel?.task };
  };
  const [express, gone, other] = [await of(numbers[0]), await of(numbers[1]), await of(numbers[2])];
  expect(express.day < other.day).toBe(true);
  expect([express.task, other.task]).toEqual([null, null]);
  expect(gone).toMatchObject({
    day: other.day,
    task: expect.stringMatching(/^The customer paid Rs 500 for nosuch-express, but no courier/),
  });
});
