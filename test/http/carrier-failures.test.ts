import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierAdapter } from '../../src/carriers/carrier.ts';
import type { OfflineBehaviour } from '../../src/carriers/offline/offline-ledger.ts';
import { setOfflineBehaviours } from '../../src/storage/offline-ledger.ts';
import { settleLeftovers } from '../../src/usecases/housekeeping.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { runJobs, waitingJobs } from '../support/jobs.ts';
import { API, countRows, makeWarehouse, orderBody, reservations, scan } from '../support/orders.ts';

const DELIVERY = '560038';

/** Long enough for an answer on a machine that is busy with other tests. */
const CARRIER_TIMEOUT_MS = 800;

let test: TestApp;
let account: TestAccount;
let warehouseId: string;
/** Cheapest first. */
let carriers: { carrier_id: string; carrier_name: string }[];

beforeAll(async () => {
  test = await startApp({ shipping: { carrierTimeoutMs: CARRIER_TIMEOUT_MS } });
  account = await test.account();
  warehouseId = await makeWarehouse(test, account);
  const quoted = await post('/rates', {
    journey_type: 'forward',
    origin_pincode: '110020',
    destination_pincode: DELIVERY,
    dead_weight: 450,
    length: 10,
    width: 10,
    height: 10,
    payment_method: 'prepaid',
  });
  carriers = quoted.json().result.serviceable_couriers;
});
afterAll(() => test.stop());
afterEach(() => tell([]));

function tell(behaviours: Partial<OfflineBehaviour>[]) {
  return setOfflineBehaviours(
    test.database.database,
    account.accountId,
    behaviours.map((behaviour) => ({
      kind: 'refuse',
      carrierId: null,
      pincode: null,
      milliseconds: 0,
      ...behaviour,
    })),
  );
}

function carrier(place: number) {
  const found = carriers[place];
  if (found === undefined) throw new Error(`There is no carrier ${place}`);
  return found;
}

function post(path: string, payload: object) {
  return test.app.inject({ method: 'POST', url: `${API}${path}`, headers: account.headers, payload });
}

const orchestrate = (payload: object) => post('/forward-order-orchestration', payload);
const create = (payload: object) => post('/forward-order', payload);
const book = (payload: object) => post('/forward-order-shipment', payload);

async function show(shipmentId: string) {
  const response = await test.app.inject({
    url: `${API}/shipments/${shipmentId}`,
    headers: account.headers,
  });
  return response.json().data.attributes;
}

/** What the carriers have, by our reference: the rows of their own books. */
async function carrierBooks(): Promise<{ carrier_id: string; is_booked: boolean; is_cancelled: boolean }[]> {
  const { rows } = await test.database.database.pool.query(
    `select carrier_id, booked_at is not null as is_booked, cancelled_at is not null as is_cancelled
       from offline_bookings order by serial`,
  );
  return rows;
}

describe('a carrier that refuses', () => {
  it('is passed over for the next cheapest, at the price of that one', async () => {
    await tell([{ carrierId: carrier(0).carrier_id, pincode: DELIVERY }]);
    const { payload } = (await orchestrate(orderBody(warehouseId))).json();
    expect(payload).toMatchObject({ awb_generated: 1, courier_company_id: carrier(1).carrier_id });
    const shown = await show(payload.shipment_id);
    expect(shown.carrier).toEqual({ id: carrier(1).carrier_id, name: carrier(1).carrier_name });
    expect(shown.charges.forward_freight_charges).toBe(Number(payload.charges.frwd_charges.shipping_charges));
  });

  it('refuses the pincode that it was told to, and no other', async () => {
    await tell([{ pincode: '110001' }]);
    expect((await orchestrate(orderBody(warehouseId))).statusCode).toBe(200);
  });

  it('as the third in a row ends the request, with a reason for each, and without a trace', async () => {
    await tell([{}]);
    const before = await countRows(test);
    const body = orderBody(warehouseId);
    const response = await orchestrate(body);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([
      'No carrier took this shipment',
      ...[0, 1, 2].map((place) => `${carrier(place).carrier_name} does not take parcels to ${DELIVERY}`),
    ]);
    expect(await countRows(test)).toEqual(before);
    await tell([]);
    expect((await orchestrate(body)).statusCode).toBe(200);
  });

  it('is not replaced where it was asked for', async () => {
    const { carrier_id, carrier_name } = carrier(2);
    await tell([{ carrierId: carrier_id }]);
    const response = await orchestrate(orderBody(warehouseId, { carrier_id }));
    expect(response.json().errors).toEqual([
      'No carrier took this shipment',
      `${carrier_name} does not take parcels to ${DELIVERY}`,
    ]);
  });

  it('changes nothing of an order that is there', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const before = await countRows(test);
    const shown = await show(shipment_id);
    await tell([{}]);
    expect((await book({ shipment_id })).json().errors).toHaveLength(4);
    expect(await countRows(test)).toEqual(before);
    expect(await show(shipment_id)).toEqual(shown);
    await tell([{ carrierId: carrier(0).carrier_id }]);
    const booked = await book({ shipment_id });
    expect(booked.json().payload.courier_company_id).toBe(carrier(1).carrier_id);
  });
});

