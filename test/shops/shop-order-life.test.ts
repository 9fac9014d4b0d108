import { beforeEach, expect, it } from 'vitest';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { tellShops } from '../../src/usecases/shops/tell-shops.ts';
import type { TestAccount } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { makeWarehouse } from '../support/orders.ts';
import { connectTestShop, openShopApp, pushScans, type TestShop } from '../support/shops.ts';

const test = await openShopApp();
const { rounds } = test;

/** Lets time go by; shops are told, and what follows from that is compared. */
async function later(): Promise<void> {
  await test.later();
  await rounds();
}

let shop: TestShop;
let account: TestAccount;
let warehouseId: string;

beforeEach(async () => {
  shop = await test.openShop();
  account = await test.account();
  warehouseId = await makeWarehouse(account, { name: 'Main' });
});

async function connect(booking: 'none' | 'cheapest'): Promise<string> {
  const answer = await connectTestShop(account, shop, { warehouse_id: warehouseId, booking });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return answer.json().data.id;
}

interface Parcel {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly task: string | null;
  readonly task_action: string | null;
  readonly held: string | null;
  readonly shipment_id: string;
  readonly order_display_id: string | null;
}

async function parcelOf(id: number): Promise<Parcel> {
  const all: Parcel[] = (await account.get('/shop-orders?per_page=50')).json().data;
  const found = all.find(({ number }) => number === String(id));
  if (found === undefined) throw new Error(`there is no order ${id}`);
  return found;
}

interface ShownOrder {
  readonly attributes: { readonly cod_amount: number; readonly order: { readonly display_id: string } };
}

/** The order ids of all orders, each with its status. */
async function orders(): Promise<Record<string, string>> {
  const shown: { attributes: { status: string; order: { display_id: string } } }[] = (
    await account.post('/shipments', {})
  ).json().data;
  return Object.fromEntries(shown.map(({ attributes }) => [attributes.order.display_id, attributes.status]));
}

async function shipmentOf(id: number) {
  const { shipment_id } = await parcelOf(id);
  return (await account.get(`/shipments/${shipment_id}`)).json().data;
}

async function cancelHere(id: number): Promise<void> {
  await account.post('/cancel-order', { shipment_ids: [(await parcelOf(id)).shipment_id] });
}

async function bookInBulk(ids: readonly number[]) {
  const shipmentIds = await Promise.all(ids.map(async (id) => (await parcelOf(id)).shipment_id));
  const begun = await account.post('/jobs', { action: 'ship', shipment_ids: shipmentIds });
  await runJobs(test);
  return (await account.get(`/jobs/${begun.json().data.id}`)).json().data;
}

it('asks whether to ship an order again that a person has cancelled here, and ships it once', async () => {
  await connect('cheapest');
  const [one, other] = [shop.courier.place(), shop.courier.place()];
  await rounds();
  expect(
    (await account.put(`/shop-orders/${(await parcelOf(one)).id}`, { ship_again: true })).json(),
  ).toMatchObject({
    errors: ['It is shipped again only after its order here was cancelled'],
  });
  await cancelHere(one);
  await later();
  expect(await parcelOf(one)).toMatchObject({
    task: 'It was cancelled here, but the shop still wants it shipped: ship it again, or cancel it in the shop',
    task_action: 'ship_again',
  });
  expect(await parcelOf(other)).toMatchObject({ task: null, task_action: null });
  await account.put(`/shop-orders/${(await parcelOf(one)).id}`, { ship_again: true });
  await later();
  expect(await orders()).toEqual({
    [one]: 'cancelled',
    [`${one}-R2`]: 'pending',
    [other]: 'pending',
  });
  expect([one, other].map((id) => shop.courier.fulfilments(id).length)).toEqual([1, 1]);
  expect(await parcelOf(one)).toMatchObject({ task: null, order_display_id: `${one}-R2` });
});

