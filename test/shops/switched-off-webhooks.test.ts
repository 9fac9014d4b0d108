import { expect, it, onTestFinished } from 'vitest';
import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { ShopifyStandIn } from '../../simulators/shops/shopify/shopify-stand-in.ts';
import type { TestAccount } from '../support/app.ts';
import { makeWarehouse } from '../support/orders.ts';
import { connectTestShop, openShopApp, type TestShop, USUAL_PARCEL } from '../support/shops.ts';

const test = await openShopApp();
const { later } = test;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface Merchant {
  readonly shop: TestShop;
  readonly account: TestAccount;
  readonly shopId: string;
}

/** A merchant whose WooCommerce shop was made to send webhooks. */
async function merchant(): Promise<Merchant> {
  const shop = await test.openShop();
  const account = await test.account();
  const shopId = (await connectTestShop(account, shop)).json().data.id;
  await account.post(`/shops/${shopId}/check`, {});
  await test.rounds();
  await shop.courier.webhooks.settled();
  return { shop, account, shopId };
}

const shown = async ({ account, shopId }: Pick<Merchant, 'account' | 'shopId'>) =>
  (await account.get(`/shops/${shopId}`)).json().data;

const states = ({ shop }: Merchant) => shop.courier.webhooks.all.map(({ status }) => status);

/** As the shop does by itself after deliveries that failed. */
function switchOff({ shop }: Merchant): void {
  for (const { id } of shop.courier.webhooks.all)
    shop.courier.webhooks.change(String(id), { status: 'disabled' });
}

async function mendings({ account }: Pick<Merchant, 'account'>): Promise<unknown[]> {
  const log: { action: string; changes: unknown }[] = (await account.get('/audit')).json().data;
  return log.filter(({ action }) => action === 'shop.webhooks_mended').map(({ changes }) => changes);
}

const [ON, OFF] = [Array(4).fill('active'), Array(4).fill('disabled')];

it('switches webhooks on again once a day, and says when', async () => {
  const [asha, ravi] = [await merchant(), await merchant()];
  expect(await shown(asha)).toMatchObject({ state: 'connected', advice: null, webhooks_mended_at: null });
  switchOff(asha);
  await later(DAY_MS - 12 * 60_000);
  expect(states(asha)).toEqual(OFF);
  await later(12 * 60_000);
  expect(states(asha)).toEqual(ON);
  const now = test.service.now().toISOString();
  expect(await shown(asha)).toMatchObject({ state: 'connected', webhooks_mended_at: now });
  expect(await mendings(asha)).toEqual([{ webhooks: 4 }]);
  expect(await shown(ravi)).toMatchObject({ webhooks_mended_at: null });
  expect(await mendings(ravi)).toEqual([]);
  // They ring again.
  await later(60_000);
  asha.shop.courier.place();
  await asha.shop.courier.webhooks.settled();
  expect((await shown(asha)).last_webhook_at).toBe(test.service.now().toISOString());
  await later(DAY_MS);
  expect(await shown(asha)).toMatchObject({ webhooks_mended_at: now });
  expect(await mendings(asha)).toHaveLength(1);
});

it('switches them on again soon after a poll has found an order that none told of', async () => {
  const [asha, ravi] = [await merchant(), await merchant()];
  await later(2 * HOUR_MS);
  switchOff(asha);
  for (const { shop } of [asha, ravi]) {
    shop.courier.place();
    await shop.courier.webhooks.settled();
  }
  await later();
  expect(states(asha)).toEqual(ON);
  expect(await mendings(asha)).toHaveLength(1);
  expect(await shown(asha)).toMatchObject({ webhooks_mended_at: test.service.now().toISOString() });
  // Of this shop's order, its webhook told.
  expect(await shown(ravi)).toMatchObject({ webhooks_mended_at: null });
});

it('looks at them at most once an hour while they tell of nothing', async () => {
  const asha = await merchant();
  await later(2 * HOUR_MS);
  asha.shop.courier.webhooks.faults = { lose: 1, repeat: 0 };
  const looks = () => asha.shop.calls.webhooks ?? 0;
  const before = looks();
  for (let n = 0; n < 5; n += 1) {
    asha.shop.courier.place();
    await later();
  }
  expect(looks()).toBe(before + 1);
  expect(await mendings(asha)).toEqual([]);
});

it('says why they cannot be switched on, until they can', async () => {
  const asha = await merchant();
  switchOff(asha);
  asha.shop.faults.add({ kind: 'status', status: 403, call: 'webhooks' });
  await later(DAY_MS);
  expect(await shown(asha)).toMatchObject({
    state: 'connected',
    advice: expect.stringMatching(/^Orders may be a few minutes late, .* WooCommerce /),
  });
  asha.shop.faults.clear();
  await later(HOUR_MS);
  expect(states(asha)).toEqual(ON);
  expect(await shown(asha)).toMatchObject({ advice: null, webhooks_mended_at: expect.any(String) });
});

it('leaves a shop alone that was never made to send them', async () => {
  const shop = await test.openShop();
  const account = await test.account();
  await connectTestShop(account, shop);
  shop.courier.place();
  await later(2 * DAY_MS);
  await later(2 * DAY_MS);
  expect(shop.courier.webhooks.all).toEqual([]);
});

it('registers webhooks anew that Shopify has removed', async () => {
  const standIn = await startStandIn((dependencies) => new ShopifyStandIn(dependencies));
  onTestFinished(() => standIn.stop());
  test.follow(standIn.clock);
  const account = await test.account();
  const connected = await account.post('/shops', {
    shop: 'shopify',
    brand_name: 'Chai & Co',
    settings: { base_url: standIn.url, ...ShopifyStandIn.settings },
    rules: { warehouse_id: await makeWarehouse(account), usual_parcel: USUAL_PARCEL, booking: 'none' },
  });
  const shopId = connected.json().data.id;
  await account.post(`/shops/${shopId}/check`, {});
  await test.rounds();
  const { webhooks } = standIn.courier;
  const topics = () => webhooks.all.map(({ topic }) => topic).sort();
  const before = topics();
  for (const { id, topic } of webhooks.all) if (topic.startsWith('ORDERS_')) webhooks.remove(id);
  await later(DAY_MS);
  expect(topics()).toEqual(before);
  expect(await mendings({ account })).toEqual([{ webhooks: 3 }]);
});
