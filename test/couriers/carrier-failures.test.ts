import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierAdapter } from '../../src/carriers/carrier-adapter.ts';
import type { OfflineBehaviour } from '../../src/carriers/offline/offline-ledger.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
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
import { inEnglish } from '../support/in-english.ts';
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
  test = await startApp({ logger, shipping: { carrierTimeoutMs: CARRIER_TIMEOUT_MS, makingWaitMs: 1 } });
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
  const rows = await test.sql(
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
  await test.sql("insert into service_processes values ($1, now(), now() + interval '1 hour')", [processId]);
  return processId;
}

/** Makes the current bookings look like those of a dead process. */
async function leaveBookings(): Promise<void> {
  await test.sql("update bookings set process_id = $1 where state = 'asking'", [test.service.newId()]);
}

/** Makes the current bookings look like those of a dead process, and settles them. */
async function settleBookingsOfTheDead(): Promise<void> {
  await leaveBookings();
  await settleLeftovers(test.service);
}

/** Another process takes over the order ids that are being booked. */
const takeOver = (processId: string) =>
  test.sql("update bookings set process_id = $1, state = 'unknown' where new_order_id is not null", [
    processId,
  ]);

async function whileOrdersCannotBeWritten(work: () => Promise<void>): Promise<void> {
  await test.sql('alter table parcels add constraint never check (false) not valid');
  try {
    await work();
  } finally {
    await test.sql('alter table parcels drop constraint never');
  }
}

async function eventsOf(shipmentId: string): Promise<string[]> {
  const rows = await test.sql<{ status: string }>(
    'select status from tracking_events where shipment_id = $1 order by arrival',
    [shipmentId],
  );
  return rows.map(({ status }) => status);
}

/** The outcomes of all bookings of these shipments. */
async function bookingsOf(shipmentIds: readonly string[]): Promise<string[]> {
  const rows = await test.sql<{ state: string }>('select state from bookings where shipment_id = any($1)', [
    shipmentIds,
  ]);
  return rows.map(({ state }) => state);
}

