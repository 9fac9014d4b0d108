import { describe, expect, it, vi } from 'vitest';
import { openApp } from '../support/app.ts';
import { bookOrder } from '../support/carriers.ts';
import { inEnglish } from '../support/in-english.ts';
import { makeWarehouse, orderBody, warehouseBody } from '../support/orders.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

async function send(method: 'PUT' | 'POST' | 'GET', path: string, payload?: object, of = account) {
  const response = await of.call(method, path, payload);
  return { statusCode: response.statusCode, body: response.json() };
}

async function makeOrder(changes: Record<string, unknown> = {}) {
  const body = orderBody(warehouseId, changes);
  const { payload } = (await send('POST', '/forward-order', body)).body;
  return { sent: body, displayId: body.order_id, orderId: payload.order_id, shipmentId: payload.shipment_id };
}

const change = (payload: object, of = account) => send('PUT', '/order', payload, of);

async function shown(shipmentId: string) {
  return (await send('GET', `/shipments/${shipmentId}`)).body.data.attributes;
}

async function idsFound(filters: object): Promise<string[]> {
  const { data, meta } = (await send('POST', '/shipments', filters)).body;
  expect(meta.total).toBe(data.length);
  return data.map(({ id }: { id: string }) => id);
}

describe('PUT /order with the fields of a new order', () => {
  it('changes only the given fields, by our id or the merchant’s', async () => {
    const { orderId, displayId, shipmentId } = await makeOrder({ external_id: 'EXT-1' });
    const first = await change({ order_id: orderId, billing_city: 'Mysuru', billing_pincode: '570001' });
    expect(first).toEqual({
      statusCode: 200,
      body: { status: 1, payload: { order_id: orderId, message: 'Order updated successfully' } },
    });
    const second = await change({ order_id: displayId, billing_phone: '+91 98200 12345' });
    expect(second.body.payload.order_id).toBe(orderId);
    const { shipping_address, order } = await shown(shipmentId);
    expect(shipping_address).toMatchObject({
      name: 'Asha Rao',
      phone: '9820012345',
      city: 'Mysuru',
      zip: '570001',
    });
    expect(order).toMatchObject({ display_id: displayId, external_id: 'EXT-1' });
  });

  it('changes the note and the options of its items, clears each alone, and does not audit their texts', async () => {
    const [tea, cup] = ['Tea', 'Cup'].map((name) => ({ name, units: 1, selling_price: 100 }));
    const order_items = [{ ...tea, options: 'Engraving: Asha' }, cup];
    const items = { order_items, sub_total: 200 };
    const { displayId, shipmentId } = await makeOrder({ ...items, customer_note: 'Ring\ntwice' });
    const other = await makeOrder(items);
    const seen = async (id = shipmentId) => {
      const { customer_note, items } = await shown(id);
      return [customer_note, ...items.map(({ options }: { options: string | null }) => options)];
    };
    expect(await seen()).toEqual(['Ring\ntwice', 'Engraving: Asha', null]);
    await change({ order_id: displayId, billing_city: 'Mysuru' });
    expect(await seen()).toEqual(['Ring\ntwice', 'Engraving: Asha', null]);
    await change({ order_id: displayId, customer_note: 'Ring once' });
    const [first] = (await shown(shipmentId)).items;
    const attributes = [{ id: first.id, options: null }];
    await change({ order_id: displayId, order: { order_items_attributes: attributes } });
    expect(await seen()).toEqual(['Ring once', null, null]);
    await change({ order_id: displayId, customer_note: '' });
    expect(await seen()).toEqual([null, null, null]);
    expect(await seen(other.shipmentId)).toEqual([null, 'Engraving: Asha', null]);
    const audited = JSON.stringify(
      (await send('GET', `/audit?subject_id=${shipmentId}&subject_kind=shipment`)).body,
    );
    expect(audited).toContain('item_options');
    expect(audited).not.toMatch(/Engraving|Ring once/);
    const long = await change({ order_id: displayId, customer_note: 'x'.repeat(1_001) });
    expect(long.body.errors).toEqual(['customer_note must be at most 1000 characters']);
  });

  it('updates the listing, its search and its filters', async () => {
    const { displayId, shipmentId } = await makeOrder({ tags: ['old'] });
    const other = await send('POST', '/warehouse', warehouseBody({ name: 'Powai' }));
    await send('POST', '/client-stores', { store_name: 'follows' });
    const { statusCode } = await change({
      order_id: displayId,
      billing_customer_name: 'Zubaida',
      order_items: [{ name: 'Pot', sku: 'POT-9', units: 3, selling_price: 100 }],
      payment_method: 'COD',
      cod_collectible: 310.5,
      shipping_charges: 10.5,
      sub_total: 300,
      weight: 2,
      tags: ['new'],
      channel: 'Shopify',
      warehouse_id: other.body.payload.warehouse_id,
      store_name: 'follows',
    });
    expect(statusCode).toBe(200);
    expect(await shown(shipmentId)).toMatchObject({
      total_price: 310.5,
      cod_amount: 310.5,
      is_cod: true,
      applied_weight: { value: 2000 },
      tags: ['new'],
      warehouse_id: other.body.payload.warehouse_id,
      items: [{ quantity: 3, price: 100, name: 'Pot', sku: 'POT-9' }],
      order: { channel: 'shopify', store_name: 'follows' },
    });
    for (const filters of [
      { search: 'zubaida' },
      { sku: ['POT-9'] },
      { tags: ['new'], search: displayId },
      { is_cod: true, applied_weight_min: 2000 },
      { channel: ['shopify'] },
      { store_name: ['follows'] },
    ]) {
      expect(await idsFound(filters)).toEqual([shipmentId]);
    }
    expect(await idsFound({ tags: ['old'] })).toEqual([]);
    expect(await idsFound({ sku: ['CHAI-250'], search: displayId })).toEqual([]);
    expect((await change({ order_id: displayId, store_name: null, height: 11 })).statusCode).toBe(200);
    await send('POST', '/forward-order-shipment', { shipment_id: shipmentId });
    const booked = await shown(shipmentId);
    expect(booked).toMatchObject({
      tracking_number: expect.any(String),
      cod_amount: 310.5,
      order: { store_name: null },
    });
    expect(booked.charges.cod_charges).toBeGreaterThan(0);
  });

  it('accepts the whole body of a new order, and clears optional fields', async () => {
    const { sent, shipmentId } = await makeOrder({ billing_address_2: 'Opposite the temple' });
    expect(JSON.stringify(await shown(shipmentId))).toContain('Opposite');
    const { body } = await change({ ...sent, billing_address_2: '', billing_email: null, sub_total: 700 });
    expect(body.status).toBe(1);
    const after = await shown(shipmentId);
    expect(after.total_price).toBe(700);
    expect(JSON.stringify(after)).not.toContain('Opposite');
    expect(JSON.stringify(after)).not.toContain('asha@example.in');
  });

  it('adds, changes and removes the shipping contact', async () => {
    const { displayId, shipmentId } = await makeOrder();
    const missing = await change({
      order_id: displayId,
      shipping_is_billing: false,
      shipping_customer_name: 'Ravi',
    });
    expect(missing.statusCode).toBe(422);
    expect(missing.body.errors).toEqual([
      'shipping_address is required',
      'shipping_city is required',
      'shipping_pincode is required',
      'shipping_state is required',
    ]);
    await change({
      order_id: displayId,
      shipping_is_billing: false,
      shipping_customer_name: 'Ravi',
      shipping_address: '1, MG Road',
      shipping_city: 'Pune',
      shipping_pincode: '411001',
      shipping_state: 'Maharashtra',
      shipping_phone: '9876500001',
    });
    await change({ order_id: displayId, shipping_phone: '9876500002' });
    expect((await shown(shipmentId)).shipping_address).toMatchObject({ name: 'Ravi', phone: '9876500002' });
    expect(await idsFound({ search: 'ravi' })).toEqual([shipmentId]);
    await change({ order_id: displayId, shipping_is_billing: true });
    expect((await shown(shipmentId)).shipping_address).toMatchObject({ name: 'Asha Rao' });
  });

  it('refuses shipping_is_billing: true beside another place, and ignores the same place', async () => {
    const { displayId, shipmentId } = await makeOrder();
    const billing = {
      ...{ billing_address: '1, MG Road', billing_city: 'Pune', billing_state: 'Maharashtra' },
      billing_pincode: '411001',
    };
    const place = {
      ...{ shipping_address: '1 mg road', shipping_city: 'Pune', shipping_state: 'Maharashtra' },
      shipping_pincode: '411001',
    };
    const sent = { order_id: displayId, shipping_is_billing: true, ...billing, ...place };
    const refused = await change({ ...sent, shipping_pincode: '400001' });
    expect([refused.statusCode, refused.body.errors]).toEqual([
      422,
      ['shipping_is_billing is true, but shipping_pincode is 400001, not 411001'],
    ]);
    expect((await shown(shipmentId)).shipping_address).not.toMatchObject({ zip: '411001' });
    expect((await change(sent)).statusCode).toBe(200);
    expect((await shown(shipmentId)).shipping_address).toMatchObject({ name: 'Asha Rao', zip: '411001' });
  });

  it('compares a place that is called the billing one with the stored billing contact', async () => {
    const { displayId, shipmentId } = await makeOrder();
    const sent = {
      ...{ order_id: displayId, shipping_is_billing: true, shipping_address: '12 4th cross indiranagar' },
      ...{ shipping_city: 'Bengaluru', shipping_state: 'Karnataka', shipping_pincode: '560 038' },
    };
    const before = await shown(shipmentId);
    const errorsOf = async (changes: object) => (await change({ ...sent, ...changes })).body.errors;
    expect(await errorsOf({ shipping_pincode: 560001 })).toEqual([
      'shipping_is_billing is true, but shipping_pincode is 560001, not 560038',
    ]);
    expect(await errorsOf({ shipping_address: '14, 4th Cross' })).toEqual([
      'shipping_is_billing is true, but shipping_address is not billing_address',
    ]);
    expect(await shown(shipmentId)).toEqual(before);
    for (const same of [{}, { shipping_phone: 'none' }, { shipping_city: '', shipping_pincode: 560001 }]) {
      expect(await errorsOf(same)).toBeUndefined();
    }
  });

  it('keeps and finds warnings, whatever is changed', async () => {
    const { displayId, shipmentId } = await makeOrder({ billing_email: 'asha@' });
    const email = 'billing_email asha@ is not an email address and was left out';
    const codes = async (changes: object) => {
      const { body } = await change({ order_id: displayId, ...changes });
      const { warnings } = await shown(shipmentId);
      expect(warnings.map(({ message }: { message: string }) => message)).toEqual(body.warnings ?? []);
      return body.warnings;
    };
    expect(await codes({ weight: 2 })).toEqual([email]);
    expect(await codes({ billing_address: '12, MG Road, 400050' })).toEqual([
      email,
      'billing_address has the pincode 400050, but billing_pincode is 560038',
    ]);
    expect(await codes({ billing_address: '12', billing_email: null })).toEqual([
      'billing_address has fewer than 5 letters: a courier may not find it',
    ]);
    expect(await codes({ billing_address: '12, MG Road' })).toBeUndefined();
  });

  it('warns of an email that is none, also below `order`', async () => {
    const { displayId } = await makeOrder();
    const at = { address: '1, MG Road', city: 'Pune', state: 'Maharashtra', zip: '411001', email: 'gita@' };
    const { statusCode, body } = await change({ order_id: displayId, order: { shipping_address: at } });
    expect([statusCode, body.warnings]).toEqual([
      200,
      ['order.shipping_address.email gita@ is not an email address and was left out'],
    ]);
  });

  it('refuses wrong values like a new order, and changes nothing', async () => {
    const { displayId, shipmentId } = await makeOrder();
    const before = await shown(shipmentId);
    const { statusCode, body } = await change({
      order_id: displayId,
      billing_pincode: '999999',
      weight: 0,
      order_items: [],
    });
    expect(statusCode).toBe(422);
    expect(body).toMatchObject({
      status: 0,
      errors: [
        'billing_pincode 999999 is of the Army Postal Service: only India Post delivers there',
        'order_items must be a list of 1 to 1000 entries',
        'weight must be a number of kilograms greater than 0 and at most 10000',
      ],
    });
    expect((await change({ order_id: displayId, cod_collectible: 0 })).body.errors).toEqual([
      'cod_collectible must be an amount in rupees greater than 0 and at most 1000000000 with at most 2 decimals',
    ]);
    const unknown = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';
    const named = await change({ order_id: displayId, warehouse_id: unknown, store_name: 'nowhere' });
    expect(named.body.errors).toEqual([
      `warehouse_id ${unknown} is not a warehouse of this account`,
      'store_name nowhere is not a connected store of this account',
    ]);
    expect(await shown(shipmentId)).toEqual(before);
  });

  it('keeps an order at a deactivated warehouse, and moves none there', async () => {
    const closing = (await send('POST', '/warehouse', warehouseBody({ name: 'Closing' }))).body.payload;
    const there = await makeOrder({ warehouse_id: closing.warehouse_id });
    const here = await makeOrder();
    await send('PUT', `/warehouses/${closing.warehouse_id}`, { is_active: false });
    expect((await change({ order_id: there.displayId, weight: 2 })).statusCode).toBe(200);
    const moved = await change({ order_id: here.displayId, warehouse_id: closing.warehouse_id });
    expect(moved.body.errors).toEqual([`warehouse_id ${closing.warehouse_id} is deactivated`]);
    expect((await shown(here.shipmentId)).warehouse_id).toBe(warehouseId);
  });

  it('stores each tag once', async () => {
    const { displayId, shipmentId } = await makeOrder();
    await change({ order_id: displayId, tags: ['gift', 'gift'] });
    expect((await shown(shipmentId)).tags).toEqual(['gift']);
  });
});

