import { describe, expect, it, vi } from 'vitest';
import { openApp } from '../support/app.ts';
import { bookOrder } from '../support/carriers.ts';
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
  it('changes what is given, by our id and by the merchant’s, and leaves the rest', async () => {
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

  it('lets the listing, its search and its figures follow', async () => {
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
      total_price: 300,
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
    await send('POST', '/forward-order-shipment', { shipment_id: shipmentId });
    expect((await shown(shipmentId)).tracking_number).not.toBeNull();
  });

  it('takes the whole body of a new order, and clears what may be missing', async () => {
    const { sent, shipmentId } = await makeOrder({ billing_address_2: 'Opposite the temple' });
    expect(JSON.stringify(await shown(shipmentId))).toContain('Opposite');
    const { body } = await change({ ...sent, billing_address_2: '', billing_email: null, sub_total: 700 });
    expect(body.status).toBe(1);
    const after = await shown(shipmentId);
    expect(after.total_price).toBe(700);
    expect(JSON.stringify(after)).not.toContain('Opposite');
    expect(JSON.stringify(after)).not.toContain('asha@example.in');
  });

  it('makes, changes and removes the shipping contact', async () => {
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
      'shipping_phone is required',
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
    await change({ order_id: displayId, shipping_is_billing: true });
    expect((await shown(shipmentId)).shipping_address).toMatchObject({ name: 'Asha Rao' });
  });

  it('refuses what a new order would be refused for, and changes nothing', async () => {
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
        'billing_pincode 999999 is not in the pincode directory',
        'order_items must be a list of 1 to 1000 entries',
        'weight must be a number of kilograms greater than 0 and at most 10000',
      ],
    });
    expect((await change({ order_id: displayId, payment_method: 'COD' })).body.errors).toEqual([
      'cod_collectible is required',
    ]);
    const unknown = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';
    const named = await change({ order_id: displayId, warehouse_id: unknown, store_name: 'nowhere' });
    expect(named.body.errors).toEqual([
      `warehouse_id ${unknown} is not a warehouse of this account`,
      'store_name nowhere is not a connected store of this account',
    ]);
    expect(await shown(shipmentId)).toEqual(before);
  });

  it('leaves an order at a warehouse that is deactivated since, and moves none there', async () => {
    const closing = (await send('POST', '/warehouse', warehouseBody({ name: 'Closing' }))).body.payload;
    const there = await makeOrder({ warehouse_id: closing.warehouse_id });
    const here = await makeOrder();
    await send('PUT', `/warehouses/${closing.warehouse_id}`, { is_active: false });
    expect((await change({ order_id: there.displayId, weight: 2 })).statusCode).toBe(200);
    const moved = await change({ order_id: here.displayId, warehouse_id: closing.warehouse_id });
    expect(moved.body.errors).toEqual([`warehouse_id ${closing.warehouse_id} is deactivated`]);
    expect((await shown(here.shipmentId)).warehouse_id).toBe(warehouseId);
  });

  it('has each tag once', async () => {
    const { displayId, shipmentId } = await makeOrder();
    await change({ order_id: displayId, tags: ['gift', 'gift'] });
    expect((await shown(shipmentId)).tags).toEqual(['gift']);
  });
});

describe('PUT /order with what stands below `order`', () => {
  it('changes address, payment, warehouse, weight and items', async () => {
    const { orderId, shipmentId } = await makeOrder();
    const [item] = (await shown(shipmentId)).items;
    const { statusCode } = await change({
      order_id: orderId,
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
      shipping_address: { name: 'Meera Iyer', zip: '600002' },
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

  it('names what is wrong as it was sent', async () => {
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
      'order.shipping_address.name is required',
      'order.shipping_address.address is required',
      'order.shipping_address.zip is required',
      'order.shipping_address.state is required',
      'order.shipping_address.phone is required',
      `order.order_items_attributes[0].id ${unknown} is not an item of this order`,
      'order.order_items_attributes[1].quantity is required',
      'order.order_items_attributes[1].price is required',
      'order.cod_amount is required',
      `order.warehouse_id ${unknown} is not a warehouse of this account`,
    ]);
  });
});

describe('PUT /order', () => {
  it('answers an unknown order, and another account’s, alike', async () => {
    const stranger = await test.account('Stranger');
    const { orderId, displayId } = await makeOrder();
    for (const named of [orderId, displayId, 'NOBODY']) {
      const { statusCode, body } = await change({ order_id: named, weight: 1 }, stranger);
      expect(statusCode).toBe(422);
      expect(body).toEqual({
        status: 0,
        message: 'Order not found',
        errors: ['Order not found'],
        problems: [{ field: 'order_id', code: 'unknown', message: 'Order not found' }],
      });
    }
  });

  it('refuses an order that a courier has, and a cancelled one', async () => {
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

  it('loses none of two changes at once', async () => {
    const { displayId, shipmentId } = await makeOrder();
    const answers = await Promise.all([
      change({ order_id: displayId, billing_phone: '9876500011' }),
      change({ order_id: displayId, weight: 3 }),
      change({ order_id: displayId, tags: ['both'] }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await shown(shipmentId)).toMatchObject({
      shipping_address: { phone: '9876500011' },
      applied_weight: { value: 3000 },
      tags: ['both'],
    });
  });

  it('lets no carrier be told of what was there before a change', async () => {
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

  it('records who changed what, and none of the customer’s details', async () => {
    const { displayId, shipmentId } = await makeOrder();
    await change({ order_id: displayId, billing_phone: '9876500033', weight: 4 });
    await change({ order_id: displayId, weight: 4 });
    const { data } = (await send('GET', `/audit?subject_id=${shipmentId}&subject_kind=shipment`)).body;
    expect(new Set(data.map(({ order_id }: { order_id: string }) => order_id))).toEqual(new Set([displayId]));
    const others = (await send('GET', `/audit?subject_id=${shipmentId}&subject_kind=store`)).body;
    expect([others.data, others.meta.total]).toEqual([[], 0]);
    const updates = data.filter(({ action }: { action: string }) => action === 'order.updated');
    expect(updates).toHaveLength(1);
    expect(updates[0].changes).toMatchObject({ billing: 'changed', parcel: { to: { deadWeight: '4000' } } });
    expect(JSON.stringify(data)).not.toContain('9876500033');
  });

  it('warns of what is odd, and of what it does not know', async () => {
    const { displayId } = await makeOrder();
    const { body } = await change({ order_id: displayId, billing_city: 'Mumbai', colour: 'red' });
    expect(body.warnings).toEqual([
      'billing_city Mumbai does not fit billing_pincode 560038 (Bengaluru, Karnataka)',
    ]);
    expect(body.ignored_fields).toEqual(['colour']);
  });
});