describe('a carrier that refuses', () => {
  it('is skipped for the next cheapest, at the price of that one', async () => {
    await tell([{ carrierId: carrier(0).carrier_id, pincode: DELIVERY }]);
    const { payload } = (await orchestrate(orderBody(warehouseId))).json();
    expect(payload).toMatchObject({ awb_generated: 1, courier_company_id: carrier(1).carrier_id });
    const shown = await show(payload.shipment_id);
    expect(shown.carrier).toEqual({ id: carrier(1).carrier_id, name: carrier(1).carrier_name });
    expect(shown.charges.forward_freight_charges).toBe(Number(payload.charges.frwd_charges.shipping_charges));
  });

  it('refuses only the pincode that it was told to refuse', async () => {
    await tell([{ pincode: '110001' }]);
    expect((await orchestrate(orderBody(warehouseId))).statusCode).toBe(200);
  });

  it('as the third in a row ends the request with a reason for each, and leaves nothing', async () => {
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

  it('is not replaced if the request named it', async () => {
    const { carrier_id, carrier_name } = carrier(2);
    await tell([{ carrierId: carrier_id }]);
    const response = await orchestrate(orderBody(warehouseId, { carrier_id }));
    expect(response.json().errors).toEqual([
      'No carrier accepted this shipment',
      `${carrier_name} does not take parcels to ${DELIVERY}`,
    ]);
  });

  it('leaves an existing order unchanged', async () => {
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
    '(%s) leaves the order processing, and books it nowhere else',
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

  it('has the booking when the job asks, and the shipment keeps the price of the request', async () => {
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

  it('is asked by a process whose clock is behind', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    test.advance(-3_000);
    await runJobs(test);
    test.advance(3_000);
    expect(await show(shipment_id)).toMatchObject({
      sub_status: 'ready_for_pickup',
      tracking_number: expect.any(String),
    });
  });

  it('is asked and booked again soon after a clock that was ahead is corrected', async () => {
    // biome-ignore lint/plugin: jobs wait by the clock of the database
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
    const rows = await test.sql(
      `select run_at <= now() as is_due from ${JOB_SCHEMA}.jobs where task_identifier = $1`,
      [BOOK_AGAIN],
    );
    expect(rows).toEqual([{ is_due: true }]);
    await runQueue(test);
    expect((await show(lost.shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it.each([{ kind: 'lose_request' }, { kind: 'slow', milliseconds: 2 * IN_VAIN_MS }] as const)(
    'has no booking when it is asked, never makes it later, and is booked again: %o',
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

  it('is asked by the job of a process of release 0.1.0', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    const rows = await test.sql<{ booking_id: string }>(
      'update bookings set next_try_at = $2 where shipment_id = $1 returning booking_id',
      [shipment_id, new Date(test.service.now().getTime() + 300_000)],
    );
    const payload = { account_id: account.accountId, shipment_id, booking_id: rows[0]?.booking_id };
    await test.sql(`select from ${JOB_SCHEMA}.add_job('settle-booking', $1)`, [JSON.stringify(payload)]);
    await runQueue(test);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('is asked again at growing intervals while it cannot be reached', async () => {
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

  it('cancels a booking that is found for a shipment cancelled meanwhile', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    const cancelled = await account.post('/cancel-order', { shipment_ids: [shipment_id] });
    expect(cancelled.json().data[0].status).toBe('cancelled');
    await runJobs(test);
    await runJobs(test);
    expect(await show(shipment_id)).toMatchObject({ status: 'cancelled', tracking_number: null });
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
  });

  it('is asked in the same way for an existing order', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const answered = await losingAnswer(() => book({ shipment_id }));
    expect(answered.json().payload).toMatchObject({ shipment_id, awb_generated: 0, awb_code: null });
    expect((await show(shipment_id)).sub_status).toBe('processing');
    await runJobs(test);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });
});

describe('a booking that turns out not to be made', () => {
  const nobody = () => Promise.reject(new Error('no route to host'));
  const refusing = async () => ({ outcome: 'refused', reason: saidByPartner('has no room today') }) as const;

  /** An order whose booking was lost and turned out to have failed: it is about to be booked again. */
  async function notMade(): Promise<BookingAddress> {
    const lost = await answeringWith({ book: nobody }, () => orchestrate(orderBody(warehouseId)));
    const { shipment_id } = lost.json().payload;
    test.advance(60_000);
    await settleLeftovers(test.service);
    const rows = await test.sql<{ booking_id: string }>(
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
    const rows = await test.sql<{ why: string }>(
      `select changes->>'why' as why from audit_records
        where subject_id = $1 and action = 'shipment.booking_failed'`,
      [shipmentId],
    );
    return rows.map(({ why }) => why);
  }

  it('is made again by the same carrier, even if another one is cheaper', async () => {
    const { carrier_id } = carrier(1);
    const lost = await answeringWith({ book: nobody }, () =>
      orchestrate(orderBody(warehouseId, { carrier_id })),
    );
    await runJobs(test);
    expect((await show(lost.json().payload.shipment_id)).carrier.id).toBe(carrier_id);
  });

  it('is tried again while the carrier refuses, and then given up once with its reason', async () => {
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

  it('is made when the carrier works again', async () => {
    const lost = await notMade();
    await answeringWith({ book: refusing }, () => runQueue(test));
    await runQueue(test);
    expect((await show(lost.shipmentId)).sub_status).toBe('ready_for_pickup');
    expect(await failuresOf(lost)).toEqual([]);
  });

  it('is tried three times if every answer is lost', async () => {
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

  it('is given up once if somebody booked it meanwhile and that booking failed too', async () => {
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

  it('is made after bookings that wait to be cancelled', async () => {
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

  it('is not made if the shipment is cancelled meanwhile', async () => {
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
    'is not made if the shipment is booked %s',
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

  it.each([1, 6])('is made if another person’s booking during try %i is refused', async (tryOfJob) => {
    const lost = await notMade();
    await answeringWith({ book: refusing }, async () => {
      for (let tries = 1; tries < tryOfJob; tries += 1) await runQueue(test);
    });
    const refusedMeanwhile = async () => {
      await runQueue(test);
      return { outcome: 'refused', reason: saidByPartner('has no room today') } as const;
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

  it('is made with the current data if the merchant has changed it meanwhile', async () => {
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

  it('is made once if the process that makes it counts as dead', async () => {
    const lost = await notMade();
    const before = (await carrierBooks()).length;
    await duringCourierCall(test, 'book', () => runQueue(test), settleBookingsOfTheDead);
    await runQueue(test);
    expect(await parcelsSince(before)).toBe(1);
    expect(await eventsOf(lost.shipmentId)).toEqual(['processing', 'processing', 'ready_for_pickup']);
    expect(await waitingJobs(test)).toEqual([]);
  });
});

describe('a slow carrier', () => {
  it('is waited for within its time limit', async () => {
    await tell([{ kind: 'slow', milliseconds: 40 }]);
    const { payload } = (await orchestrate(orderBody(warehouseId))).json();
    expect(payload.courier_company_id).toBe(carrier(0).carrier_id);
  });
});

describe('a carrier that books twice', () => {
  it('gives the shipment one tracking number, and the other is cancelled, in a later try if it is refused', async () => {
    await tell([{ kind: 'twice' }]);
    const { payload } = (await orchestrate(orderBody(warehouseId))).json();
    expect(payload.awb_generated).toBe(1);
    const refuse = async () => ({ outcome: 'refused', reason: saidByPartner('is closed today') }) as const;
    await answeringWith({ cancel: refuse }, () => runJobs(test));
    expect(await waitingJobs(test)).toMatchObject([{ task: 'withdraw-booking', attempts: 1 }]);
    await runJobs(test);
    expect(await waitingJobs(test)).toEqual([]);
    expect(await lastTwoCancelled()).toEqual([false, true]);
    expect((await show(payload.shipment_id)).tracking_number).toBe(payload.awb_code);
  });

  it('with a lost answer has the other booking cancelled after it is found', async () => {
    await tell([{ kind: 'twice' }]);
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    await tell([]);
    await runJobs(test);
    await runJobs(test);
    expect(await lastTwoCancelled()).toEqual([false, true]);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('has both bookings cancelled if the order cannot be written', async () => {
    await tell([{ kind: 'twice' }]);
    await whileOrdersCannotBeWritten(async () =>
      expect((await orchestrate(orderBody(warehouseId))).statusCode).toBe(500),
    );
    expect(await lastTwoCancelled()).toEqual([true, true]);
  });

  async function lastTwoCancelled(): Promise<boolean[]> {
    return (await carrierBooks()).slice(-2).map(({ is_cancelled }) => is_cancelled);
  }
});

describe('a carrier that does not do what it is asked', () => {
  const answers = [
    ['refused', async () => ({ outcome: 'refused', reason: saidByPartner('has it on the road') }) as const],
    ['unknown', () => Promise.reject(new Error('no route to host'))],
  ] as const;

  it.each(answers)('leaves the shipment uncancelled (%s)', async (outcome, answer) => {
    const { shipment_id, awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    const before = await show(shipment_id);
    const response = await answeringWith({ cancel: answer }, () =>
      account.post('/cancel-order', { awbs: [awb_code] }),
    );
    const message =
      outcome === 'refused'
        ? `${awb_code} was not cancelled: the courier has it on the road`
        : `${awb_code} was not cancelled: the courier did not answer; please try again`;
    expect(inEnglish([response.statusCode, response.json()])).toEqual([
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

  it('is counted, timed and logged with its result', async () => {
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

  it('that fails or gets no answer is a warning without phone numbers and headers', async () => {
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

describe('a change while a courier is asked', () => {
  const UNDECIDED = 'An earlier request with this order_id has not ended yet; please try again';
  const BUSY = 'The service was too busy to finish the request; please try again';

  it('by a process that took the order id over makes no order, and the booking is cancelled', async () => {
    const body = orderBody(warehouseId);
    const before = await countRows(test);
    const byOther = () => takeOver(test.service.newId());
    const response = await duringCourierCall(test, 'book', () => orchestrate(body), byOther);
    expect([response.statusCode, response.json().errors]).toEqual([503, [BUSY]]);
    expect(await countRows(test)).toEqual(before);
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
    expect((await orchestrate(body)).statusCode).toBe(200);
  });

  it('by a process that took the order id over stops the request before the next carrier', async () => {
    await tell([{ carrierId: carrier(0).carrier_id }]);
    const body = orderBody(warehouseId);
    const processId = await otherProcess();
    const before = (await carrierBooks()).length;
    const byOther = () => takeOver(processId);
    const response = await duringCourierCall(test, 'book', () => orchestrate(body), byOther);
    expect([response.statusCode, response.json().errors]).toEqual([503, [BUSY]]);
    expect(await carrierBooks()).toHaveLength(before);
    expect(await heldOrders(test)).toBe(1);
    await removeHeldOrders(test);
  });

  it('does not happen for an existing order: no carrier is asked', async () => {
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

  it('by another request that made the order keeps its order id', async () => {
    const body = orderBody(warehouseId);
    const first = duringCourierCall(
      test,
      'book',
      () => orchestrate(body),
      async () => {
        for (const repeat of [orchestrate, create]) {
          const response = await repeat(body);
          expect([response.statusCode, response.json().errors]).toEqual([409, [UNDECIDED]]);
        }
        await settleLeftovers(test.service);
        expect(await heldOrders(test)).toBe(1);
      },
    );
    expect((await first).statusCode).toBe(200);
    expect((await create(body)).json().errors).toEqual([`Order already exists: ${body.order_id}`]);
  });

  it('hides the unfinished order in all lists, counts, exports and webhooks', async () => {
    const body = orderBody(warehouseId, { tags: ['held'] });
    const answered = async (response: Promise<LightMyRequestResponse>) => {
      const { statusCode, body: text } = await response;
      expect(statusCode).toBe(200);
      return text;
    };
    const matching = async (filter: object) =>
      JSON.parse(await answered(account.post('/shipments', filter))).meta.total;
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
      written: await test.sql(`select ${written.join(', ')}`),
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
  ])('by a process that found the booking %s is kept', async (_, answers, subStatus) => {
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

  it('by a process that found the booking not made stops the request before the next carrier', async () => {
    await tell([{ carrierId: carrier(0).carrier_id }]);
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const before = (await carrierBooks()).length;
    const response = await duringCourierCall(
      test,
      'book',
      () => book({ shipment_id }),
      settleBookingsOfTheDead,
    );
    expect([response.statusCode, response.json().errors]).toEqual([503, [BUSY]]);
    expect((await carrierBooks()).slice(before).filter(({ is_booked }) => is_booked)).toEqual([]);
    await tell([]);
    expect((await book({ shipment_id })).json().payload.awb_generated).toBe(1);
    await runQueue(test);
  });

  it('that begins another booking is not undone by the last refusal', async () => {
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

  it('leaves a booking in progress to its own request', async () => {
    const { shipment_id } = (await create(orderBody(warehouseId))).json().payload;
    const settle = async () => {
      const rows = await test.sql<{ booking_id: string }>(
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

  it.each(['before', 'after'] as const)('by two processes settles a lost booking once (%s)', async (when) => {
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

  it('by one of two processes asks about lost bookings, which are free for others if it hangs', async () => {
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

  it('by two processes settles bookings of two accounts once each', async () => {
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
    const addresses = await test.sql<BookingAddress>(
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

  it('by a stopped round asks about nothing more', async () => {
    const { shipment_id } = (await losingAnswer(() => orchestrate(orderBody(warehouseId)))).json().payload;
    test.advance(60_000);
    await settleLeftovers(test.service, () => true);
    expect((await show(shipment_id)).sub_status).toBe('processing');
    await settleLeftovers(test.service);
    expect((await show(shipment_id)).sub_status).toBe('ready_for_pickup');
  });

  it('does not cancel a shipment that is being booked, even if it was free a moment ago', async () => {
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

  it('does not cancel only in our database a shipment that was booked before the cancel', async () => {
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

  it('does not book a shipment that was cancelled before the booking', async () => {
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

  it('books a shipment once for two requests, and answers both with the booking', async () => {
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

  it('does not cancel a parcel that was picked up meanwhile', async () => {
    const { shipment_id, awb_code } = (await orchestrate(orderBody(warehouseId))).json().payload;
    const cancel = () => account.post('/cancel-order', { awbs: [awb_code] });
    const response = await duringCourierCall(test, 'cancel', cancel, () =>
      scan(test, account, shipment_id, ['picked_up']),
    );
    expect(response.json().data[0]).toMatchObject({ awb: awb_code, status: 'error' });
    expect((await show(shipment_id)).sub_status).toBe('picked_up');
  });

  it('cancels a parcel once for two requests at the same time', async () => {
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
  ] as const)('makes no decision about a parcel that was delivered meanwhile (%s)', async (path, call) => {
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

describe('a booking that cannot be written', () => {
  it('is cancelled at the carrier, and its order id is free', async () => {
    const body = orderBody(warehouseId);
    const before = await countRows(test);
    await whileOrdersCannotBeWritten(async () => {
      expect((await orchestrate(body)).statusCode).toBe(500);
      expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
      expect(await countRows(test)).toEqual(before);
    });
    expect((await orchestrate(body)).statusCode).toBe(200);
  });

  it('keeps its order id until the carrier has cancelled it', async () => {
    const body = orderBody(warehouseId);
    const refuse = async () => ({ outcome: 'refused', reason: saidByPartner('has it on the road') }) as const;
    await whileOrdersCannotBeWritten(() =>
      answeringWith({ cancel: refuse }, async () => {
        expect((await orchestrate(body)).statusCode).toBe(500);
        expect((await orchestrate(body)).statusCode).toBe(409);
      }),
    );
    expect(await heldOrders(test)).toBe(1);
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: false });
    test.advance(60_000);
    await settleLeftovers(test.service);
    expect(await heldOrders(test)).toBe(0);
    expect((await carrierBooks()).at(-1)).toMatchObject({ is_booked: true, is_cancelled: true });
  });

  it('is settled while another carrier hangs', async () => {
    const adapter = offlineAdapter(test);
    const { findBooking } = adapter;
    await test.sql('alter table parcels add constraint never check (false) not valid');
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
      await test.sql('alter table parcels drop constraint never');
    }
    expect(await heldOrders(test)).toBe(0);
  });

  it('is settled later if the carrier cannot be asked at once', async () => {
    const body = orderBody(warehouseId);
    const findBooking = () => Promise.reject(new Error('no route to host'));
    await whileOrdersCannotBeWritten(() =>
      answeringWith({ findBooking }, async () => {
        expect((await orchestrate(body)).statusCode).toBe(500);
        expect(await heldOrders(test)).toBe(1);
        expect((await orchestrate(body)).statusCode).toBe(409);
      }),
    );
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
  it('runs each part, even if others fail', async () => {
    const broken = ['messages', 'shipment_count_deltas', 'bookings', 'idempotency_keys', 'store_logos'];
    await Promise.all(broken.map((table) => test.sql(`alter table ${table} rename to ${table}_away`)));
    const errors: string[] = [];
    await runMaintenance(test.service, (error) => errors.push((error as Error).message));
    await Promise.all(broken.map((table) => test.sql(`alter table ${table}_away rename to ${table}`)));
    // Several parts may need the same table.
    expect([...new Set(errors)]).toEqual(broken.map((table) => `relation "${table}" does not exist`));
  });

  it('settles other bookings beside some that cannot be written', async () => {
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

  it('settles other bookings beside one that cannot be claimed', async () => {
    const lost = await losingAnswer(() =>
      Promise.all(Array.from({ length: 3 }, () => orchestrate(orderBody(warehouseId)))),
    );
    const shipmentIds = lost.map((response) => response.json().payload.shipment_id as string);
    // As if the process had died during the call.
    const rows = await test.sql<{ shipmentId: string; bookingId: string }>(
      `update bookings set state = 'asking', process_id = $2 where shipment_id = any($1)
        returning shipment_id as "shipmentId", booking_id as "bookingId"`,
      [shipmentIds, test.service.newId()],
    );
    const addresses = rows.map((row) => ({ accountId: account.accountId, ...row }));
    await test.sql(
      `alter table bookings add constraint never check (booking_id <> '${addresses[0]?.bookingId}' or state <> 'unknown') not valid`,
    );
    try {
      await expect(settleBookings(test.service, addresses)).rejects.toThrow('violates check constraint');
    } finally {
      await test.sql('alter table bookings drop constraint never');
    }
    const statuses = await Promise.all(
      addresses.map(async ({ shipmentId }) => (await show(shipmentId)).sub_status),
    );
    expect(statuses).toEqual(['processing', 'ready_for_pickup', 'ready_for_pickup']);
    await settleBookings(test.service, addresses);
    expect((await show(addresses[0]?.shipmentId ?? '')).sub_status).toBe('ready_for_pickup');
  });

  it('settles other new orders beside one that cannot be taken over', async () => {
    const bodies = Array.from({ length: 3 }, () => orderBody(warehouseId));
    const refuse = async () => ({ outcome: 'refused', reason: saidByPartner('has it on the road') }) as const;
    await test.sql('alter table parcels add constraint never check (false) not valid');
    try {
      await answeringWith({ cancel: refuse }, () => Promise.all(bodies.map(orchestrate)));
    } finally {
      await test.sql('alter table parcels drop constraint never');
    }
    expect(await heldOrders(test)).toBe(3);
    const addresses = await test.sql<BookingAddress>(
      `select account_id as "accountId", shipment_id as "shipmentId", booking_id as "bookingId" from bookings
        where new_order_id is not null`,
    );
    await test.sql(
      `alter table bookings add constraint never check (booking_id <> '${addresses[0]?.bookingId}') not valid`,
    );
    try {
      await expect(settleBookings(test.service, addresses)).rejects.toThrow('violates check constraint');
    } finally {
      await test.sql('alter table bookings drop constraint never');
    }
    expect(await heldOrders(test)).toBe(1);
    expect(await settleBookings(test.service, addresses)).toBe(1);
    expect(await heldOrders(test)).toBe(0);
  });

  it('asks an unreachable courier again after half the age of the booking', async () => {
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
});