describe('PUT /order with fields below `order`', () => {
  it('changes address, payment, warehouse, weight and items', async () => {
    const { orderId, shipmentId } = await makeOrder();
    const [item] = (await shown(shipmentId)).items;
    const { statusCode } = await change({
      order_id: orderId,
      // The values inside `order` take precedence.
      ...{ payment_method: 'PREPAID', weight: 9, shipping_phone: '9876500009', shipping_city: 'Pune' },
      order: {
        payment_status: 'unpaid',
        cod_amount: 900,
        weight: 1.5,
        shipping_address: {
          name: 'Meera Iyer',
          phone: '9876543211',
          address: '4, Anna Salai',
          city: 'Chennai',
          state: 'Tamil Nadu',
          country: 'India',
          zip: 600002,
        },
        order_items_attributes: [
          { id: item.id, quantity: 4 },
          { name: 'Cup', sku: 'CUP', quantity: 1, price: '2' },
        ],
      },
    });
    expect(statusCode).toBe(200);
    expect(await shown(shipmentId)).toMatchObject({
      // The sum of the items, unchanged.
      total_price: 1000,
      cod_amount: 900,
      is_cod: true,
      applied_weight: { value: 1500 },
      shipping_address: { name: 'Meera Iyer', phone: '9876543211', city: 'Chennai', zip: '600002' },
      items: [
        { id: item.id, quantity: 4, price: 249.5 },
        { quantity: 1, price: 2, name: 'Cup', sku: 'CUP' },
      ],
    });
    const taken = await change({
      order_id: orderId,
      order: { payment_status: 'paid', order_items_attributes: [{ id: item.id, _destroy: 'true' }] },
    });
    expect(taken.statusCode).toBe(200);
    expect(await shown(shipmentId)).toMatchObject({ is_cod: false, cod_amount: 0, total_price: 2 });
  });

  it('names wrong fields as they were sent', async () => {
    const { orderId } = await makeOrder();
    const unknown = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';
    const { body } = await change({
      order_id: orderId,
      order: {
        payment_status: 'unpaid',
        warehouse_id: unknown,
        shipping_address: { city: 'Pune' },
        order_items_attributes: [{ id: unknown }, { name: 'Cup' }],
      },
    });
    expect(body.errors).toEqual([
      'order.shipping_address.address is required',
      'order.shipping_address.zip is required',
      'order.shipping_address.state is required',
      `order.order_items_attributes[0].id ${unknown} is not an item of this order`,
      'order.order_items_attributes[1].quantity is required',
      'order.order_items_attributes[1].price is required',
      `order.warehouse_id ${unknown} is not a warehouse of this account`,
    ]);
    const unpaid = { payment_status: 'unpaid', cod_amount: 0, warehouse_id: unknown };
    expect((await change({ order_id: orderId, order: unpaid })).body.errors).toEqual([
      'order.cod_amount is required',
      `order.warehouse_id ${unknown} is not a warehouse of this account`,
    ]);
  });
});

