import { expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account, { code: 'DEL-1' });

const show = async (path: string) => (await account.get(path)).json().data.attributes;
const UNUSED = 'rto_warehouse_id is not used: parcels come back to the pickup warehouse';

it.each([undefined, null, '', ' '])('an order with the date %j is of now', async (order_date) => {
  test.advance(60_000);
  const now = test.service.now().toISOString();
  for (const path of ['/forward-order', '/forward-order-orchestration']) {
    const made = await account.post(path, orderBody(warehouseId, { order_date }));
    expect(made.statusCode, made.body).toBe(200);
    const { order } = await show(`/shipments/${made.json().payload.shipment_id}`);
    expect(order.order_date).toBe(now);
  }
  const back = await account.post('/reverse-order', { ...returnBody(warehouseId), order_date });
  expect((await show(`/returns/${back.json().payload.return_id}`)).request_date).toBe(now);
  const exchange = await account.post(
    '/exchange-order-orchestration',
    exchangeBody(warehouseId, { order_date }),
  );
  expect(exchange.statusCode, exchange.body).toBe(200);
});

it('a wrong date stays refused, and no change clears a date', async () => {
  const wrong = await account.post('/forward-order', orderBody(warehouseId, { order_date: 'soon' }));
  expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('order_date')]);
  const { order_id } = (await account.post('/forward-order', orderBody(warehouseId))).json().payload;
  const cleared = await account.put('/order', { order_id, order_date: null });
  expect(cleared.statusCode).toBe(422);
});

it.each(['WH-9', 7, '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d'])(
  'another warehouse for what comes back has a warning that stays: %j',
  async (rto_warehouse_id) => {
    const made = await account.post('/forward-order', orderBody(warehouseId, { rto_warehouse_id }));
    expect(made.json().warnings).toEqual([UNUSED]);
    const { order_id, shipment_id } = made.json().payload;
    await account.put('/order', { order_id, billing_city: 'Mysuru', billing_pincode: '570001' });
    const messages = (await show(`/shipments/${shipment_id}`)).warnings.map(
      ({ message }: { message: string }) => message,
    );
    expect(messages).toEqual([UNUSED]);
  },
);

it('the same warehouse for what comes back has no warning', async () => {
  for (const same of [warehouseId, warehouseId.toUpperCase(), null, '']) {
    const made = await account.post('/forward-order', orderBody(warehouseId, { rto_warehouse_id: same }));
    expect([made.statusCode, made.json().warnings]).toEqual([200, undefined]);
  }
  const byCode = orderBody('DEL-1', { rto_warehouse_id: 'del-1' });
  expect((await account.post('/forward-order', byCode)).json().warnings).toBeUndefined();
});
