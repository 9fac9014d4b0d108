import { describe, expect, it } from 'vitest';
import type { CarrierAdapter } from '../../src/carriers/carrier-adapter.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import {
  answeringWith,
  CARRIER,
  carrierHeaders,
  duringCourierCall,
  OTHER_CARRIER,
  offlineAdapter,
  sendEvents,
} from '../support/carriers.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { heldOrders, leaveHeldOrder } from '../support/held-orders.ts';
import { runJobs, waitingJobs } from '../support/jobs.ts';
import {
  countRows,
  DELIVERED_ELSEWHERE,
  makeWarehouse,
  scan as moveTo,
  orderBody,
} from '../support/orders.ts';
import { readerOf } from '../support/people.ts';
import { QC_ITEM } from '../support/returns.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

const exchange = (payload: object, headers?: Record<string, string>) =>
  account.post('/exchange-order-orchestration', payload, headers);

async function made(changes: Record<string, unknown> = {}) {
  const response = await exchange(exchangeBody(warehouseId, changes));
  expect(response.json()).toMatchObject({ status: 1 });
  return response.json().payload;
}

async function listed(filters: object, by: TestAccount = account) {
  const response = await by.post('/exchange-orders', filters);
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function shown(payload: { order_id: string; exchange_order_details: { display_id: string } }) {
  const { data } = await listed({ display_id: [payload.exchange_order_details.display_id] });
  return data[0];
}

async function shipment(shipmentId: string) {
  const response = await account.get(`/shipments/${shipmentId}`);
  return response.json().data.attributes;
}

/** Sends a courier's scan of a return. */
async function scanReturn(trackingNumber: string, status: string) {
  const rows = await test.sql('select carrier_id from shipments where tracking_number = $1', [
    trackingNumber,
  ]);
  const event = { tracking_number: trackingNumber, status, event_date_time: '2026-11-16T12:00:00+05:30' };
  const answer = await sendEvents(test, await carrierHeaders(test, [rows[0].carrier_id]), {
    events: [event],
  });
  expect(answer.json()).toMatchObject({ data: [{ result: 'applied' }] });
}

const numberOfExchanges = async () => (await listed({})).meta.total;

/** The number of rows in each table, and of exchanges. */
const rowsOf = async () => ({ ...(await countRows(test)), exchanges: await numberOfExchanges() });

describe('an exchange', () => {
  it('consists of a new parcel and a return, both booked and marked as an exchange', async () => {
    const body = exchangeBody(warehouseId, { return_weight: 0.34 });
    const response = await exchange(body);
    expect(response.statusCode).toBe(200);
    const { payload } = response.json();
    expect(payload).toMatchObject({
      order_created: 1,
      return_created: 1,
      awb_generated: 2,
      label_generated: 1,
      exchange_order_id: expect.any(Number),
      return_id: payload.return_shipment_id,
      shipment_id: payload.forward_shipment_id,
      forward_awb: expect.stringMatching(/^[A-Z]{2,4}\d{11}$/),
      reverse_awb: expect.stringMatching(/^[A-Z]{2,4}\d{11}$/),
      awb_code: payload.reverse_awb,
      forward_awb_code: payload.forward_awb,
      reverse_applied_weight: 0.34,
      is_exchange: 1,
      exchange_order_details: {
        id: payload.exchange_order_id,
        unique_id: expect.any(String),
        display_id: body.order_id,
        status: 'requested',
        order_id: payload.order_id,
        return_id: payload.return_id,
        channel: 'manual_order',
        dispatch: 'at_once',
      },
      forward_shipment_details: { awb: payload.forward_awb, status: 'ready_for_pickup' },
      return_shipment: { awb: payload.reverse_awb, status: 'return_pickup_scheduled' },
      charges: {
        total: expect.stringMatching(/^\d+\.\d\d$/),
        forward: { forward_charges: expect.stringMatching(/^\d+\.\d\d$/) },
        reverse: { return_pickup_charges: expect.stringMatching(/^\d+\.\d\d$/), exchange_charges: '0.00' },
      },
    });
    expect(payload.forward_awb).not.toBe(payload.reverse_awb);
    expect(await shipment(payload.forward_shipment_id)).toMatchObject({ is_exchange: true });
    const back = (await account.get(`/returns/${payload.return_id}`)).json().data.attributes;
    expect(back).toMatchObject({ is_exchange: true, display_id: body.order_id, return_reason: 'Too small' });
    expect(back.shipping_address.zip).toBe('560038');
    expect(await shown(payload)).toMatchObject({
      id: payload.exchange_order_id,
      type: 'exchange_order',
      attributes: {
        display_id: body.order_id,
        unique_id: payload.exchange_order_details.unique_id,
        status: 'requested',
        fare_breakup: { total: Number(payload.charges.total) },
        order: { data: { attributes: { unique_id: payload.order_id, display_id: body.order_id } } },
        forward_shipment: {
          data: { attributes: { unique_id: payload.shipment_id, tracking_number: payload.forward_awb } },
        },
        return: { data: { attributes: { unique_id: payload.return_id, return_reason: 'Too small' } } },
        return_shipment: {
          data: { attributes: { tracking_number: payload.reverse_awb, status: 'return_pickup_scheduled' } },
        },
      },
    });
  });

  it('keeps payment, address, total and size of its two parcels apart', async () => {
    const cod = { payment_method: 'COD', cod_collectible: 400, ...DELIVERED_ELSEWHERE, tags: ['gift'] };
    const return_items = [{ name: 'Kurta', sku: 'KURTA-M', units: 2, selling_price: 899 }];
    const payload = await made({ ...cod, return_items, weight: 0.7, return_length: 40, print_label: 0 });
    expect(payload).toMatchObject({
      label_generated: 0,
      forward_shipment_details: { cod: 1, applied_weight: 0.7, label_url: null },
      return_shipment: { cod: 0, applied_weight: 0.8, label_url: null },
    });
    expect(Number(payload.charges.forward.forward_cod_charges)).toBeGreaterThan(0);
    expect(await shipment(payload.forward_shipment_id)).toMatchObject({
      is_cod: true,
      cod_amount: 400,
      total_price: 499,
      tags: ['gift'],
      shipping_address: { name: 'Meera', zip: '400020' },
    });
    const back = (await account.get(`/returns/${payload.return_id}`)).json().data.attributes;
    expect(back).toMatchObject({ total_price: 1798, shipping_address: { zip: '560038' } });
  });

  it('is returned again for a repeated order_id, without new rows', async () => {
    const body = exchangeBody(warehouseId);
    const first = (await exchange(body)).json().payload;
    const before = await rowsOf();
    const second = (await exchange(body)).json().payload;
    const link = expect.any(String);
    const details = { ...first.forward_shipment_details, label_url: link };
    expect(second).toMatchObject({
      ...first,
      order_created: 0,
      return_created: 0,
      forward_shipment_details: details,
    });
    expect(await rowsOf()).toEqual(before);
  });

  it('has the same answer, byte for byte, for a repeated Idempotency-Key', async () => {
    const body = exchangeBody(warehouseId);
    const first = await exchange(body, { 'idempotency-key': 'exchange-1' });
    const second = await exchange(body, { 'idempotency-key': 'exchange-1' });
    expect(second.body).toBe(first.body);
  });

  it('gets the next number of its account, also among simultaneous requests', async () => {
    const other = await test.account();
    const warehouse = await makeWarehouse(other);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => other.post('/exchange-order-orchestration', exchangeBody(warehouse))),
    );
    const numbers = answers.map((answer) => answer.json().payload.exchange_order_id);
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  describe.each(['at_once', 'after_pickup'])('with dispatch %s', (dispatch) => {
    /** Sends an exchange, and five repeats while the courier books its return. */
    async function sixAtOnce(body: object, answers: Partial<CarrierAdapter> = {}) {
      const repeats: ReturnType<typeof exchange>[] = [];
      const { book } = { ...offlineAdapter(test), ...answers };
      const repeating: CarrierAdapter['book'] = async (...asked) => {
        if (repeats.length === 0) for (let n = 0; n < 5; n += 1) repeats.push(exchange(body));
        return book.apply(offlineAdapter(test), asked);
      };
      const first = await answeringWith(test, { book: repeating }, () => exchange(body));
      return [first, ...(await Promise.all(repeats))];
    }

    it('is made once for six simultaneous requests, and each of them gets it', async () => {
      const body = exchangeBody(warehouseId, { dispatch });
      const answers = await sixAtOnce(body);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
      const payloads = answers.map((answer) => answer.json().payload);
      expect(new Set(payloads.map(({ exchange_order_id }) => exchange_order_id)).size).toBe(1);
      expect(payloads.map(({ order_created }) => order_created)).toEqual([1, 0, 0, 0, 0, 0]);
      expect((await listed({ display_id: [body.order_id] })).meta.total).toBe(1);
    });

    it('is made by a simultaneous repeat if the courier refuses the first request', async () => {
      const body = exchangeBody(warehouseId, { dispatch, carrier_id: OTHER_CARRIER });
      const { book } = offlineAdapter(test);
      let isFirst = true;
      const [first, ...repeats] = await sixAtOnce(body, {
        book: async (...asked) => {
          if (!isFirst) return book.apply(offlineAdapter(test), asked);
          isFirst = false;
          return { outcome: 'refused', reason: saidByPartner('is full today') };
        },
      });
      expect(first?.statusCode).toBe(422);
      expect(repeats.map((answer) => answer.json().payload.order_created).sort()).toEqual([0, 0, 0, 0, 1]);
    });
  });

  it('asks for another try if the first request takes too long', async () => {
    const body = exchangeBody(warehouseId);
    const { makingWaitMs } = test.service;
    let repeat: Awaited<ReturnType<typeof exchange>> | undefined;
    await duringCourierCall(
      test,
      'book',
      () => exchange(body),
      async () => {
        Object.assign(test.service, { makingWaitMs: 1 });
        // A cached credential keeps its old settings for a second.
        test.advance(1_000);
        repeat = await exchange(body);
        Object.assign(test.service, { makingWaitMs });
        test.advance(1_000);
      },
    );
    expect([repeat?.statusCode, repeat?.headers['retry-after']]).toEqual([409, '5']);
    expect((await exchange(body)).json().payload).toMatchObject({ order_created: 0 });
  });

  it('names wrong values by the fields of an exchange', async () => {
    const body = exchangeBody(warehouseId, { return_warehouse_id: '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d' });
    const response = await exchange(body);
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain(
      'return_warehouse_id 01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d is not a warehouse',
    );
    const order = orderBody(warehouseId);
    await account.post('/forward-order', order);
    const taken = await exchange(exchangeBody(warehouseId, { order_id: order.order_id }));
    expect(taken.body).toContain(`Order already exists: ${order.order_id}`);
  });

  it('accepts a return with a quality check', async () => {
    const payload = await made({ return_items: [QC_ITEM] });
    const { data } = await listed({ qc_status: ['pending'] });
    expect(data.map(({ id }: { id: number }) => id)).toContain(payload.exchange_order_id);
  });

  it('is refused for a key that may only read', async () => {
    const reader = await readerOf(test, account);
    const response = await reader.post('/exchange-order-orchestration', exchangeBody(warehouseId));
    expect(response.statusCode).toBe(403);
  });
});

describe('an exchange that fails', () => {
  it.each([
    ['was made', false],
    ['is lost', true],
  ])(
    'cancels its return if the courier refuses the new parcel and the booking of the return %s',
    async (_, isLost) => {
      const before = await rowsOf();
      const adapter = offlineAdapter(test);
      const { book, cancel } = adapter;
      const cancelled: string[] = [];
      const answers: Partial<CarrierAdapter> = {
        book: async (request, signal) => {
          if (request.journey === 'forward')
            return { outcome: 'refused', reason: saidByPartner('does not go there') };
          const answer = await book.call(adapter, request, signal);
          if (isLost) throw new Error('the answer is lost');
          return answer;
        },
        cancel: async (booking, signal) => {
          cancelled.push(booking.trackingNumber);
          return cancel.call(adapter, booking, signal);
        },
      };
      const body = exchangeBody(warehouseId);
      const response = await answeringWith(test, answers, () => exchange(body));
      expect([response.statusCode, response.body]).toEqual([
        422,
        expect.stringContaining('does not go there'),
      ]);
      expect(cancelled).toHaveLength(1);
      expect(await rowsOf()).toEqual(before);
      expect((await exchange(body)).json().payload).toMatchObject({ awb_generated: 2, order_created: 1 });
    },
  );

  it.each(['forward', 'return'])(
    'is made if the answer about its %s parcel is lost, and a job finds that',
    async (lost) => {
      const adapter = offlineAdapter(test);
      const { book } = adapter;
      const payload = await answeringWith(
        test,
        {
          book: async (request, signal) => {
            const answer = await book.call(adapter, request, signal);
            if (request.journey === lost) throw new Error('the answer is lost');
            return answer;
          },
        },
        () => made(),
      );
      const number = lost === 'forward' ? 'forward_awb' : 'reverse_awb';
      expect(payload).toMatchObject({ awb_generated: 1, [number]: null });
      // Only a confirmed booking is charged.
      const total = async () => (await shown(payload)).attributes.fare_breakup.total;
      expect(await total()).toBe(Number(payload.charges.total));
      await runJobs(test);
      expect(await total()).toBeGreaterThan(Number(payload.charges.total));
      const { attributes } = await shown(payload);
      for (const parcel of [attributes.forward_shipment, attributes.return_shipment]) {
        expect(parcel.data.attributes.tracking_number).toEqual(expect.any(String));
      }
    },
  );
});

describe('an exchange that is dispatched after the pickup', () => {
  it('books the new parcel with the requested carrier when the return is picked up', async () => {
    const payload = await made({ dispatch: 'after_pickup', carrier_id: OTHER_CARRIER });
    expect(payload).toMatchObject({
      awb_generated: 1,
      forward_awb: null,
      forward_shipment_details: { status: 'pending' },
    });
    await runJobs(test);
    expect((await shipment(payload.forward_shipment_id)).tracking_number).toBeNull();
    await scanReturn(payload.reverse_awb, 'picked_up');
    await runJobs(test);
    const booked = await shipment(payload.forward_shipment_id);
    expect(booked).toMatchObject({ tracking_number: expect.any(String), carrier: { id: OTHER_CARRIER } });
    expect((await shown(payload)).attributes.status).toBe('in_progress');
  });

  it('is refused if no carrier can take the new parcel', async () => {
    const before = await rowsOf();
    const heavy = { dispatch: 'after_pickup', weight: 500, return_weight: 0.3 };
    const response = await exchange(exchangeBody(warehouseId, heavy));
    expect([response.statusCode, response.json().errors[0]]).toEqual([
      422,
      'No carrier can take this shipment',
    ]);
    expect(await rowsOf()).toEqual(before);
  });

  it('is made if a dead process holds the order id of the new parcel', async () => {
    const body = exchangeBody(warehouseId, { dispatch: 'after_pickup' });
    const displayId = (body as unknown as { order_id: string }).order_id;
    await leaveHeldOrder(test, { accountId: account.accountId, displayId });
    const response = await exchange(body);
    expect(response.json()).toMatchObject({ status: 1 });
    expect(await heldOrders(test)).toBe(0);
  });

  it('books no pickup while nobody knows whether the order id of the new parcel is free', async () => {
    const body = exchangeBody(warehouseId, { dispatch: 'after_pickup' });
    const displayId = (body as unknown as { order_id: string }).order_id;
    await leaveHeldOrder(test, { accountId: account.accountId, displayId });
    let bookings = 0;
    const book = () => {
      bookings += 1;
      return Promise.reject(new Error('no route to host'));
    };
    const findBooking = () => Promise.reject(new Error('no route to host'));
    const response = await answeringWith(test, { book, findBooking }, () => exchange(body));
    expect([response.statusCode, bookings]).toEqual([409, 0]);
    expect((await exchange(body)).json()).toMatchObject({ status: 1 });
    expect(await heldOrders(test)).toBe(0);
  });

  it('books the new parcel if a process of an older release has stored the pickup', async () => {
    const payload = await made({ dispatch: 'after_pickup' });
    // That release stores the scan without a job.
    await moveTo(test, account, payload.return_shipment_id, ['return_in_transit']);
    await runJobs(test);
    expect((await shipment(payload.forward_shipment_id)).tracking_number).toBeNull();
    const fail = (error: unknown) => expect.fail(String(error));
    await runMaintenance(test.service, fail);
    await runJobs(test);
    expect((await shipment(payload.forward_shipment_id)).tracking_number).toEqual(expect.any(String));
    await runMaintenance(test.service, fail);
    expect(await waitingJobs(test)).not.toContainEqual(
      expect.objectContaining({ task: 'dispatch-exchange' }),
    );
  });

  it('asks no courier again after every courier has refused the new parcel', async () => {
    const payload = await made({ dispatch: 'after_pickup' });
    await scanReturn(payload.reverse_awb, 'picked_up');
    const asked: unknown[] = [];
    const refusing = {
      book: async (request: unknown) => {
        asked.push(request);
        return { outcome: 'refused', reason: saidByPartner('is on strike') } as const;
      },
    };
    await answeringWith(test, refusing, async () => {
      await runJobs(test);
      const tries = asked.length;
      await runMaintenance(test.service, (error) => expect.fail(String(error)));
      await runJobs(test);
      expect([tries > 0, asked.length]).toEqual([true, tries]);
    });
  });

  it('books nothing if the new parcel was cancelled before the pickup', async () => {
    const payload = await made({ dispatch: 'after_pickup' });
    const cancel = { shipment_ids: [payload.forward_shipment_id] };
    expect((await account.post('/cancel-order', cancel)).statusCode).toBe(200);
    await scanReturn(payload.reverse_awb, 'picked_up');
    await runJobs(test);
    expect(await shipment(payload.forward_shipment_id)).toMatchObject({
      status: 'cancelled',
      tracking_number: null,
    });
  });

  it('leaves the new parcel unbooked if every courier refuses it, and records that', async () => {
    const payload = await made({ dispatch: 'after_pickup' });
    await scanReturn(payload.reverse_awb, 'picked_up');
    await answeringWith(
      test,
      { book: async () => ({ outcome: 'refused', reason: saidByPartner('is on strike') }) },
      () => runJobs(test),
    );
    expect(await shipment(payload.forward_shipment_id)).toMatchObject({ status: 'pending' });
    const audit = await account.get('/audit?subject_kind=exchange');
    expect(audit.body).toContain('exchange.dispatch_refused');
    const book = { shipment_id: payload.forward_shipment_id };
    expect((await account.post('/forward-order-shipment', book)).json().payload.awb_code).toEqual(
      expect.any(String),
    );
  });
});

describe('the listing of exchanges', () => {
  it('pages by number and by cursor, and filters by either shipment', async () => {
    const other = await test.account();
    const warehouse = await makeWarehouse(other);
    const bodies = [];
    for (let n = 0; n < 5; n += 1) {
      const body = exchangeBody(warehouse, n === 0 ? { dispatch: 'after_pickup' } : {});
      bodies.push(body);
      await other.post('/exchange-order-orchestration', body);
    }
    const all = await listed({}, other);
    expect(all.meta).toMatchObject({ total: 5, page: 1, current_page: 1, per_page: 20, total_pages: 1 });
    expect(all.data.map(({ id }: { id: number }) => id)).toEqual([5, 4, 3, 2, 1]);
    const second = await listed({ page: { number: 2, per_page: 2 } }, other);
    expect(second.data.map(({ id }: { id: number }) => id)).toEqual([3, 2]);
    expect(second.meta).toMatchObject({ total: 5, total_pages: 3 });
    const next = await listed({ per_page: 2, search_after: second.meta.next_search_after }, other);
    expect(next.data.map(({ id }: { id: number }) => id)).toEqual([1]);
    const ids = async (filters: object) =>
      (await listed({ sort_order: 'asc', ...filters }, other)).data.map(({ id }: { id: number }) => id);
    const [first] = all.data;
    const { tracking_number } = first.attributes.return_shipment.data.attributes;
    expect(await ids({ search: tracking_number })).toEqual([5]);
    expect(await ids({ search: first.attributes.forward_shipment.data.attributes.tracking_number })).toEqual([
      5,
    ]);
    expect(await ids({ forward_status: ['pending'], forward_shipment_status: ['pending'] })).toEqual([1]);
    expect(await ids({ return_status: 'pickup_scheduled' })).toEqual([1, 2, 3, 4, 5]);
    expect(await ids({ return_shipment_status: ['return_delivered'] })).toEqual([]);
    expect(await ids({ granular_status: ['ready_for_pickup'] })).toEqual([2, 3, 4, 5]);
    expect(await ids({ return_display_id: bodies[2]?.order_id })).toEqual([3]);
    expect(await ids({ warehouse_id: [warehouse], channel: ['manual_order'] })).toEqual([1, 2, 3, 4, 5]);
    expect(await ids({ sku: ['KURTA-M'] })).toEqual([1, 2, 3, 4, 5]);
    expect(await ids({ carrier_group_id: ['7'] })).toEqual([]);
    expect(await ids({ refund_status: ['paid'] })).toEqual([]);
    expect(await ids({ status: 'requested', updated_at__gte: '2026-11-16' })).toEqual([1, 2, 3, 4, 5]);
    expect(await ids({ created_at__lte: '2026-11-15' })).toEqual([]);
    expect(await ids({ status: 'completed' })).toEqual([]);
    expect((await listed({}, await test.account())).meta.total).toBe(0);
  });

  it('filters by the warehouse, carrier, SKU and last change of either shipment', async () => {
    const other = await test.account();
    const [forward, back] = [await makeWarehouse(other), await makeWarehouse(other, { name: 'Peenya' })];
    const send = async (changes: object) => {
      const body = exchangeBody(forward, { dispatch: 'after_pickup', ...changes });
      return (await other.post('/exchange-order-orchestration', body)).json().payload;
    };
    const first = await send({ return_warehouse_id: back, carrier_id: CARRIER });
    await send({
      order_items: [{ name: 'Pot', sku: 'POT', units: 1, selling_price: 499 }],
      return_items: [{ name: 'Cup', sku: 'CUP', units: 1, selling_price: 100 }],
      carrier_id: CARRIER,
    });
    const booking = { shipment_id: first.forward_shipment_id, carrier_id: OTHER_CARRIER };
    expect((await other.post('/forward-order-shipment', booking)).statusCode).toBe(200);
    test.advance(60_000);
    const later = test.service.now().toISOString();
    await moveTo(test, other, first.return_shipment_id, ['return_in_transit']);
    const ids = async (filters: object) =>
      (await listed(filters, other)).data.map(({ id }: { id: number }) => id);
    expect(await ids({ warehouse_id: [forward] })).toEqual([2, 1]);
    expect(await ids({ warehouse_id: [back] })).toEqual([1]);
    expect(await ids({ carrier_ids: [CARRIER] })).toEqual([2, 1]);
    expect(await ids({ carrier_ids: [OTHER_CARRIER] })).toEqual([1]);
    expect(await ids({ sku: ['POT'] })).toEqual([2]);
    expect(await ids({ sku: ['CUP', 'CHAI-250'] })).toEqual([2, 1]);
    expect(await ids({ updated_at__gte: later })).toEqual([1]);
    expect(await ids({ updated_at__lte: later })).toEqual([2]);
  });

  it.each([
    [['picked_up'], [], 'in_progress'],
    [['picked_up', 'delivered'], ['return_in_transit'], 'in_progress'],
    [['picked_up'], ['return_in_transit', 'return_delivered'], 'in_progress'],
    [['picked_up', 'delivered'], ['return_in_transit', 'return_delivered'], 'completed'],
  ] as const)(
    'shows an exchange whose new parcel is %j and whose return is %j as %s',
    async (out, home, status) => {
      const payload = await made();
      await moveTo(test, account, payload.forward_shipment_id, out);
      await moveTo(test, account, payload.return_shipment_id, home);
      expect((await shown(payload)).attributes.status).toBe(status);
      expect(
        (await listed({ status, display_id: [payload.exchange_order_details.display_id] })).meta.total,
      ).toBe(1);
    },
  );

  it('shows an exchange whose shipments are both cancelled as cancelled', async () => {
    const payload = await made();
    for (const id of [payload.forward_shipment_id, payload.return_id]) {
      expect((await shown(payload)).attributes.status).toBe('requested');
      const cancel = await account.post('/cancel-order', { shipment_ids: [id] });
      expect(cancel.statusCode).toBe(200);
    }
    expect((await shown(payload)).attributes.status).toBe('cancelled');
  });
});
