import { beforeEach, expect, it } from 'vitest';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import type { TestAccount } from '../support/app.ts';
import { connectTestShop, openShopApp, type TestShop } from '../support/shops.ts';

const test = await openShopApp();
let shop: TestShop;
let account: TestAccount;

beforeEach(async () => {
  shop = await test.openShop();
  account = await test.account();
  shop.courier.addProduct({ id: 12, name: 'Voucher', sku: 'GIFT', price: '10.00' });
  shop.courier.place({ number: '1', lines: [{ productId: 10, units: 1 }] });
  shop.courier.place({ number: '2', lines: [{ productId: 12, units: 1 }] });
  shop.courier.place({ number: '3', lines: [{ productId: 10, units: 2 }] });
  shop.courier.place({ number: '4', billing: { postcode: '1' }, shipping: {} });
  shop.courier.place({ number: '5', status: 'on-hold' });
  shop.courier.place({ number: '6', isPaid: true, lines: [{ productId: 10, units: 1 }] });
});

const RULES = { skip_skus: ['GIFT'], confirm_cod_above: 1_000 };

async function connect(rules: object, to = shop, more = {}) {
  const { data } = (await connectTestShop(account, to, rules, more)).json();
  await pollShops(test.service);
  await settleShopOrders(test.service);
  return data;
}

async function dryRun(shopId: string, rules?: object) {
  const answer = await account.post(`/shops/${shopId}/dry-run`, rules === undefined ? {} : { rules });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  const { data, meta } = answer.json();
  const of = (number: string) => data.find((one: { number: string }) => one.number === number);
  return { data, meta, of };
}

const parcels = async () => (await account.get('/shop-orders')).json().data;
const shipments = async () => (await account.post('/shipments', {})).json().data;

it('tells for each order of one shop what its rules did', async () => {
  const other = await test.openShop();
  other.courier.place({ number: '1' });
  await connect({ booking: 'none' }, other, { store_name: 'other' });
  const { id } = await connect(RULES);
  const { meta, of } = await dryRun(id);
  expect(meta).toEqual({
    total: 6,
    outcomes: { booked: 2, made: 0, held: 1, needs_attention: 1, skipped: 1, not_open: 1 },
  });
  const real = (await account.get(`/shop-orders?shop_id=${id}`)).json().data;
  expect(real).toHaveLength(5);
  for (const { number, state, reasons, shipment_id } of real) {
    const dry = of(number);
    expect(dry.reasons).toEqual(reasons);
    if (state !== 'made') continue;
    const made = (await account.get(`/shipments/${shipment_id}`)).json().data.attributes;
    expect(dry.outcome).toBe('booked');
    expect(dry.carrier.charges).toBe(made.charges.total_forward_charges);
    expect(made.carrier).toMatchObject({ name: dry.carrier.name });
  }
  expect(of('2')).toMatchObject({ outcome: 'skipped', parcel: null, carrier: null });
  expect(of('3')).toMatchObject({ outcome: 'held', customer_name: 'Ravi Iyer' });
  expect(of('4')).toMatchObject({ outcome: 'needs_attention', reasons: [{ field: 'billing_pincode' }] });
  expect(of('5')).toMatchObject({ outcome: 'not_open', customer_name: null });
});

it('tries other rules, also on orders that are sent, and changes nothing', async () => {
  const { id, rules } = await connect({ ...RULES, booking: 'none' });
  const [before, made] = [await parcels(), await shipments()];
  let calls = 0;
  const count = () => {
    calls += 1;
  };
  test.service.carrierCalls.on('made', count);
  const tried = await dryRun(id, { ...rules, booking: 'cheapest', skip_skus: [], confirm_cod_above: null });
  test.service.carrierCalls.off('made', count);
  expect(tried.meta.outcomes).toEqual({
    ...{ booked: 4, made: 0, held: 0, needs_attention: 1, skipped: 0, not_open: 1 },
  });
  expect(calls).toBe(0);
  expect([await parcels(), await shipments()]).toEqual([before, made]);
  const [{ attributes }] = made;
  expect(attributes.tracking_number).toBeNull();

  const cancelled = (await parcels()).find(({ number }: { number: string }) => number === '1');
  shop.courier.change(Number(cancelled.shop_order_id), { status: 'completed' });
  test.advance(6 * 60_000);
  await pollShops(test.service);
  expect((await dryRun(id)).of('1')).toMatchObject({ outcome: 'made', carrier: null, reasons: [] });
});