describe('PUT /order', () => {
  it('answers an unknown order and another account’s order with the same error', async () => {
    const stranger = await test.account('Stranger');
    const { orderId, displayId } = await makeOrder();
    for (const named of [orderId, displayId, 'NOBODY']) {
      const { statusCode, body } = await change({ order_id: named, weight: 1 }, stranger);
      expect(statusCode).toBe(422);
      expect(inEnglish(body)).toEqual({
        status: 0,
        message: 'Order not found',
        errors: ['Order not found'],
        problems: [{ field: 'order_id', code: 'unknown', message: 'Order not found' }],
      });
    }
  });

  it('refuses a booked and a cancelled order', async () => {
    const booked = await bookOrder(account, warehouseId);
    const { order } = await shown(booked.shipmentId);
    expect((await change({ order_id: order.display_id, weight: 1 })).body).toMatchObject({
      status: 0,
      errors: [`Order ${order.display_id} cannot be changed: a courier has it already`],
    });
    const { displayId, shipmentId } = await makeOrder();
    await send('POST', '/cancel-order', { shipment_ids: [shipmentId] });
    expect((await change({ order_id: displayId, weight: 1 })).body.errors).toEqual([
      `Order ${displayId} cannot be changed; its status is "Cancelled"`,
    ]);
  });

  it('makes a simultaneous booking fail, so that no courier gets old data', async () => {
    const { displayId, shipmentId } = await makeOrder();
    const { quotes } = test.service;
    const quote = quotes.quote.bind(quotes);
    // The change happens after the order was read for booking, and before a carrier was asked.
    const spy = vi.spyOn(quotes, 'quote').mockImplementationOnce(async (...asked) => {
      expect((await change({ order_id: displayId, billing_pincode: '110001' })).statusCode).toBe(200);
      return quote(...asked);
    });
    const book = () => send('POST', '/forward-order-shipment', { shipment_id: shipmentId });
    try {
      const { statusCode, body } = await book();
      expect(statusCode).toBe(503);
      expect(body.errors).toEqual(['The order was changed at the same moment; please try again']);
    } finally {
      spy.mockRestore();
    }
    expect((await book()).statusCode).toBe(200);
    expect((await shown(shipmentId)).zone).toBe('zone_a');
  });

  it('records the change without personal data', async () => {
    const { displayId, shipmentId } = await makeOrder();
    const { data: store } = (await send('POST', '/client-stores', { store_name: 'recorded' })).body;
    const sides = { length: 30, breadth: 20, height: 5 };
    await change({ order_id: displayId, ...sides });
    const phoneAndStore = { billing_phone: '9876500033', store_name: 'recorded' };
    await change({ order_id: displayId, ...phoneAndStore, weight: 4 });
    await change({ order_id: displayId, weight: 4 });
    const { data } = (await send('GET', `/audit?subject_id=${shipmentId}&subject_kind=shipment`)).body;
    expect(new Set(data.map(({ order_id }: { order_id: string }) => order_id))).toEqual(new Set([displayId]));
    const others = (await send('GET', `/audit?subject_id=${shipmentId}&subject_kind=store`)).body;
    expect([others.data, others.meta.total]).toEqual([[], 0]);
    const updates = data.filter(({ action }: { action: string }) => action === 'order.updated');
    expect(updates).toHaveLength(2);
    expect(updates[0].changes).toMatchObject({
      billing: 'changed',
      parcel: { from: { length: '30', width: '20', height: '5' }, to: { deadWeight: '4000' } },
      store_id: { from: null, to: store.id },
    });
    expect(JSON.stringify(data)).not.toContain('9876500033');
  });

  it('warns about unlikely values and unknown fields', async () => {
    const { displayId } = await makeOrder();
    const { body } = await change({ order_id: displayId, billing_city: 'Mumbai', colour: 'red' });
    expect(body.warnings).toEqual([
      'billing_city Mumbai does not fit billing_pincode 560038 (Bengaluru, Karnataka)',
    ]);
    expect(body.ignored_fields).toEqual(['colour']);
  });
});
