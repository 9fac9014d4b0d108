import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { linkCodeOf } from '../../src/usecases/tracking/tracking-links.ts';
import { openApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { multipart } from '../support/multipart.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { UGLY_TEXTS } from '../support/sample-label.ts';

const test = await openApp({});
const account = await test.account('Sunrise Traders');
const warehouseId = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });

/** Opens everything that an order's customer and packer see. No page fails, and no typed text becomes HTML. */
async function seeAll(shipmentId: string): Promise<void> {
  const code = await linkCodeOf(test.service, { accountId: account.accountId, shipmentId });
  const page = await test.app.inject({ url: `/t/${code}` });
  expect(page.statusCode).toBe(200);
  expect(page.body).not.toMatch(/<script|<b>|<img(?! src="\/logos\/)/);
  for (const payload of [{}, { format: 'zpl' }, { paper: 'a4-4' }]) {
    const label = await account.post('/labels', { shipment_ids: [shipmentId], ...payload });
    expect(label.statusCode, label.body.slice(0, 300)).toBe(200);
  }
  expect((await account.post('/invoices', { shipment_ids: [shipmentId] })).statusCode).toBe(201);
  for (const paper of ['invoice', 'packing_slip', 'picklist']) {
    expect((await account.post('/papers', { shipment_ids: [shipmentId], paper })).statusCode).toBe(200);
  }
  const { data } = (await account.get(`/messages?shipment_id=${shipmentId}`)).json();
  for (const { id, text } of data) {
    const preview = await account.get(`/messages/${id}/preview`);
    expect(preview.statusCode).toBe(200);
    if (preview.headers['content-type'] === 'text/html; charset=utf-8') {
      expect(preview.body).not.toMatch(/<script|<b>|<img(?! src="https:\/\/ship\.example\.in\/logos\/)/);
    }
    expect(text).not.toMatch(/\{\{|\]\]/);
  }
}

const NAMES = UGLY_TEXTS.map((text) => text.trim()).filter((text) => text !== '');
const items = (names: readonly string[]) =>
  names.map((name) => ({
    name: name.slice(0, 300),
    sku: name.slice(0, 100),
    units: 1,
    selling_price: 1,
    tax: 5,
  }));

describe('an order', () => {
  it.each(NAMES)('with the names %j is shown on all pages and papers', async (name) => {
    const made = await account.post('/forward-order-orchestration', {
      ...orderBody(warehouseId, { carrier_id: CARRIER }),
      order_id: `UGLY ${name}`.slice(0, 100),
      billing_customer_name: name.slice(0, 120),
      billing_last_name: name.slice(0, 120),
      billing_address: `${name}\n${name}`.slice(0, 500),
      billing_city: name.slice(0, 100),
      order_items: items([name, name]),
      sub_total: 2,
      cod_collectible: 2,
    });
    expect(made.statusCode, made.body).toBe(200);
    await seeAll(made.json().payload.shipment_id);
  });

  it('of fifty free items without a brand is shown on all pages and papers', async () => {
    const order_items = items(Array.from({ length: 50 }, (_, index) => NAMES[index % NAMES.length] ?? ''));
    const free = order_items.map((item) => ({ ...item, selling_price: 0 }));
    const changes = { order_items: free, sub_total: 0, payment_method: 'PREPAID', carrier_id: CARRIER };
    const made = await account.post('/forward-order-orchestration', orderBody(warehouseId, changes));
    expect(made.statusCode, made.body).toBe(200);
    await seeAll(made.json().payload.shipment_id);
  });

  it.each(['#1001', '1001/A', 'a b  c', 'ऑर्डर-१', '🎉1', '%2F', '..', 'x?y=1&z', "O'Neil;--"])(
    'with the id %j is found by its customer',
    async (order_id) => {
      const made = await account.post('/forward-order-orchestration', orderBody(warehouseId, { order_id }));
      const { shipment_id } = made.json().payload;
      const query = new URLSearchParams({ order: order_id, phone: '3210' });
      const found = await test.app.inject({ url: `/track?${query}`, remoteAddress: '198.51.100.77' });
      const code = await linkCodeOf(test.service, { accountId: account.accountId, shipmentId: shipment_id });
      expect([found.statusCode, found.headers.location]).toEqual([303, `/t/${code}`]);
    },
  );
});

describe('a logo', () => {
  const picture = (width: number, height: number, alpha = 1) =>
    sharp({ create: { width, height, channels: 4, background: { r: 255, g: 255, b: 255, alpha } } })
      .png()
      .toBuffer();

  it.each([
    ['very wide', 4096, 1, 1],
    ['very tall', 1, 4096, 1],
    ['one pixel', 1, 1, 1],
    ['white on a transparent ground', 300, 100, 0.5],
    ['transparent', 300, 100, 0],
  ] as const)('that is %s is shown on all pages and papers', async (what, width, height, alpha) => {
    const store_name = what.replaceAll(' ', '-');
    const logo = { name: 'logo', file: await picture(width, height, alpha), filename: 'logo.png' };
    const form = multipart([{ name: 'store_name', value: store_name }, logo]);
    const made = await account.post('/client-stores', form.payload, form.headers);
    expect(made.statusCode, made.body).toBe(201);
    const order_items = items(['Masala chai']);
    const changes = { store_name, order_items, sub_total: 1, cod_collectible: 1, carrier_id: CARRIER };
    const booked = await account.post('/forward-order-orchestration', orderBody(warehouseId, changes));
    await seeAll(booked.json().payload.shipment_id);
  });
});
