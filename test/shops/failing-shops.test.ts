import { beforeAll, describe, expect, it } from 'vitest';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { SYSTEM } from '../../src/domain/actor.ts';
import type { OutgoingEmail } from '../../src/messages/transport.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { NotSentError } from '../../src/partners/partner.ts';
import type { ShopConnection } from '../../src/shops/shop.ts';
import type { ShopAdapter } from '../../src/shops/shop-adapter.ts';
import { createUser, disableUser, listAccountUsers } from '../../src/usecases/accounts/users.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { WHOLE_ACCOUNT } from '../../src/usecases/service.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { disconnectShop } from '../../src/usecases/shops/shops.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { connectTestShop, hookOf, openTestShop, type TestShop } from '../support/shops.ts';

let publicUrl = '';
const mails: OutgoingEmail[] = [];
const test = await openApp({
  now: new Date(),
  shipping: {
    outgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'WEBHOOK_ALLOW') }),
    messaging: {
      transports: {
        email: {
          moments: new Set<never>(),
          send: async (mail: OutgoingEmail) => {
            mails.push(mail);
            return { outcome: 'sent', providerId: null } as const;
          },
        },
      },
      publicUrl: () => publicUrl,
    },
  },
});
beforeAll(async () => {
  publicUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
});

interface Merchant {
  readonly account: TestAccount;
  readonly shop: TestShop;
  readonly shopId: string;
  /** The owner's address. */
  readonly email: string;
}

/** A merchant whose shop sends webhooks. */
async function merchant(): Promise<Merchant> {
  const account = await test.account();
  const email = `${account.accountId}@shop.example`;
  const user = { phone: null, password: 'correct horse battery' };
  await createUser(test.service, SYSTEM, account.accountId, { ...user, name: 'Asha', email });
  const packer = { ...user, name: 'Ravi', email: `packer-${email}`, role: 'packer' as const };
  await createUser(test.service, SYSTEM, account.accountId, packer);
  const shop = await openTestShop();
  shop.clock.forward(test.service.now().getTime() - Date.now());
  const shopId = (await connectTestShop(account, shop)).json().data.id;
  await account.post(`/shops/${shopId}/check`, {});
  await rounds();
  return { account, shop, shopId, email };
}

const ordersOf = async ({ account }: Merchant) => (await account.get('/shop-orders')).json().data;
const shown = async ({ account }: Merchant) => (await account.get('/shops')).json().data[0];

async function order({ shop }: Merchant, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) shop.courier.place();
  await shop.courier.webhooks.settled();
}

/** What the rounds do that run in the background. */
async function rounds(): Promise<void> {
  await pollShops(test.service);
  await settleShopOrders(test.service);
  await tellShops(test.service);
}

/** Lets hours go by, with rounds at their half and end. @returns the mails that were sent to the merchant meanwhile */
async function hours({ shop, email }: Merchant, count: number): Promise<OutgoingEmail[]> {
  const before = mails.length;
  for (const half of [count / 2, count / 2]) {
    test.advance(half * 3_600_000);
    shop.clock.forward(half * 3_600_000);
    await rounds();
  }
  await runJobs(test);
  return mails.slice(before).filter(({ to }) => to.endsWith(email));
}

/** Before a shop that hangs is given up. */
const SOONER_MS = 25_000;

describe('a shop that hangs', () => {
  it('costs the others nothing, however many orders it has', async () => {
    const hung = await merchant();
    const other = await merchant();
    hung.shop.faults.add({ kind: 'lose_request' });
    await order(hung, 25);
    await order(other, 1);
    const round = settleShopOrders(test.service);
    await expect.poll(() => ordersOf(other), { timeout: SOONER_MS }).toMatchObject([{ state: 'made' }]);
    // A bell that rings during the round is heard too.
    await order(other, 1);
    await expect.poll(() => ordersOf(other), { timeout: SOONER_MS }).toHaveLength(2);
    expect([await ordersOf(hung), hung.shop.calls.orders]).toEqual([[], expect.any(Number)]);
    await hung.shop.stop();
    await round;
  });
});

