import { beforeEach, describe, expect, it } from 'vitest';
import { sortCodeOf } from '../../simulators/couriers/delhivery/books.ts';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS, STAND_IN_TOKEN } from '../../simulators/couriers/delhivery/settings.ts';
import { indiaDate } from '../../src/domain/india-time.ts';
import { findParcelsToPickUp } from '../../src/storage/handover/pickup-requests.ts';
import { registerWarehouses } from '../../src/usecases/couriers/register-warehouses.ts';
import { requestPickups } from '../../src/usecases/handover/request-pickups.ts';
import type { TestAccount } from '../support/app.ts';
import { CARRIER, OTHER_CARRIER } from '../support/carriers.ts';
import { connectCourier, openCourierGround } from '../support/connected-courier.ts';
import { setClock } from '../support/edges-of-dates.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';
import { readPdf } from '../support/scan-label.ts';

const A_DAY = 24 * 60 * 60 * 1000;
const TRIED_AGAIN = 31_000;

const ground = await openCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
const { test, standIn } = ground;
let account: TestAccount;
let warehouseId: string;
let askedBefore: number;

beforeEach(async () => {
  ({ account, warehouseId } = await connectCourier(ground, {
    settings: STAND_IN_SETTINGS,
    courierProduct: 'Surface',
    carriers: [CARRIER, OTHER_CARRIER],
  }));
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

describe('the label of a parcel with a sort code', () => {
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

describe('the label of a courier with more requirements', () => {
  const gstin = '07ABCDE1234F1Z2';
  async function warehouseWithGstin(): Promise<string> {
    const own = await makeWarehouse(account, { name: `GST ${test.service.newId()}`, gst_no: gstin });
    await registerWarehouses(test.service);
    return own;
  }

  it('shows the GSTIN, the invoice and the order as bars, also as ZPL', async () => {
    const own = await warehouseWithGstin();
    const items = [{ name: 'Masala chai', sku: 'M1', units: 2, selling_price: 105, tax: 5 }];
    const order = orderBody(own, { carrier_id: CARRIER, order_items: items, sub_total: 210 });
    const { shipment_id } = (await account.post('/forward-order-orchestration', order)).json().payload;
    const label = async () =>
      readPdf((await account.post('/labels', { shipment_ids: [shipment_id] })).rawPayload);
    const before = await label();
    expect(before).toContain(`GSTIN ${gstin}`);
    expect(before).toContain('Invoice value Rs 210');
    const [{ id: invoiceId, number }] = (
      await account.post('/invoices', { shipment_ids: [shipment_id] })
    ).json().data;
    expect(await label()).toContain(`Invoice ${number}`);
    const zpl = (await account.post('/labels', { shipment_ids: [shipment_id], format: 'zpl' })).body;
    expect(zpl).toContain(`GSTIN ${gstin}`);
    expect(zpl).toContain(String(order.order_id));
    expect(zpl.match(/\^BC/g)).toHaveLength(2);
    expect((await account.post(`/invoices/${invoiceId}/cancel`, {})).statusCode).toBe(201);
    expect(await label()).not.toContain(number);
  });

  it('shows the number and the value of the newer invoice after the first is credited', async () => {
    const itemsAt = (selling_price: number) => [
      { name: 'Masala chai', sku: 'M1', units: 2, selling_price, tax: 5 },
    ];
    const own = await warehouseWithGstin();
    const order = orderBody(own, { order_items: itemsAt(105), sub_total: 210 });
    const { shipment_id } = (await account.post('/forward-order', order)).json().payload;
    const issue = async () =>
      (await account.post('/invoices', { shipment_ids: [shipment_id] })).json().data[0];
    const first = await issue();
    const credited = await account.post(`/invoices/${first.id}/cancel`, {});
    const dearer = { order_id: order.order_id, order_items: itemsAt(150), sub_total: 300 };
    expect((await account.put('/order', dearer)).statusCode).toBe(200);
    await account.post('/forward-order-shipment', { shipment_id, carrier_id: CARRIER });
    const label = async () => {
      const { body } = await account.post('/labels', { shipment_ids: [shipment_id], format: 'zpl' });
      return body.match(/(?<=\^FD)Invoice [^^]*/g);
    };
    expect(await label()).toEqual(['Invoice value Rs 300']);
    const again = await issue();
    expect(new Set([first.number, credited.json().data.number, again.number]).size).toBe(3);
    expect([first.total, again.total]).toEqual([210, 300]);
    expect(await label()).toEqual([`Invoice ${again.number}`, 'Invoice value Rs 300']);
  });
});

describe('a pickup by a courier that takes requests', () => {
  it('is requested once for all its carriers, and shown with its number', async () => {
    const order = orderBody(warehouseId, { carrier_id: CARRIER });
    expect((await account.post('/forward-order-orchestration', order)).statusCode).toBe(200);
    const first = await plan();
    expect(first).toMatchObject({ state: 'pending', courier: 'delhivery', courier_pickup_id: null });
    expect(await plan()).toEqual(first);
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

  it('is requested for the parcels that wait at its warehouse and were not handed over', async () => {
    const book = async (changes: object = {}) => {
      const order = orderBody(warehouseId, { carrier_id: CARRIER, ...changes });
      return (await account.post('/forward-order-orchestration', order)).json().payload.awb_code;
    };
    await book();
    await account.post('/manifests', { warehouse_id: warehouseId, carrier_id: CARRIER });
    const [manifest] = (await account.get('/manifests')).json().data;
    expect((await account.post(`/manifests/${manifest.id}/close`)).statusCode).toBe(200);
    const back = await account.post(
      '/reverse-order-orchestration',
      returnBody(warehouseId, { carrier_id: CARRIER }),
    );
    expect([back.statusCode, back.json().payload?.awb_generated]).toEqual([200, 1]);
    const elsewhere = await makeWarehouse(account, { name: `Powai ${test.service.newId()}` });
    await registerWarehouses(test.service);
    await book({ warehouse_id: elsewhere });
    const waiting = [await book(), await book({ weight: 1.2 })];
    const [{ id: courierAccountId }] = (await account.get('/courier-accounts')).json().data;
    const parcelsOf = (key: { courierAccountId: string }) =>
      findParcelsToPickUp(
        test.service.database.account(account.accountId),
        { warehouseId, day: dayAhead(0), ...key },
        10,
      );
    expect(
      (await parcelsOf({ courierAccountId })).map(({ trackingNumber, weightGrams }) => [
        trackingNumber,
        weightGrams,
      ]),
    ).toEqual([
      [waiting[0], 450],
      [waiting[1], 1200],
    ]);
    expect(await parcelsOf({ courierAccountId: test.service.newId() })).toEqual([]);
  });

  it('counts as requested if the courier already has a request', async () => {
    await plan();
    await round();
    await plan({ date: dayAhead(2) });
    await round();
    const [later, sooner] = await pickups();
    const note = 'Delhivery was asked to come before, and takes these parcels with the others';
    expect(later).toMatchObject({ ...NUMBERED, courier_pickup_id: sooner.courier_pickup_id, note });
  });

  it('is settled separately for each warehouse', async () => {
    await plan();
    warehouseId = await makeWarehouse(account, { name: `Powai ${test.service.newId()}` });
    await registerWarehouses(test.service);
    await plan();
    await round();
    const [one, other] = await pickups();
    expect([one, other]).toMatchObject([NUMBERED, NUMBERED]);
    expect(one.courier_pickup_id).not.toBe(other.courier_pickup_id);
  });

  it('shows why it is refused, and is requested again after a correction', async () => {
    fillWallet(414);
    const { id } = await plan();
    await round();
    const refused = {
      state: 'refused',
      courier_pickup_id: null,
      reason: 'wants at least Rs 500 in the wallet: recharge it there (it has Rs 414)',
    };
    const [{ reason_details }] = await pickups();
    expect(reason_details).toMatchObject({ message: refused.reason, template: expect.any(String) });
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

  it('is tried again while the courier is away, and shows so meanwhile', async () => {
    standIn.faults.add({ kind: 'cut', call: 'pickup' });
    await plan();
    await round();
    expect(await pickups()).toMatchObject([{ state: 'pending', reason: expect.any(String) }]);
    // An older release stored only the text.
    await test.sql("update pickup_requests set reason = 'was away'");
    expect(await pickups()).toMatchObject([
      { reason: 'was away', reason_details: { template: 'as_written', values: { words: 'was away' } } },
    ]);
    const before = timesAsked();
    await round();
    expect(timesAsked()).toBe(before);
    standIn.faults.clear();
    test.advance(TRIED_AGAIN);
    await round();
    expect(await pickups()).toMatchObject([NUMBERED]);
  });

  it('is given up at the end of its day', async () => {
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

  it('is given up at 00:30 in India on the day after, and the one of the new day is requested', async () => {
    const before = test.service.now();
    const [day, nextDay] = [dayAhead(0), dayAhead(1)];
    setClock(test, new Date(`${day}T23:59:00+05:30`));
    await plan({ date: day });
    setClock(test, new Date(`${nextDay}T00:30:00+05:30`));
    await plan({ date: nextDay });
    await round();
    expect(await pickups()).toMatchObject([
      { ...NUMBERED, date: nextDay },
      { state: 'refused', date: day, reason: 'could not be reached before the end of the day' },
    ]);
    expect(timesAsked()).toBe(1);
    setClock(test, before);
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
