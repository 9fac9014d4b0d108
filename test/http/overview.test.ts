import { v7 as newId } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { openApp, type TestAccount } from '../support/app.ts';
import { bookOrder, CARRIER } from '../support/carriers.ts';
import { makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { loopbackAllowed, makeWebhook } from '../support/webhooks.ts';

const DAY = 86_400_000;

const test = await openApp({ shipping: { outgoing: loopbackAllowed() } });
let account: TestAccount;
let warehouseId: string;

beforeAll(async () => {
  account = await test.account();
  warehouseId = await makeWarehouse(account);
});

const overview = async (of = account) => (await of.read('/overview')).data;

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

it('counts nothing for a new account', async () => {
  expect(await overview()).toEqual(NONE);
});

const NDR = ['picked_up', 'out_for_delivery', 'ndr_raised'] as const;
it.each([
  [[], { to_pack: 1 }],
  [['not_picked'], { to_pack: 1, not_picked_up: 1 }],
  [['picked_up', 'in_transit'], {}],
  [['picked_up', 'out_for_delivery'], { out_for_delivery: 1 }],
  [NDR, { failed_deliveries: 1 }],
  [[...NDR, 'need_attention'], { failed_deliveries: 1 }],
  [[...NDR, 'rto_initiated'], { returning: 1 }],
  [[...NDR, 'rto_in_transit'], { returning: 1 }],
  [[...NDR, 'rto_out_for_delivery'], { returning: 1 }],
  [[...NDR, 'rto_need_attention'], { returning: 1 }],
  [[...NDR, 'rto_initiated', 'rto_delivered'], {}],
  [['cancelled'], {}],
] as const)('counts a booked parcel after the scans %j as %j', async (statuses, counted) => {
  const before = await overview();
  const { shipmentId } = await bookOrder(account, warehouseId, CARRIER);
  await scan(test, account, shipmentId, statuses);
  const more = Object.entries(counted).map(([name, count]) => [name, before[name] + count]);
  expect(await overview()).toEqual({ ...before, ...Object.fromEntries(more) });
});

it('counts an order without a courier as one to book, until it is cancelled', async () => {
  const { payload } = (await account.post('/forward-order', orderBody(warehouseId))).json();
  await account.post('/forward-order', orderBody(warehouseId));
  expect(await overview()).toMatchObject({ to_book: 2 });
  await account.post('/cancel-order', { shipment_ids: [payload.shipment_id] });
  expect(await overview()).toMatchObject({ to_book: 1 });
});

it('counts parcels without a scan for three days, and messages that failed in the last seven', async () => {
  const moving = [await bookOrder(account, warehouseId), await bookOrder(account, warehouseId)];
  for (const { shipmentId } of moving) await scan(test, account, shipmentId, ['picked_up', 'in_transit']);
  const [{ shipmentId }, other] = moving as [(typeof moving)[0], (typeof moving)[0]];
  const ago = (days: number) => new Date(test.service.now().getTime() - days * DAY);
  await test.sql('update shipments set newest_event_at = $2 where shipment_id = $1', [shipmentId, ago(4)]);
  const fail = (of: string, at: Date) =>
    test.sql(
      `update messages set status = 'failed', created_at = $3 where account_id = $1 and shipment_id = $2`,
      [account.accountId, of, at],
    );
  await fail(other.shipmentId, ago(8));
  expect(await overview()).toMatchObject({ stuck: 1, failed_messages: 0 });
  await fail(shipmentId, ago(6));
  expect((await overview()).failed_messages).toBeGreaterThan(0);
});

it('counts only requests of customers that wait', async () => {
  const booked = [await bookOrder(account, warehouseId), await bookOrder(account, warehouseId)];
  for (const [at, state] of ['waiting', 'rejected'].entries()) {
    await test.sql(
      `insert into customer_requests (account_id, request_id, shipment_id, created_at, attempt, kind, state, is_at_once)
       values ($1, $2, $3, now(), 1, 'return', $4, false)`,
      [account.accountId, newId(), booked[at]?.shipmentId, state],
    );
  }
  expect(await overview()).toMatchObject({ requests: 1 });
});

it('counts webhooks, couriers and shops with trouble, and leaves out the removed ones', async () => {
  const hooks: string[] = [];
  for (const path of ['failing', 'off', 'well']) {
    hooks.push((await makeWebhook(account, { url: `http://127.0.0.1:9/${path}` })).id);
  }
  await test.sql('update webhook_endpoints set failing_since = now() where endpoint_id = $1', [hooks[0]]);
  await test.sql(
    'update webhook_endpoints set switched_off_at = now(), enabled = false where endpoint_id = $1',
    [hooks[1]],
  );
  for (const [courier, removed] of [
    ['delhivery', null],
    ['ekart', test.service.now()],
  ]) {
    await test.sql(
      `insert into courier_accounts (account_id, courier_account_id, created_at, updated_at, removed_at, courier, name, settings, secret_names)
       values ($1, $2, now(), now(), $3, $4, $4, '{}', '{}')`,
      [account.accountId, newId(), removed, courier],
    );
  }
  for (const [stopped, removed] of [
    [test.service.now(), null],
    [null, null],
    [test.service.now(), test.service.now()],
  ]) {
    await test.sql(
      `insert into shops (account_id, shop_id, created_at, updated_at, removed_at, store_id, shop, name, settings, secret_names,
         rules, orders_from, read_until, stopped_at)
       values ($1, $2, now(), now(), $4, $2, 'woocommerce', 'Chai', '{}', '{}', '{"booking": {}}', now(), now(), $3)`,
      [account.accountId, newId(), stopped, removed],
    );
  }
  expect(await overview()).toMatchObject({ troubled_webhooks: 2, troubled_couriers: 1, troubled_shops: 1 });
});

it('hides from a packer what only managers see', async () => {
  const made = await account.post('/keys', { name: 'packer', scope: 'packer' });
  const packer = test.client({ authorization: made.json().data.attributes.token });
  expect((await packer.read('/overview')).data).toMatchObject({
    troubled_webhooks: null,
    troubled_couriers: null,
    troubled_shops: null,
    to_book: 1,
  });
});

it('counts what the listing returns for the filter of each number', async () => {
  const { data, meta } = await account.read('/overview');
  const { failed_messages, ...shipments } = meta.filters;
  const listed: Record<string, number> = {};
  for (const [name, filter] of Object.entries(shipments)) {
    listed[name] = (await account.post('/shipments', filter as object)).json().meta.total;
    expect([name, listed[name]]).not.toEqual([name, 0]);
  }
  const query = new URLSearchParams(failed_messages);
  listed.failed_messages = (await account.read(`/messages?${query}`)).meta.total;
  listed.shop_orders = (await account.read('/shop-orders?for_people=true')).meta.total;
  expect(data).toMatchObject(listed);
});

it('counts nothing of another account', async () => {
  expect(await overview(await test.account('Other'))).toEqual(NONE);
});
