import { describe, expect, it } from 'vitest';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { makeWarehouse } from '../support/orders.ts';
import {
  connectTestShop,
  hookOf,
  openShopApp,
  shopWithWaitingOrder,
  USUAL_PARCEL,
} from '../support/shops.ts';

const test = await openShopApp();
const { rounds, later } = test;
const KEYS = WooCommerceStandIn.settings;
const DAY_MS = 24 * 60 * 60_000;

/** A merchant with two connected shops, each with a store, a warehouse and an order of its own. */
async function twoShops(rules: object = {}) {
  const account = await test.account();
  const connected = async (store_name: string) => {
    const shop = await test.openShop();
    const answer = await connectTestShop(account, shop, rules, { store_name, name: `Shop ${store_name}` });
    expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
    const { id, store_id, rules: shown } = answer.json().data;
    const at = `/shops/${id}`;
    const see = async () => (await account.get(at)).json().data;
    const orders = async () => (await account.get(`/shop-orders?shop_id=${id}`)).json().data;
    return { shop, id, at, storeId: store_id, rules: shown, see, orders };
  };
  const one = await connected('one');
  return { account, one, other: await connected('other') };
}

const actions = (records: readonly { action: string; changes: object }[]) =>
  records.map(({ action, changes }) => [action, changes]);

describe('a check of new settings', () => {
  const check = async (settings: object, account = test.account()) =>
    (await account).post('/shops/check', { shop: 'woocommerce', settings });

  it('asks the shop, keeps nothing, and changes nothing in the shop', async () => {
    const shop = await test.openShop();
    const account = await test.account();
    const settings = { base_url: shop.url, ...KEYS };
    expect((await check(settings, Promise.resolve(account))).json().data).toMatchObject({
      ...{ ok: true, message: 'The shop takes the key and sells in rupees', locations: [] },
    });
    expect(shop.courier.webhooks.all).toEqual([]);
    expect((await account.get('/shops')).json().data).toEqual([]);
    const wrong = await check({ ...settings, consumer_secret: 'cs_wrong' });
    expect(wrong.json().data).toMatchObject({ ok: false, locations: [] });
    shop.courier.currency = 'USD';
    expect((await check(settings)).json().data).toMatchObject({
      ok: false,
      message: expect.stringContaining('USD'),
    });
  });

  it('takes an address with the end of its API, and names the one to which the shop sends on', async () => {
    const [shop, www] = [await test.openShop(), await test.openShop()];
    const at = (base_url: string) => check({ base_url, ...KEYS });
    expect((await at(`${shop.url}/wp-json/wc/v3/`)).json().data).toMatchObject({ ok: true });
    shop.courier.movedTo = www.url;
    expect((await at(`${shop.url}/wp-admin`)).json().data).toMatchObject({
      ...{
        ok: false,
        message: `WooCommerce answered 301, and sends requests on to ${www.url}: if that is the shop, enter it as the address`,
      },
    });
    // Nobody follows with the key.
    expect(www.calls).toEqual({});
  });

  it('names each wrong setting, and says that the shop does not answer', async () => {
    const none = await check({ base_url: 'shop', consumer_key: 'ck' });
    expect(none.statusCode).toBe(422);
    expect(none.body).toContain('settings.base_url must be an address');
    expect(none.body).toContain('settings.consumer_secret is required for WooCommerce');
    const shop = await test.openShop();
    await shop.stop();
    const gone = await check({ base_url: shop.url, ...KEYS });
    expect(gone.json().data).toMatchObject({ ok: false, message: expect.stringMatching(/^WooCommerce /) });
  });
});

