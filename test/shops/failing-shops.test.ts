import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { SYSTEM } from '../../src/domain/actor.ts';
import type { ShopOrder } from '../../src/domain/shops/shop-order.ts';
import type { OutgoingEmail } from '../../src/messages/transport.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { LostAnswerError, NotSentError } from '../../src/partners/partner.ts';
import type { SentToPartner } from '../../src/partners/partner-traffic.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { markProcessSeen } from '../../src/storage/booking/processes.ts';
import { takeDueErrands } from '../../src/storage/couriers/errands.ts';
import { SHOP_ORDERS } from '../../src/storage/shops/shop-orders.ts';
import { SHOP_POLLS } from '../../src/storage/shops/shops.ts';
import { createUser, disableUser, listAccountUsers } from '../../src/usecases/accounts/users.ts';
import { OUR_ERROR, TAKEN_MS } from '../../src/usecases/couriers/errands.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { WHOLE_ACCOUNT } from '../../src/usecases/service.ts';
import { askShopsSoon, pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { disconnectShop } from '../../src/usecases/shops/shops.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { connectTestShop, hookOf, openTestShop, serviceWith, type TestShop } from '../support/shops.ts';

let publicUrl = '';
const mails: OutgoingEmail[] = [];
const test = await openApp({
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
  const shop = await openTestShop(test.service.now());
  const shopId = (await connectTestShop(account, shop)).json().data.id;
  await account.post(`/shops/${shopId}/check`, {});
  await rounds();
  return { account, shop, shopId, email };
}

const ordersOf = async ({ account }: Merchant) => (await account.get('/shop-orders')).json().data;
/** Also those behind the first page. */
async function allOrdersOf({
  account,
}: Merchant): Promise<{ id: string; shop_order_id: string; state: string }[]> {
  return (await account.get('/shop-orders?per_page=100')).json().data;
}
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

describe('a shop that hangs', () => {
  it('does not delay the orders of other shops', async () => {
    const hung = await merchant();
    const other = await merchant();
    hung.shop.faults.add({ kind: 'lose_request' });
    await order(hung, 25);
    await order(other, 1);
    const ended: string[] = [];
    const note = ({ connectionId }: SentToPartner) => ended.push(connectionId);
    test.service.shopRequests.on('sent', note);
    onTestFinished(() => void test.service.shopRequests.off('sent', note));
    const round = settleShopOrders(test.service);
    await expect.poll(() => ordersOf(other)).toMatchObject([{ state: 'made' }]);
    // A bell that rings during the round is heard too.
    await order(other, 1);
    await expect.poll(() => ordersOf(other)).toHaveLength(2);
    // Not because the shop that hangs was given up.
    expect(ended).not.toContain(hung.shopId);
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
    [{ kind: 'flood' }, /^WooCommerce answered with more than 4096 kB$/],
    [{ kind: 'truncated' }, /^WooCommerce /],
    [{ kind: 'cut' }, /^WooCommerce /],
  ] as const)(
    'is shown with its failure, and its orders come once it answers again: %j',
    async (fault, sentence) => {
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
    },
  );
});

/** What no page shows: the database refuses the first three, and would refuse the whole page of orders. */
const ODD = ['\u0000', '\ud800', '\udc00\ud800', '\u0001', '\u001b[2J', '\u007f', '\u0085'];
/** What people may see: a line break in an address, and what is no character in any language, but can be kept. */
const LINES = ['\n', '\r\n', '\t'];
const FIELDS = [
  ...['first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'state', 'postcode', 'country'],
  ...['email', 'phone'],
];

describe('a buyer who writes what cannot be kept', () => {
  it.each([true, false])(
    'stops no order, neither of the shop nor of another (webhooks: %s)',
    async (rings) => {
      const asha = await merchant();
      const ravi = await merchant();
      asha.shop.courier.webhooks.faults = { lose: rings ? 0 : 1, repeat: 0 };
      const { courier } = asha.shop;
      const odd = [...ODD, ...LINES].map((odd) => `Asha${odd}Rao`);
      const ids = [
        ...FIELDS.map((field) => courier.place({ billing: { [field]: `Asha\u0000Rao` }, shipping: {} })),
        ...odd.map((text) => {
          const everywhere = Object.fromEntries(FIELDS.map((field) => [field, text]));
          return courier.place({ billing: everywhere, shipping: everywhere, number: text });
        }),
      ];
      for (const text of odd) {
        courier.addProduct({ id: 12, name: text, sku: text, price: '10.00', weight: '0.1' });
        ids.push(courier.place({ lines: [{ productId: 12, units: 1 }], paymentMethod: text }));
      }
      const well = [courier.place(), ravi.shop.courier.place()];
      for (const { shop } of [asha, ravi]) {
        await shop.courier.webhooks.settled();
        shop.clock.forward(3_600_000);
      }
      test.advance(3_600_000);
      await rounds();
      const [ours, others] = [await allOrdersOf(asha), await allOrdersOf(ravi)];
      expect(ours).toHaveLength(ids.length + 1);
      expect(ours.filter(({ state }) => !['made', 'needs_attention'].includes(state))).toEqual([]);
      expect(ours).toContainEqual(expect.objectContaining({ shop_order_id: String(well[0]), state: 'made' }));
      expect(others).toMatchObject([{ shop_order_id: String(well[1]), state: 'made' }]);
      expect(await shown(asha)).toMatchObject({ state: 'connected', failure: null, unread_orders: 0 });
      // A name and an address are kept on one line.
      const fieldsOf = async (key?: number) => {
        const { id } = ours.find((one) => one.shop_order_id === String(key)) ?? {};
        return (await asha.account.get(`/shop-orders/${id}`)).json().data.fields;
      };
      expect(await fieldsOf(ids[0])).toMatchObject({ billing_customer_name: 'Asha Rao' });
      expect(await fieldsOf(ids[3])).toMatchObject({ billing_address: 'Asha Rao' });
    },
  );

  it.each([
    [{ date_created_gmt: '0001-01-01T00:00:00' }, /date that is not in the years 2000 to 2100$/],
    [{ date_created_gmt: '1999-12-31T23:59:59' }, /date that is not in the years 2000 to 2100$/],
    [{ date_created_gmt: '2101-01-01T00:00:00' }, /date that is not in the years 2000 to 2100$/],
    [{ date_modified_gmt: '9999-12-31T23:59:59' }, /date that is not in the years 2000 to 2100$/],
    [{ date_modified_gmt: '275760-09-13T00:00:00' }, /date that is not in the years 2000 to 2100$/],
    [{ date_modified_gmt: 'today' }, /date that is not in the years 2000 to 2100$/],
    [{ total: '1e400' }, /amount that is no number, or too large$/],
    [{ total: '1e300' }, /amount that is no number, or too large$/],
    [{ id: 'x'.repeat(201) }, /id of more than 200 characters, or with characters that cannot be kept$/],
    [{ id: '7\u00001' }, /id of more than 200 characters, or with characters that cannot be kept$/],
    [{ id: '' }, /id of more than 200 characters, or with characters that cannot be kept$/],
  ])('leaves only the order unread that has %j', async (change, reason) => {
    const asha = await merchant();
    asha.shop.courier.webhooks.faults = { lose: 1, repeat: 0 };
    const [before, bad, after] = [1, 2, 3].map(() => asha.shop.courier.place());
    asha.shop.courier.change(bad ?? 0, change);
    await hours(asha, 1);
    const made = (await allOrdersOf(asha)).map(({ shop_order_id, state }) => [shop_order_id, state]);
    expect(made.sort()).toEqual([
      [String(before), 'made'],
      [String(after), 'made'],
    ]);
    expect(await shown(asha)).toMatchObject({
      state: 'connected',
      unread_orders: 1,
      unread_failure: expect.stringMatching(/^WooCommerce sent an order that cannot be read: It has an? /),
    });
    expect((await shown(asha)).unread_failure).toMatch(reason);
    // It waits longer each time, and stops nobody who comes later.
    const next = asha.shop.courier.place();
    await hours(asha, 1);
    expect(await allOrdersOf(asha)).toContainEqual(
      expect.objectContaining({ shop_order_id: String(next), state: 'made' }),
    );
  });

  it('stops no order if it is one that this service fails to keep', async () => {
    const asha = await merchant();
    asha.shop.courier.webhooks.faults = { lose: 1, repeat: 0 };
    const [, bad] = [1, 2, 3].map(() => asha.shop.courier.place());
    // As an adapter that forgets to clean a text.
    const spoilt = (order: ShopOrder): ShopOrder =>
      order.orderKey === String(bad) ? { ...order, tags: ['\u0000'] } : order;
    const service = serviceWith(test, (adapter) => {
      const [page, one] = [adapter.changedOrders.bind(adapter), adapter.order.bind(adapter)];
      return {
        changedOrders: async (since, signal) => {
          const read = await page(since, signal);
          return { ...read, orders: read.orders.map(spoilt) };
        },
        order: async (key, signal) => {
          const read = await one(key, signal);
          return read === null ? null : spoilt(read);
        },
      };
    });
    test.advance(3_600_000);
    asha.shop.clock.forward(3_600_000);
    await pollShops(service);
    expect(await shown(asha)).toMatchObject({ state: 'connected', failure: null, unread_orders: 1 });
    await expect(settleShopOrders(service)).rejects.toThrow();
    expect(await allOrdersOf(asha)).toHaveLength(2);
    expect(await shown(asha)).toMatchObject({
      unread_orders: 1,
      unread_failure: `WooCommerce ${OUR_ERROR.text}`,
    });
    // Once the service is mended, the order comes by itself.
    await hours(asha, 2);
    expect(await allOrdersOf(asha)).toHaveLength(3);
    expect(await shown(asha)).toMatchObject({ unread_orders: 0, unread_failure: null });
  });
});

describe('a process that is killed', () => {
  const claims = (asha: Merchant) =>
    test.sql<{ taken_by: string | null }>(
      `select taken_by from shop_orders where account_id = $1 and next_try_at > $2
        union all select taken_by from shops where account_id = $1 and taken_by is not null`,
      [asha.account.accountId, test.service.now()],
    );
  const take = async (processId: string) => {
    const now = test.service.now();
    const which = { now, until: new Date(now.getTime() + TAKEN_MS), most: 100, processId };
    for (const table of [SHOP_ORDERS, SHOP_POLLS])
      await takeDueErrands(test.service.database, table, which, []);
  };

  it('leaves its orders to others as soon as it counts as dead, and keeps them while it lives', async () => {
    const asha = await merchant();
    await order(asha, 3);
    test.advance(360_000);
    asha.shop.clock.forward(360_000);
    const processId = test.service.newId();
    await markProcessSeen(test.service.database, processId, []);
    await take(processId);
    await runMaintenance(test.service, fail);
    await rounds();
    expect(await ordersOf(asha)).toEqual([]);
    expect(await claims(asha)).toHaveLength(4);
    // The time of the database goes by only for the process.
    await test.sql(
      `update service_processes set seen_at = seen_at - interval '13 seconds' where process_id = $1`,
      [processId],
    );
    await runMaintenance(test.service, fail);
    expect(await claims(asha)).toEqual([]);
    await rounds();
    expect(await ordersOf(asha)).toMatchObject([{ state: 'made' }, { state: 'made' }, { state: 'made' }]);
  });

  it('is not taken for dead by itself, even if it could not report for a while', async () => {
    const asha = await merchant();
    await order(asha, 1);
    await take(test.service.processId);
    await test.sql(
      `update service_processes set seen_at = seen_at - interval '13 seconds' where process_id = $1`,
      [test.service.processId],
    );
    await runMaintenance(test.service, fail);
    expect(await claims(asha)).toEqual([{ taken_by: test.service.processId }]);
  });

  it('has kept the place up to which it had read a shop', async () => {
    const asha = await merchant();
    asha.shop.courier.webhooks.faults = { lose: 1, repeat: 0 };
    await order(asha, 60);
    test.advance(360_000);
    asha.shop.clock.forward(360_000);
    const dying = serviceWith(test, (adapter) => {
      const page = adapter.changedOrders.bind(adapter);
      return {
        changedOrders: async (since, signal) => {
          if (since.cursor !== null) throw new Error('killed');
          return page(since, signal);
        },
      };
    });
    await expect(pollShops(dying)).rejects.toThrow('killed');
    const [row] = await test.sql('select read_cursor from shops where account_id = $1', [
      asha.account.accountId,
    ]);
    expect(row).toEqual({ read_cursor: expect.stringContaining('after') });
  });

  it('makes the next one ask each shop at its start, because webhooks may have reached nobody', async () => {
    const asha = await merchant();
    asha.shop.courier.webhooks.faults = { lose: 1, repeat: 0 };
    await order(asha, 1);
    await rounds();
    expect(await ordersOf(asha)).toEqual([]);
    await askShopsSoon(test.service);
    await rounds();
    expect(await ordersOf(asha)).toMatchObject([{ state: 'made' }]);
  });
});

/** An error that maintenance reports fails the test. */
function fail(error: unknown): never {
  throw error;
}

describe('a shop that is disconnected', () => {
  it('is asked to end its webhooks and its rates, also when both fail', async () => {
    const asha = await merchant();
    const asked: string[] = [];
    const fails = (call: string) => () => {
      asked.push(call);
      return Promise.reject(new NotSentError(saidByPartner('could not be reached')));
    };
    const failing = serviceWith(test, () => ({
      unsubscribe: fails('webhooks'),
      withdrawRates: fails('rates'),
    }));
    const { accountId } = asha.account;
    await disconnectShop({ ...failing, ...WHOLE_ACCOUNT, accountId, actor: SYSTEM }, asha.shopId);
    expect(asked.toSorted()).toEqual(['rates', 'webhooks']);
    expect((await asha.account.get('/shops')).json().data).toEqual([]);
  });

  it('is gone within seconds even if it hangs, and the log keeps that it still sends webhooks', async () => {
    const asha = await merchant();
    const hangs = (_address: string, signal: AbortSignal) =>
      new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () =>
          reject(new LostAnswerError(saidByPartner('did not answer in time'))),
        ),
      );
    const hanging = serviceWith(test, () => ({ unsubscribe: hangs, withdrawRates: hangs }));
    const { accountId } = asha.account;
    const begun = performance.now();
    await disconnectShop({ ...hanging, ...WHOLE_ACCOUNT, accountId, actor: SYSTEM }, asha.shopId);
    // It waits two seconds; earlier it waited twenty.
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect((await asha.account.get('/shops')).json().data).toEqual([]);
    const [newest] = (await asha.account.get('/audit?action=shop.disconnected')).json().data;
    expect(newest.changes).toMatchObject({ still_sends: expect.stringMatching(/ did not answer in time$/) });
  });
});

describe('a shop after a restore with another key', () => {
  it('says so at once, and no other shop does', async () => {
    const [asha, ravi] = [await merchant(), await merchant()];
    const foreign = new Sealing(Buffer.alloc(32, 9)).seal('{}', 'elsewhere');
    await test.sql('update shops set secrets = $1 where shop_id = $2', [foreign, asha.shopId]);
    const sentence = 'needs its credentials again: they were encrypted with another SECRETS_KEY';
    expect(await shown(asha)).toMatchObject({
      state: 'stopped',
      failure: expect.stringContaining(sentence),
      advice: expect.stringMatching(/^Enter its credential again/),
    });
    expect(await shown(ravi)).toMatchObject({ state: 'connected', failure: null });
  });
});

describe('an order of a shop', () => {
  const SCRIPTS = 'आशा ஆஷா আশা ఆశా ಆಶಾ ആശ આશા ਆਸ਼ਾ ଆଶା آشا Asha 🎁';

  it('has a label with ten scripts, right-to-left text and emoji', async () => {
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

  it('needs attention with 1,001 lines, and does not delay the next order', async () => {
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
  it('gets one email for each day-long silence, after which waiting orders are made', async () => {
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

  it('gets an email when the connection stops, and waiting orders are made with a new credential', async () => {
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

  it('gets an email about a stop after a silence, and a disabled owner gets none', async () => {
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
        throw new NotSentError(saidByPartner('is left alone for a moment'), { waitMs: 1_000 });
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

  it('sees advice when webhooks do not arrive for a day', async () => {
    const asha = await merchant();
    await order(asha, 1);
    await hours(asha, 1);
    expect(await shown(asha)).toMatchObject({ state: 'connected', advice: null });
    asha.shop.courier.webhooks.faults = { lose: 1, repeat: 0 };
    await hours(asha, 25);
    await order(asha, 1);
    await hours(asha, 1);
    expect((await shown(asha)).advice).toMatch(/^Its webhooks are switched on, but none arrives/);
  });
});

describe('a webhook of a shop', () => {
  const metric = async (line: string) => {
    const { body } = await test.app.inject({ url: '/metrics' });
    return Number(new RegExp(`^${line} (\\d+)$`, 'm').exec(body)?.[1] ?? 0);
  };

  it('is counted and refused if it is forged, and requests to the shop are counted', async () => {
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

  it('has its order read again when it arrives during a read', async () => {
    const asha = await merchant();
    const id = asha.shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
    await asha.shop.courier.webhooks.settled();
    let isRead = false;
    const reading = serviceWith(test, (adapter) => {
      const really = adapter.order.bind(adapter);
      return {
        order: async (...asked) => {
          const read = await really(...asked);
          test.advance(5);
          asha.shop.courier.change(id, { status: 'cancelled' });
          await asha.shop.courier.webhooks.settled();
          isRead = true;
          return read;
        },
      };
    });
    await settleShopOrders(reading, undefined, () => isRead);
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
    // An order beside it, which is not old.
    asha.shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
    await hours(asha, 1);
    const corrections = { billing_phone: '9876511111' };
    await asha.account.put(`/shop-orders/${(await ordersOf(asha))[0].id}`, { corrections });
    await hours(asha, 24);
    await maintain();
    const fresh = { state: 'needs_attention', customer_name: 'Ravi Iyer', corrections };
    expect(await ordersOf(asha)).toMatchObject([fresh, { state: 'needs_attention', customer_name: null }]);
    const [, { id: parcel }] = await ordersOf(asha);
    await asha.account.put(`/shop-orders/${parcel}`, { corrections: { billing_pincode: '400001' } });
    await rounds();
    expect(await ordersOf(asha)).toMatchObject([fresh, { state: 'made', customer_name: 'Ravi Iyer' }]);
    expect(asha.shop.courier.fulfilments(id)).toHaveLength(1);
    await hours(asha, 61 * 24);
    await maintain();
    const forgotten = { customer_name: null, corrections: {} };
    expect(await ordersOf(asha)).toMatchObject([
      { state: 'needs_attention', ...forgotten },
      { state: 'made', ...forgotten },
    ]);
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

  it('gives one task for an order that is gone, and none when the order is back', async () => {
    const asha = await merchant();
    const booked = asha.shop.courier.place();
    const waiting = asha.shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
    await asha.shop.courier.webhooks.settled();
    await rounds();
    const { address, sign } = await hookOf(asha.account, asha.shop, asha.shopId);
    const ring = async (service = test.service) => {
      test.advance(1_000);
      for (const id of [booked, waiting]) {
        const body = JSON.stringify({ id });
        const headers = { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': sign(body) };
        expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
      }
      await settleShopOrders(service);
    };
    const gone = serviceWith(test, () => ({ order: () => Promise.resolve(null) }));
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

  it('may have 10 MB, and is refused with 17 MB', async () => {
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
