import { expect, it } from 'vitest';
import type { BookingRequest } from '../../src/carriers/carrier-adapter.ts';
import { openApp } from '../support/app.ts';
import { answeringWith, offlineAdapter } from '../support/carriers.ts';
import { csvOf, importFile, sendFile } from '../support/files.ts';
import { runJobs } from '../support/jobs.ts';
import { orderBody, scan, warehouseBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';

const test = await openApp();
const account = await test.account();

/** The text with characters that nobody sees, as they come with copied text. */
const copied = (text: string) => `\u200b${text.slice(0, 2)}\u2060${text.slice(2)}\ufeff\u200e`;
/** The values of an object as `copied` gives them. */
const copiedAll = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, copied(value)]));
const shown = async (path: string, id: string) => (await account.read(`${path}/${id}`)).data.attributes;
const idsOf = async (path: string, body: object) =>
  (await account.post(path, body)).json().data.map(({ id }: { id: string }) => id);

it('characters that nobody sees are left out at every door, and of what is looked up', async () => {
  const { name, contact_person, phone_number } = warehouseBody({ name: 'Okhla' });
  const made = await account.post('/warehouse', {
    ...warehouseBody(),
    ...copiedAll({ name, contact_person, phone_number: String(phone_number) }),
  });
  const warehouseId = made.json().payload.warehouse_id;
  expect((await account.read(`/warehouses/${warehouseId}`)).data).toMatchObject({
    name: 'Okhla',
    contact_person,
  });
  const store = await account.post('/client-stores', { store_name: copied('Kavi') });
  expect(store.json().data?.store_name ?? store.json().errors).toBe('Kavi');

  const names = { billing_customer_name: 'Asha', billing_phone: '9876543210', billing_pincode: '560038' };
  const order = orderBody(copied(warehouseId), {
    ...copiedAll({
      ...names,
      order_id: 'UNSEEN-1',
      external_id: 'X-1',
      channel: 'shopify',
      store_name: 'Kavi',
    }),
    order_items: [
      { name: copied('Chai'), sku: copied('CHAI'), units: 2, selling_price: 249.5, hsn: copied('902') },
    ],
    sub_total: 499,
  });
  const booked = (await account.post('/forward-order-orchestration', order)).json();
  expect(booked.errors).toBeUndefined();
  const { shipment_id: shipmentId, awb_code: awb } = booked.payload;
  expect(await shown('/shipments', shipmentId)).toMatchObject({
    order: { display_id: 'UNSEEN-1', external_id: 'X-1' },
    shipping_address: { name: 'Asha Rao', phone: '9876543210', zip: '560038' },
    items: [{ name: 'Chai', sku: 'CHAI' }],
  });
  const again = await account.post('/forward-order', orderBody(warehouseId, { order_id: 'UNSEEN-1' }));
  expect(again.json().errors).toEqual(['Order already exists: UNSEEN-1']);
  for (const filter of [
    { search: copied('UNSEEN-1') },
    { search: copied(awb) },
    { sku: copied('CHAI') },
    { warehouse_ids: [copied(warehouseId)] },
  ]) {
    expect(await idsOf('/shipments', filter), JSON.stringify(filter)).toEqual([shipmentId]);
  }
  expect((await account.get(`/shipments/${encodeURIComponent(copied(shipmentId))}`)).statusCode).toBe(200);
  const tracked = (await account.post('/order-tracking', { awbs: [copied(awb)] })).json().result;
  expect(Object.values(tracked)).toEqual([expect.objectContaining({ tracking_data: expect.any(Object) })]);
  expect((await account.put('/order', { order_id: copied('UNSEEN-1'), tags: ['x'] })).json().errors).toEqual([
    expect.stringContaining('a courier has it already'),
  ]);

  await scan(test, account, shipmentId, ['picked_up', 'delivered']);
  const returned = await account.post(
    '/reverse-order-orchestration',
    returnBody(copied(warehouseId), {
      ...copiedAll({
        order_id: 'BACK-1',
        forward_order_id: 'UNSEEN-1',
        pickup_customer_name: 'Asha',
        pickup_phone: '9876543210',
      }),
    }),
  );
  expect(returned.json().errors).toBeUndefined();
  expect(await idsOf('/returns', { search: copied('BACK-1') })).toHaveLength(1);
});

it('characters that nobody sees are left out of files of orders and of money', async () => {
  const other = await test.account();
  await other.post('/warehouse', warehouseBody({ name: 'Okhla' }));
  const cells = {
    ...{ order_id: 'FILE-1', payment_method: 'COD', cod_collectible: '499', billing_customer_name: 'Meera' },
    ...{ billing_phone: '9876543210', billing_address: '14 Lajpat Nagar', billing_pincode: '110024' },
    ...{ item_name: 'Tea', sku: 'TEA-250', units: '2', selling_price: '249.50', weight: '0.5', length: '10' },
    ...{ breadth: '10', height: '10', warehouse_name: 'Okhla' },
  };
  const file = csvOf([Object.keys(cells).map(copied), Object.values(cells).map(copied)]);
  const { id } = (await sendFile(other, '/orders/import?book=1', file)).json().data;
  await runJobs(test);
  expect((await other.read(`/imports/${id}`)).data).toMatchObject({
    rejected: 0,
    counts: { created: 1, booked: 1 },
  });
  const [one] = (await other.post('/shipments', { search: 'FILE-1' })).json().data;
  const { order, items, tracking_number: awb } = one.attributes;
  expect([order.display_id, items[0].sku]).toEqual(['FILE-1', 'TEA-250']);
  await scan(test, other, one.id, ['picked_up', 'delivered']);
  const money = csvOf([
    ['AWB No.', 'COD Amount', 'UTR', 'Remittance Date'],
    [awb, '499', 'U1', '2026-11-16'].map(copied),
  ]);
  const paid = await importFile(test, other, '/remittances/import?courier=Blue%20Kite', money);
  expect(paid).toMatchObject({ state: 'done', rejected: 0 });
});

it('a courier gets an HSN with the zero that a spreadsheet removed', async () => {
  const warehouseId = (await account.post('/warehouse', warehouseBody({ name: 'HSN' }))).json().payload
    .warehouse_id;
  const adapter = offlineAdapter(test);
  const book = adapter.book.bind(adapter);
  const told: (string | null)[] = [];
  const hear: typeof adapter.book = (request: BookingRequest, ...rest) => {
    told.push(...request.items.map(({ hsn }) => hsn));
    return book(request, ...rest);
  };
  const items = ['902', '0902', '90240', 'none', null].map((hsn) => ({
    name: 'Tea',
    units: 1,
    selling_price: 100,
    hsn,
  }));
  const body = orderBody(warehouseId, { order_items: items, sub_total: 500 });
  await answeringWith(test, { book: hear }, () => account.post('/forward-order-orchestration', body));
  expect(told).toEqual(['0902', '0902', '090240', 'none', null]);
});