describe('connecting a shop', () => {
  it('makes a store with the name of the address and the brand, and refuses a store name that is taken', async () => {
    const account = await test.account();
    const shop = await test.openShop();
    const { data } = (await connectTestShop(account, shop)).json();
    expect(data).toMatchObject({
      shop: 'woocommerce',
      name: 'WooCommerce',
      state: 'connected',
      advice: null,
    });
    expect(data.settings).toEqual({
      base_url: shop.url,
      consumer_key: { set: true },
      consumer_secret: { set: true },
    });
    const stores = (await account.get('/client-stores')).json();
    expect(JSON.stringify(stores)).toContain('Chai & Co');
    expect(JSON.stringify(stores)).toContain('"127-0-0-1"');
    const second = await connectTestShop(account, await test.openShop());
    expect([second.statusCode, second.json().errors]).toEqual([422, ['Store name has already been taken']]);
    const { data: audit } = (await account.get('/audit')).json();
    expect(JSON.stringify(audit)).toContain('shop.connected');
    expect(JSON.stringify(audit)).not.toContain(KEYS.consumer_secret);
  });

  it('takes an active store of the account that has no other shop', async () => {
    const { account, one, other } = await twoShops();
    const shop = await test.openShop();
    const { account: stranger, one: foreign } = await twoShops();
    const take = (store_id: string) => connectTestShop(account, shop, {}, { store_id });
    for (const id of [foreign.storeId, '0190b1c0-0000-7000-8000-000000000000'])
      expect((await take(id)).json().errors).toEqual(['store_id names no active store of this account']);
    expect((await take(other.storeId)).json().errors).toEqual([
      'Another shop is already connected with this store',
    ]);
    await account.delete(one.at);
    expect((await take(other.storeId)).statusCode).toBe(422);
    const taken = await take(one.storeId);
    expect([taken.statusCode, taken.json().data.store_id]).toEqual([201, one.storeId]);
    expect((await stranger.get('/shops')).json().meta).toEqual({ total: 2 });
    await test.sql(`update stores set status = 'disconnected' where store_id = $1`, [one.storeId]);
    await account.delete(`/shops/${taken.json().data.id}`);
    expect((await take(one.storeId)).json().errors).toEqual([
      'store_id names no active store of this account',
    ]);
  });

  it('refuses each warehouse of the rules that is off or of another account, also in a change and a trial', async () => {
    const { account, one } = await twoShops();
    const [mine, off] = [
      await makeWarehouse(account, { name: 'Mine' }),
      await makeWarehouse(account, { name: 'Off' }),
    ];
    const foreign = await makeWarehouse(await test.account());
    const at = (warehouse_id: string) => ({ location_id: warehouse_id, warehouse_id });
    const rules = { warehouse_id: off, usual_parcel: USUAL_PARCEL, locations: [mine, off, foreign].map(at) };
    await test.sql('update warehouses set is_active = false where warehouse_id = $1', [off]);
    const errors = [
      'rules.warehouse_id',
      'rules.locations[1].warehouse_id',
      'rules.locations[2].warehouse_id',
    ].map((field) => `${field} names no active warehouse of this account`);
    for (const answer of [
      await connectTestShop(account, await test.openShop(), rules, { store_name: 'third' }),
      await account.put(one.at, { rules }),
      await account.post(`${one.at}/dry-run`, { rules }),
    ])
      expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect((await one.see()).rules).toEqual(one.rules);
    expect((await account.get('/shops')).json().meta).toEqual({ total: 2 });
  });

  it('takes orders from midnight in India of the given day on, else of the last 30 days', async () => {
    const account = await test.account();
    const from = async (more: object) =>
      (await connectTestShop(account, await test.openShop(), {}, more)).json().data.orders_from;
    expect(await from({ store_name: 'a', orders_from: '2026-11-01' })).toBe('2026-10-31T18:30:00.000Z');
    const usual = new Date(test.service.now().getTime() - 30 * DAY_MS).toISOString();
    expect(await from({ store_name: 'b' })).toBe(usual);
  });

  it('connects one shop for repeated requests with one idempotency key', async () => {
    const account = await test.account();
    const shop = await test.openShop();
    const body = {
      shop: 'woocommerce',
      settings: { base_url: shop.url, ...KEYS },
      rules: { warehouse_id: await makeWarehouse(account), usual_parcel: USUAL_PARCEL },
    };
    const send = () => account.post('/shops', body, { 'idempotency-key': 'shop-1' });
    const [first, again] = [await send(), await send()];
    expect([again.statusCode, again.json().data.id]).toEqual([201, first.json().data.id]);
    expect((await account.get('/shops')).json().meta).toEqual({ total: 1 });
  });

  it('keeps every rule as it was sent', async () => {
    const { account, one, other } = await twoShops();
    const rules = {
      warehouse_id: one.rules.warehouse_id,
      locations: [{ location_id: '12', warehouse_id: other.rules.warehouse_id }],
      cod_methods: ['cod', 'pay_at_door'],
      skip_tags: ['pickup'],
      skip_skus: ['GIFT'],
      sku_sizes: [{ sku: 'CHAI-250', weight: 0.27, length: 9, breadth: 8, height: 7 }],
      usual_parcel: { weight: 1.5, length: 21, breadth: 16, height: 11 },
      usual_item_weight: 0.35,
      booking: 'fastest',
      fastest_at_most: 90.5,
      preferred_carriers: ['TLFS', 'BKAR'],
      confirm_cod_above: 5000.25,
      customer_news: 'shop',
      complete_prepaid: 'picked_up',
      complete_cash: 'never',
      checkout: {
        shown: true,
        offer: 'each_courier',
        markup_percent: -2.5,
        rounding: 'nine',
        free_above: 999,
        fallback_price: 80,
        fallback_max_weight: 2.5,
        handling_days: 2,
      },
    };
    const changed = await account.put(one.at, { rules });
    expect(changed.json().data.rules).toEqual(rules);
    expect((await one.see()).rules).toEqual(rules);
    expect((await other.see()).rules).toEqual(other.rules);
    const { cod_methods: _, ...usual } = rules;
    expect((await account.put(one.at, { rules: usual })).json().data.rules.cod_methods).toEqual(['cod']);
  });
});

