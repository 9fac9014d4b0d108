import { beforeEach, expect, it } from 'vitest';
import type { TestAccount } from '../support/app.ts';
import { makeWarehouse } from '../support/orders.ts';
import { connectTestShop, openShopApp, type TestShop } from '../support/shops.ts';

const test = await openShopApp();
const { rounds, later } = test;

let shop: TestShop;
let account: TestAccount;
let warehouseId: string;

beforeEach(async () => {
  shop = await test.openShop();
  account = await test.account();
  warehouseId = await makeWarehouse(account, { name: 'Main' });
});

async function connect(rules: object = {}): Promise<string> {
  const answer = await connectTestShop(account, shop, { warehouse_id: warehouseId, ...rules });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return answer.json().data.id;
}

/** Places an order for which the customer chose a service. */
function place(code: string, price: number): string {
  return String(shop.courier.place({ isPaid: true, service: { code, price } }));
}

async function parcelOf(number: string) {
  const all: { number: string }[] = (await account.get('/shop-orders?per_page=50')).json().data;
  const { id } = all.find((one) => one.number === number) as unknown as { id: string };
  return (await account.get(`/shop-orders/${id}`)).json().data;
}

/** Who was booked for an order. */
async function carrierOf(number: string): Promise<{ readonly id: string; readonly name: string }> {
  const { shipment_id } = await parcelOf(number);
  return (await account.get(`/shipments/${shipment_id}`)).json().data.attributes.carrier;
}

/** The carriers that serve the order, the cheapest first. */
async function offers(): Promise<{ readonly id: string; readonly day: string }[]> {
  const { result } = (
    await account.post('/rates', {
      ...{ journey_type: 'forward', origin_pincode: '110020', destination_pincode: '400001' },
      ...{ dead_weight: 270, length: 10, width: 8, height: 12 },
      ...{ payment_method: 'prepaid', shipment_value: 649.5 },
    })
  ).json();
  return result.serviceable_couriers.map(
    (one: { carrier_id: string; expected_delivery: { delivery: string } }) => ({
      id: one.carrier_id,
      day: one.expected_delivery.delivery,
    }),
  );
}

it('books the fastest carrier for express, the rule for standard and for what others have offered', async () => {
  const all = await offers();
  const soonest = all.map(({ day }) => day).toSorted()[0];
  const fastest = all.find(({ day }) => day === soonest);
  expect(fastest?.id).not.toBe(all[0]?.id);
  const [express, standard, other] = [
    place('express', 120),
    place('standard', 50),
    shop.courier.place({ isPaid: true }),
  ];
  // What an older plugin has kept, and a delivery of another method.
  const lines = [{ id: 1, method_id: 'dakiya', instance_id: '3', total: '120.00', meta_data: [] }];
  const older = shop.courier.place({ isPaid: true });
  shop.courier.change(older, { shipping_lines: lines });
  const id = await connect();
  await rounds();
  const booked = async (number: string | number) => (await carrierOf(String(number))).id;
  expect(await booked(express)).toBe(fastest?.id);
  for (const number of [standard, other, older]) expect(await booked(number)).toBe(all[0]?.id);
  expect(await parcelOf(express)).toMatchObject({
    task: null,
    chosen_service: { service_code: 'express', price: 120 },
  });
  expect((await parcelOf(String(other))).chosen_service).toBeNull();
  const { data } = (await account.post(`/shops/${id}/dry-run`, {})).json();
  const dry = data.find((one: { number: string }) => one.number === express);
  expect(dry).toMatchObject({ outcome: 'booked', carrier: { id: fastest?.id }, reasons: [] });
});