describe('a shop that answers wrongly', () => {
  it.each([
    [{ kind: 'status', status: 429 }, /^WooCommerce asks for fewer requests \(429\)/],
    [{ kind: 'status', status: 500 }, /^WooCommerce /],
    [{ kind: 'html' }, /^WooCommerce /],
    [{ kind: 'truncated' }, /^WooCommerce /],
    [{ kind: 'cut' }, /^WooCommerce /],
  ] as const)('%j is shown with a sentence, and its orders come once it answers', async (fault, sentence) => {
    const asha = await merchant();
    asha.shop.courier.webhooks.faults = { lose: 1, repeat: 0 };
    await order(asha, 1);
    asha.shop.faults.add(fault);
    await hours(asha, 1);
    expect(await shown(asha)).toMatchObject({ state: 'failing', failure: expect.stringMatching(sentence) });
    expect(await ordersOf(asha)).toEqual([]);
    asha.shop.faults.clear();
    test.service.shopTraffic.forget(asha.shopId);
    await hours(asha, 1);
    expect(await shown(asha)).toMatchObject({ state: 'connected', failure: null });
    expect(await ordersOf(asha)).toMatchObject([{ state: 'made' }]);
  });
});

describe('a shop that is disconnected', () => {
  it('is asked to end its webhooks and its rates, each also if the other fails', async () => {
    const asha = await merchant();
    const asked: string[] = [];
    const fails = (call: string) => () => {
      asked.push(call);
      return Promise.reject(new NotSentError('could not be reached'));
    };
    const shops = test.service.shops.map((one) => ({
      ...one,
      open: (connection: ShopConnection) =>
        Object.assign(one.open(connection), {
          unsubscribe: fails('webhooks'),
          withdrawRates: fails('rates'),
        }),
    }));
    const { accountId } = asha.account;
    const account = { ...test.service, ...WHOLE_ACCOUNT, accountId, actor: SYSTEM };
    await disconnectShop({ ...account, shops }, asha.shopId);
    expect(asked.toSorted()).toEqual(['rates', 'webhooks']);
    expect((await asha.account.get('/shops')).json().data).toEqual([]);
  });
});

