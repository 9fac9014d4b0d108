import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WooCommerceStandIn } from '../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { MOMENTS } from '../../src/domain/tracking/moments.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import type { TestAccount } from '../support/app.ts';
import { startBreakingProxy } from '../support/breaking-proxy.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { readPdf } from '../support/scan-label.ts';
import {
  connectTestShop,
  hookOf,
  openShopApp,
  pushScans,
  serviceWith,
  type TestShop,
} from '../support/shops.ts';

// Messages are queued; nothing sends them here.
const test = await openShopApp({
  email: { moments: new Set(MOMENTS), send: () => Promise.reject(new Error('unused')) },
});
const { publicUrl, rounds, later } = test;

let shop: TestShop;
let account: TestAccount;
let warehouseId: string;

beforeEach(async () => {
  shop = await test.openShop();
  account = await test.account();
  warehouseId = await makeWarehouse(account, { name: 'Main' });
});

async function connect(
  rules: object = {},
  more: object = {},
  to: { readonly url: string } = shop,
): Promise<string> {
  const answer = await connectTestShop(account, to, { warehouse_id: warehouseId, ...rules }, more);
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return answer.json().data.id;
}

const parcels = async () => (await account.get('/shop-orders')).json().data;
const shipments = async () => (await account.post('/shipments', {})).json().data;
/** A shipment as the listing shows it. */
interface Shown {
  readonly id: string;
  readonly attributes: {
    readonly status: string;
    readonly tracking_number: string;
    readonly carrier: { readonly id: string };
    readonly order: { readonly display_id: string; readonly external_id: string };
  };
}

