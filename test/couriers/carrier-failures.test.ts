import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierAdapter } from '../../src/carriers/carrier-adapter.ts';
import type { OfflineBehaviour } from '../../src/carriers/offline/offline-ledger.ts';
import { setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { JOB_SCHEMA } from '../../src/storage/job-queue.ts';
import { bookAgain } from '../../src/usecases/booking/book-again.ts';
import { BOOK_AGAIN } from '../../src/usecases/booking/booking-outcome.ts';
import { type BookingAddress, settleBookings } from '../../src/usecases/booking/settle-booking.ts';
import { settleLeftovers } from '../../src/usecases/booking/settle-leftovers.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import {
  answeringWith as answering,
  beforeItChanges,
  duringCourierCall,
  offlineAdapter,
  UNCODED,
} from '../support/carriers.ts';
import { heldOrders, removeHeldOrders } from '../support/held-orders.ts';
import { runJobs, runQueue, waitingJobs } from '../support/jobs.ts';
import { API, countRows, makeWarehouse, orderBody, scan } from '../support/orders.ts';

const DELIVERY = '560038';

/** Longer than what a test does while a courier is asked. */
const CARRIER_TIMEOUT_MS = 120_000;
/** Long enough for a courier to carry out a request that is not answered. */
const IN_VAIN_MS = 500;

let test: TestApp;
let account: TestAccount;
let warehouseId: string;
/** Cheapest first. */
let carriers: { carrier_id: string; carrier_name: string }[];
let log: Record<string, unknown>[];