describe('changing a shop', () => {
  it('changes only the given fields of this shop, and records them without secrets', async () => {
    const { account, one, other } = await twoShops();
    const [before, beside] = [await one.see(), await other.see()];
    test.advance(1_000);
    const named = await account.put(one.at, { name: 'Tea shop' });
    const now = test.service.now().toISOString();
    expect(named.json().data).toEqual({ ...before, name: 'Tea shop', updated_at: now });
    expect(await other.see()).toEqual(beside);
    await account.put(one.at, { settings: { consumer_secret: 'cs_other' } });
    expect((await account.post(`${one.at}/check`, {})).json().data.ok).toBe(false);
    await account.put(one.at, { settings: { consumer_secret: KEYS.consumer_secret } });
    expect((await account.post(`${one.at}/check`, {})).json().data.ok).toBe(true);
    const { data: audit } = (await account.get('/audit')).json();
    expect(JSON.stringify(actions(audit))).toContain('Tea shop');
    expect(JSON.stringify(actions(audit))).not.toContain('cs_other');
    const wrong = await account.put(one.at, { settings: { color: 'red' } });
    expect(wrong.json().errors[0]).toContain('settings.color is not a setting of WooCommerce');
  });

  it('removes the secrets when the address changes, and the webhook address stays the same', async () => {
    const { account, one } = await twoShops();
    const { address, sign } = await hookOf(account, one.shop, one.id);
    const moved = await test.openShop();
    const changed = await account.put(one.at, { settings: { base_url: moved.url } });
    expect(changed.json().data.settings).toMatchObject({
      consumer_key: { set: false },
      consumer_secret: { set: false },
    });
    const { data } = (await account.post(`${one.at}/check`, {})).json();
    expect(data).toMatchObject({ ok: false, message: 'WooCommerce has no consumer_key: enter it again' });
    await account.put(one.at, { settings: KEYS });
    expect((await hookOf(account, moved, one.id)).address).toBe(address);
    const id = moved.courier.place();
    const body = JSON.stringify({ id });
    const headers = { 'x-wc-webhook-topic': 'order.created', 'x-wc-webhook-signature': sign(body) };
    expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
    await rounds();
    expect(await one.orders()).toMatchObject([{ shop_order_id: String(id), state: 'made' }]);
  });

  it('starts a stopped shop again by new settings, and not by a new name or rules', async () => {
    const { account, one, other } = await twoShops();
    await hookOf(account, one.shop, one.id);
    one.shop.courier.signIn.isRevoked = true;
    await rounds();
    await later(60 * 60_000 - 1);
    expect(await one.see()).toMatchObject({
      state: 'failing',
      advice: expect.stringMatching(/^Enter its credential/),
    });
    expect((await account.get('/overview')).json().data.troubled_shops).toBe(0);
    await later();
    expect([(await one.see()).state, (await other.see()).state]).toEqual(['stopped', 'connected']);
    expect((await account.get('/overview')).json().data.troubled_shops).toBe(1);
    await account.put(one.at, { name: 'Tea shop', rules: one.rules });
    one.shop.courier.signIn.isRevoked = false;
    one.shop.courier.place();
    // Its webhook is kept, and the order is not read.
    await one.shop.courier.webhooks.settled();
    await later();
    expect([(await one.see()).state, await one.orders()]).toEqual(['stopped', []]);
    await account.put(one.at, { settings: KEYS });
    await rounds();
    expect(await one.see()).toMatchObject({ state: 'connected', failure: null, failing_since: null });
    expect(await one.orders()).toHaveLength(1);
  });

  it('is refused for a shop of another account, which is not seen, checked or disconnected either', async () => {
    const { one } = await twoShops();
    const { account: stranger } = await twoShops();
    for (const answer of [
      await stranger.get(one.at),
      await stranger.put(one.at, { name: 'Mine now' }),
      await stranger.post(`${one.at}/check`, {}),
      await stranger.post(`${one.at}/checkout-key`, {}),
      await stranger.post(`${one.at}/dry-run`, {}),
      await stranger.get(`${one.at}/locations`),
      await stranger.delete(one.at),
    ])
      expect([answer.statusCode, answer.json().errors]).toEqual([404, ['Shop not found']]);
    expect(await one.see()).toMatchObject({ name: 'Shop one', state: 'connected' });
  });
});