describe('an order of a shop', () => {
  const SCRIPTS = 'आशा ஆஷா আশা ఆశా ಆಶಾ ആശ આશા ਆਸ਼ਾ ଆଶା آشا Asha 🎁';

  it('goes to its label with ten scripts, right-to-left text and emoji', async () => {
    const asha = await merchant();
    asha.shop.courier.place({ billing: { address_1: SCRIPTS }, shipping: {} });
    await hours(asha, 1);
    const [{ shipment_id: id, state }] = await ordersOf(asha);
    expect(state).toBe('made');
    const label = await test.app.inject({
      method: 'POST',
      url: '/custom/api/v1/labels',
      headers: asha.account.headers,
      payload: { shipment_ids: [id] },
    });
    expect([label.statusCode, label.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  it('of 1001 lines needs attention with a sentence, and holds up no other', async () => {
    const asha = await merchant();
    const lines = Array.from({ length: 1_001 }, () => ({ productId: 10, units: 1 }));
    const large = asha.shop.courier.place({ lines });
    await order(asha, 1);
    await hours(asha, 1);
    const orders: { number: string; state: string; reasons: { field: string }[] }[] = await ordersOf(asha);
    expect(orders.map(({ state }) => state).toSorted()).toEqual(['made', 'needs_attention']);
    const kept = orders.find(({ number }) => number === String(large));
    expect(kept?.reasons.map(({ field }) => field)).toContain('order_items');
  });
});

describe('the owner of a shop', () => {
  it('is told once of a day of silence, again after another one, and all that waited goes on', async () => {
    const asha = await merchant();
    asha.shop.faults.add({ kind: 'status', status: 503 });
    await order(asha, 2);
    expect([...(await hours(asha, 1)), ...(await hours(asha, 22))]).toEqual([]);
    expect(await shown(asha)).toMatchObject({
      state: 'failing',
      failure: expect.stringMatching(/^WooCommerce /),
      advice: expect.stringMatching(/^Wait: /),
      waiting_orders: 2,
      unread_orders: 2,
      unread_failure: expect.stringMatching(/^WooCommerce /),
    });
    const told = await hours(asha, 3);
    expect(told).toMatchObject([
      { to: asha.email, subject: 'Your shop WooCommerce has not answered for a day', fromName: 'Dakiya' },
    ]);
    expect(told[0]?.text).toContain('Open the shop in a browser');
    expect((await shown(asha)).advice).toMatch(/^Open the shop in a browser/);
    expect(await hours(asha, 30)).toEqual([]);
    asha.shop.faults.clear();
    test.service.shopTraffic.forget(asha.shopId);
    expect(await hours(asha, 1)).toEqual([]);
    expect(await shown(asha)).toMatchObject({
      state: 'connected',
      failure: null,
      advice: null,
      waiting_orders: 0,
      waiting_since: null,
    });
    expect(await ordersOf(asha)).toMatchObject([{ state: 'made' }, { state: 'made' }]);
    asha.shop.faults.add({ kind: 'status', status: 503 });
    expect(await hours(asha, 1)).toEqual([]);
    expect(await hours(asha, 26)).toHaveLength(1);
  });

  it('is told that the connection has stopped, and what waited goes on with a new credential', async () => {
    const asha = await merchant();
    await order(asha, 1);
    asha.shop.courier.signIn.isRevoked = true;
    await settleShopOrders(test.service);
    await order(asha, 1);
    const told = await hours(asha, 3);
    expect(told.map(({ subject }) => subject)).toEqual([
      'The connection to your shop WooCommerce has stopped',
    ]);
    expect(told[0]?.text).toContain('WooCommerce does not take the key: make a new one');
    expect(await shown(asha)).toMatchObject({
      state: 'stopped',
      advice: expect.stringMatching(/^Enter its credential again/),
    });
    const audit = (await asha.account.get('/audit')).json().data;
    expect(audit).toContainEqual(expect.objectContaining({ action: 'shop.stopped' }));
    expect(await hours(asha, 30)).toEqual([]);
    asha.shop.courier.signIn.isRevoked = false;
    await asha.account.put(`/shops/${asha.shopId}`, { settings: WooCommerceStandIn.settings });
    await hours(asha, 1);
    expect(await ordersOf(asha)).toMatchObject([{ state: 'made' }, { state: 'made' }]);
    const ids = (await ordersOf(asha)).map(({ shop_order_id }: { shop_order_id: string }) => shop_order_id);
    for (const id of ids) expect(asha.shop.courier.fulfilments(Number(id))).toHaveLength(1);
  });

  it('is told of a stop also after a silence, unless the user was disabled meanwhile', async () => {
    const asha = await merchant();
    const other = { phone: null, password: 'correct horse battery', name: 'Meera' };
    const email = `meera-${asha.email}`;
    await createUser(test.service, SYSTEM, asha.account.accountId, { ...other, email });
    asha.shop.faults.add({ kind: 'status', status: 503 });
    await hours(asha, 1);
    expect((await hours(asha, 26)).map(({ to }) => to).toSorted()).toEqual([asha.email, email].toSorted());
    asha.shop.faults.clear();
    asha.shop.courier.signIn.isRevoked = true;
    test.service.shopTraffic.forget(asha.shopId);
    await hours(asha, 1);
    // A poll that did not ask ends no refusal.
    const unasked = test.service.shops.map((one) => ({
      ...one,
      open: () => {
        throw new NotSentError('is left alone for a moment', { waitMs: 1_000 });
      },
    }));
    test.advance(6 * 60_000);
    asha.shop.clock.forward(6 * 60_000);
    await pollShops({ ...test.service, shops: unasked });
    const before = mails.length;
    test.advance(3_600_000 / 2);
    asha.shop.clock.forward(3_600_000 / 2);
    await rounds();
    const users = await listAccountUsers(test.service, asha.account.accountId);
    for (const user of users) if (user.email === email) await disableUser(test.service, SYSTEM, user);
    await runJobs(test);
    const told = mails.slice(before).filter(({ to }) => to.endsWith(asha.email));
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      [asha.email, 'The connection to your shop WooCommerce has stopped'],
    ]);
  });

  it('reads that webhooks do not arrive any more', async () => {
    const asha = await merchant();
    await order(asha, 1);
    await hours(asha, 1);
    expect(await shown(asha)).toMatchObject({ state: 'connected', advice: null });
    asha.shop.courier.webhooks.faults = { lose: 1, repeat: 0 };
    await hours(asha, 25);
    await order(asha, 1);
    await hours(asha, 1);
    expect((await shown(asha)).advice).toMatch(/^Check the connection, which makes the shop send webhooks/);
  });
});

/** The shop systems, with another way to read an order. */
function shopsWith(orderOf: (adapter: ShopAdapter) => ShopAdapter['order']) {
  return test.service.shops.map((shop) => ({
    ...shop,
    open: (connection: ShopConnection) => {
      const adapter = shop.open(connection);
      return Object.create(adapter, { order: { value: orderOf(adapter) } }) as ShopAdapter;
    },
  }));
}

describe('what a shop sends', () => {
  const metric = async (line: string) => {
    const { body } = await test.app.inject({ url: '/metrics' });
    return Number(new RegExp(`^${line} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
  };

  it('is counted, and refused if it is forged; requests to it are counted too', async () => {
    const asha = await merchant();
    const outcome = (word: string) => metric(`shop_webhooks\\{shop="woocommerce",outcome="${word}"\\}`);
    const before = [await outcome('refused'), await outcome('order')];
    await order(asha, 1);
    const { address } = await hookOf(asha.account, asha.shop, asha.shopId);
    const headers = { 'x-wc-webhook-topic': 'order.created', 'x-wc-webhook-signature': 'bm8=' };
    const forged = await fetch(address, { method: 'POST', headers, body: '{"id":1}' });
    expect(forged.status).toBe(422);
    expect([await outcome('refused'), await outcome('order')]).toEqual(before.map((count) => count + 1));
    expect(await metric('shop_requests\\{shop="woocommerce",call="orders",status="2xx"\\}')).toBeGreaterThan(
      0,
    );
  });

  it('is read again if it rings while its order is being read', async () => {
    const asha = await merchant();
    const id = asha.shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
    await asha.shop.courier.webhooks.settled();
    let isRead = false;
    const shops = shopsWith((adapter) => async (...asked) => {
      const read = await adapter.order(...asked);
      test.advance(5);
      asha.shop.courier.change(id, { status: 'cancelled' });
      await asha.shop.courier.webhooks.settled();
      isRead = true;
      return read;
    });
    await settleShopOrders({ ...test.service, shops }, undefined, () => isRead);
    expect(await ordersOf(asha)).toMatchObject([{ state: 'needs_attention' }]);
    await settleShopOrders(test.service);
    expect(await ordersOf(asha)).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is forgotten after 60 days, and read again if the order changes', async () => {
    const asha = await merchant();
    const id = asha.shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
    await hours(asha, 1);
    const maintain = () =>
      runMaintenance(test.service, (error) => {
        throw error;
      });
    await hours(asha, 59 * 24);
    await maintain();
    expect(await ordersOf(asha)).toMatchObject([{ state: 'needs_attention', customer_name: 'Ravi Iyer' }]);
    await hours(asha, 25);
    await maintain();
    expect(await ordersOf(asha)).toMatchObject([{ state: 'needs_attention', customer_name: null }]);
    const [{ id: parcel }] = await ordersOf(asha);
    await asha.account.put(`/shop-orders/${parcel}`, { corrections: { billing_pincode: '400001' } });
    await rounds();
    expect(await ordersOf(asha)).toMatchObject([{ state: 'made', customer_name: 'Ravi Iyer' }]);
    expect(asha.shop.courier.fulfilments(id)).toHaveLength(1);
    await hours(asha, 61 * 24);
    await maintain();
    expect(await ordersOf(asha)).toMatchObject([{ state: 'made', customer_name: null, corrections: {} }]);
  });

  it('is followed after it was forgotten', async () => {
    const asha = await merchant();
    const id = asha.shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
    await hours(asha, 1);
    await hours(asha, 61 * 24);
    await runMaintenance(test.service, (error) => {
      throw error;
    });
    asha.shop.courier.change(id, { status: 'cancelled' });
    await hours(asha, 1);
    expect(await ordersOf(asha)).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is an order that was lost and is there again, which gives each task once', async () => {
    const asha = await merchant();
    const booked = asha.shop.courier.place();
    const waiting = asha.shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
    await asha.shop.courier.webhooks.settled();
    await rounds();
    const { address, sign } = await hookOf(asha.account, asha.shop, asha.shopId);
    const ring = async (shops = test.service.shops) => {
      test.advance(1_000);
      for (const id of [booked, waiting]) {
        const body = JSON.stringify({ id });
        const headers = { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': sign(body) };
        expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
      }
      await settleShopOrders({ ...test.service, shops });
    };
    const gone = shopsWith(() => () => Promise.resolve(null));
    const of = async (id: number) =>
      (await ordersOf(asha)).find(({ number }: { number: string }) => number === String(id));
    await ring(gone);
    expect([await of(booked), await of(waiting)]).toMatchObject([
      { task: expect.stringContaining('cancelled in the shop') },
      { state: 'cancelled' },
    ]);
    await asha.account.put(`/shop-orders/${(await of(booked)).id}`, { task_done: true });
    await ring(gone);
    expect((await of(booked)).task).toBeNull();
    await ring();
    expect(await of(waiting)).toMatchObject({ state: 'needs_attention' });
  });

  it('may be 10 MB long, and an even longer one is refused', async () => {
    const asha = await merchant();
    const id = asha.shop.courier.place();
    await asha.shop.courier.webhooks.settled();
    const { address, sign } = await hookOf(asha.account, asha.shop, asha.shopId);
    const ring = (megabytes: number) => {
      const body = JSON.stringify({ id, padding: 'x'.repeat(megabytes * 1024 * 1024) });
      const headers = { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': sign(body) };
      return fetch(address, { method: 'POST', headers, body }).then(({ status }) => status);
    };
    expect([await ring(10), await ring(17)]).toEqual([200, 413]);
    await rounds();
    expect(await ordersOf(asha)).toMatchObject([{ state: 'made' }]);
  });
});