it('asks also if the shop said meanwhile that it was sent, as it does between our own news and their answer', async () => {
  await connect('cheapest');
  const id = shop.courier.place();
  const readOnly = async () => {
    test.advance(6 * 60_000);
    await pollShops(test.service);
    await settleShopOrders(test.service);
  };
  await readOnly();
  shop.courier.change(id, { status: 'completed' });
  await readOnly();
  await cancelHere(id);
  shop.courier.change(id, { status: 'processing' });
  await later();
  expect(await orders()).toEqual({ [id]: 'cancelled' });
  expect(await parcelOf(id)).toMatchObject({ task_action: 'ship_again' });
});

it('reads an order again once its shop was told that a shipment is cancelled here, before it asks', async () => {
  await connect('cheapest');
  const id = shop.courier.place();
  await later();
  await cancelHere(id);
  await tellShops(test.service);
  const asked = shop.calls.orders ?? 0;
  await settleShopOrders(test.service);
  expect(shop.calls.orders).toBe(asked + 1);
  expect(await orders()).toEqual({ [id]: 'cancelled' });
  expect(await parcelOf(id)).toMatchObject({ task_action: 'ship_again' });
});

it('does not ask again what a person has answered, and ends its question once the shop cancels too', async () => {
  await connect('none');
  const [answered, open] = [shop.courier.place(), shop.courier.place()];
  await rounds();
  for (const id of [answered, open]) await cancelHere(id);
  await later();
  await account.put(`/shop-orders/${(await parcelOf(answered)).id}`, { task_done: true });
  for (const id of [answered, open]) {
    shop.courier.change(id, { billing: { ...billing(id), phone: '9876511111' }, shipping: {} });
  }
  await later();
  expect([(await parcelOf(answered)).task, (await parcelOf(open)).task_action]).toEqual([null, 'ship_again']);
  shop.courier.change(open, { status: 'cancelled' });
  await later();
  expect(await parcelOf(open)).toMatchObject({ task: null, task_action: null });
});

it('makes an order again that its courier has cancelled, and the next time asks', async () => {
  await connect('cheapest');
  const id = shop.courier.place();
  await rounds();
  await pushScans(test, await shipmentOf(id), ['cancelled']);
  await later();
  expect(await orders()).toEqual({ [id]: 'cancelled', [`${id}-R2`]: 'pending' });
  await pushScans(test, await shipmentOf(id), ['cancelled']);
  await later();
  expect(await orders()).toEqual({ [id]: 'cancelled', [`${id}-R2`]: 'cancelled' });
  expect(await parcelOf(id)).toMatchObject({ task_action: 'ship_again' });
});

it('cannot book an order that the shop has put on hold, until it wants it shipped', async () => {
  await connect('none');
  const [held, free] = [shop.courier.place(), shop.courier.place()];
  await rounds();
  shop.courier.change(held, { status: 'on-hold' });
  await later();
  const why = 'The shop has put it on hold, or waits for its payment';
  expect(await parcelOf(held)).toMatchObject({ state: 'made', held: why, task: null });
  expect(await parcelOf(free)).toMatchObject({ state: 'made', held: null });
  const { shipment_id } = await parcelOf(held);
  const one = await account.post('/forward-order-shipment', { shipment_id });
  expect([one.statusCode, one.json().errors]).toEqual([
    422,
    [`Shipment ${shipment_id} cannot be booked: ${why}`],
  ]);
  expect(await bookInBulk([held, free])).toMatchObject({ done: 2, failed: 1 });
  shop.courier.change(held, { status: 'processing' });
  await later();
  expect(await parcelOf(held)).toMatchObject({ held: null });
  expect((await account.post('/forward-order-shipment', { shipment_id })).statusCode).toBe(200);
});

