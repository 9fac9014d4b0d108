import { expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { bookOrder, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { inEnglish } from '../support/in-english.ts';
import { multipart } from '../support/multipart.ts';
import { makeWarehouse, orderBody, scan, warehouseBody } from '../support/orders.ts';

const test = await openApp();
const mine = await test.account();
const warehouseId = await makeWarehouse(mine);

/** Books a shipment whose delivery then fails. */
async function undelivered() {
  const booked = await bookOrder(mine, warehouseId);
  await scan(test, mine, booked.shipmentId, ['picked_up', 'in_transit', 'out_for_delivery', 'ndr_raised']);
  return booked;
}

it('lists the ignored fields of a write with their paths', async () => {
  const order = orderBody(warehouseId, {
    order_items: [{ name: 'Chai', units: 1, price: 5, colour: 'red' }],
    zip: 1,
  });
  const created = await mine.post('/forward-order', order);
  expect(created.json()).toMatchObject({ status: 1, ignored_fields: ['zip', 'order_items[0].colour'] });
  const { shipment_id } = created.json().payload;
  const answers = [
    await mine.post('/forward-order-orchestration', orderBody(warehouseId, { colour: 'red' })),
    await mine.post('/forward-order-shipment', { shipment_id, colour: 'red' }),
    await mine.post('/cancel-order', { shipment_ids: [shipment_id], colour: 'red' }),
    await mine.post('/warehouse', { ...warehouseBody(), colour: 'red' }),
    await mine.put(`/warehouses/${warehouseId}`, { colour: 'red' }),
    await mine.post('/client-stores', { store_name: 'one', colour: 'red' }),
    await mine.put('/message-settings', {
      messages: [{ moment: 'shipped', enabled: true }],
      colour: 'red',
    }),
    await mine.post('/reattempt', { awb: (await undelivered()).trackingNumber, colour: 'red' }),
    await mine.post('/initiate-rto', { awb: (await undelivered()).trackingNumber, colour: 'red' }),
  ];
  for (const answer of answers) {
    expect(answer.statusCode).toBeLessThan(300);
    expect(answer.json(), answer.body).toMatchObject({ ignored_fields: ['colour'] });
  }
});

it('lists no ignored fields if there are none, if the request is refused, or if it only reads', async () => {
  const plain = await mine.post('/forward-order', orderBody(warehouseId));
  expect(Object.keys(plain.json())).toEqual(['status', 'payload']);
  expect((await mine.post('/client-stores', { colour: 'red' })).json()).toEqual({
    errors: ['store_name is required'],
  });
  expect((await mine.post('/shipments/counts', { colour: 'red' })).json()).not.toHaveProperty(
    'ignored_fields',
  );
});

it('names what figures, counts and reports did not read, in the body and in the address', async () => {
  const questions = [
    ['/analytics/shipments', { by: ['carrier_id'] }],
    ['/analytics/returns', { by: ['carrier_id'] }],
    ['/shipments/counts', {}],
    ['/shipments/facets', { facets: ['carrier_id'] }],
    ['/reports', { start_date_time: '2026-11-01', end_date_time: '2026-11-16', shipment_type: 'Forward' }],
  ] as const;
  for (const [path, body] of questions) {
    const plain = await mine.post(path, body);
    expect(plain.statusCode, plain.body).toBe(200);
    expect(plain.json().meta ?? {}).not.toHaveProperty('ignored_parameters');
    const odd = await mine.post(`${path}?size=1`, { ...body, created_since: '2026-11-01' });
    expect(odd.json().meta, path).toMatchObject({ ignored_parameters: ['size', 'created_since'] });
    expect({ ...odd.json(), meta: undefined }).toEqual({ ...plain.json(), meta: undefined });
  }
});

it('names in a header what a file was made without', async () => {
  const file = await mine.post('/shipments/export', { 'created at': 'x', größe: 1 });
  expect(file.headers['x-ignored-parameters']).toBe('created%20at,gr%C3%B6%C3%9Fe');
  const ledger = await mine.get('/ledger.csv');
  expect(ledger.statusCode, ledger.body).toBe(200);
  expect(ledger.headers).not.toHaveProperty('x-ignored-parameters');
});

it('names a misspelt parameter of a file that is sent', async () => {
  const lines = 'order_id,colour\n';
  const sent = await mine.post('/orders/import?warehose_id=1', lines, {
    'content-type': 'text/csv',
  });
  expect(sent.json().ignored_fields, sent.body).toEqual(['warehose_id']);
});

it('lists the ignored fields and files of a form', async () => {
  const parts = [
    { name: 'store_name', value: 'with-form' },
    { name: 'colour', value: 'red' },
    { name: 'picture', file: Buffer.from('x'), filename: 'x.png' },
  ];
  const { payload, headers } = multipart(parts);
  const created = await mine.post('/client-stores', payload, headers);
  expect(created.json()).toMatchObject({
    data: { store_name: 'with-form' },
    ignored_fields: ['colour', 'picture'],
  });
});

it('lists the ignored fields of scans by position, in an object and in a bare list', async () => {
  const headers = await carrierHeaders(test);
  const event = { awb: 'ND1', status: 'picked_up', event_date_time: '2026-11-16 10:00', hub: 'DEL' };
  const inObject = await sendEvents(test, headers, { events: [event], batch: 7 });
  expect(inObject.json()).toEqual({
    data: [{ tracking_number: 'ND1', result: 'unknown tracking number' }],
    ignored_fields: ['batch', 'events[0].hub'],
  });
  expect((await sendEvents(test, headers, [event])).json()).toMatchObject({ ignored_fields: ['[0].hub'] });
});

it('repeats the first answer byte for byte, also with other ignored fields', async () => {
  const order = orderBody(warehouseId, { colour: 'red' });
  const first = await mine.post('/forward-order', order, { 'idempotency-key': 'notes' });
  const repeat = await mine.post('/forward-order', { ...order, size: 'L' }, { 'idempotency-key': 'notes' });
  expect(first.json().ignored_fields).toEqual(['colour']);
  expect(repeat.body).toBe(first.body);
});

it('accepts the address of another attempt as text too, and ignores the second of two', async () => {
  const newest = async () => {
    const rows = await test.sql<{ address: string; address_2: string | null }>(
      "select address, address_2 from order_contacts where role = 'reattempt' and address is not null",
    );
    await test.sql("delete from order_contacts where role = 'reattempt'");
    return rows;
  };
  await newest();
  for (const field of ['address_line', 'updated_address', 'address']) {
    const { trackingNumber } = await undelivered();
    const asked = await mine.post('/reattempt', { awb: trackingNumber, [field]: '14, 4th Cross' });
    expect(asked.json()).not.toHaveProperty('ignored_fields');
    expect(await newest()).toEqual([{ address: '14, 4th Cross', address_2: null }]);
  }
  const { trackingNumber } = await undelivered();
  const both = {
    updated_address: { address_line: '14, 4th Cross', landmark: 'Park' },
    address_line: 'Elsewhere',
  };
  const asked = await mine.post('/reattempt', { awb: trackingNumber, ...both });
  expect(asked.json()).toMatchObject({ success: true, ignored_fields: ['address_line'] });
  expect(await newest()).toEqual([{ address: '14, 4th Cross', address_2: 'Park' }]);
  const long = await mine.post('/reattempt', { awb: trackingNumber, address_line: 'x'.repeat(301) });
  expect(long.json().errors).toEqual(['address_line must be at most 300 characters']);
});

it('accepts frequent wrong names of fields', async () => {
  const { trackingNumber } = await undelivered();
  const asked = await mine.post('/reattempt', { awb_code: trackingNumber, phone: '9123456780' });
  expect(inEnglish(asked.json())).toEqual({
    success: true,
    message: expect.any(String),
    data: { awb: trackingNumber },
  });
  const rows = await test.sql(
    "select phone from order_contacts where role = 'reattempt' and phone is not null",
  );
  expect(rows).toEqual([{ phone: '9123456780' }]);
  const tracked = await mine.post('/order-tracking', { awb: trackingNumber });
  expect(Object.keys(tracked.json().result)).toEqual([trackingNumber]);
  const store = await mine.post('/client-stores', { storename: 'near-miss', brandname: 'Chai & Co' });
  expect(store.json()).toEqual({
    data: expect.objectContaining({ store_name: 'near-miss', brand_name: 'Chai & Co' }),
  });
});
