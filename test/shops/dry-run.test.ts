import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { connectTestShop, openTestShop, type TestShop } from '../support/shops.ts';

let test: TestApp;
let shop: TestShop;
let account: TestAccount;

beforeAll(async () => {
  const outgoing = new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8'], 'WEBHOOK_ALLOW') });
  test = await startApp({ now: new Date(), shipping: { outgoing } });
});
afterAll(() => test.stop());
beforeEach(async () => {
  shop = await openTestShop();
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

async function connect(rules: object) {
  const { data } = (await connectTestShop(account, shop, rules)).json();
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

it('says what the rules of a shop did: booked, skipped, held and waiting', async () => {
  const { id } = await connect(RULES);
  const { meta, of } = await dryRun(id);
  expect(meta).toEqual({
    total: 6,
    outcomes: { booked: 2, made: 0, held: 1, needs_attention: 1, skipped: 1, not_open: 1 },
  });
  const real = await parcels();
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

it('tries other rules on orders that are over, and writes and calls nothing', async () => {
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
  shop.clock.forward(6 * 60_000);
  await pollShops(test.service);
  expect((await dryRun(id)).of('1')).toMatchObject({ outcome: 'made', carrier: null, reasons: [] });
});

it('takes the first preferred carrier, tells why none can be booked, and refuses rules that cannot be', async () => {
  const { id, rules } = await connect({ booking: 'cheapest' });
  const carriers = (await dryRun(id)).of('1').carrier;
  const { data: all } = (await account.get('/carriers')).json();
  const other = all.find(
    ({ carrier_id, status }: { carrier_id: string; status: string }) =>
      status === 'active' && carrier_id !== carriers.id,
  );
  const preferred = await dryRun(id, { ...rules, preferred_carriers: ['NOSUCH', other.carrier_id] });
  expect(preferred.of('1').carrier.id).toBe(other.carrier_id);
  shop.courier.addProduct({ id: 13, name: 'Statue', sku: 'STATUE', price: '10.00' });
  shop.courier.place({ number: '7', lines: [{ productId: 13, units: 1 }] });
  test.advance(6 * 60_000);
  shop.clock.forward(6 * 60_000);
  await pollShops(test.service);
  const heavy = { weight: 5_000, length: 20, breadth: 15, height: 10 };
  const { of } = await dryRun(id, { ...rules, usual_parcel: heavy });
  expect(of('7')).toMatchObject({ outcome: 'made', carrier: null, parcel: { weight: 5_000 } });
  expect(of('7').reasons[0]).toMatchObject({
    code: 'no_carrier',
    message: 'No carrier can take this shipment',
  });
  const wrong = await account.post(`/shops/${id}/dry-run`, {
    rules: { ...rules, warehouse_id: '0190b1c0-0000-7000-8000-000000000000' },
  });
  expect([wrong.statusCode, wrong.body]).toEqual([
    422,
    expect.stringContaining('rules.warehouse_id names no'),
  ]);
});