it('books an order by its rule once the shop does not hold it any more', async () => {
  await connect('cheapest');
  // No courier takes it, so that it stays unbooked.
  const id = shop.courier.place({ billing: { postcode: '999999' }, shipping: {} });
  await rounds();
  const before = await parcelOf(id);
  shop.courier.change(id, { status: 'on-hold' });
  await later();
  shop.courier.change(id, { status: 'processing', billing: { ...billing(id), postcode: '400001' } });
  await later();
  expect([before.state, await orders()]).toEqual([expect.any(String), { [id]: 'pending' }]);
  expect(shop.courier.fulfilments(id)).toHaveLength(1);
});

it('asks what to do with a booked order that the shop puts on hold', async () => {
  await connect('cheapest');
  const id = shop.courier.place();
  await rounds();
  shop.courier.change(id, { status: 'on-hold' });
  await later();
  expect(await parcelOf(id)).toMatchObject({
    task: expect.stringMatching(/^The shop has put it on hold.*but a courier has it/),
    task_action: 'cancel_shipment',
  });
  shop.courier.change(id, { status: 'processing' });
  await later();
  expect(await parcelOf(id)).toMatchObject({ task: null, task_action: null });
});

it('names what differs after the shop was told: a refund, a payment, a new address', async () => {
  await connect('cheapest');
  const [refunded, paid, moved, same] = [1, 2, 1, 1].map((units) =>
    shop.courier.place({ lines: [{ productId: 10, units }] }),
  ) as [number, number, number, number];
  await rounds();
  for (const id of [refunded, paid, moved, same]) expect(shop.courier.fulfilments(id)).toHaveLength(1);
  shop.courier.change(refunded, { refunds: [{ id: 1, reason: '', total: '-100.00' }] });
  shop.courier.change(paid, { date_paid_gmt: '2026-11-26T10:00:00', transaction_id: 'pay_1' });
  shop.courier.change(moved, { shipping: { ...billing(moved), postcode: '400002' } });
  shop.courier.change(same, { customer_note: 'Thank you' });
  await later();
  const changed = 'It changed in the shop after it was booked: ';
  expect(
    await Promise.all([refunded, paid, moved, same].map(async (id) => (await parcelOf(id)).task)),
  ).toEqual([
    `${changed}collect Rs 549.50 instead of Rs 649.50: ask the courier`,
    `${changed}collect Rs 0 instead of Rs 1,299: ask the courier`,
    `${changed}its address is another one (shipping_pincode)`,
    null,
  ]);
});

it('leaves the cash of a booked parcel as it is when goods are added, and collects the rest with them', async () => {
  await connect('cheapest');
  const id = shop.courier.place({ lines: [{ productId: 10, units: 1 }] });
  shop.courier.change(id, { shipping_lines: [{ total: '70.00', total_tax: '0.00' }], total: '719.50' });
  await rounds();
  const lines = shop.courier.order(id)?.line_items as { readonly id: number }[];
  const added = { ...lines[0], id: 990_001 };
  shop.courier.change(id, { line_items: [...lines, added], total: '1369.00' });
  await later();
  const shown: ShownOrder[] = (await account.post('/shipments', {})).json().data;
  const collected = shown.map(({ attributes: { order, cod_amount } }) => [order.display_id, cod_amount]);
  expect(Object.fromEntries(collected)).toEqual({ [id]: 719.5, [`${id}-2`]: 649.5 });
  const parcels: Parcel[] = (await account.get('/shop-orders?per_page=50')).json().data;
  expect(parcels.map(({ task }) => task)).toEqual([null, null]);
});

it('asks whether to send an order again that comes back', async () => {
  await connect('cheapest');
  const [back, there] = [shop.courier.place(), shop.courier.place()];
  await rounds();
  await pushScans(test, await shipmentOf(back), ['picked_up', 'rto_initiated']);
  await pushScans(test, await shipmentOf(there), ['picked_up']);
  await later();
  expect([(await parcelOf(back)).task, (await parcelOf(there)).task]).toEqual([
    expect.stringMatching(/^It comes back, but the shop still wants it shipped/),
    null,
  ]);
});

