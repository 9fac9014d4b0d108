import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createKey } from '../../src/usecases/accounts/keys.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import {
  answeringWith,
  carrierHeaders,
  OTHER_CARRIER,
  offlineAdapter,
  sendEvents,
} from '../support/carriers.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { heldOrders, leaveHeldOrder } from '../support/held-orders.ts';
import { runJobs, waitingJobs } from '../support/jobs.ts';
import { countRows, makeWarehouse, scan as moveTo, orderBody } from '../support/orders.ts';
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

/** Courier's scans of a return, by its tracking number. */
async function scanReturn(trackingNumber: string, status: string) {
  const { rows } = await test.database.database.pool.query(
    'select carrier_id from shipments where tracking_number = $1',
    [trackingNumber],
  );
  const event = { tracking_number: trackingNumber, status, event_date_time: '2026-11-16T12:00:00+05:30' };
  const answer = await sendEvents(test, await carrierHeaders(test, [rows[0].carrier_id]), {
    events: [event],
  });
  expect(answer.json()).toMatchObject({ data: [{ result: 'applied' }] });
}

const numberOfExchanges = async () => (await listed({})).meta.total;

/** The number of rows in every table, including the exchanges. */
const rowsOf = async () => ({ ...(await countRows(test)), exchanges: await numberOfExchanges() });

describe('an exchange', () => {
  it('is a forward and a return shipment, both booked, linked and marked', async () => {
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

  it('is answered again to a repeated order_id, and nothing is made', async () => {
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

  it('is one for a repeated Idempotency-Key, byte for byte', async () => {
    const body = exchangeBody(warehouseId);
    const first = await exchange(body, { 'idempotency-key': 'exchange-1' });
    const second = await exchange(body, { 'idempotency-key': 'exchange-1' });
    expect(second.body).toBe(first.body);
  });

  it('is counted per account without gaps or doubles, however many are made at once', async () => {
    const other = await test.account();
    const warehouse = await makeWarehouse(other);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => other.post('/exchange-order-orchestration', exchangeBody(warehouse))),
    );
    const numbers = answers.map((answer) => answer.json().payload.exchange_order_id);
    expect(numbers.sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('of one order_id asked for at once is made once', async () => {
    const body = exchangeBody(warehouseId);
    const answers = await Promise.all([exchange(body), exchange(body), exchange(body)]);
    const numbers = answers.flatMap((answer) => answer.json().payload?.exchange_order_id ?? []);
    expect(new Set(numbers).size).toBe(1);
    const { meta } = await listed({ display_id: [body.order_id] });
    expect(meta.total).toBe(1);
  });

  it('tells what is wrong by its own fields', async () => {
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

  it('takes a return that is checked at the door', async () => {
    const payload = await made({ return_items: [QC_ITEM] });
    const { data } = await listed({ qc_status: ['pending'] });
    expect(data.map(({ id }: { id: number }) => id)).toContain(payload.exchange_order_id);
  });

  it('is refused to a read key', async () => {
    const { apiKey } = await createKey(test.service, OPERATOR, account.accountId, {
      name: 'reads',
      scope: 'read',
      expiresAt: null,
    });
    const response = await exchange(exchangeBody(warehouseId), { authorization: apiKey });
    expect(response.statusCode).toBe(403);
  });
});

describe('both or neither', () => {
  it('leaves nothing where the second courier refuses: the first is withdrawn', async () => {
    const before = await rowsOf();
    const adapter = offlineAdapter(test);
    const { book, cancel } = adapter;
    const withdrawn: string[] = [];
    const response = await answeringWith(
      test,
      {
        book: async (request, signal) =>
          request.journey === 'return'
            ? book.call(adapter, request, signal)
            : { outcome: 'refused', reason: 'does not go there' },
        cancel: async (booking, signal) => {
          withdrawn.push(booking.trackingNumber);
          return cancel.call(adapter, booking, signal);
        },
      },
      () => exchange(exchangeBody(warehouseId)),
    );
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain('does not go there');
    expect(withdrawn).toHaveLength(1);
    expect(await rowsOf()).toEqual(before);
  });

  it('leaves nothing where the first answer is lost and the second courier refuses: what the first has is withdrawn', async () => {
    const before = await rowsOf();
    const adapter = offlineAdapter(test);
    const { book, cancel } = adapter;
    const withdrawn: string[] = [];
    const body = exchangeBody(warehouseId);
    const response = await answeringWith(
      test,
      {
        book: async (request, signal) => {
          if (request.journey === 'forward') return { outcome: 'refused', reason: 'does not go there' };
          await book.call(adapter, request, signal);
          throw new Error('the answer is lost');
        },
        cancel: async (booking, signal) => {
          withdrawn.push(booking.trackingNumber);
          return cancel.call(adapter, booking, signal);
        },
      },
      () => exchange(body),
    );
    expect(response.statusCode).toBe(422);
    expect(withdrawn).toHaveLength(1);
    expect(await rowsOf()).toEqual(before);
    expect((await exchange(body)).json().payload).toMatchObject({ awb_generated: 2, order_created: 1 });
  });

  it('is made where an answer is lost, and the job finds out', async () => {
    const adapter = offlineAdapter(test);
    const { book } = adapter;
    const payload = await answeringWith(
      test,
      {
        book: async (request, signal) => {
          const answer = await book.call(adapter, request, signal);
          if (request.journey === 'forward') throw new Error('the answer is lost');
          return answer;
        },
      },
      () => made(),
    );
    expect(payload).toMatchObject({ awb_generated: 1, forward_awb: null });
    await runJobs(test);
    expect(await shipment(payload.forward_shipment_id)).toMatchObject({
      tracking_number: expect.any(String),
      sub_status: 'ready_for_pickup',
    });
  });
});

describe('dispatch after the pickup', () => {
  it('books the new parcel when the return is picked up, with the carrier that was asked for', async () => {
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

  it('is made where a process died with the order id of the new parcel', async () => {
    const body = exchangeBody(warehouseId, { dispatch: 'after_pickup' });
    const displayId = (body as unknown as { order_id: string }).order_id;
    await leaveHeldOrder(test, { accountId: account.accountId, displayId });
    const response = await exchange(body);
    expect(response.json()).toMatchObject({ status: 1 });
    expect(await heldOrders(test)).toBe(0);
  });

  it('asks no courier for the pickup while the order id of the new parcel cannot be settled', async () => {
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
    expect([response.statusCode, bookings]).toEqual([503, 0]);
    expect((await exchange(body)).json()).toMatchObject({ status: 1 });
    expect(await heldOrders(test)).toBe(0);
  });

  it('books it too where the scan was taken by a process that knows no exchanges', async () => {
    const payload = await made({ dispatch: 'after_pickup' });
    // Writes the same as a process of that release, without a job.
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

  it('asks no courier again, housekeeping or not, where none took it', async () => {
    const payload = await made({ dispatch: 'after_pickup' });
    await scanReturn(payload.reverse_awb, 'picked_up');
    const asked: unknown[] = [];
    const refusing = {
      book: async (request: unknown) => {
        asked.push(request);
        return { outcome: 'refused', reason: 'is on strike' } as const;
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

  it('leaves one alone that was cancelled meanwhile', async () => {
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

  it('leaves it unbooked where no courier takes it, and says so in the audit', async () => {
    const payload = await made({ dispatch: 'after_pickup' });
    await scanReturn(payload.reverse_awb, 'picked_up');
    await answeringWith(test, { book: async () => ({ outcome: 'refused', reason: 'is on strike' }) }, () =>
      runJobs(test),
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
  it('counts exactly, pages by number and by cursor, and filters by either shipment', async () => {
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