it('chooses the first preferred carrier that serves, and tells why none can be booked', async () => {
  const { id, rules } = await connect({ booking: 'cheapest' });
  const carriers = (await dryRun(id)).of('1').carrier;
  const { data: all } = (await account.get('/carriers')).json();
  const other = all.find(
    ({ carrier_id, status }: { carrier_id: string; status: string }) =>
      status === 'active' && carrier_id !== carriers.id,
  );
  for (const preferred_carriers of [
    ['NOSUCH', other.carrier_id, carriers.id],
    ['NOSUCH', carriers.id, other.carrier_id],
  ]) {
    const preferred = await dryRun(id, { ...rules, preferred_carriers });
    expect(preferred.of('1').carrier.id).toBe(preferred_carriers[1]);
  }
  shop.courier.addProduct({ id: 13, name: 'Statue', sku: 'STATUE', price: '10.00' });
  shop.courier.place({ number: '7', lines: [{ productId: 13, units: 1 }] });
  test.advance(6 * 60_000);
  await pollShops(test.service);
  const heavy = { weight: 5_000, length: 20, breadth: 15, height: 10 };
  const { of } = await dryRun(id, { ...rules, usual_parcel: heavy });
  expect(of('7')).toMatchObject({ outcome: 'made', carrier: null, parcel: { weight: 5_000 } });
  expect(of('7').reasons[0]).toMatchObject({
    code: 'no_carrier',
    message: 'No carrier can take this shipment',
  });
});

it('chooses the fastest carrier within the price, the cheapest of the same day', async () => {
  const { id, rules } = await connect({ booking: 'none' });
  const run = async (more: object) =>
    (await dryRun(id, { ...rules, booking: 'fastest', ...more })).of('6').carrier;
  const { result } = (
    await account.post('/rates', {
      ...{ journey_type: 'forward', origin_pincode: '110020', destination_pincode: '400001' },
      ...{
        dead_weight: 270,
        length: 10,
        width: 8,
        height: 12,
        payment_method: 'prepaid',
        shipment_value: 649.5,
      },
    })
  ).json();
  type Offer = { id: string; charges: number; day: string };
  const all: Offer[] = result.serviceable_couriers.map(
    (one: {
      carrier_id: string;
      charges: { total_forward_charges: number };
      expected_delivery: { delivery: string };
    }) => ({
      ...{
        id: one.carrier_id,
        charges: one.charges.total_forward_charges,
        day: one.expected_delivery.delivery,
      },
    }),
  );
  const fastest = (most: number) =>
    all
      .filter(({ charges }) => charges <= most)
      .toSorted((one, other) => one.day.localeCompare(other.day) || one.charges - other.charges)[0];
  const first = fastest(Number.POSITIVE_INFINITY);
  if (first === undefined) throw new Error('no carrier serves');
  expect(await run({})).toMatchObject({ id: first.id, expected_delivery_date: first.day });
  expect((await run({ fastest_at_most: first.charges })).id).toBe(first.id);
  const less = Math.round(first.charges * 100 - 1) / 100;
  expect((await run({ fastest_at_most: less })).id).toBe(fastest(less)?.id);
  // Too dear: the booking takes the cheapest.
  expect((await run({ fastest_at_most: 0.01 })).charges).toBe(Math.min(...all.map(({ charges }) => charges)));
  await account.post('/courier-accounts', { courier: 'delhivery', settings: { token: 'secret' } });
  await test.rateBooks.look();
  // Beside a connected courier, sample carriers are booked only by name.
  expect((await dryRun(id, { ...rules, booking: 'fastest' })).of('6')).toMatchObject({
    outcome: 'made',
    carrier: null,
  });
  expect((await run({ preferred_carriers: [first.id] })).id).toBe(first.id);
});