describe('a carrier whose answer is lost', () => {
  it.each(['lose_request', 'lose_answer'] as const)(
    '(%s) leaves an order that is processing, booked nowhere else',
    async (kind) => {
      await tell([{ kind, carrierId: carrier(0).carrier_id }]);
      const before = (await carrierBooks()).length;
      const response = await orchestrate(orderBody(warehouseId));
      expect(response.statusCode).toBe(200);
      expect(response.json().payload).toMatchObject({
        order_created: 1,
        awb_generated: 0,
        awb_code: null,
        courier_company_id: null,
        assigned_date_time: null,
        label_url: null,
      });
      const shown = await show(response.json().payload.shipment_id);
      expect(shown).toMatchObject({
        status: 'pending',
        sub_status: 'processing',
        tracking_number: null,
        carrier: { id: null, name: null },
        charges: null,
      });
      const others = (await carrierBooks()).slice(before);
      expect(others.every(({ carrier_id }) => carrier_id === carrier(0).carrier_id)).toBe(true);
      const again = await book({ shipment_id: response.json().payload.shipment_id });
      expect(again.json().errors).toEqual([
        `Shipment ${response.json().payload.shipment_id} is being booked already`,
      ]);
      await runJobs(test);
    },
  );

  it('has the booking when the job asks, and the shipment gets it at the price it was asked for', async () => {
    await tell([{ kind: 'lose_answer' }]);
    const { shipment_id } = (await orchestrate(orderBody(warehouseId))).json().payload;
    await tell([]);
    await runJobs(test);
    const shown = await show(shipment_id);
    expect(shown).toMatchObject({
      sub_status: 'ready_for_pickup',
      tracking_number: expect.stringMatching(/\d{11}$/),
      carrier: { id: carrier(0).carrier_id, name: carrier(0).carrier_name },
      charges: { platform_fee: 5 },
    });
    const tracked = await post('/order-tracking', { awbs: [shown.tracking_number] });
    expect(tracked.json().result[shown.tracking_number]).toHaveProperty('tracking_data');
    expect(await waitingJobs(test)).toEqual([]);
  });

  it('is found out by a process whose clock is behind', async () => {
    await tell([{ kind: 'lose_answer' }]);
    const { shipment_id } = (await orchestrate(orderBody(warehouseId))).json().payload;
    await tell([]);
    test.advance(-3_000);
    await runJobs(test);
    test.advance(3_000);
    expect(await show(shipment_id)).toMatchObject({
      sub_status: 'ready_for_pickup',
      tracking_number: expect.any(String),
    });
  });

  it('has no booking when the job asks, and the shipment can be booked again', async () => {
    await tell([{ kind: 'lose_request' }]);
    const { shipment_id } = (await orchestrate(orderBody(warehouseId))).json().payload;
    await tell([]);
    await runJobs(test);
    expect(await show(shipment_id)).toMatchObject({
      sub_status: null,
      status: 'pending',
      tracking_number: null,
    });
    const booked = await book({ shipment_id });
    expect(booked.json().payload).toMatchObject({
      awb_generated: 1,
      courier_company_id: carrier(0).carrier_id,
    });
  });

  it('does not book any more after it said that it had not', async () => {
    await tell([{ kind: 'slow', milliseconds: 2 * CARRIER_TIMEOUT_MS }]);
    const before = (await carrierBooks()).length;
    const { shipment_id } = (await orchestrate(orderBody(warehouseId))).json().payload;
    await runJobs(test);
    expect((await show(shipment_id)).sub_status).toBeNull();
    const books = (await carrierBooks()).slice(before);
    expect(books.map(({ is_booked }) => is_booked)).toEqual([false]);
  });

  it('is asked again by the job for as long as it cannot be reached', async () => {
    await tell([{ kind: 'lose_answer' }]);
    const { shipment_id } = (await orchestrate(orderBody(warehouseId))).json().payload;
    const [adapter] = test.service.carriers.adapters;
    if (adapter === undefined) throw new Error('There is no adapter');
    const { findBooking } = adapter;
    adapter.findBooking = () => Promise.reject(new Error('no route to host'));
    await runJobs(test);
    adapter.findBooking = findBooking;
    expect((await show(shipment_id)).sub_status).toBe('processing');
    expect(await waitingJobs(test)).toEqual([{ task: 'settle-booking', attempts: 1 }]);
    await tell([]);
    await runJobs(test);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('is found out by the housekeeping where the job was lost', async () => {
    await tell([{ kind: 'lose_answer' }]);
    const { shipment_id } = (await orchestrate(orderBody(warehouseId))).json().payload;
    await test.database.database.pool.query('delete from graphile_worker._private_jobs');
    await tell([]);
    await settleLeftovers(test.service);
    expect((await show(shipment_id)).sub_status).toBe('processing');
    test.advance(5 * 60_000);
    await settleLeftovers(test.service);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('withdraws the booking that turns up for a shipment cancelled meanwhile', async () => {
    await tell([{ kind: 'lose_answer' }]);
    const { shipment_id } = (await orchestrate(orderBody(warehouseId))).json().payload;
    const cancelled = await post('/cancel-order', { shipment_ids: [shipment_id] });
    expect(cancelled.json().data[0].status).toBe('cancelled');
    await tell([]);
    await runJobs(test);
    await runJobs(test);
    expect(await show(shipment_id)).toMatchObject({ status: 'cancelled', tracking_number: null });
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
  });

  it('for an order that is there is found out in the same way', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    await tell([{ kind: 'lose_answer' }]);
    const answered = await book({ shipment_id });
    expect(answered.json().payload).toMatchObject({ shipment_id, awb_generated: 0, awb_code: null });
    expect((await show(shipment_id)).sub_status).toBe('processing');
    await tell([]);
    await runJobs(test);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });
});

describe('a slow carrier', () => {
  it('is waited for within its time', async () => {
    await tell([{ kind: 'slow', milliseconds: 40 }]);
    const { payload } = (await orchestrate(orderBody(warehouseId))).json();
    expect(payload.courier_company_id).toBe(carrier(0).carrier_id);
  });
});

describe('a carrier that books twice', () => {
  it('gives the shipment one tracking number, and the other is withdrawn', async () => {
    await tell([{ kind: 'twice' }]);
    const { payload } = (await orchestrate(orderBody(warehouseId))).json();
    expect(payload.awb_generated).toBe(1);
    await runJobs(test);
    expect(await lastTwoCancelled()).toEqual([false, true]);
    expect((await show(payload.shipment_id)).tracking_number).toBe(payload.awb_code);
  });

  it('and whose answer is lost has the other withdrawn once that is found out', async () => {
    await tell([{ kind: 'twice' }, { kind: 'lose_answer' }]);
    const { shipment_id } = (await orchestrate(orderBody(warehouseId))).json().payload;
    await tell([]);
    await runJobs(test);
    await runJobs(test);
    expect(await lastTwoCancelled()).toEqual([false, true]);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('has both withdrawn where the order cannot be written', async () => {
    await tell([{ kind: 'twice' }]);
    const { pool } = test.database.database;
    await pool.query('alter table parcels add constraint never check (false) not valid');
    try {
      expect((await orchestrate(orderBody(warehouseId))).statusCode).toBe(500);
    } finally {
      await pool.query('alter table parcels drop constraint never');
    }
    expect(await lastTwoCancelled()).toEqual([true, true]);
  });

  async function lastTwoCancelled(): Promise<boolean[]> {
    return (await carrierBooks()).slice(-2).map(({ is_cancelled }) => is_cancelled);
  }
});

describe('a carrier that does not do what it is asked', () => {
  const answers = [
    ['refused', async () => ({ outcome: 'refused', reason: 'has it on the road' }) as const],
    ['unknown', () => Promise.reject(new Error('no route to host'))],
  ] as const;

  it.each(answers)('leaves the shipment as it was, uncancelled (%s)', async (outcome, answer) => {
    const { shipment_id, awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    const before = await show(shipment_id);
    const response = await answeringWith({ cancel: answer }, () =>
      post('/cancel-order', { awbs: [awb_code] }),
    );
    const message =
      outcome === 'refused'
        ? `${awb_code} was not cancelled: the courier has it on the road`
        : `${awb_code} was not cancelled: the courier did not answer; please try again`;
    expect(response.json()).toEqual({
      message: '0 of 1 shipments cancelled',
      data: [{ awb: awb_code, status: 'error', message }],
    });
    expect(await show(shipment_id)).toEqual(before);
    const again = await post('/cancel-order', { awbs: [awb_code] });
    expect(again.json().data[0].status).toBe('cancelled');
  });

  it.each(answers)('leaves a failed delivery open for another decision (%s)', async (outcome, answer) => {
    const { shipment_id, awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    await scan(test, account, shipment_id, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    const before = await show(shipment_id);
    const sentence =
      outcome === 'refused'
        ? `The courier of ${awb_code} has it on the road`
        : `The courier of ${awb_code} did not answer; please try again`;
    for (const path of ['/reattempt', '/initiate-rto']) {
      const response = await answeringWith({ requestReattempt: answer, requestRto: answer }, () =>
        post(path, { awb: awb_code }),
      );
      expect([response.statusCode, response.json().errors]).toEqual([422, [sentence]]);
    }
    expect(await show(shipment_id)).toEqual(before);
    expect((await post('/initiate-rto', { awb: awb_code })).statusCode).toBe(200);
  });

  async function answeringWith<T>(answers: Partial<CarrierAdapter>, work: () => Promise<T>): Promise<T> {
    const [adapter] = test.service.carriers.adapters;
    if (adapter === undefined) throw new Error('There is no adapter');
    Object.assign(adapter, answers);
    try {
      return await work();
    } finally {
      for (const name of Object.keys(answers)) Reflect.deleteProperty(adapter, name);
    }
  }
});

describe('what cannot be written after the carrier took it', () => {
  it('is withdrawn from the carrier, and the order id is free', async () => {
    const body = orderBody(warehouseId);
    const before = await countRows(test);
    const { pool } = test.database.database;
    await pool.query('alter table parcels add constraint never check (false) not valid');
    try {
      const response = await orchestrate(body);
      expect(response.statusCode).toBe(500);
      expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
      expect(await countRows(test)).toEqual(before);
    } finally {
      await pool.query('alter table parcels drop constraint never');
    }
    expect((await orchestrate(body)).statusCode).toBe(200);
  });

  it('is settled while another carrier keeps one waiting', async () => {
    const [adapter] = test.service.carriers.adapters;
    if (adapter === undefined) throw new Error('There is no adapter');
    const { findBooking } = adapter;
    const { pool } = test.database.database;
    await pool.query('alter table parcels add constraint never check (false) not valid');
    adapter.findBooking = () => Promise.reject(new Error('no route to host'));
    let asked = 0;
    try {
      for (let left = 0; left < 2; left += 1) await orchestrate(orderBody(warehouseId));
      expect(await reservations(test)).toBe(2);
      let tellBothAsked: () => void = () => undefined;
      const bothAsked = new Promise<void>((resolve) => {
        tellBothAsked = resolve;
      });
      adapter.findBooking = async (...question) => {
        asked += 1;
        if (asked === 2) tellBothAsked();
        await bothAsked;
        return findBooking.call(adapter, ...question);
      };
      await settleLeftovers(test.service);
    } finally {
      adapter.findBooking = findBooking;
      await pool.query('alter table parcels drop constraint never');
    }
    expect(await reservations(test)).toBe(0);
  });

  it('is settled later where the carrier cannot be asked at once', async () => {
    const body = orderBody(warehouseId);
    const [adapter] = test.service.carriers.adapters;
    if (adapter === undefined) throw new Error('There is no adapter');
    const { findBooking } = adapter;
    const { pool } = test.database.database;
    await pool.query('alter table parcels add constraint never check (false) not valid');
    adapter.findBooking = () => Promise.reject(new Error('no route to host'));
    try {
      expect((await orchestrate(body)).statusCode).toBe(500);
      expect(await reservations(test)).toBe(1);
      expect((await orchestrate(body)).statusCode).toBe(503);
    } finally {
      adapter.findBooking = findBooking;
      await pool.query('alter table parcels drop constraint never');
    }
    await settleLeftovers(test.service);
    expect(await reservations(test)).toBe(0);
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
    expect((await orchestrate(body)).statusCode).toBe(200);
  });
});