describe('disconnecting a shop', () => {
  it('ends its webhooks, key and reading, and keeps its orders, its store and the other shop', async () => {
    const { account, one, other } = await twoShops();
    const [hook, otherHook] = [
      await hookOf(account, one.shop, one.id),
      await hookOf(account, other.shop, other.id),
    ];
    const key = async (at: string) => (await account.post(`${at}/checkout-key`, {})).json().data.key;
    const [ours, theirs] = [await key(one.at), await key(other.at)];
    for (const { shop } of [one, other]) shop.courier.place();
    await later();
    expect([(await one.orders()).length, (await other.orders()).length]).toEqual([1, 1]);
    const ring = async ({ address, sign }: typeof hook) => {
      const body = '{"id":1}';
      const headers = { 'x-wc-webhook-topic': 'order.created', 'x-wc-webhook-signature': sign(body) };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    };
    const rates = async (authorization: string) =>
      (
        await test.client({ authorization: `Bearer ${authorization}` }).post('/checkout-rates', {
          destination: { pincode: '560038' },
          items: [{ units: 1 }],
          order_value: 100,
        })
      ).statusCode;
    // A new key for rates leaves the webhooks on.
    expect([await ring(hook), await ring(otherHook), await rates(ours), await rates(theirs)]).toEqual([
      ...[200, 200, 200, 200],
    ]);

    expect((await account.delete(one.at)).statusCode).toBe(204);
    expect(one.shop.courier.webhooks.all).toEqual([]);
    expect(other.shop.courier.webhooks.all.length).toBeGreaterThan(0);
    one.shop.courier.place();
    other.shop.courier.place();
    await later(1_000);
    await expect.poll(() => Promise.all([ring(hook), rates(ours)])).toEqual([401, 401]);
    expect([await ring(otherHook), await rates(theirs)]).toEqual([200, 200]);
    await later();
    expect((await account.post('/shipments', {})).json().meta.total).toBe(3);
    expect((await account.get('/shop-orders')).json().data).toMatchObject([
      { shop_id: other.id },
      { shop_id: other.id },
    ]);
    expect((await account.get('/shops')).json().data).toMatchObject([{ id: other.id }]);
    expect((await account.get(one.at)).statusCode).toBe(404);
    expect((await account.delete(one.at)).statusCode).toBe(404);
    expect(JSON.stringify((await account.get('/client-stores')).json())).toContain(one.storeId);
  });
});

describe('the list of shops', () => {
  it('shows the waiting orders, the last order and the last webhook of each shop', async () => {
    const { account, one, other } = await twoShops();
    await hookOf(account, one.shop, one.id);
    await rounds();
    one.shop.courier.place();
    one.shop.courier.place();
    await one.shop.courier.webhooks.settled();
    const waits = async () =>
      (await account.get('/shops'))
        .json()
        .data.map((shop: Record<string, unknown>) => [
          ...[shop.id, shop.waiting_orders, shop.unread_orders, shop.last_webhook_at !== null],
        ]);
    expect(await waits()).toEqual([
      [one.id, 2, 0, true],
      [other.id, 0, 0, false],
    ]);
    await rounds();
    expect(await waits()).toEqual([
      [one.id, 0, 0, true],
      [other.id, 0, 0, false],
    ]);
    const now = test.service.now().toISOString();
    expect([await one.see(), await other.see()]).toMatchObject([
      { last_order_at: now, answered_at: now },
      { last_order_at: null, answered_at: now },
    ]);
  });

  it('counts the orders that need a person, and names no places of a shop system without places', async () => {
    const account = await test.account();
    const { shopId, parcelId } = await shopWithWaitingOrder(test, account);
    const { data } = (await account.get('/overview')).json();
    expect(data).toMatchObject({ shop_orders: 1, troubled_shops: 0 });
    expect((await (await test.account()).get('/overview')).json().data.shop_orders).toBe(0);
    expect((await account.get(`/shops/${shopId}/locations`)).json()).toEqual({ data: [] });
    expect((await account.get(`/shop-orders?shipment_id=${parcelId}`)).json().data).toEqual([]);
  });
});
