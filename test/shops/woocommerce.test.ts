import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { MOMENTS } from '../../src/domain/tracking/moments.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import type { ShopConnection } from '../../src/shops/shop.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { startBreakingProxy } from '../support/breaking-proxy.ts';
import { makeWarehouse, scan } from '../support/orders.ts';
import { pushScans } from '../support/shops.ts';

let test: TestApp;
let shop: RunningStandIn<WooCommerceStandIn>;
let account: TestAccount;
let warehouseId: string;
let publicUrl = '';
/** How far the service's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  test = await startApp({
    now: new Date(),
    shipping: {
      outgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'WEBHOOK_ALLOW') }),
      // Nothing is sent: only the rounds of a running service send messages.
      messaging: {
        transports: { email: { moments: new Set(MOMENTS), send: () => Promise.reject(new Error('unused')) } },
        publicUrl: () => publicUrl,
      },
    },
  });
  publicUrl = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.stop());
beforeEach(async () => {
  shop = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies));
  shop.clock.forward(aheadMs);
  account = await test.account();
  warehouseId = await makeWarehouse(account, { name: 'Main' });
  return () => shop.stop();
});

const PARCEL = { weight: 0.5, length: 20, breadth: 15, height: 10 };

async function connect(rules: object = {}, more: object = {}): Promise<string> {
  const answer = await account.post('/shops', {
    shop: 'woocommerce',
    brand_name: 'Chai & Co',
    settings: { base_url: shop.url, ...WooCommerceStandIn.settings },
    rules: { warehouse_id: warehouseId, usual_parcel: PARCEL, booking: 'cheapest', ...rules },
    ...more,
  });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return answer.json().data.id;
}

/** Lets the rounds run that run in the background. */
async function rounds() {
  await pollShops(test.service);
  await settleShopOrders(test.service);
  await tellShops(test.service);
}

/** Later, so that the shop is polled again, and its whole seconds differ. */
async function later() {
  test.advance(6 * 60_000);
  aheadMs += 6 * 60_000;
  shop.clock.forward(6 * 60_000);
  await rounds();
}

