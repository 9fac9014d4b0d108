import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sortCodeOf } from '../../simulators/couriers/delhivery/books.ts';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_TOKEN } from '../../simulators/couriers/delhivery/settings.ts';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { indiaDate } from '../../src/domain/india-time.ts';
import { readNetworks } from '../../src/outgoing/networks.ts';
import { OutgoingRequests } from '../../src/outgoing/outgoing-requests.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import { requestPickups } from '../../src/usecases/handover/request-pickups.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { CARRIER, OTHER_CARRIER } from '../support/carriers.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { setRate } from '../support/rate-changes.ts';
import { readPdf } from '../support/scan-label.ts';

const A_DAY = 24 * 60 * 60 * 1000;
const TRIED_AGAIN = 31_000;

let test: TestApp;
let standIn: RunningStandIn<DelhiveryStandIn>;
let account: TestAccount;
let warehouseId: string;
let askedBefore: number;

beforeAll(async () => {
  standIn = await startStandIn((dependencies) => new DelhiveryStandIn(dependencies));
  test = await startApp({
    now: new Date(),
    shipping: {
      courierOutgoing: new OutgoingRequests({ allow: readNetworks(['127.0.0.0/8', '::1'], 'COURIER_ALLOW') }),
    },
  });
});
afterAll(async () => {
  await test.stop();
  await standIn.stop();
});
beforeEach(async () => {
  standIn.faults.clear();
  account = await test.account();
  const settings = { base_url: standIn.url, token: STAND_IN_TOKEN };
  const connected = await account.post('/courier-accounts', { courier: 'delhivery', settings });
  expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
  for (const carrier_id of [CARRIER, OTHER_CARRIER]) {
    await setRate(test.service, test.rateBooks.ground.directory, {
      kind: 'carriers',
      owner: account.accountId,
      cells: { carrier_id, adapter: 'delhivery', courier_product: 'Surface' },
    });
  }
  await test.rateBooks.look();
  warehouseId = await makeWarehouse(account, { name: `Okhla ${test.service.newId()}` });
  await registerWarehouses(test.service);
  askedBefore = standIn.calls.pickup ?? 0;
});

const dayAhead = (days: number) => indiaDate(test.service.now().getTime() + days * A_DAY);
const plan = async (changes: object = {}) => {
  const body = { warehouse_id: warehouseId, carrier_id: CARRIER, date: dayAhead(1), ...changes };
  const response = await account.post('/pickups', body);
  expect([response.statusCode, response.body]).toEqual([200, expect.anything()]);
  return response.json().data;
};
const pickups = async () => (await account.get('/pickups')).json().data;
const round = () => requestPickups(test.service);
const timesAsked = () => (standIn.calls.pickup ?? 0) - askedBefore;
function fillWallet(rupees: number): void {
  const client = standIn.courier.books.accounts.get(STAND_IN_TOKEN);
  if (client === undefined) throw new Error('The stand-in has no such account');
  client.walletRupees = rupees;
}

const NUMBERED = { state: 'requested', courier_pickup_id: expect.stringMatching(/^\d+$/), reason: null };

describe('the label of a parcel that a courier sorts by a code', () => {
  it('shows the code, as PDF and as ZPL', async () => {
    const order = orderBody(warehouseId, { carrier_id: CARRIER });
    const { payload } = (await account.post('/forward-order-orchestration', order)).json();
    const code = sortCodeOf(String(order.billing_pincode));
    const [pdf, zpl] = await Promise.all(
      ['pdf', 'zpl'].map((format) =>
        account.post('/labels', { shipment_ids: [payload.shipment_id], format }),
      ),
    );
    expect(await readPdf(pdf?.rawPayload ?? Buffer.alloc(0))).toContain(code);
    expect(zpl?.body).toContain(code);
  });
});

describe('the label of a courier that asks for more', () => {
  it('shows the GSTIN, the invoice, and the order as bars, and on ZPL too', async () => {
    const gstin = '07ABCDE1234F1Z2';
    const own = await makeWarehouse(account, { name: `GST ${test.service.newId()}`, gst_no: gstin });
    await registerWarehouses(test.service);
    const items = [{ name: 'Masala chai', sku: 'M1', units: 2, selling_price: 105, tax: 5 }];
    const order = orderBody(own, { carrier_id: CARRIER, order_items: items, sub_total: 210 });
    const { shipment_id } = (await account.post('/forward-order-orchestration', order)).json().payload;
    const label = async () =>
      readPdf((await account.post('/labels', { shipment_ids: [shipment_id] })).rawPayload);
    const before = await label();
    expect(before).toContain(`GSTIN ${gstin}`);
    expect(before).toContain('Invoice value Rs 210');
    const [{ number }] = (await account.post('/invoices', { shipment_ids: [shipment_id] })).json().data;
    expect(await label()).toContain(`Invoice ${number}`);
    const zpl = (await account.post('/labels', { shipment_ids: [shipment_id], format: 'zpl' })).body;
    expect(zpl).toContain(`GSTIN ${gstin}`);
    expect(zpl).toContain(String(order.order_id));
    expect(zpl.match(/\^BC/g)).toHaveLength(2);
  });
});