it('books the courier that was chosen, also after the shop offers something else', async () => {
  const id = await connect({ checkout: { offer: 'each_courier' } });
  const key = (await account.post(`/shops/${id}/checkout-key`, {})).json().data.key;
  const rates = await test.app.inject({
    method: 'POST',
    url: '/custom/api/v1/checkout-rates',
    headers: { authorization: `Bearer ${key}` },
    payload: {
      destination: { pincode: '400001' },
      items: [{ units: 1, weight: 0.27, length: 10, breadth: 8, height: 12 }],
      order_value: 649.5,
    },
  });
  type Service = { service_code: string; service_name: string; price: number };
  const services: Service[] = rates.json().data.services;
  expect(services.length).toBeGreaterThan(2);
  const { rules } = (await account.get(`/shops/${id}`)).json().data;
  await account.put(`/shops/${id}`, { rules: { ...rules, checkout: { offer: 'cheapest' } } });
  const numbers = services.map(({ service_code: code, price }) => ({ number: place(code, price), code }));
  await later();
  for (const { number, code } of numbers) {
    const { name } = await carrierOf(number);
    const courier = name.split(' ')[0]?.toLowerCase() ?? '';
    expect([code, code.startsWith(courier)]).toEqual([code, true]);
    expect((await parcelOf(number)).task).toBeNull();
  }
});

it('keeps a task until a person ends it if nobody offers what was paid for', async () => {
  const id = await connect();
  const [dear, cheap] = [place('nosuch-express', 500), place('nosuch-express', 1)];
  await rounds();
  const all = await offers();
  const said = /^The customer paid Rs 500 for nosuch-express, but no courier offers it: /;
  for (const number of [dear, cheap]) expect((await carrierOf(number)).id).toBe(all[0]?.id);
  expect((await parcelOf(cheap)).task).toBeNull();
  const { data } = (await account.post(`/shops/${id}/dry-run`, {})).json();
  const dry = data.find((one: { number: string }) => one.number === dear);
  expect(dry).toMatchObject({
    outcome: 'booked',
    reasons: [{ field: null, message: expect.stringMatching(said) }],
  });
  expect(await parcelOf(dear)).toMatchObject({ state: 'made', task: expect.stringMatching(said) });
  // The shop is told of the parcel, and the customer moves, and moves back.
  await later();
  const { updated_at } = await parcelOf(dear);
  await later();
  expect((await parcelOf(dear)).updated_at).toBe(updated_at);
  const { shipping } = shop.courier.order(Number(dear)) ?? {};
  shop.courier.change(Number(dear), { shipping: { ...(shipping as object), address_1: '5, New Street' } });
  await later();
  const { id: parcelId, task } = await parcelOf(dear);
  expect(task).toMatch(/^It changed in the shop after it was booked/);
  await account.put(`/shop-orders/${parcelId}`, { task_done: true });
  expect((await parcelOf(dear)).task).toMatch(said);
  await account.put(`/shop-orders/${parcelId}`, { task_done: true });
  expect((await parcelOf(dear)).task).toBeNull();
  shop.courier.change(Number(dear), { shipping });
  await later();
  expect((await parcelOf(dear)).task).toBeNull();
});

it('books what was chosen for an order that was changed before it could be booked', async () => {
  await connect();
  const number = place('nosuch-express', 500);
  shop.courier.addProduct({ id: 13, name: 'Statue', sku: 'STATUE', price: '10.00', weight: '900' });
  const heavy = shop.courier.place({
    lines: [{ productId: 13, units: 1 }],
    service: { code: 'express', price: 9 },
  });
  await rounds();
  expect((await parcelOf(String(heavy))).task).toMatch(/^No courier was booked/);
  expect((await parcelOf(number)).task).not.toBeNull();
  const { line_items } = shop.courier.order(Number(number)) ?? {};
  shop.courier.change(heavy, { line_items });
  await later();
  const soonest = (await offers()).map(({ day }) => day).toSorted()[0];
  const fastest = (await offers()).find(({ day }) => day === soonest);
  expect((await carrierOf(String(heavy))).id).toBe(fastest?.id);
  expect((await parcelOf(String(heavy))).task).toBeNull();
});

it('follows orders that an older release has kept without what was chosen', async () => {
  await connect();
  const number = place('express', 120);
  await rounds();
  await test.service.database.run(
    `update shop_orders set seen = seen - 'chosenServices' where account_id = $1`,
    [account.accountId],
  );
  const before = await parcelOf(number);
  expect(before.chosen_service).toBeNull();
  test.advance(1_000);
  shop.courier.change(Number(number), { customer_note: 'Ring twice' });
  await later();
  await later();
  const after = await parcelOf(number);
  expect([after.task, after.shipment_id]).toEqual([null, before.shipment_id]);
  expect(after.chosen_service).toMatchObject({ service_code: 'express' });
});