const parcels = async () => (await account.get('/shop-orders')).json().data;
const shipments = async () => (await account.post('/shipments', {})).json().data;
describe('a WooCommerce shop', () => {
  it('is read on where a poll ended, because more orders than it reads may have one time', async () => {
    const ids = Array.from({ length: 230 }, () => shop.courier.place());
    await connect({ booking: 'none' });
    const total = async () => (await account.get('/shop-orders')).json().meta.total;
    // Each poll fails after some pages.
    shop.faults.add({ kind: 'status', call: 'orders', share: 0.3 });
    let polls = 0;
    for (; polls < 60 && (await total()) < ids.length; polls += 1) await later();
    expect([await total(), polls > 1]).toEqual([ids.length, true]);
  });

  it('has an order with a slightly earlier time found, which shows after a later one', async () => {
    await connect({ booking: 'none' });
    shop.courier.place();
    await rounds();
    const late = shop.courier.place();
    const before = new Date(shop.clock.now().getTime() - 5_000).toISOString().slice(0, 19);
    Object.assign(shop.courier.order(late) ?? {}, { date_modified_gmt: before });
    await later();
    expect(await parcels()).toHaveLength(2);
  });

  it('is read from the beginning once it has another address', async () => {
    const shopId = await connect({ booking: 'none' });
    const other = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies));
    onTestFinished(() => other.stop());
    other.clock.forward(aheadMs);
    for (const number of ['one', 'two']) other.courier.place({ number });
    await later();
    shop.courier.place({ number: 'one' });
    await later();
    const settings = { base_url: other.url, ...WooCommerceStandIn.settings };
    await account.put(`/shops/${shopId}`, { settings });
    await rounds();
    const numbers = (await parcels()).map(({ number }: { number: string }) => number).sort();
    expect(numbers).toEqual(['one', 'two']);
  });

  it('is read from the last time again if it refuses the place in its list', async () => {
    const shopId = await connect({ booking: 'none' });
    const place = JSON.stringify({ after: '2026-11-01T00:00:00', pagesLeft: 3 });
    await test.service.database.run('update shops set read_cursor = $2 where shop_id = $1', [shopId, place]);
    const read = async () => {
      const [row] = await test.service.database.run<{ read_cursor: string | null }>(
        'select read_cursor from shops where shop_id = $1',
        [shopId],
      );
      return row?.read_cursor;
    };
    shop.faults.add({ kind: 'refuse', call: 'orders' });
    for (let polls = 0; polls < 5; polls += 1) await later();
    expect(await read()).toBe(place);
    await later();
    expect(await read()).toBeNull();
  });

  it('is checked, and its open orders are made, booked, and told back with their number', async () => {
    const id = shop.courier.place({ lines: [{ productId: 10, units: 2 }] });
    const shopId = await connect();
    const check = await account.post(`/shops/${shopId}/check`, {});
    expect(check.json().data).toEqual({ ok: true, message: 'The shop takes the key and sells in rupees' });
    await rounds();
    const [parcel] = await parcels();
    expect(parcel).toMatchObject({
      state: 'made',
      number: String(id),
      customer_name: 'Ravi Iyer',
      task: null,
    });
    const [shipment] = await shipments();
    expect(shipment).toMatchObject({ id: parcel.shipment_id });
    const [fulfilment] = shop.courier.fulfilments(id);
    const number = shipment.attributes.tracking_number;
    expect(JSON.stringify(fulfilment)).toContain(number);
    expect(JSON.stringify(fulfilment)).toContain(`${publicUrl}/track/${number}`);
    await later();
    await later();
    expect(shop.courier.fulfilments(id)).toHaveLength(1);
    expect(await parcels()).toHaveLength(1);
  });

  it('is asked with a new signature after a lost answer, because it takes each one once', async () => {
    const shopId = await connect();
    shop.faults.add({ kind: 'cut', times: 1 });
    const { message } = (await account.post(`/shops/${shopId}/check`, {})).json().data;
    expect(message).not.toMatch(/key/);
    expect((await account.post(`/shops/${shopId}/check`, {})).json().data.ok).toBe(true);
  });

  it('rings by webhooks, which are refused if they are forged and taken as a ping without a signature', async () => {
    const shopId = await connect();
    await account.post(`/shops/${shopId}/check`, {});
    await rounds();
    const id = shop.courier.place();
    await shop.courier.webhooks.settled();
    await settleShopOrders(test.service);
    expect(await parcels()).toMatchObject([{ number: String(id), state: 'made' }]);
    const shown = (await account.get(`/shops/${shopId}`)).json().data;
    expect(shown.last_webhook_at).not.toBeNull();
    const [hook] = (shop.courier.webhooks.list().body as { delivery_url: string }[]).slice(0, 1);
    const forged = await fetch(hook?.delivery_url ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-wc-webhook-topic': 'order.updated',
        'x-wc-webhook-signature': 'bm8=',
      },
      body: JSON.stringify({ id: 1 }),
    });
    expect(forged.status).toBe(422);
    const ping = await fetch(hook?.delivery_url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'webhook_id=3',
    });
    expect(ping.status).toBe(200);
  });

  it('keeps an order that cannot be made, and makes it once somebody has corrected it', async () => {
    await connect();
    const id = shop.courier.place({ billing: { postcode: '1', phone: '12' }, shipping: {} });
    await rounds();
    const [parcel] = await parcels();
    expect(parcel).toMatchObject({ state: 'needs_attention', number: String(id), order_id: null });
    expect(parcel.reasons.map(({ field }: { field: string }) => field)).toEqual([
      'billing_pincode',
      'billing_phone',
    ]);
    const mended = await account.put(`/shop-orders/${parcel.id}`, {
      corrections: { billing_pincode: '400001', billing_phone: '9876500001' },
    });
    expect([mended.statusCode, mended.body]).toEqual([200, expect.anything()]);
    await rounds();
    expect(await parcels()).toMatchObject([{ state: 'made', reasons: [] }]);
  });

  it('changes and cancels an order until a courier has it; afterwards a person decides', async () => {
    await connect({ booking: 'none' });
    const id = shop.courier.place();
    await rounds();
    shop.courier.change(id, { billing: { ...billing(id), phone: '9876511111' }, shipping: {} });
    await later();
    const [shipment] = await shipments();
    expect(JSON.stringify(shipment)).toContain('9876511111');
    shop.courier.change(id, { status: 'cancelled' });
    await later();
    expect((await shipments())[0].attributes.status).toBe('cancelled');
    expect(await parcels()).toMatchObject([{ task: null }]);
  });

  it('gives a task if the address changes after the shop was told, but not for what follows from that', async () => {
    await connect();
    const id = shop.courier.place();
    await rounds();
    expect(shop.courier.fulfilments(id)).toHaveLength(1);
    const shipping = shop.courier.order(id)?.shipping as object;
    shop.courier.change(id, {
      meta_data: [],
      date_paid_gmt: '2026-11-26T10:00:00',
      shipping: { ...shipping },
    });
    await later();
    expect(await parcels()).toMatchObject([{ state: 'made', task: null }]);
    shop.courier.change(id, { shipping: { ...shipping, address_1: '9, Hill Road' } });
    await later();
    expect(await parcels()).toMatchObject([{ task: expect.stringContaining('changed in the shop after') }]);
    shop.courier.change(id, { date_paid_gmt: null });
    await later();
    expect(await parcels()).toMatchObject([{ task: expect.stringContaining('changed in the shop after') }]);
  });

  it('gives a task if it cancels an order that a courier has', async () => {
    await connect();
    const id = shop.courier.place();
    await rounds();
    shop.courier.change(id, { status: 'cancelled' });
    await later();
    expect(await parcels()).toMatchObject([
      { state: 'made', task: expect.stringContaining('cancelled in the shop') },
    ]);
  });

  it('gives no task about a parcel that was delivered', async () => {
    await connect();
    const [cancelled, changed] = [shop.courier.place(), shop.courier.place()];
    await rounds();
    for (const one of await shipments()) await pushScans(test, one, ['picked_up', 'delivered']);
    shop.courier.change(cancelled, { status: 'cancelled' });
    shop.courier.change(changed, {
      billing: { ...billing(changed), address_1: '9, Hill Road' },
      shipping: {},
    });
    await later();
    expect(await parcels()).toMatchObject([{ task: null }, { task: null }]);
  });

  it('gives no task if it touches an order that a courier has, but changes nothing of it', async () => {
    await connect();
    const id = shop.courier.place();
    await pollShops(test.service);
    await settleShopOrders(test.service);
    shop.courier.change(id, { customer_note: 'Thank you' });
    await later();
    expect(await parcels()).toMatchObject([{ state: 'made', task: null }]);
  });

  describe('that has a parcel, but whose answer was lost,', () => {
    async function untilLost(): Promise<number> {
      const proxy = await startBreakingProxy(shop.url);
      onTestFinished(() => proxy.stop());
      await connect({}, { settings: { base_url: proxy.url, ...WooCommerceStandIn.settings } });
      const id = shop.courier.place();
      await pollShops(test.service);
      await settleShopOrders(test.service);
      proxy.break('cut', ({ method, path }) => method === 'POST' && path.includes('/fulfillments'));
      await tellShops(test.service);
      proxy.heal();
      expect(shop.courier.fulfilments(id)).toHaveLength(1);
      return id;
    }

    it('does not get it twice', async () => {
      const id = await untilLost();
      await later();
      expect(shop.courier.fulfilments(id)).toHaveLength(1);
    });

    it('hears that it was cancelled', async () => {
      const id = await untilLost();
      const [shipment] = await shipments();
      await account.post('/cancel-order', { awbs: [shipment.attributes.tracking_number] });
      await later();
      expect(shop.courier.fulfilments(id)).toHaveLength(0);
    });
  });

  it('is not asked again and again about a cancelled parcel whose order it has deleted', async () => {
    await connect();
    const id = shop.courier.place();
    await rounds();
    const [shipment] = await shipments();
    shop.courier.remove(id);
    await account.post('/cancel-order', { awbs: [shipment.attributes.tracking_number] });
    await rounds();
    const { rows } = await test.database.database.pool.query(
      'select next_try_at, failure from shop_parcels where account_id = $1',
      [account.accountId],
    );
    expect(rows).toEqual([{ next_try_at: null, failure: null }]);
  });

  it('never gets a parcel twice, even if it is scanned while the shop is told of it, but hears of the scan', async () => {
    await connect();
    const id = shop.courier.place();
    await pollShops(test.service);
    await settleShopOrders(test.service);
    const [shipment] = await shipments();
    let beginTelling: () => void = () => undefined;
    const isTelling = new Promise<void>((resolve) => (beginTelling = resolve));
    let answer: () => void = () => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const shops = test.service.shops.map((one) => ({
      ...one,
      open: (connection: ShopConnection) => {
        const adapter = one.open(connection);
        const really = adapter.fulfil.bind(adapter);
        const fulfil: typeof adapter.fulfil = async (...asked) => {
          beginTelling();
          await mayAnswer;
          return really(...asked);
        };
        return Object.assign(adapter, { fulfil });
      },
    }));
    const telling = tellShops({ ...test.service, shops });
    await isTelling;
    await pushScans(test, shipment, ['picked_up']);
    // As another process does.
    await tellShops(test.service);
    expect(shop.courier.fulfilments(id)).toHaveLength(0);
    answer();
    await telling;
    expect(shop.courier.fulfilments(id)).toHaveLength(1);
    expect(shop.courier.notes(id)).toHaveLength(1);
  });

  it('keeps the numbers of two shops apart, skips what the rules say, and asks about much cash', async () => {
    const other = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies));
    onTestFinished(() => other.stop());
    other.clock.forward(aheadMs);
    const rules = { confirm_cod_above: 1_000, skip_skus: ['GIFT'] };
    await connect(rules);
    await connect(rules, {
      store_name: 'other',
      settings: { base_url: other.url, ...WooCommerceStandIn.settings },
    });
    const number = '1001';
    shop.courier.place({ number, lines: [{ productId: 10, units: 1 }] });
    other.courier.place({ number, isPaid: true, lines: [{ productId: 10, units: 5 }] });
    shop.courier.addProduct({ id: 12, name: 'Voucher', sku: 'GIFT', price: '10.00' });
    shop.courier.place({ number: '1002', lines: [{ productId: 12, units: 1 }] });
    shop.courier.place({ number: '1003', lines: [{ productId: 10, units: 2 }] });
    shop.courier.place({ number: '1004', currency: 'USD' });
    shop.courier.place({ number: '1005', status: 'on-hold' });
    shop.courier.place({ number: '1006', lines: [{ productId: 11, units: 1 }] });
    await rounds();
    const all = await parcels();
    const of = (wanted: string) => all.filter((one: { number: string }) => one.number === wanted);
    expect(
      of(number)
        .map((one: { order_display_id: string }) => one.order_display_id)
        .sort(),
    ).toEqual([number, expect.stringMatching(/^1001-/)]);
    expect(of('1002')).toMatchObject([{ state: 'skipped' }]);
    expect(of('1004')).toMatchObject([
      {
        state: 'needs_attention',
        reasons: [{ message: 'Its currency is USD, and only INR can be shipped' }],
      },
    ]);
    expect([of('1005'), of('1006')]).toEqual([[], []]);
    const [waiting] = of('1003');
    expect(waiting).toMatchObject({
      state: 'needs_attention',
      reasons: [{ message: 'Cash on delivery of Rs 1,299 is above Rs 1,000: confirm the order' }],
    });
    await account.put(`/shop-orders/${waiting.id}`, { confirm: true });
    await rounds();
    const { data } = (await account.get(`/shop-orders/${waiting.id}`)).json();
    expect(data).toMatchObject({ state: 'made', confirmed_at: expect.any(String) });
  });

  it('is told where a parcel is, each time once', async () => {
    await connect();
    const id = shop.courier.place();
    await rounds();
    const [shipment] = await shipments();
    const parcel = `The parcel ${shipment.attributes.tracking_number} `;
    const said = () => shop.courier.notes(id).map(({ note }) => String(note).replace(parcel, ''));
    await pushScans(test, shipment, ['picked_up', 'in_transit']);
    await rounds();
    await rounds();
    await pushScans(test, shipment, ['out_for_delivery', 'delivered']);
    await rounds();
    await later();
    expect(said()).toEqual(['is ready for pickup.', 'is on its way.', 'was delivered.']);
  });

  it('is told of parcels in its orders if its fulfilments are off, and of a cancelled parcel', async () => {
    shop.courier.hasFulfilments = false;
    await connect();
    const id = shop.courier.place();
    await rounds();
    const [shipment] = await shipments();
    const number = shipment.attributes.tracking_number;
    const tracked = () => JSON.stringify(shop.courier.order(id)?.meta_data);
    expect(tracked()).toContain(number);
    await account.post('/cancel-order', { awbs: [number] });
    await rounds();
    expect(tracked()).not.toContain(number);
  });

  it('stops for good once its key was refused for an hour, and goes on with a new one', async () => {
    const shopId = await connect();
    shop.courier.signIn.isRevoked = true;
    const state = async () => (await account.get(`/shops/${shopId}`)).json().data;
    await rounds();
    expect(await state()).toMatchObject({
      state: 'failing',
      failure: expect.stringMatching(/^WooCommerce does not take the key: make a new one/),
    });
    for (let minutes = 0; minutes < 130; minutes += 6) await later();
    expect(await state()).toMatchObject({ state: 'stopped' });
    shop.courier.signIn.isRevoked = false;
    await account.put(`/shops/${shopId}`, { settings: WooCommerceStandIn.settings });
    const id = shop.courier.place();
    await rounds();
    expect(await state()).toMatchObject({ state: 'connected', failure: null });
    expect(shop.courier.fulfilments(id)).toHaveLength(1);
  });

  it.each([
    ['dakiya', 1, 0],
    ['shop', 0, 1],
  ])('tells customers by itself or by us, never both: %s', async (customer_news, messages, notes) => {
    await connect({ customer_news });
    const id = shop.courier.place();
    await rounds();
    const [{ id: shipmentId }] = await shipments();
    await scan(test, account, shipmentId, ['out_for_delivery']);
    aheadMs += 60_000;
    shop.clock.forward(60_000);
    await later();
    const { data } = (await account.get('/messages')).json();
    const told = shop.courier.notes(id).filter(({ customer_note }) => customer_note === true);
    expect([data.length, told.length]).toEqual([messages, notes]);
  });

  it('does not bring in an order from before the connection by its bell', async () => {
    const old = shop.courier.place();
    const tomorrow = new Date(test.service.now().getTime() + 36 * 3_600_000).toISOString().slice(0, 10);
    const shopId = await connect({}, { orders_from: tomorrow });
    await account.post(`/shops/${shopId}/check`, {});
    shop.courier.change(old, { customer_note: 'please call' });
    await shop.courier.webhooks.settled();
    await settleShopOrders(test.service);
    await later();
    expect([await parcels(), await shipments()]).toEqual([[], []]);
  });

  it('has exactly one order of ours under racing rounds and bells', async () => {
    const shopId = await connect();
    await account.post(`/shops/${shopId}/check`, {});
    const ids = Array.from({ length: 12 }, () => shop.courier.place());
    await shop.courier.webhooks.settled();
    await Promise.all([rounds(), rounds(), settleShopOrders(test.service), pollShops(test.service)]);
    await later();
    expect(await parcels()).toHaveLength(ids.length);
    const made = await shipments();
    expect(made).toHaveLength(ids.length);
    for (let round = 0; round < 5; round += 1) await later();
    for (const id of ids) expect(shop.courier.fulfilments(id)).toHaveLength(1);
  });
});

function billing(id: number) {
  return shop.courier.order(id)?.billing as object;
}