describe('a pickup by a courier that takes requests', () => {
  it('is requested of it once for all of its carriers, and shown with its number', async () => {
    const order = orderBody(warehouseId, { carrier_id: CARRIER });
    expect((await account.post('/forward-order-orchestration', order)).statusCode).toBe(200);
    const first = await plan();
    expect(first).toMatchObject({ state: 'pending', courier: 'delhivery', courier_pickup_id: null });
    await plan({ carrier_id: OTHER_CARRIER });
    await round();
    await round();
    expect(await pickups()).toMatchObject([NUMBERED, NUMBERED]);
    expect(await plan()).toMatchObject({ ...NUMBERED, id: first.id });
    await Promise.all([round(), round()]);
    expect(timesAsked()).toBe(1);
    const { data: records } = (await account.get(`/audit?subject_id=${first.id}`)).json();
    expect(records.map(({ action }: { action: string }) => action)).toEqual(['pickup.created']);
  });

  it('is requested where the courier was asked to come before', async () => {
    await plan();
    await round();
    await plan({ date: dayAhead(2) });
    await round();
    const [later, sooner] = await pickups();
    const note = 'Delhivery was asked to come before, and takes these parcels with the others';
    expect(later).toMatchObject({ ...NUMBERED, courier_pickup_id: sooner.courier_pickup_id, note });
  });

  it('is settled for each warehouse by itself', async () => {
    await plan();
    warehouseId = await makeWarehouse(account, { name: `Powai ${test.service.newId()}` });
    await registerWarehouses(test.service);
    await plan();
    await round();
    const [one, other] = await pickups();
    expect([one, other]).toMatchObject([NUMBERED, NUMBERED]);
    expect(one.courier_pickup_id).not.toBe(other.courier_pickup_id);
  });

  it('says why it is refused, and is asked for again once that is mended', async () => {
    fillWallet(414);
    const { id } = await plan();
    await round();
    const refused = {
      state: 'refused',
      courier_pickup_id: null,
      reason: 'wants at least Rs 500 in the wallet: recharge it there (it has Rs 414)',
    };
    expect(await pickups()).toMatchObject([refused]);
    test.advance(2 * TRIED_AGAIN);
    await round();
    expect(timesAsked()).toBe(1);
    fillWallet(10_000);
    expect(await plan()).toMatchObject({ id, state: 'pending', reason: null });
    await round();
    expect(await pickups()).toMatchObject([{ ...NUMBERED, id }]);
    const { data: records } = (await account.get(`/audit?subject_id=${id}`)).json();
    expect(records.map(({ action }: { action: string }) => action)).toEqual([
      'pickup.requested',
      'pickup.created',
    ]);
  });

  it('is tried again while the courier is away, and says so meanwhile', async () => {
    standIn.faults.add({ kind: 'cut', call: 'pickup' });
    await plan();
    await round();
    expect(await pickups()).toMatchObject([{ state: 'pending', reason: expect.any(String) }]);
    const before = timesAsked();
    await round();
    expect(timesAsked()).toBe(before);
    standIn.faults.clear();
    test.advance(TRIED_AGAIN);
    await round();
    expect(await pickups()).toMatchObject([NUMBERED]);
  });

  it('is given up when its day is over', async () => {
    standIn.faults.add({ kind: 'status', status: 503, call: 'pickup' });
    await plan();
    await round();
    const before = timesAsked();
    test.advance(2 * A_DAY);
    await round();
    expect(await pickups()).toMatchObject([
      {
        state: 'refused',
        reason: expect.stringMatching(/^could not be reached before the end of the day \(/),
      },
    ]);
    expect(timesAsked()).toBe(before);
    test.advance(-2 * A_DAY);
  });

  it('waits until the courier knows the warehouse', async () => {
    warehouseId = await makeWarehouse(account, { name: 'New one' });
    await plan();
    await round();
    expect(await pickups()).toMatchObject([
      { state: 'pending', reason: expect.stringMatching(/^does not know the warehouse yet/) },
    ]);
    await registerWarehouses(test.service);
    test.advance(TRIED_AGAIN);
    await round();
    expect(await pickups()).toMatchObject([NUMBERED]);
  });
});