beforeAll(async () => {
  log = [];
  const logger = pino(
    { base: null, level: 'debug' },
    { write: (line: string) => log.push(JSON.parse(line)) },
  );
  test = await startApp({ logger, shipping: { carrierTimeoutMs: CARRIER_TIMEOUT_MS } });
  account = await test.account();
  warehouseId = await makeWarehouse(account);
  const quoted = await account.post('/rates', {
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

const orchestrate = (payload: object) => account.post('/forward-order-orchestration', payload);
const create = (payload: object) => account.post('/forward-order', payload);
const book = (payload: object) => account.post('/forward-order-shipment', payload);

async function show(shipmentId: string) {
  const response = await account.get(`/shipments/${shipmentId}`);
  return response.json().data.attributes;
}

/** The carriers' own rows, by our reference. */
async function carrierBooks(): Promise<{ carrier_id: string; is_booked: boolean; is_cancelled: boolean }[]> {
  const { rows } = await test.database.database.pool.query(
    `select carrier_id, booked_at is not null as is_booked, cancelled_at is not null as is_cancelled
       from offline_bookings order by serial`,
  );
  return rows;
}

function answeringWith<T>(answers: Partial<CarrierAdapter>, work: () => Promise<T>): Promise<T> {
  return answering(test, answers, work);
}

/** Sends a request whose bookings the carrier makes, and loses the answers. */
function losingAnswer<T>(request: () => Promise<T>): Promise<T> {
  const { book } = offlineAdapter(test);
  const bookInVain: typeof book = async (...asked) => {
    await book.apply(offlineAdapter(test), asked);
    throw new Error('the connection was reset');
  };
  return answeringWith({ book: bookInVain }, request);
}

/** Waits only shortly for a courier that never answers. */
async function inVain<T>(request: () => Promise<T>): Promise<T> {
  const limits = test.service.couriers.named('offline')?.limits ?? expect.fail('There is no offline courier');
  Object.assign(limits, { actionMs: IN_VAIN_MS });
  try {
    return await request();
  } finally {
    Reflect.deleteProperty(limits, 'actionMs');
  }
}

/** A process that stays alive for at least a minute. */
async function otherProcess(): Promise<string> {
  const processId = test.service.newId();
  await test.database.database.pool.query(
    "insert into service_processes values ($1, now(), now() + interval '1 hour')",
    [processId],
  );
  return processId;
}

/** Makes the current bookings look like those of a dead process. */
async function leaveBookings(): Promise<void> {
  await test.database.database.pool.query("update bookings set process_id = $1 where state = 'asking'", [
    test.service.newId(),
  ]);
}

async function eventsOf(shipmentId: string): Promise<string[]> {
  const { rows } = await test.database.database.pool.query<{ status: string }>(
    'select status from tracking_events where shipment_id = $1 order by arrival',
    [shipmentId],
  );
  return rows.map(({ status }) => status);
}

/** The outcomes of all bookings of these shipments. */
async function bookingsOf(shipmentIds: readonly string[]): Promise<string[]> {
  const { rows } = await test.database.database.pool.query<{ state: string }>(
    'select state from bookings where shipment_id = any($1)',
    [shipmentIds],
  );
  return rows.map(({ state }) => state);
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
      'No carrier accepted this shipment',
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
      'No carrier accepted this shipment',
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
      const response = await inVain(() => orchestrate(orderBody(warehouseId)));
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
        `Shipment ${response.json().payload.shipment_id} is being booked right now`,
      ]);
      await tell([]);
      await runJobs(test);
    },
  );

  it('has the booking when the job asks, and the shipment gets it at the price it was asked for', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    await runJobs(test);
    const shown = await show(shipment_id);
    expect(shown).toMatchObject({
      sub_status: 'ready_for_pickup',
      tracking_number: expect.stringMatching(/\d{11}$/),
      carrier: { id: carrier(0).carrier_id, name: carrier(0).carrier_name },
      charges: { platform_fee: 5 },
    });
    const tracked = await account.post('/order-tracking', { awbs: [shown.tracking_number] });
    expect(tracked.json().result[shown.tracking_number]).toHaveProperty('tracking_data');
    expect(await waitingJobs(test)).toEqual([]);
  });

  it('is found out by a process whose clock is behind', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    test.advance(-3_000);
    await runJobs(test);
    test.advance(3_000);
    expect(await show(shipment_id)).toMatchObject({
      sub_status: 'ready_for_pickup',
      tracking_number: expect.any(String),
    });
  });

  it('is found out, and booked again, soon where the clock was ahead and was put right', async () => {
    const ahead = Date.now() + 60 * 60_000 - test.service.now().getTime();
    test.advance(ahead);
    const found = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    await tell([{ kind: 'lose_request' }]);
    const lost = (await inVain(() => orchestrate(orderBody(warehouseId)))).json().payload;
    await tell([]);
    test.advance(2_000);
    await settleLeftovers(test.service);
    const again = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    test.setClockBack(ahead);
    await settleLeftovers(test.service);
    for (const { shipment_id } of [found, again])
      expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
    const { rows } = await test.database.database.pool.query(
      `select run_at <= now() as is_due from ${JOB_SCHEMA}.jobs where task_identifier = $1`,
      [BOOK_AGAIN],
    );
    expect(rows).toEqual([{ is_due: true }]);
    await runQueue(test);
    expect((await show(lost.shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it.each([{ kind: 'lose_request' }, { kind: 'slow', milliseconds: 2 * IN_VAIN_MS }] as const)(
    'has no booking when it is asked, makes none of it any more, and is booked again: %o',
    async (way) => {
      await tell([way]);
      const before = (await carrierBooks()).length;
      const { shipment_id } = (await inVain(() => orchestrate(orderBody(warehouseId)))).json().payload;
      await tell([]);
      await runJobs(test);
      expect(await show(shipment_id)).toMatchObject({
        sub_status: 'ready_for_pickup',
        tracking_number: expect.any(String),
        carrier: { id: carrier(0).carrier_id },
      });
      expect(await eventsOf(shipment_id)).toEqual(['processing', 'ready_for_pickup']);
      const books = (await carrierBooks()).slice(before);
      expect(books.map(({ is_booked }) => is_booked)).toEqual([false, true]);
      expect(await waitingJobs(test)).toEqual([]);
    },
  );

  it('is found out by the job that a process of 0.1.0 left', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    const { pool } = test.database.database;
    const { rows } = await pool.query<{ booking_id: string }>(
      'update bookings set next_try_at = $2 where shipment_id = $1 returning booking_id',
      [shipment_id, new Date(test.service.now().getTime() + 300_000)],
    );
    const payload = { account_id: account.accountId, shipment_id, booking_id: rows[0]?.booking_id };
    await pool.query(`select from ${JOB_SCHEMA}.add_job('settle-booking', $1)`, [JSON.stringify(payload)]);
    await runQueue(test);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('is asked again, ever more seldom, for as long as it cannot be reached', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    const adapter = offlineAdapter(test);
    const { findBooking } = adapter;
    let asked = 0;
    adapter.findBooking = () => {
      asked += 1;
      return Promise.reject(new Error('no route to host'));
    };
    for (let second = 0; second < 20; second += 1) {
      await settleLeftovers(test.service);
      test.advance(1_000);
    }
    // After 2, 4, 6, 9, 14 s.
    expect(asked).toBe(5);
    adapter.findBooking = findBooking;
    expect((await show(shipment_id)).sub_status).toBe('processing');
    test.advance(60_000);
    await settleLeftovers(test.service);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('withdraws the booking that turns up for a shipment cancelled meanwhile', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    const cancelled = await account.post('/cancel-order', { shipment_ids: [shipment_id] });
    expect(cancelled.json().data[0].status).toBe('cancelled');
    await runJobs(test);
    await runJobs(test);
    expect(await show(shipment_id)).toMatchObject({ status: 'cancelled', tracking_number: null });
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
  });

  it('for an order that is there is found out in the same way', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const answered = await losingAnswer(() => book({ shipment_id }));
    expect(answered.json().payload).toMatchObject({ shipment_id, awb_generated: 0, awb_code: null });
    expect((await show(shipment_id)).sub_status).toBe('processing');
    await runJobs(test);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });
});

describe('a booking that was not made after all', () => {
  const nobody = () => Promise.reject(new Error('no route to host'));
  const refusing = async () => ({ outcome: 'refused', reason: 'has no room today' }) as const;

  /** An order whose booking was lost and turned out to have failed: it is about to be booked again. */
  async function notMade(): Promise<BookingAddress> {
    const lost = await answeringWith({ book: nobody }, () => orchestrate(orderBody(warehouseId)));
    const { shipment_id } = lost.json().payload;
    test.advance(60_000);
    await settleLeftovers(test.service);
    const { rows } = await test.database.database.pool.query<{ booking_id: string }>(
      "select booking_id from bookings where shipment_id = $1 and state = 'failed'",
      [shipment_id],
    );
    expect([(await show(shipment_id)).sub_status, rows.length]).toEqual(['processing', 1]);
    const bookingId = rows[0]?.booking_id ?? '';
    return { accountId: account.accountId, shipmentId: shipment_id, bookingId };
  }

  /** The number of parcels that carriers have got for it. */
  async function parcelsSince(before: number): Promise<number> {
    return (await carrierBooks()).slice(before).filter(({ is_booked }) => is_booked).length;
  }

  async function failuresOf({ shipmentId }: BookingAddress): Promise<unknown[]> {
    const { rows } = await test.database.database.pool.query<{ why: string }>(
      `select changes->>'why' as why from audit_records
        where subject_id = $1 and action = 'shipment.booking_failed'`,
      [shipmentId],
    );
    return rows.map(({ why }) => why);
  }

  it('is made again by the same carrier, though a cheaper one would take it', async () => {
    const { carrier_id } = carrier(1);
    const lost = await answeringWith({ book: nobody }, () =>
      orchestrate(orderBody(warehouseId, { carrier_id })),
    );
    await runJobs(test);
    expect((await show(lost.json().payload.shipment_id)).carrier.id).toBe(carrier_id);
  });

  it('is asked for again while the carrier refuses, and then given up with its words, once', async () => {
    const lost = await notMade();
    const before = (await carrierBooks()).length;
    await answeringWith({ book: refusing }, async () => {
      for (let tries = 1; tries < 6; tries += 1) {
        await runQueue(test);
        expect((await show(lost.shipmentId)).sub_status).toBe('processing');
      }
      expect(await failuresOf(lost)).toEqual([]);
      await runQueue(test);
    });
    expect(await show(lost.shipmentId)).toMatchObject({ status: 'pending', sub_status: null });
    expect(await eventsOf(lost.shipmentId)).toEqual(['processing', 'pending']);
    expect(await failuresOf(lost)).toEqual([expect.stringMatching(/has no room today$/)]);
    expect(await waitingJobs(test)).toEqual([]);
    const booked = await book({ shipment_id: lost.shipmentId });
    expect(booked.json().payload.awb_generated).toBe(1);
    expect(await parcelsSince(before)).toBe(1);
  });

  it('is made once the carrier is back', async () => {
    const lost = await notMade();
    await answeringWith({ book: refusing }, () => runQueue(test));
    await runQueue(test);
    expect((await show(lost.shipmentId)).sub_status).toBe('ready_for_pickup');
    expect(await failuresOf(lost)).toEqual([]);
  });

  it('is asked for three times where every answer is lost', async () => {
    let asked = 0;
    const book = () => {
      asked += 1;
      return nobody();
    };
    const lost = await answeringWith({ book }, async () => {
      const response = await orchestrate(orderBody(warehouseId));
      for (let rounds = 0; rounds < 4; rounds += 1) await runJobs(test);
      return response;
    });
    const { shipment_id } = lost.json().payload;
    expect(asked).toBe(3);
    expect(await show(shipment_id)).toMatchObject({ status: 'pending', sub_status: null });
    expect(
      await failuresOf({ accountId: account.accountId, shipmentId: shipment_id, bookingId: '' }),
    ).toEqual(['the booking was not made']);
    expect(await waitingJobs(test)).toEqual([]);
  });

  it('is given up once where somebody booked it meanwhile and that was not made either', async () => {
    const lost = await notMade();
    await answeringWith({ book: nobody }, () => book({ shipment_id: lost.shipmentId }));
    test.advance(60_000);
    await settleLeftovers(test.service);
    expect(await waitingJobs(test)).toHaveLength(2);
    await answeringWith({ book: refusing }, async () => {
      for (let tries = 1; tries <= 6; tries += 1) await runQueue(test);
    });
    expect(await waitingJobs(test)).toEqual([]);
    expect(await failuresOf(lost)).toEqual([expect.stringMatching(/has no room today$/)]);
    expect(await show(lost.shipmentId)).toMatchObject({ status: 'pending', sub_status: null });
  });

  it('is made after what waits to be withdrawn', async () => {
    await notMade();
    await tell([{ kind: 'twice' }]);
    await orchestrate(orderBody(warehouseId));
    await tell([]);
    await notMade();
    const { book, cancel } = offlineAdapter(test);
    const asked: string[] = [];
    const noting = {
      book: (...of: Parameters<typeof book>) => {
        asked.push('book');
        return book.apply(offlineAdapter(test), of);
      },
      cancel: (...of: Parameters<typeof cancel>) => {
        asked.push('cancel');
        return cancel.apply(offlineAdapter(test), of);
      },
    };
    await answeringWith(noting, () => runQueue(test));
    expect(asked).toEqual(['cancel', 'book', 'book']);
  });

  it('is left alone where it is cancelled meanwhile', async () => {
    const lost = await notMade();
    const before = (await carrierBooks()).length;
    const cancelled = await account.post('/cancel-order', { shipment_ids: [lost.shipmentId] });
    expect(cancelled.json().data[0].status).toBe('cancelled');
    await runQueue(test);
    expect(await carrierBooks()).toHaveLength(before);
    expect(await eventsOf(lost.shipmentId)).toEqual(['processing', 'cancelled']);
    expect(await waitingJobs(test)).toEqual([]);
  });

  it.each(['before the job', 'while the job reads it'])(
    'is left alone where it is booked %s',
    async (when) => {
      const lost = await notMade();
      const before = (await carrierBooks()).length;
      const byHand = async () => {
        const input = { shipment_id: lost.shipmentId, carrier_id: carrier(1).carrier_id };
        expect((await book(input)).json().payload.awb_generated).toBe(1);
      };
      const byJob = () => bookAgain(test.service, lost, { isLastTry: true });
      if (when === 'before the job') await byHand();
      else await beforeItChanges(test, byJob, byHand);
      await runQueue(test);
      expect((await show(lost.shipmentId)).carrier.id).toBe(carrier(1).carrier_id);
      expect(await parcelsSince(before)).toBe(1);
      expect(await failuresOf(lost)).toEqual([]);
      expect(await eventsOf(lost.shipmentId)).toEqual(['processing', 'ready_for_pickup']);
    },
  );

  it.each([1, 6])('is made though somebody who books it during try %i is refused', async (tryOfJob) => {
    const lost = await notMade();
    await answeringWith({ book: refusing }, async () => {
      for (let tries = 1; tries < tryOfJob; tries += 1) await runQueue(test);
    });
    const refusedMeanwhile = async () => {
      await runQueue(test);
      return { outcome: 'refused', reason: 'has no room today' } as const;
    };
    const byHand = await answeringWith({ book: refusedMeanwhile }, () =>
      book({ shipment_id: lost.shipmentId }),
    );
    expect(byHand.json().message).toContain('has no room today');
    expect((await show(lost.shipmentId)).sub_status).toBe('processing');
    await runQueue(test);
    expect((await show(lost.shipmentId)).sub_status).toBe('ready_for_pickup');
    expect(await failuresOf(lost)).toEqual([]);
    expect(await waitingJobs(test)).toEqual([]);
  });

  it('is taken as the merchant has changed it meanwhile', async () => {
    const lost = await notMade();
    const { order } = await show(lost.shipmentId);
    const changed = await account.put('/order', {
      ...orderBody(warehouseId, { billing_pincode: '560001' }),
      order_id: order.display_id,
    });
    expect(changed.statusCode).toBe(200);
    const pincodes: string[] = [];
    const { book } = offlineAdapter(test);
    const listening: typeof book = (request, signal) => {
      pincodes.push(request.delivery.pincode);
      return book.call(offlineAdapter(test), request, signal);
    };
    await answeringWith({ book: listening }, () => runQueue(test));
    expect(pincodes).toEqual(['560001']);
    expect((await show(lost.shipmentId)).sub_status).toBe('ready_for_pickup');
  });

  it('is made once by a job that runs twice, also at the same time', async () => {
    const lost = await notMade();
    const before = (await carrierBooks()).length;
    const byJob = () => bookAgain(test.service, lost, { isLastTry: true });
    await duringCourierCall(test, 'book', byJob, () => expect(byJob()).rejects.toThrow('Somebody else'));
    await runQueue(test);
    expect(await parcelsSince(before)).toBe(1);
    expect(await eventsOf(lost.shipmentId)).toEqual(['processing', 'ready_for_pickup']);
    expect(await failuresOf(lost)).toEqual([]);
  });

  it('is made once where the process that makes it again is taken for dead', async () => {
    const lost = await notMade();
    const before = (await carrierBooks()).length;
    const settle = async () => {
      await leaveBookings();
      await settleLeftovers(test.service);
    };
    await duringCourierCall(test, 'book', () => runQueue(test), settle);
    await runQueue(test);
    expect(await parcelsSince(before)).toBe(1);
    expect(await eventsOf(lost.shipmentId)).toEqual(['processing', 'processing', 'ready_for_pickup']);
    expect(await waitingJobs(test)).toEqual([]);
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
  it('gives the shipment one tracking number, and the other is withdrawn, in another try where that is refused', async () => {
    await tell([{ kind: 'twice' }]);
    const { payload } = (await orchestrate(orderBody(warehouseId))).json();
    expect(payload.awb_generated).toBe(1);
    const refuse = async () => ({ outcome: 'refused', reason: 'is closed today' }) as const;
    await answeringWith({ cancel: refuse }, () => runJobs(test));
    expect(await waitingJobs(test)).toMatchObject([{ task: 'withdraw-booking', attempts: 1 }]);
    await runJobs(test);
    expect(await waitingJobs(test)).toEqual([]);
    expect(await lastTwoCancelled()).toEqual([false, true]);
    expect((await show(payload.shipment_id)).tracking_number).toBe(payload.awb_code);
  });

  it('and whose answer is lost has the other withdrawn once that is found out', async () => {
    await tell([{ kind: 'twice' }]);
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
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
      account.post('/cancel-order', { awbs: [awb_code] }),
    );
    const message =
      outcome === 'refused'
        ? `${awb_code} was not cancelled: the courier has it on the road`
        : `${awb_code} was not cancelled: the courier did not answer; please try again`;
    expect([response.statusCode, response.json()]).toEqual([
      422,
      expect.objectContaining({
        errors: [message],
        data: [{ awb: awb_code, status: 'error', message }],
      }),
    ]);
    expect(await show(shipment_id)).toEqual(before);
    const again = await account.post('/cancel-order', { awbs: [awb_code] });
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
        account.post(path, { awb: awb_code }),
      );
      expect([response.statusCode, response.json().errors]).toEqual([422, [sentence]]);
    }
    expect(await show(shipment_id)).toEqual(before);
    expect((await account.post('/initiate-rto', { awb: awb_code })).statusCode).toBe(200);
  });
});

describe('every call to a courier', () => {
  const calls = async () => {
    const { body } = await test.app.inject({ url: '/metrics' });
    const counts = [
      ...body.matchAll(/^carrier_calls\{adapter="offline",call="(\w+)",outcome="(\w+)"\} (\d+)$/gm),
    ];
    const times = [...body.matchAll(/^carrier_call_duration_seconds_(count)\{.*call="(\w+)"\} (\d+)$/gm)];
    return new Map(
      [...counts, ...times].map(([, call, outcome, times]) => [`${call} ${outcome}`, Number(times)]),
    );
  };
  const logged = (call: string) => log.filter((line) => line.call === call).at(-1);

  async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await calls();
    await work();
    const counted = [...(await calls())].map(
      ([call, times]) => [call, times - (before.get(call) ?? 0)] as const,
    );
    return Object.fromEntries(counted.filter(([, times]) => times > 0));
  }

  it('is counted, timed and logged with what came of it', async () => {
    const { shipment_id, awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    expect(logged('book')).toMatchObject({
      level: 20,
      msg: 'courier',
      adapter: 'offline',
      outcome: 'booked',
      account_id: account.accountId,
      carrier_id: carrier(0).carrier_id,
      reference: expect.any(String),
      ms: expect.any(Number),
    });
    await tell([{ carrierId: carrier(0).carrier_id }]);
    expect(await added(() => orchestrate(orderBody(warehouseId)))).toEqual({
      'book booked': 1,
      'book refused': 1,
      'count book': 2,
    });
    await scan(test, account, shipment_id, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    expect(await added(() => account.post('/reattempt', { awb: awb_code }))).toEqual({
      'requestReattempt done': 1,
      'count requestReattempt': 1,
    });
    await scan(test, account, shipment_id, ['out_for_delivery', 'ndr_raised']);
    expect(await added(() => account.post('/initiate-rto', { awb: awb_code }))).toEqual({
      'requestRto done': 1,
      'count requestRto': 1,
    });
  });

  it('that fails or gets no answer is a warning, which tells no phone number and no header', async () => {
    const thrown = Object.assign(new Error('no pickup for 9876543210'), { headers: { token: 'a secret' } });
    const failing = async () => {
      const { awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
      await answeringWith({ cancel: () => Promise.reject(thrown) }, () =>
        account.post('/cancel-order', { awbs: [awb_code] }),
      );
    };
    expect(await added(failing)).toMatchObject({ 'cancel failed': 1, 'count cancel': 1 });
    expect(logged('cancel')).toMatchObject({ level: 40, outcome: 'failed' });
    expect(logged('cancel')?.error).toMatch(/^Error: no pickup for \*{6}3210\n +at .*carrier-failures/);
    expect(JSON.stringify(log)).not.toContain('a secret');
    await tell([{ kind: 'lose_request' }]);
    const unanswered = () => inVain(() => orchestrate(orderBody(warehouseId)));
    expect(await added(unanswered)).toMatchObject({ 'book timed_out': 1 });
    expect(logged('book')).toMatchObject({ level: 40, outcome: 'timed_out' });
    await tell([]);
    expect(await added(() => runJobs(test))).toMatchObject({ 'findBooking not_booked': 1 });
  });
});

describe('what another did while a courier was asked', () => {
  const BUSY = 'The service was too busy to finish the request; please try again';

  it('an order id that another process took over makes no order, and the booking is withdrawn', async () => {
    const body = orderBody(warehouseId);
    const before = await countRows(test);
    const takeOver = () =>
      test.database.database.pool.query(
        "update bookings set process_id = $1, state = 'unknown' where new_order_id is not null",
        [test.service.newId()],
      );
    const response = await duringCourierCall(test, 'book', () => orchestrate(body), takeOver);
    expect([response.statusCode, response.json().errors]).toEqual([503, [BUSY]]);
    expect(await countRows(test)).toEqual(before);
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
    expect((await orchestrate(body)).statusCode).toBe(200);
  });

  it('an order id that another process took over is not asked for at the next carrier', async () => {
    await tell([{ carrierId: carrier(0).carrier_id }]);
    const body = orderBody(warehouseId);
    const processId = await otherProcess();
    const before = (await carrierBooks()).length;
    const takeOver = () =>
      test.database.database.pool.query(
        "update bookings set process_id = $1, state = 'unknown' where new_order_id is not null",
        [processId],
      );
    const response = await duringCourierCall(test, 'book', () => orchestrate(body), takeOver);
    expect([response.statusCode, response.json().errors]).toEqual([503, [BUSY]]);
    expect(await carrierBooks()).toHaveLength(before);
    expect(await heldOrders(test)).toBe(1);
    await removeHeldOrders(test);
  });

  it('an order that is there already is asked for at no carrier', async () => {
    const body = orderBody(warehouseId);
    await create(body);
    const before = (await carrierBooks()).length;
    expect((await orchestrate(body)).json().errors).toEqual([`Order already exists: ${body.order_id}`]);
    expect(await carrierBooks()).toHaveLength(before);
    expect(await heldOrders(test)).toBe(0);
    const late = orderBody(warehouseId);
    const response = await beforeItChanges(
      test,
      () => orchestrate(late),
      () => create(late),
      'writeAtOnce',
    );
    expect(response.json().errors).toEqual([`Order already exists: ${late.order_id}`]);
    expect(await carrierBooks()).toHaveLength(before);
    expect(await heldOrders(test)).toBe(0);
  });

  it('an order that another made in the same moment keeps its order id', async () => {
    const body = orderBody(warehouseId);
    const first = duringCourierCall(
      test,
      'book',
      () => orchestrate(body),
      async () => {
        for (const repeat of [orchestrate, create]) {
          const response = await repeat(body);
          expect([response.statusCode, response.json().errors]).toEqual([
            422,
            [`Order already exists: ${body.order_id}`],
          ]);
        }
        await settleLeftovers(test.service);
        expect(await heldOrders(test)).toBe(1);
      },
    );
    expect((await first).statusCode).toBe(200);
  });

  it('an order that is being made is in no list, count, export or webhook until it is made', async () => {
    const body = orderBody(warehouseId, { tags: ['held'] });
    const answered = async (response: Promise<LightMyRequestResponse>) => {
      const { statusCode, body: text } = await response;
      expect(statusCode).toBe(200);
      return text;
    };
    const matching = async (filter: object) =>
      JSON.parse(await answered(account.post('/shipments', filter))).meta.total;
    const { pool } = test.database.database;
    const written = ['audit_records', 'webhook_events', 'messages', 'shipment_count_deltas'].map(
      (table) => `(select count(*)::integer from ${table}) as ${table}`,
    );
    const seen = async () => ({
      all: await matching({}),
      tagged: await matching({ tags: ['held'] }),
      named: await matching({ order_display_id: [body.order_id] }),
      counts: await answered(account.post('/shipments/counts', {})),
      facets: await answered(account.post('/shipments/facets', { facets: ['tags'] })),
      exported: await answered(account.post('/shipments/export', {})),
      overview: await answered(account.get('/overview')),
      written: (await pool.query(`select ${written.join(', ')}`)).rows,
    });
    const before = await seen();
    let during: unknown;
    const remember = async () => {
      during = await seen();
    };
    const response = await duringCourierCall(test, 'book', () => orchestrate(body), remember);
    expect(response.statusCode).toBe(200);
    expect(during).toEqual(before);
    expect(await seen()).toMatchObject({ all: before.all + 1, tagged: 1, named: 1 });
  });

  it.each<[string, Partial<CarrierAdapter>, string | null]>([
    ['booked', {}, 'ready_for_pickup'],
    ['not booked', { findBooking: async () => ({ outcome: 'not_booked' }) }, 'processing'],
    ['unknown', { findBooking: () => Promise.reject(new Error('no route to host')) }, 'processing'],
  ])('a booking that another process found %s stays so', async (_, answers, subStatus) => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const settle = async () => {
      await leaveBookings();
      await answeringWith(answers, () => settleLeftovers(test.service));
    };
    const response = await duringCourierCall(test, 'book', () => book({ shipment_id }), settle, 'after');
    expect([response.statusCode, response.json().errors]).toEqual([503, [BUSY]]);
    expect((await show(shipment_id)).sub_status).toBe(subStatus);
    const events = await eventsOf(shipment_id);
    expect(events.filter((status) => status === 'ready_for_pickup').length).toBeLessThan(2);
    if (subStatus === 'processing') {
      await runJobs(test);
      expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
    }
  });

  it('a booking that another process found not made is asked for at no other carrier', async () => {
    await tell([{ carrierId: carrier(0).carrier_id }]);
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const before = (await carrierBooks()).length;
    const settle = async () => {
      await leaveBookings();
      await settleLeftovers(test.service);
    };
    const response = await duringCourierCall(test, 'book', () => book({ shipment_id }), settle);
    expect([response.statusCode, response.json().errors]).toEqual([503, [BUSY]]);
    expect((await carrierBooks()).slice(before).filter(({ is_booked }) => is_booked)).toEqual([]);
    await tell([]);
    expect((await book({ shipment_id })).json().payload.awb_generated).toBe(1);
    await runQueue(test);
  });

  it('the last refusal takes back nothing of a booking that another has begun since', async () => {
    const { carrier_id } = carrier(0);
    await tell([{ carrierId: carrier_id }]);
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const settleAndBook = async () => {
      await leaveBookings();
      await settleLeftovers(test.service);
      const other = await book({ shipment_id, carrier_id: carrier(1).carrier_id });
      expect(other.json().payload.awb_generated).toBe(1);
    };
    const refused = () => book({ shipment_id, carrier_id });
    expect((await duringCourierCall(test, 'book', refused, settleAndBook)).statusCode).toBe(503);
    expect((await show(shipment_id)).carrier.id).toBe(carrier(1).carrier_id);
  });

  it('a booking that is being asked for is left to its own request', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const settle = async () => {
      const { rows } = await test.database.database.pool.query<{ booking_id: string }>(
        'select booking_id from bookings where shipment_id = $1',
        [shipment_id],
      );
      const address = { accountId: account.accountId, shipmentId: shipment_id };
      await settleBookings(test.service, [{ ...address, bookingId: rows[0]?.booking_id ?? '' }]);
      await settleLeftovers(test.service);
    };
    const response = await duringCourierCall(test, 'book', () => book({ shipment_id }), settle);
    expect(response.json().payload.awb_generated).toBe(1);
    expect(await eventsOf(shipment_id)).toEqual(['ready_for_pickup']);
  });

  it.each(['before', 'after'] as const)('a lost booking is settled once by two (%s)', async (when) => {
    const adapter = offlineAdapter(test);
    const book = async (...told: Parameters<CarrierAdapter['book']>): Promise<never> => {
      await Object.getPrototypeOf(adapter).book.apply(adapter, told);
      throw new Error('the connection was lost');
    };
    const lost = await answeringWith({ book }, () => orchestrate(orderBody(warehouseId)));
    const { shipment_id } = lost.json().payload;
    test.advance(5 * 60_000);
    const settle = () => settleLeftovers(test.service);
    await duringCourierCall(test, 'findBooking', settle, settle, when);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
    expect(await eventsOf(shipment_id)).toEqual(['processing', 'ready_for_pickup']);
  });

  it('lost bookings are asked about by one of two processes, and free again for others should it hang', async () => {
    const lost = await losingAnswer(() => orchestrate(orderBody(warehouseId)));
    const { shipment_id } = lost.json().payload;
    test.advance(60_000);
    let asked = 0;
    const askedByOthers: number[] = [];
    const findBooking = async () => {
      asked += 1;
      if (asked > 1) return { outcome: 'not_booked' } as const;
      for (const laterMs of [0, 5 * 60_000]) {
        test.advance(laterMs);
        await settleLeftovers(test.service);
        askedByOthers.push(asked - 1);
      }
      return { outcome: 'too_early' } as const;
    };
    await answeringWith({ findBooking }, () => settleLeftovers(test.service));
    expect([askedByOthers, await bookingsOf([shipment_id])]).toEqual([[0, 1], ['failed']]);
    await runQueue(test);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('bookings of two accounts, asked about in one lot by two processes, are settled once each', async () => {
    const other = await test.account();
    const places = [
      { headers: account.headers, accountId: account.accountId, warehouseId },
      { headers: other.headers, accountId: other.accountId, warehouseId: await makeWarehouse(other) },
    ];
    const lost = await losingAnswer(() =>
      Promise.all(
        places.map(({ headers, warehouseId }) =>
          test.app.inject({
            method: 'POST',
            url: `${API}/forward-order-orchestration`,
            headers,
            payload: orderBody(warehouseId),
          }),
        ),
      ),
    );
    const shipmentIds = lost.map((response) => response.json().payload.shipment_id as string);
    const { rows: addresses } = await test.database.database.pool.query<BookingAddress>(
      `select account_id as "accountId", shipment_id as "shipmentId", booking_id as "bookingId" from bookings
        where shipment_id = any($1)`,
      [shipmentIds],
    );
    expect(new Set(addresses.map(({ accountId }) => accountId)).size).toBe(2);
    const settle = () => settleBookings(test.service, addresses);
    await duringCourierCall(test, 'findBooking', settle, settle, 'after');
    for (const shipmentId of shipmentIds) {
      expect(await eventsOf(shipmentId)).toEqual(['processing', 'ready_for_pickup']);
    }
  });

  it('a round that is stopped asks about nothing more', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    test.advance(60_000);
    await settleLeftovers(test.service, () => true);
    expect((await show(shipment_id)).sub_status).toBe('processing');
    await settleLeftovers(test.service);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('a shipment that is being booked is not cancelled, also where it was free a moment ago', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const cancel = async () =>
      (await account.post('/cancel-order', { shipment_ids: [shipment_id] })).json().data[0].message;
    const answers: string[] = [];
    let booking: Promise<unknown> | undefined;
    const early = beforeItChanges(test, cancel, () => {
      return new Promise<void>((asked) => {
        const answer = async () => {
          answers.push(await cancel());
          asked();
          answers.push(await early);
        };
        booking = duringCourierCall(test, 'book', () => book({ shipment_id }), answer);
      });
    });
    await early;
    await booking;
    const beingBooked = `${shipment_id} is being booked; please try again`;
    expect(answers).toEqual([beingBooked, beingBooked]);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('a shipment that was booked between the look and the cancelling is not cancelled here alone', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const cancel = () => account.post('/cancel-order', { shipment_ids: [shipment_id] });
    const early = await beforeItChanges(test, cancel, () => book({ shipment_id }));
    const { tracking_number, status } = await show(shipment_id);
    expect(early.json().data[0]).toMatchObject({
      status: 'error',
      message: `${tracking_number} was booked at the same moment; please try again`,
    });
    expect(status).toBe('pending');
    expect((await cancel()).json().data[0].status).toBe('cancelled');
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
  });

  it('a shipment that was cancelled between the look and the booking is not booked', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const before = (await carrierBooks()).length;
    const cancel = () => account.post('/cancel-order', { shipment_ids: [shipment_id] });
    const response = await beforeItChanges(test, () => book({ shipment_id }), cancel);
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      [`Shipment ${shipment_id} cannot be booked; its status is "Cancelled"`],
    ]);
    expect(await carrierBooks()).toHaveLength(before);
    expect((await show(shipment_id)).status).toBe('cancelled');
  });

  it('a shipment that was booked between the look and the booking has one booking, answered to both', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const before = (await carrierBooks()).length;
    let first = '';
    const response = await beforeItChanges(
      test,
      () => book({ shipment_id }),
      async () => {
        first = (await book({ shipment_id })).json().payload.awb_code;
      },
    );
    expect(response.json().payload.awb_code).toBe(first);
    expect(await carrierBooks()).toHaveLength(before + 1);
  });

  it('a parcel that was picked up while its cancelling was asked for is not cancelled', async () => {
    const { shipment_id, awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    const cancel = () => account.post('/cancel-order', { awbs: [awb_code] });
    const response = await duringCourierCall(test, 'cancel', cancel, () =>
      scan(test, account, shipment_id, ['picked_up']),
    );
    expect(response.json().data[0]).toMatchObject({ awb: awb_code, status: 'error' });
    expect((await show(shipment_id)).sub_status).toBe('picked_up');
  });

  it('a parcel that two cancel at once is cancelled once', async () => {
    const { shipment_id, awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    const cancel = async () =>
      (await account.post('/cancel-order', { awbs: [awb_code] })).json().data[0].message;
    const first: string[] = [];
    const second = await duringCourierCall(test, 'cancel', cancel, async () => first.push(await cancel()));
    expect([...first, second]).toEqual(['Cancelled', 'Cancelled already']);
    expect(await eventsOf(shipment_id)).toEqual(['ready_for_pickup', 'cancelled']);
  });

  it.each([
    ['/reattempt', 'requestReattempt'],
    ['/initiate-rto', 'requestRto'],
  ] as const)('a parcel that was delivered meanwhile is decided about no more (%s)', async (path, call) => {
    const { shipment_id, awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    await scan(test, account, shipment_id, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    const decide = () => account.post(path, { awb: awb_code, comments: 'Ring the bell' });
    const deliver = () => scan(test, account, shipment_id, ['delivered']);
    const response = await duringCourierCall(test, call, decide, deliver);
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      [expect.stringMatching(new RegExp(`^Shipment ${awb_code} .*[Dd]elivered`))],
    ]);
    expect((await show(shipment_id)).status).toBe('delivered');
    expect((await eventsOf(shipment_id)).at(-1)).toBe('delivered');
  });
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

  it('keeps its order id until the carrier has withdrawn it', async () => {
    const body = orderBody(warehouseId);
    const { pool } = test.database.database;
    const refuse = async () => ({ outcome: 'refused', reason: 'has it on the road' }) as const;
    await pool.query('alter table parcels add constraint never check (false) not valid');
    try {
      await answeringWith({ cancel: refuse }, async () => {
        expect((await orchestrate(body)).statusCode).toBe(500);
        expect((await orchestrate(body)).statusCode).toBe(503);
      });
    } finally {
      await pool.query('alter table parcels drop constraint never');
    }
    expect(await heldOrders(test)).toBe(1);
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: false });
    test.advance(60_000);
    await settleLeftovers(test.service);
    expect(await heldOrders(test)).toBe(0);
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
  });

  it('is settled while another carrier keeps one waiting', async () => {
    const adapter = offlineAdapter(test);
    const { findBooking } = adapter;
    const { pool } = test.database.database;
    await pool.query('alter table parcels add constraint never check (false) not valid');
    adapter.findBooking = () => Promise.reject(new Error('no route to host'));
    let asked = 0;
    try {
      for (let left = 0; left < 2; left += 1) await orchestrate(orderBody(warehouseId));
      expect(await heldOrders(test)).toBe(2);
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
      test.advance(60_000);
      await settleLeftovers(test.service);
    } finally {
      adapter.findBooking = findBooking;
      await pool.query('alter table parcels drop constraint never');
    }
    expect(await heldOrders(test)).toBe(0);
  });

  it('is settled later where the carrier cannot be asked at once', async () => {
    const body = orderBody(warehouseId);
    const adapter = offlineAdapter(test);
    const { findBooking } = adapter;
    const { pool } = test.database.database;
    await pool.query('alter table parcels add constraint never check (false) not valid');
    adapter.findBooking = () => Promise.reject(new Error('no route to host'));
    try {
      expect((await orchestrate(body)).statusCode).toBe(500);
      expect(await heldOrders(test)).toBe(1);
      expect((await orchestrate(body)).statusCode).toBe(503);
    } finally {
      adapter.findBooking = findBooking;
      await pool.query('alter table parcels drop constraint never');
    }
    await settleLeftovers(test.service);
    expect(await heldOrders(test)).toBe(1);
    test.advance(2_000);
    await settleLeftovers(test.service);
    expect(await heldOrders(test)).toBe(0);
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
    expect((await orchestrate(body)).statusCode).toBe(200);
  });
});

describe('maintenance', () => {
  it('tries each part, whatever becomes of the others', async () => {
    const { pool } = test.database.database;
    const broken = ['messages', 'shipment_count_deltas', 'bookings', 'idempotency_keys', 'store_logos'];
    await Promise.all(broken.map((table) => pool.query(`alter table ${table} rename to ${table}_away`)));
    const errors: string[] = [];
    await runMaintenance(test.service, (error) => errors.push((error as Error).message));
    await Promise.all(broken.map((table) => pool.query(`alter table ${table}_away rename to ${table}`)));
    // Several parts may need the same table.
    expect([...new Set(errors)]).toEqual(broken.map((table) => `relation "${table}" does not exist`));
  });

  it('settles what it can beside bookings that cannot be written', async () => {
    const { awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    const lost = await answeringWith({ book: () => Promise.reject(new Error('no route to host')) }, () =>
      Promise.all(Array.from({ length: 6 }, () => orchestrate(orderBody(warehouseId)))),
    );
    const shipmentIds = lost.map((response) => response.json().payload.shipment_id as string);
    test.advance(5 * 60_000);
    let asked = 0;
    const findBooking = async () => {
      asked += 1;
      return asked < 6
        ? ({ outcome: 'booked', trackingNumber: awb_code, surplus: [], ...UNCODED } as const)
        : ({ outcome: 'not_booked' } as const);
    };
    await answeringWith({ findBooking }, async () => {
      await expect(settleLeftovers(test.service)).rejects.toThrow('duplicate key');
    });
    expect(asked).toBe(6);
    expect((await bookingsOf(shipmentIds)).filter((state) => state === 'failed')).toHaveLength(1);
    test.advance(5 * 60_000);
    await settleLeftovers(test.service);
    expect(await bookingsOf(shipmentIds)).toEqual(shipmentIds.map(() => 'failed'));
    await runQueue(test);
  });

  it('settles a lot of bookings beside one that cannot be taken up', async () => {
    const lost = await losingAnswer(() =>
      Promise.all(Array.from({ length: 3 }, () => orchestrate(orderBody(warehouseId)))),
    );
    const shipmentIds = lost.map((response) => response.json().payload.shipment_id as string);
    const { pool } = test.database.database;
    // As if the process had died during the call.
    const { rows } = await pool.query<{ shipmentId: string; bookingId: string }>(
      `update bookings set state = 'asking', process_id = $2 where shipment_id = any($1)
        returning shipment_id as "shipmentId", booking_id as "bookingId"`,
      [shipmentIds, test.service.newId()],
    );
    const addresses = rows.map((row) => ({ accountId: account.accountId, ...row }));
    await pool.query(
      `alter table bookings add constraint never check (booking_id <> '${addresses[0]?.bookingId}' or state <> 'unknown') not valid`,
    );
    try {
      await expect(settleBookings(test.service, addresses)).rejects.toThrow('violates check constraint');
    } finally {
      await pool.query('alter table bookings drop constraint never');
    }
    const statuses = await Promise.all(
      addresses.map(async ({ shipmentId }) => (await show(shipmentId)).sub_status),
    );
    expect(statuses).toEqual(['processing', 'ready_for_pickup', 'ready_for_pickup']);
    await settleBookings(test.service, addresses);
    expect((await show(addresses[0]?.shipmentId ?? '')).sub_status).toBe('ready_for_pickup');
  });

  it('settles a lot of new orders beside one that cannot be taken over', async () => {
    const bodies = Array.from({ length: 3 }, () => orderBody(warehouseId));
    const { pool } = test.database.database;
    const refuse = async () => ({ outcome: 'refused', reason: 'has it on the road' }) as const;
    await pool.query('alter table parcels add constraint never check (false) not valid');
    try {
      await answeringWith({ cancel: refuse }, () => Promise.all(bodies.map(orchestrate)));
    } finally {
      await pool.query('alter table parcels drop constraint never');
    }
    expect(await heldOrders(test)).toBe(3);
    const { rows: addresses } = await pool.query<BookingAddress>(
      `select account_id as "accountId", shipment_id as "shipmentId", booking_id as "bookingId" from bookings
        where new_order_id is not null`,
    );
    await pool.query(
      `alter table bookings add constraint never check (booking_id <> '${addresses[0]?.bookingId}') not valid`,
    );
    try {
      await expect(settleBookings(test.service, addresses)).rejects.toThrow('violates check constraint');
    } finally {
      await pool.query('alter table bookings drop constraint never');
    }
    expect(await heldOrders(test)).toBe(1);
    expect(await settleBookings(test.service, addresses)).toBe(1);
    expect(await heldOrders(test)).toBe(0);
  });

  it('asks a courier again who cannot be reached, after half the time that the booking is open', async () => {
    const nobody = () => Promise.reject(new Error('no route to host'));
    const { shipment_id } = (
      await answeringWith({ book: nobody }, () => orchestrate(orderBody(warehouseId)))
    ).json().payload;
    let asked = 0;
    const findBooking = () => {
      asked += 1;
      return nobody();
    };
    test.advance(5 * 60_000);
    await answeringWith({ findBooking }, async () => {
      await settleLeftovers(test.service);
      test.advance(150_000 - 1);
      await settleLeftovers(test.service);
      expect(asked).toBe(1);
      test.advance(1);
      await settleLeftovers(test.service);
      expect(asked).toBe(2);
    });
    test.advance(5 * 60_000);
    await settleLeftovers(test.service);
    expect(await bookingsOf([shipment_id])).toEqual(['failed']);
    await runQueue(test);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('removes tokens an hour after they expired, and keeps keys', async () => {
    const { pool } = test.database.database;
    const now = test.service.now().getTime();
    const hour = 60 * 60_000;
    const add = (prefix: string, kind: string, expiresAt: number) =>
      pool.query(
        `insert into credentials (credential_id, account_id, kind, prefix, secret_hash, scope, name, created_at, expires_at)
         values ($1, $2, $3, $4, 'x', 'full', 'a test', now(), $5)`,
        [test.service.newId(), account.accountId, kind, prefix, new Date(expiresAt)],
      );
    await add('token-past', 'token', now - hour - 1);
    await add('token-late', 'token', now - hour);
    await add('key-past', 'key', now - hour - 1);
    await runMaintenance(test.service, (error) => expect.fail(String(error)));
    const { rows } = await pool.query("select prefix from credentials where name = 'a test' order by prefix");
    expect(rows.map(({ prefix }) => prefix)).toEqual(['key-past', 'token-late']);
  });
});