describe('a WooCommerce shop', () => {
  it('is read on from the last page that was read when polls fail', async () => {
    const ids = Array.from({ length: 230 }, () => shop.courier.place());
    await connect({ booking: 'none' });
    const total = async () => (await account.get('/shop-orders')).json().meta.total;
    // Each poll fails after some pages.
    shop.faults.add({ kind: 'status', call: 'orders', share: 0.3 });
    let polls = 0;
    for (; polls < 60 && (await total()) < ids.length; polls += 1) await later();
    expect([await total(), polls > 1]).toEqual([ids.length, true]);
  });

  it('is asked again for the last ten seconds, because an order may show up late', async () => {
    await connect({ booking: 'none' });
    shop.courier.place();
    await rounds();
    const late = shop.courier.place();
    Object.assign(shop.courier.order(late) ?? {}, {
      date_modified_gmt: gmt(shop.clock.now().getTime() - 5_000),
    });
    await later();
    expect(await parcels()).toHaveLength(2);
  });

  it('is read from the first day again after its address changed', async () => {
    const shopId = await connect({ booking: 'none' });
    const other = await test.openShop();
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

  it('is read without the saved page after six polls in which it refused the page', async () => {
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

  it('gets the tracking number of each order once', async () => {
    const id = shop.courier.place({ lines: [{ productId: 10, units: 2 }] });
    const shopId = await connect();
    const check = await account.post(`/shops/${shopId}/check`, {});
    expect(check.json().data).toMatchObject({
      ok: true,
      message: 'The shop takes the key and sells in rupees',
    });
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

  it('is asked again with a new signature after a lost answer', async () => {
    const shopId = await connect();
    shop.faults.add({ kind: 'cut', times: 1 });
    const { message } = (await account.post(`/shops/${shopId}/check`, {})).json().data;
    expect(message).not.toMatch(/key/);
    expect((await account.post(`/shops/${shopId}/check`, {})).json().data.ok).toBe(true);
  });

  it('sends webhooks for its own orders; forged ones are refused, and pings are accepted', async () => {
    const other = await test.openShop();
    const shopId = await connect();
    await connect({}, { store_name: 'other' }, other);
    const { address } = await hookOf(account, shop, shopId);
    await rounds();
    // Both have an order of this id, and only one rings.
    const id = shop.courier.place({ number: 'ours' });
    expect(other.courier.place({ number: 'theirs' })).toBe(id);
    await shop.courier.webhooks.settled();
    await settleShopOrders(test.service);
    expect(await parcels()).toMatchObject([{ number: 'ours', state: 'made', shop_id: shopId }]);
    const send = async (body: string, headers: Record<string, string>) =>
      (await fetch(address, { method: 'POST', headers, body })).status;
    const forged = { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': 'bm8=' };
    expect(await send('{"id":1}', { 'content-type': 'application/json', ...forged })).toBe(422);
    expect(await send('webhook_id=3', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(200);
    await later();
    expect((await parcels()).map(({ number }: { number: string }) => number).sort()).toEqual([
      'ours',
      'theirs',
    ]);
  });

  it('has an order that cannot be made until a person corrects it', async () => {
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
    const takenBack = await account.put(`/shop-orders/${parcel.id}`, {
      corrections: { billing_pincode: null },
    });
    expect(takenBack.json().data).toMatchObject({
      corrections: { billing_phone: '9876500001' },
      fields: { billing_pincode: '1', billing_phone: '9876500001' },
    });
    await rounds();
    expect(await parcels()).toMatchObject([
      { state: 'needs_attention', reasons: [{ field: 'billing_pincode' }] },
    ]);
    const stranger = await test.account();
    const corrections = { billing_pincode: '400001' };
    expect((await stranger.put(`/shop-orders/${parcel.id}`, { corrections })).statusCode).toBe(404);
    expect((await stranger.get(`/shop-orders/${parcel.id}`)).statusCode).toBe(404);
    await account.put(`/shop-orders/${parcel.id}`, { corrections });
    await rounds();
    expect(await parcels()).toMatchObject([{ state: 'made', reasons: [] }]);
    for (const more of [{ corrections }, { confirm: true }])
      expect((await account.put(`/shop-orders/${parcel.id}`, more)).json().errors).toEqual([
        'The order was made already: change the order itself',
      ]);
  });

  it('changes, holds and cancels each order before a courier has it', async () => {
    await connect({ booking: 'none' });
    const [changed, cancelled, shipped] = [shop.courier.place(), shop.courier.place(), shop.courier.place()];
    await rounds();
    shop.courier.change(changed, { billing: { ...billing(changed), phone: '9876511111' }, shipping: {} });
    shop.courier.change(cancelled, { status: 'on-hold' });
    await later();
    const seen = async () =>
      Object.fromEntries(
        (await shipments()).map(({ attributes }: Shown) => [
          attributes.order.display_id,
          [attributes.status, JSON.stringify(attributes).includes('9876511111')],
        ]),
      );
    expect(await seen()).toEqual({
      [changed]: ['pending', true],
      [cancelled]: ['pending', false],
      [shipped]: ['pending', false],
    });
    shop.courier.change(cancelled, { status: 'cancelled' });
    shop.courier.change(shipped, { status: 'completed' });
    await later();
    expect(await seen()).toEqual({
      [changed]: ['pending', true],
      [cancelled]: ['cancelled', false],
      [shipped]: ['cancelled', false],
    });
    expect((await parcels()).map(({ task }: { task: string }) => task)).toEqual([null, null, null]);
  });

  it('has another order of the next free number each time that it wants a cancelled one again', async () => {
    await connect({ booking: 'none' });
    const [one, other] = [shop.courier.place(), shop.courier.place()];
    const taken = orderBody(warehouseId, { order_id: `${other}-R2` });
    await account.post('/forward-order', taken);
    await rounds();
    for (const status of ['cancelled', 'processing', 'completed', 'processing']) {
      for (const id of [one, other]) shop.courier.change(id, { status });
      await later();
      await later();
    }
    const seen = (await shipments()).map(({ attributes: { order, status } }: Shown) => [
      ...[order.display_id, order.external_id, status],
    ]);
    expect(seen.sort()).toEqual(
      [
        ...[
          [String(one), String(one), 'cancelled'],
          [`${one}-R2`, String(one), 'cancelled'],
        ],
        ...[
          [`${one}-R3`, String(one), 'pending'],
          [String(other), String(other), 'cancelled'],
        ],
        ...[
          [taken.order_id, taken.order_id, 'pending'],
          [`${other}-R3`, String(other), 'cancelled'],
        ],
        [`${other}-R4`, String(other), 'pending'],
      ].sort(),
    );
    const ids = (await parcels()).map((parcel: { order_display_id: string }) => parcel.order_display_id);
    expect(ids.sort()).toEqual([`${one}-R3`, `${other}-R4`]);
  });

  it('has no other order for one that we cancelled, until it cancels that too and wants it again', async () => {
    await connect();
    const id = shop.courier.place();
    await rounds();
    const [{ attributes }] = await shipments();
    await account.post('/cancel-order', { awbs: [attributes.tracking_number] });
    shop.courier.change(id, { billing: { ...billing(id), phone: '9876511111' }, shipping: {} });
    await later();
    expect(await shipments()).toHaveLength(1);
    shop.courier.change(id, { status: 'cancelled' });
    await later();
    shop.courier.change(id, { status: 'processing' });
    await later();
    expect((await shipments()).map((one: Shown) => one.attributes.order.display_id).sort()).toEqual([
      ...[String(id), `${id}-R2`],
    ]);
    expect(shop.courier.fulfilments(id)).toHaveLength(1);
  });

  it('has orders that are cancelled or sent before they are made, and each says why', async () => {
    await connect();
    const held = { billing: { postcode: '1' }, shipping: {} };
    const [cancelled, sent] = [shop.courier.place(held), shop.courier.place(held)];
    const kept = shop.courier.place(held);
    await rounds();
    shop.courier.change(cancelled, { status: 'cancelled' });
    shop.courier.change(sent, { status: 'completed' });
    await later();
    const seen = (await parcels()).map(
      (one: { number: string; state: string; reasons: { message: string }[] }) => [
        ...[one.number, one.state, one.reasons[0]?.message],
      ],
    );
    expect(seen.sort()).toEqual([
      [String(cancelled), 'cancelled', 'It was cancelled in the shop'],
      [String(sent), 'skipped', 'It was shipped without us'],
      [String(kept), 'needs_attention', 'billing_pincode must be a 6-digit pincode'],
    ]);
    const listed = async (filter: string) => (await account.get(`/shop-orders?${filter}`)).json().meta.total;
    expect([await listed('state=skipped'), await listed('for_people=true')]).toEqual([1, 1]);
  });

  it('has an order without a courier, with a task, when none takes it', async () => {
    await connect({ usual_parcel: { weight: 5_000, length: 20, breadth: 15, height: 10 } });
    shop.courier.addProduct({ id: 13, name: 'Statue', sku: 'STATUE', price: '10.00' });
    shop.courier.place({ lines: [{ productId: 13, units: 1 }] });
    await rounds();
    const [parcel] = await parcels();
    expect(parcel).toMatchObject({ state: 'made', task: expect.stringMatching(/^No courier was booked: /) });
    const people = async () => (await account.get('/shop-orders?for_people=true')).json().data;
    expect(await people()).toHaveLength(1);
    await account.put(`/shop-orders/${parcel.id}`, { task_done: true });
    expect([(await people()).length, (await shipments())[0].attributes.status]).toEqual([0, 'pending']);
  });

  it('has a task for a parcel that it refuses, and is not told again', async () => {
    await connect();
    const [refused, told] = [shop.courier.place(), shop.courier.place()];
    await pollShops(test.service);
    await settleShopOrders(test.service);
    const refuses = serviceWith(test, (adapter) => {
      const really = adapter.fulfil.bind(adapter);
      const reason = saidByPartner('does not know the parcel');
      return {
        fulfil: async (parcel, signal) =>
          parcel.orderKey === String(refused) ? { outcome: 'refused', reason } : really(parcel, signal),
      };
    });
    await tellShops(refuses);
    await later();
    expect([refused, told].map((id) => shop.courier.fulfilments(id).length)).toEqual([0, 1]);
    const task =
      'The shop was not told of this parcel, because it does not know the parcel: enter it there yourself';
    const tasks = (await parcels()).map((one: { number: string; task: string }) => [one.number, one.task]);
    expect(tasks.sort()).toEqual([
      [String(refused), task],
      [String(told), null],
    ]);
  });

  it('is polled a minute after a change, and five minutes after none', async () => {
    const shopId = await connect({ booking: 'none' });
    const waitMs = async () => {
      await pollShops(test.service);
      const [row] = await test.service.database.run<{ at: Date }>(
        'select next_try_at as at from shops where shop_id = $1',
        [shopId],
      );
      return (row?.at.getTime() ?? 0) - test.service.now().getTime();
    };
    expect(await waitMs()).toBe(5 * 60_000);
    shop.courier.place();
    test.advance(5 * 60_000);
    expect(await waitMs()).toBe(60_000);
    test.advance(60_000 - 1);
    expect(await waitMs()).toBe(1);
    test.advance(1);
    expect(await waitMs()).toBe(5 * 60_000);
  });

  it('has a task when the address changes after it was told, and none for other changes', async () => {
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

  it('has a task when it cancels an order that a courier has', async () => {
    await connect();
    const id = shop.courier.place();
    await rounds();
    shop.courier.change(id, { status: 'cancelled' });
    await later();
    expect(await parcels()).toMatchObject([
      { state: 'made', task: expect.stringContaining('cancelled in the shop') },
    ]);
  });

  it('has no task about a parcel that was delivered', async () => {
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

  it('has a task when goods or cash of a booked order change, and none for a note or a paisa', async () => {
    await connect();
    const [note, paisa, cash] = [shop.courier.place(), shop.courier.place(), shop.courier.place()];
    const goods = shop.courier.place({ isPaid: true });
    await pollShops(test.service);
    await settleShopOrders(test.service);
    shop.courier.change(note, { customer_note: 'Thank you' });
    shop.courier.change(paisa, { total: '649.51' });
    shop.courier.change(cash, { total: '649.52' });
    const lines = shop.courier.order(goods)?.line_items as object[];
    shop.courier.change(goods, { line_items: lines.map((line) => ({ ...line, quantity: 2 })) });
    await later();
    const seen = (await parcels()).map((one: { number: string; state: string; task: string | null }) => [
      ...[one.number, one.state, one.task?.slice(0, 39) ?? null],
    ]);
    const changed = 'It changed in the shop after it was boo';
    expect(seen.sort()).toEqual([
      [String(note), 'made', null],
      [String(paisa), 'made', null],
      [String(cash), 'made', changed],
      [String(goods), 'made', changed],
    ]);
  });

  describe('whose answer about a parcel was lost', () => {
    async function untilLost(): Promise<number> {
      const proxy = await startBreakingProxy(shop.url);
      onTestFinished(() => proxy.stop());
      await connect({}, {}, proxy);
      const id = shop.courier.place();
      await pollShops(test.service);
      await settleShopOrders(test.service);
      proxy.break('cut', ({ method, path }) => method === 'POST' && path.includes('/fulfillments'));
      await tellShops(test.service);
      proxy.heal();
      expect(shop.courier.fulfilments(id)).toHaveLength(1);
      return id;
    }

    it('gets the parcel once', async () => {
      const id = await untilLost();
      await later();
      expect(shop.courier.fulfilments(id)).toHaveLength(1);
    });

    it('is told when the parcel is cancelled', async () => {
      const id = await untilLost();
      const [shipment] = await shipments();
      await account.post('/cancel-order', { awbs: [shipment.attributes.tracking_number] });
      await later();
      expect(shop.courier.fulfilments(id)).toHaveLength(0);
    });
  });

  it('is asked once about a cancelled parcel of an order that it deleted', async () => {
    await connect();
    const id = shop.courier.place();
    await rounds();
    const [shipment] = await shipments();
    shop.courier.remove(id);
    await account.post('/cancel-order', { awbs: [shipment.attributes.tracking_number] });
    await rounds();
    const rows = await test.sql('select next_try_at, failure from shop_parcels where account_id = $1', [
      account.accountId,
    ]);
    expect(rows).toEqual([{ next_try_at: null, failure: null }]);
  });

  it('gets a parcel once when a scan comes while it is told, and is told of the scan', async () => {
    await connect();
    const id = shop.courier.place();
    await pollShops(test.service);
    await settleShopOrders(test.service);
    const [shipment] = await shipments();
    let beginTelling: () => void = () => undefined;
    const isTelling = new Promise<void>((resolve) => (beginTelling = resolve));
    let answer: () => void = () => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const telling = tellShops(
      serviceWith(test, (adapter) => {
        const really = adapter.fulfil.bind(adapter);
        return {
          fulfil: async (...asked) => {
            beginTelling();
            await mayAnswer;
            return really(...asked);
          },
        };
      }),
    );
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

  it('has order ids of its own beside other shops, and orders that the rules skip or hold', async () => {
    const [other, third] = [await test.openShop(), await test.openShop()];
    const rules = { confirm_cod_above: 1_000, skip_skus: ['GIFT'] };
    await connect(rules);
    await connect(rules, { store_name: 'other' }, other);
    await connect({ skip_skus: [] }, { store_name: 'third' }, third);
    const number = '1001';
    shop.courier.place({ number, lines: [{ productId: 10, units: 1 }] });
    other.courier.place({ number, isPaid: true, lines: [{ productId: 10, units: 5 }] });
    third.courier.place({ number, lines: [{ productId: 10, units: 2 }] });
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
    ).toEqual(['1001', expect.stringMatching(/^1001-/), expect.stringMatching(/^1001-/)]);
    expect(new Set(of(number).map(({ order_id }: { order_id: string }) => order_id)).size).toBe(3);
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

  it('is told each status of a parcel once', async () => {
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

  it('has parcels in its orders when its fulfilments are off', async () => {
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

  it('is told of waiting parcels after its stopped connection gets a new key', async () => {
    const shopId = await connect();
    shop.courier.signIn.isRevoked = true;
    const state = async () => (await account.get(`/shops/${shopId}`)).json().data;
    await rounds();
    expect(await state()).toMatchObject({
      state: 'failing',
      failure: expect.stringMatching(/^WooCommerce does not take the key: make a new one/),
    });
    await later(59 * 60_000);
    expect(await state()).toMatchObject({ state: 'failing' });
    await later(60_000);
    expect(await state()).toMatchObject({ state: 'stopped' });
    shop.courier.signIn.isRevoked = false;
    await account.put(`/shops/${shopId}`, { settings: WooCommerceStandIn.settings });
    const id = shop.courier.place();
    await rounds();
    expect(await state()).toMatchObject({ state: 'connected', failure: null });
    expect(shop.courier.fulfilments(id)).toHaveLength(1);
  });

  it('tells customers by itself or by us, by the rules of each shop, and by us once it is disconnected', async () => {
    const other = await test.openShop();
    const shopId = await connect({ customer_news: 'shop' });
    await connect({ customer_news: 'dakiya' }, { store_name: 'other' }, other);
    const ids = [shop.courier.place({ number: 'A' }), other.courier.place({ number: 'B' })];
    await rounds();
    const made = new Map<string, Shown>(
      (await shipments()).map((one: Shown) => [one.attributes.order.display_id, one]),
    );
    const told = async (status: 'out_for_delivery' | 'delivered') => {
      for (const one of made.values()) await pushScans(test, one, [status]);
      await later();
      const { data } = (await account.get('/messages')).json();
      const about = (number: string) =>
        data.filter((one: { shipment_id: string }) => one.shipment_id === made.get(number)?.id).length;
      const mails = [shop, other].map((one, at) => one.courier.mails(ids[at] ?? 0).length);
      return { messages: [about('A'), about('B')], mails };
    };
    expect(await told('out_for_delivery')).toEqual({ messages: [0, 2], mails: [1, 0] });
    await account.delete(`/shops/${shopId}`);
    expect(await told('delivered')).toEqual({ messages: [1, 3], mails: [1, 0] });
  });

  it('gives no order from before its first day, also by a webhook', async () => {
    const placed = (from: number) => {
      const id = shop.courier.place();
      Object.assign(shop.courier.order(id) ?? {}, { date_created_gmt: gmt(from) });
      return id;
    };
    const midnight = new Date('2026-11-16T00:00:00+05:30').getTime();
    const [old, first] = [placed(midnight - 1_000), placed(midnight)];
    const shopId = await connect({}, { orders_from: '2026-11-16' });
    await account.post(`/shops/${shopId}/check`, {});
    shop.courier.change(old, { customer_note: 'please call' });
    await shop.courier.webhooks.settled();
    await settleShopOrders(test.service);
    await later();
    expect(await parcels()).toMatchObject([{ number: String(first) }]);
    expect(await shipments()).toHaveLength(1);
  });

  it('ships nothing that its customer fetches, and says so', async () => {
    await connect();
    const lines = [
      { productId: 10, units: 1 },
      { productId: 12, units: 2 },
    ];
    const fetched = shop.courier.place({ packages: [{ methodId: 'pickup_location' }] });
    const mixed = shop.courier.place({
      lines,
      packages: [
        { methodId: 'flat_rate', lines: [0] },
        { methodId: 'local_pickup', lines: [1] },
      ],
    });
    const unclear = shop.courier.place({
      lines,
      packages: [
        { methodId: 'flat_rate', lines: [] },
        { methodId: 'local_pickup', lines: [1] },
      ],
    });
    await rounds();
    const shown = (await parcels()).map((one: Record<string, unknown>) => [one.number, one.state]);
    expect(shown.sort()).toEqual([
      [String(fetched), 'skipped'],
      [String(mixed), 'made'],
      [String(mixed), 'skipped'],
      [String(unclear), 'needs_attention'],
    ]);
    const skipped = (await parcels()).filter(({ state }: { readonly state: string }) => state === 'skipped');
    expect(JSON.stringify(skipped)).toContain('The customer fetches it in the shop');
    expect(await shipments()).toHaveLength(1);
    expect(shop.courier.fulfilments(mixed)).toMatchObject([
      {
        meta_data: expect.arrayContaining([
          expect.objectContaining({ value: [{ item_id: mixed * 10, qty: 1 }] }),
        ]),
      },
    ]);
    // An order that is shipped after all stays one parcel.
    shop.courier.change(fetched, { shipping_lines: [] });
    await later();
    expect(
      (await parcels()).filter(({ number }: { readonly number: string }) => number === String(fetched)),
    ).toMatchObject([{ state: 'made' }]);
    expect(await shipments()).toHaveLength(2);
  });

  it('has goods with a download shipped, which it has fulfilled by itself, and no virtual ones', async () => {
    shop.courier.addProduct({
      id: 20,
      name: 'Book with a file',
      sku: 'BOOK',
      price: '300.00',
      downloadable: true,
    });
    shop.courier.addProduct({
      ...{ id: 21, name: 'File', sku: 'FILE', price: '100.00' },
      ...{ downloadable: true, virtual: true },
    });
    await connect();
    const lines = [20, 21, 10].map((productId) => ({ productId, units: 1 }));
    const [mixed, file] = [
      shop.courier.place({ lines }),
      shop.courier.place({ lines: [{ productId: 21, units: 1 }] }),
    ];
    expect(shop.courier.fulfilments(mixed)).toHaveLength(1);
    await rounds();
    await later();
    const shown = (await parcels()).map((one: Record<string, unknown>) => [one.number, one.state]);
    expect(shown).toEqual([[String(mixed), 'made']]);
    expect((await shipments())[0].attributes.items.map(({ sku }: { sku: string }) => sku)).toEqual([
      'BOOK',
      'CHAI-250',
    ]);
    expect(shop.courier.fulfilments(mixed)).toHaveLength(2);
    expect(shop.courier.fulfilments(file)).toHaveLength(1);
  });

  it('has the note, the options and the GSTIN of its customer on the packing slip and the invoice', async () => {
    const store = await account.post('/client-stores', {
      ...{ store_name: 'tea', brand_name: 'Tea', gst_rate: 5 },
      gstin: '07ABCDE1234F1Z2',
    });
    expect([store.statusCode, store.body]).toEqual([201, expect.anything()]);
    await connect({}, { store_id: store.json().data.id, brand_name: undefined });
    const gstin = '27ABCDE1234F1Z0';
    const meta = { pa_size: 'Large', Engraving: 'For Asha', _reduced_stock: 'hidden' };
    const lines = [
      { productId: 10, units: 1, meta },
      { productId: 12, units: 1 },
    ];
    const noted = shop.courier.place({ lines, note: 'Ring <b>twice</b>', meta: { _billing_gstin: gstin } });
    const plain = shop.courier.place({ lines: [{ productId: 10, units: 1 }], meta: { gstin: 'none' } });
    await rounds();
    const shown = new Map<string, Shown>(
      (await shipments()).map((one: Shown) => [one.attributes.order.display_id, one]),
    );
    const idOf = (number: number) => shown.get(String(number))?.id ?? '';
    const whole = async (number: number) =>
      (await account.get(`/shipments/${idOf(number)}`)).json().data.attributes;
    expect(await whole(noted)).toMatchObject({
      customer_note: 'Ring twice',
      items: [{ options: 'Size: Large, Engraving: For Asha' }, { options: null }],
    });
    expect(await whole(plain)).toMatchObject({
      customer_note: null,
      items: [{ options: null }],
      warnings: [{ message: 'billing_gstin none is no GSTIN and was left out' }],
    });
    const print = async (paper: string, number: number) => {
      const made = await account.post('/papers', { shipment_ids: [idOf(number)], paper });
      return readPdf(made.rawPayload);
    };
    const slip = await print('packing_slip', noted);
    for (const text of ['Ring twice', 'Engraving: For Asha']) expect(slip).toContain(text);
    expect(slip).not.toContain('hidden');
    expect(await print('packing_slip', plain)).not.toContain('NOTE FROM');
    const issued = await account.post('/invoices', { shipment_ids: [idOf(noted)] });
    expect([issued.statusCode, issued.body]).toEqual([201, expect.anything()]);
    const invoice = await print('invoice', noted);
    for (const text of [`GSTIN ${gstin}`, 'Engraving: For Asha']) expect(invoice).toContain(text);
  });

  it('is told of the courier without its slab', async () => {
    await connect();
    const id = shop.courier.place();
    await rounds();
    const [shipment] = await shipments();
    const { name } = shipment.attributes.carrier;
    expect(name).toMatch(/ \d+(?:\.\d+)? k?g$/);
    const { meta_data } = shop.courier.fulfilments(id)[0] as {
      readonly meta_data: readonly { readonly key: string; readonly value: unknown }[];
    };
    const told = meta_data.find(({ key }) => key === '_provider_name')?.value;
    expect(told).toBe(name.split(' ')[0]);
  });

  it('has had an order last when a webhook brought one, also without a poll', async () => {
    const shopId = await connect({ booking: 'none' });
    await hookOf(account, shop, shopId);
    await rounds();
    const lastAt = async () => (await account.get(`/shops/${shopId}`)).json().data.last_order_at;
    expect(await lastAt()).toBeNull();
    test.advance(60_000);
    const id = shop.courier.place();
    await shop.courier.webhooks.settled();
    await settleShopOrders(test.service);
    const first = test.service.now().toISOString();
    expect(await lastAt()).toBe(first);
    // A webhook without news changes nothing.
    test.advance(60_000);
    shop.courier.webhooks.send('order.updated', shop.courier.order(id) ?? {});
    await shop.courier.webhooks.settled();
    await settleShopOrders(test.service);
    expect(await lastAt()).toBe(first);
  });

  it('has one order of ours for each of its own when rounds and webhooks race', async () => {
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

/** A time as the shop writes it. */
function gmt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19);
}

function billing(id: number) {
  return shop.courier.order(id)?.billing as object;
}