it('reads orders once more before they are booked in bulk, and books none that are gone, held or changed', async () => {
  await connect('none');
  const [gone, held, moved, same] = [1, 2, 3, 4].map(() => shop.courier.place()) as [
    number,
    number,
    number,
    number,
  ];
  await rounds();
  shop.courier.remove(gone);
  shop.courier.change(held, { status: 'on-hold' });
  shop.courier.change(moved, { billing: { ...billing(moved), postcode: '400002' }, shipping: {} });
  test.advance(61_000);
  expect(await bookInBulk([gone, held, moved, same])).toMatchObject({ done: 4, failed: 2 });
  expect(await orders()).toMatchObject({ [gone]: 'cancelled' });
  expect((await parcelOf(held)).held).not.toBeNull();
  expect(JSON.stringify(await shipmentOf(moved))).toContain('400002');
});

it('books in bulk as it was last read while the shop does not answer', async () => {
  await connect('none');
  const id = shop.courier.place();
  await rounds();
  test.advance(61_000);
  shop.faults.add({ kind: 'status', call: 'orders' });
  expect(await bookInBulk([id])).toMatchObject({ done: 1, failed: 0 });
});

it('reads an order once more before a rule books it', async () => {
  await connect('cheapest');
  const id = shop.courier.place({ billing: { phone: '12' }, shipping: {} });
  await rounds();
  shop.courier.remove(id);
  test.advance(61_000);
  const corrections = { billing_phone: '9876500001' };
  await account.put(`/shop-orders/${(await parcelOf(id)).id}`, { corrections });
  await settleShopOrders(test.service);
  expect([(await parcelOf(id)).state, await orders()]).toEqual(['cancelled', {}]);
});

it('shows an order that waits for its payment, also one that a person was to correct', async () => {
  await connect('cheapest');
  const id = shop.courier.place({ billing: { phone: '12' }, shipping: {} });
  await rounds();
  shop.courier.change(id, { status: 'on-hold' });
  await later();
  expect(await parcelOf(id)).toMatchObject({
    state: 'open',
    reasons: [{ message: 'The shop has put it on hold, or waits for its payment' }],
  });
  shop.courier.change(id, { status: 'processing' });
  await later();
  expect(await parcelOf(id)).toMatchObject({
    state: 'needs_attention',
    reasons: [{ field: 'billing_phone' }],
  });
});

it('collects the cash of an order that a plugin has dated as paid, and the rest after a deposit', async () => {
  await connect('none');
  const [dated, part, unclear, paid] = [1, 2, 3, 4].map(() => shop.courier.place()) as [
    number,
    number,
    number,
    number,
  ];
  shop.courier.processOutside(dated);
  const deposits = { order_has_deposit: 'yes', deposit_paid: 'yes', deposit_amount: '100' };
  const meta = Object.entries(deposits).map(([key, value]) => ({ key: `_wc_deposits_${key}`, value }));
  shop.courier.change(part, {
    transaction_id: 'pay_1',
    date_paid_gmt: '2026-11-26T10:00:00',
    meta_data: meta,
  });
  shop.courier.change(unclear, { meta_data: [{ key: '_partial_payment_amount', value: '100' }] });
  shop.courier.change(paid, { transaction_id: 'pay_2', date_paid_gmt: '2026-11-26T10:00:00' });
  await rounds();
  const cash = async (id: number) => (await shipmentOf(id)).attributes.cod_amount;
  expect([await cash(dated), await cash(part), await cash(paid)]).toEqual([649.5, 549.5, 0]);
  const { id, ...asked } = await parcelOf(unclear);
  expect(asked).toMatchObject({
    state: 'needs_attention',
    reasons: [{ message: expect.stringMatching(/^The shop shows a part payment/) }],
  });
  await account.put(`/shop-orders/${id}`, { corrections: { cod_collectible: '549.50' } });
  await later();
  expect(await cash(unclear)).toBe(549.5);
});

function billing(id: number) {
  return shop.courier.order(id)?.billing as object;
}
