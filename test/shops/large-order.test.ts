import { expect, it } from 'vitest';
import type { TestAccount } from '../support/app.ts';
import { makeWarehouse } from '../support/orders.ts';
import { RECEIVERS_BY_SCRIPT, sampleReceiver, UGLY_TEXTS } from '../support/sample-label.ts';
import { printPdf, readPdf, scan } from '../support/scan-label.ts';
import { connectTestShop, openShopApp, type TestShop } from '../support/shops.ts';

const MOST = 1_000;
const FIRST_PRODUCT = 10_000;
const SMALL = {
  price: '10.00',
  weight: '0.01',
  dimensions: { length: '10', width: '8', height: '0.5' },
};
const THREE_MB = 3 * 1024 * 1024;
/** Latin, and nine scripts of India. */
const RECEIVERS = [sampleReceiver(), ...Object.values(RECEIVERS_BY_SCRIPT)];
const NAMES = [...RECEIVERS.map(({ name }) => name), ...UGLY_TEXTS, 'چائے 🫖 مصالحہ', 'תה עם חלב'];

const test = await openShopApp();
const { rounds } = test;
let account: TestAccount;
let shop: TestShop;

/** Opens a shop with many products, whose names are in all scripts, and connects it. */
async function openLargeShop(): Promise<string> {
  account = await test.account();
  shop = await test.openShop();
  for (let product = 0; product <= MOST; product += 1) {
    const name = `${NAMES[product % NAMES.length]?.trim()} ${product}`;
    const sold = { id: FIRST_PRODUCT + product, name, sku: `SKU-${product}` };
    shop.courier.addProduct({ ...sold, ...SMALL });
  }
  const warehouse_id = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });
  const { id, store_id } = (await connectTestShop(account, shop, { warehouse_id })).json().data;
  await account.put(`/client-stores/${store_id}`, { invoice_prefix: 'CHAI', gst_rate: 18 });
  return id;
}

/** Orders so many different products. */
function placeLines(count: number, shipping: Readonly<Record<string, string>>): number {
  const lines = Array.from({ length: count }, (_, at) => ({ productId: FIRST_PRODUCT + at, units: 2 }));
  return shop.courier.place({ lines, billing: { country: 'IN' }, shipping: { ...shipping, country: 'IN' } });
}

it('prints label, slip and invoice of an order with 1,000 lines, 3 MB and every script', async () => {
  const shopId = await openLargeShop();
  await account.post(`/shops/${shopId}/check`, {});
  await rounds();
  const ids = RECEIVERS.map(({ name, addressLines, city, state, pincode }, at) =>
    placeLines(at === 0 ? MOST : 2, {
      first_name: `${name} 🎉`,
      address_1: addressLines.join(', '),
      address_2: UGLY_TEXTS[1] ?? '',
      city,
      state,
      postcode: pincode,
    }),
  );
  // Plugins of shops write much into lines.
  const [large = 0] = ids;
  const lines = shop.courier.order(large)?.line_items as object[];
  const line_items = lines.map((line) => ({
    ...line,
    meta_data: [{ id: 1, key: 'plugin', value: '🫖'.repeat(THREE_MB / MOST / 4) }],
  }));
  shop.courier.change(large, { line_items });
  await shop.courier.webhooks.settled();
  expect(shop.courier.webhooks.all.every(({ status }) => status === 'active')).toBe(true);
  await rounds();
  const parcels = (await account.get('/shop-orders?per_page=100')).json().data;
  expect(parcels.flatMap(({ reasons }: { reasons: unknown }) => reasons)).toEqual([]);
  expect(parcels).toHaveLength(ids.length);
  const shipments = (await account.post('/shipments', {})).json().data;
  for (const { id, attributes } of shipments) {
    const shipment_ids = [id];
    const label = await account.post('/labels', { shipment_ids });
    expect(label.statusCode).toBe(200);
    const [page] = await printPdf(label.rawPayload);
    const codes = page === undefined ? [] : await scan(page);
    expect(codes.map(({ text }) => text)).toContain(attributes.tracking_number);
  }
  for (const id of ids) expect(shop.courier.fulfilments(id)).toHaveLength(1);

  const { shipment_id: id } = parcels.find(({ number }: { number: string }) => number === String(large));
  const slip = await account.post('/papers', { shipment_ids: [id], paper: 'packing_slip' });
  // The last name is in Urdu, so a reader of its line begins at the right.
  const last = new RegExp(`SKU-${MOST - 1}|-${MOST - 1}SKU`);
  expect(await readPdf(slip.rawPayload)).toMatch(last);
  const picked = await account.post('/papers', { shipment_ids: [id], paper: 'picklist' });
  expect(await readPdf(picked.rawPayload)).toMatch(last);
  const issued = await account.post('/invoices', { shipment_ids: [id] });
  expect([issued.statusCode, issued.json().errors]).toEqual([201, undefined]);
  const invoice = await account.post('/papers', { shipment_ids: [id], paper: 'invoice' });
  expect(await readPdf(invoice.rawPayload)).toMatch(/^1000\s|\s1000$/m);
});

it('asks a person about an order with 1,001 lines', async () => {
  const shopId = await openLargeShop();
  placeLines(MOST + 1, {
    first_name: 'Asha',
    address_1: '4, Hill Road',
    city: 'Mumbai',
    state: 'MH',
    postcode: '400001',
  });
  await rounds();
  const [parcel] = (await account.get(`/shop-orders?shop_id=${shopId}&for_people=true`)).json().data;
  expect(JSON.stringify(parcel)).toContain('order_items must be a list of 1 to 1000 entries');
});

it('says of an order that it is too large to be read, and takes those around it and those of other shops', async () => {
  const other = await openLargeShop();
  const elsewhere = { account, shop };
  const shopId = await openLargeShop();
  for (const one of [shop, elsewhere.shop]) one.courier.webhooks.faults = { lose: 1, repeat: 0 };
  const placed = [1, 2, 3, 4].map(() => shop.courier.place());
  const [, large = 0] = placed;
  const [line] = (shop.courier.order(large)?.line_items ?? []) as object[];
  const keys = Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`k${at}`, 1]));
  shop.courier.change(large, { line_items: [{ ...line, meta_data: [keys] }] });
  elsewhere.shop.courier.place();
  await test.later();
  const made = async (of: TestAccount) =>
    (await of.get('/shop-orders')).json().data.map(({ state }: { state: string }) => state);
  expect([await made(account), await made(elsewhere.account)]).toEqual([Array(3).fill('made'), ['made']]);
  const shown = async (of: TestAccount, id: string) => (await of.get(`/shops/${id}`)).json().data;
  const unread_failure = 'WooCommerce answered with JSON that has more than 50000 keys';
  const fine = { state: 'connected', failure: null };
  expect(await shown(account, shopId)).toMatchObject({ ...fine, unread_orders: 1, unread_failure });
  expect(await shown(elsewhere.account, other)).toMatchObject({ ...fine, unread_orders: 0 });
  // It comes in once it is small enough.
  shop.courier.change(large, { line_items: [line] });
  await test.later();
  expect(await made(account)).toEqual(Array(4).fill('made'));
});
