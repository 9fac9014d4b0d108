import { expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { bookOrder, CARRIER } from '../support/carriers.ts';
import { API, makeWarehouse, orderBody, scan } from '../support/orders.ts';

const test = await openApp();
const account = await test.account();

async function overview(headers: Record<string, string> = account.headers) {
  return (await test.app.inject({ method: 'GET', url: `${API}/overview`, headers })).json().data;
}

const NONE = {
  to_book: 0,
  to_pack: 0,
  not_picked_up: 0,
  out_for_delivery: 0,
  failed_deliveries: 0,
  stuck: 0,
  returning: 0,
  requests: 0,
  failed_messages: 0,
  troubled_webhooks: 0,
  troubled_couriers: 0,
  troubled_shops: 0,
  shop_orders: 0,
};

it('counts what needs somebody today', async () => {
  expect(await overview()).toEqual(NONE);
  const warehouseId = await makeWarehouse(account);
  const payload = orderBody(warehouseId, { order_id: 'OPEN-1' });
  await account.post('/forward-order', payload);
  await bookOrder(account, warehouseId, CARRIER);
  const failed = await bookOrder(account, warehouseId, CARRIER);
  await scan(test, account, failed.shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
  const moving = await bookOrder(account, warehouseId, CARRIER);
  await scan(test, account, moving.shipmentId, ['picked_up', 'in_transit']);
  expect(await overview()).toEqual({ ...NONE, to_book: 1, to_pack: 1, failed_deliveries: 1 });
  await test.database.database.pool.query(
    'update shipments set newest_event_at = $2 where shipment_id = $1',
    [moving.shipmentId, new Date(test.service.now().getTime() - 4 * 86_400_000)],
  );
  expect(await overview()).toMatchObject({ stuck: 1 });
  await test.database.database.pool.query(
    `update messages set status = 'failed' where account_id = $1 and shipment_id = $2`,
    [account.accountId, moving.shipmentId],
  );
  expect((await overview()).failed_messages).toBeGreaterThan(0);
});

it('tells a packer nothing of what managers see', async () => {
  const made = await account.post('/keys', { name: 'packer', scope: 'packer' });
  const packer = { authorization: made.json().data.attributes.token };
  expect(await overview(packer)).toMatchObject({
    troubled_webhooks: null,
    troubled_couriers: null,
    troubled_shops: null,
    to_pack: 1,
  });
});

it('counts what the listing gives for the filter beside each number', async () => {
  const { data, meta } = (await account.get('/overview')).json();
  const { failed_messages, ...shipments } = meta.filters;
  const listed: Record<string, number> = {};
  for (const [name, filter] of Object.entries(shipments)) {
    listed[name] = (await account.post('/shipments', filter as object)).json().meta.total;
  }
  const query = new URLSearchParams(failed_messages);
  const messages = { method: 'GET', url: `${API}/messages?${query}`, headers: account.headers } as const;
  listed.failed_messages = (await test.app.inject(messages)).json().meta.total;
  listed.shop_orders = (await account.get('/shop-orders?for_people=true')).json().meta.total;
  expect(data).toMatchObject(listed);
  expect(data).toMatchObject({ to_book: 1, to_pack: 1, stuck: 1 });
});

it('counts every parcel that goes back, and leaves out what is not to be booked', async () => {
  const warehouseId = await makeWarehouse(account, { name: 'Bhiwandi' });
  const before = await overview();
  for (const status of [
    'rto_initiated',
    'rto_in_transit',
    'rto_out_for_delivery',
    'rto_need_attention',
  ] as const) {
    const { shipmentId } = await bookOrder(account, warehouseId, CARRIER);
    await scan(test, account, shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised', status]);
  }
  expect(await overview()).toMatchObject({ to_book: before.to_book, returning: before.returning + 4 });
});
