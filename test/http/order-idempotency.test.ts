import { v7 as newId } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import type { Journey } from '../../src/domain/tracking/statuses.ts';
import { claimIdempotencyKey } from '../../src/storage/booking/idempotency.ts';
import { setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { settleBookings } from '../../src/usecases/booking/settle-booking.ts';
import { openApp } from '../support/app.ts';
import { duringCourierCall } from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { leaveHeldOrder, removeHeldOrders } from '../support/held-orders.ts';
import { countRows, makeWarehouse, orderBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';
import { until } from '../support/until.ts';

const ORCHESTRATION = '/forward-order-orchestration';
const HOUR_MS = 3_600_000;
const REPEAT_WAIT_MS = 1_000;
const MAKING_WAIT_MS = 100;
const UNDECIDED = 'An earlier request with this order_id has not ended yet; please try again';
let keys = 0;

const test = await openApp({ shipping: { repeatWaitMs: REPEAT_WAIT_MS, makingWaitMs: MAKING_WAIT_MS } });
const account = await test.account();
const warehouseId = await makeWarehouse(account);
afterEach(() => setOfflineBehaviours(test.database.database, account.accountId, []));

function send(path: string, key: string, payload: object, headers: Record<string, string> = account.headers) {
  return test.client(headers).post(path, payload, { 'idempotency-key': key });
}

function newKey(): string {
  keys += 1;
  return `key-${keys}`;
}

/** Lets requests wait as long as needed. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const waits = (repeatWaitMs: number, makingWaitMs = repeatWaitMs) => {
    Object.assign(test.service, { repeatWaitMs, makingWaitMs });
    // A cached credential keeps its old settings for a second.
    test.advance(1_000);
  };
  waits(HOUR_MS);
  try {
    return await work();
  } finally {
    waits(REPEAT_WAIT_MS, MAKING_WAIT_MS);
  }
}

/** Changes a key as if its process had died during the request. */
async function leaveBehind(key: string, processId = newId()): Promise<void> {
  await test.sql('update idempotency_keys set answer = null, process_id = $2 where idempotency_key = $1', [
    key,
    processId,
  ]);
}

/** Leaves an order that another process is making (`asking`), or settling (`unknown`). */
async function leaveElsewhere(
  displayId: string,
  state: 'asking' | 'unknown',
  journey: Journey = 'forward',
): Promise<void> {
  const settler = newId();
  await test.sql(
    `insert into service_processes (process_id, started_at, seen_at)
     values ($1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
    [settler],
  );
  const { accountId } = account;
  await leaveHeldOrder(test, { accountId, displayId, processId: settler, state, journey });
}

/** The kinds of requests that make an order or a return with an order id. */
const MAKERS: readonly [string, (warehouseId: string, changes?: Record<string, unknown>) => object][] = [
  [ORCHESTRATION, orderBody],
  ['/forward-order', orderBody],
  ['/reverse-order-orchestration', returnBody],
  ['/reverse-order', returnBody],
  ['/exchange-order-orchestration', exchangeBody],
];

describe('an order id whose order nobody knows yet', () => {
  describe.each(['asking', 'unknown'] as const)('(%s in another process)', (state) => {
    it.each(MAKERS)('answers 409 until the outcome is known: %s', async (path, bodyOf) => {
      const order_id = `U-${newKey()}`;
      const body = bodyOf(warehouseId, { order_id });
      await leaveElsewhere(order_id, state, path.startsWith('/reverse') ? 'return' : 'forward');
      const key = newKey();
      const repeats = [() => send(path, key, body), () => account.post(path, body)];
      for (const repeat of repeats) {
        const early = await repeat();
        expect([early.statusCode, early.headers['retry-after']]).toEqual([409, '5']);
        expect(early.json()).toMatchObject({
          errors: [UNDECIDED],
          problems: [{ field: 'order_id', code: 'conflict' }],
        });
      }
      const other = await test.account();
      const theirs = await other.post(path, bodyOf(await makeWarehouse(other), { order_id }));
      expect(theirs.statusCode).toBe(200);
      await patiently(async () => {
        const waiting = send(path, key, body);
        await removeHeldOrders(test);
        expect((await waiting).statusCode).toBe(200);
      });
      const late = await account.post(path, body);
      if (path.startsWith('/exchange')) expect(late.json().payload.order_created).toBe(0);
      else
        expect([late.statusCode, late.json().errors]).toEqual([422, [`Order already exists: ${order_id}`]]);
    });

    it('is not said to be missing when it is changed or cancelled', async () => {
      const { order_id } = orderBody(warehouseId);
      await leaveElsewhere(String(order_id), state);
      const changed = await account.put('/order', { order_id, tags: ['late'] });
      expect([changed.statusCode, changed.headers['retry-after']]).toEqual([409, '5']);
      expect(changed.json()).toMatchObject({ status: 0, errors: [UNDECIDED] });
      const cancelled = await account.post('/cancel-order', { order_ids: [order_id, 'nobody'] });
      expect(cancelled.json()).toMatchObject({
        errors: [`${order_id} is being made; please try again`, 'nobody is not an order of this account'],
        problems: [{ code: 'not_allowed' }, { code: 'unknown' }],
      });
      await removeHeldOrders(test);
      expect((await account.put('/order', { order_id, tags: ['late'] })).json().errors).toEqual([
        'Order not found',
      ]);
    });
  });

  it('answers 409 while its courier is asked for the outcome', async () => {
    const body = orderBody(warehouseId);
    const displayId = String(body.order_id);
    const left = await leaveHeldOrder(test, { accountId: account.accountId, displayId });
    const early: number[] = [];
    const settled = await duringCourierCall(
      test,
      'findBooking',
      () => settleBookings(test.service, [left]),
      async () => early.push((await send(ORCHESTRATION, newKey(), body)).statusCode),
    );
    expect([settled, early]).toEqual([1, [409]]);
    expect((await send(ORCHESTRATION, newKey(), body)).statusCode).toBe(200);
  });

  itOnOneServer('answers 409 at the moment when it is taken over from a dead process', async () => {
    const body = orderBody(warehouseId);
    const displayId = String(body.order_id);
    const left = await leaveHeldOrder(test, { accountId: account.accountId, displayId });
    const locking = await test.database.database.pool.connect();
    await locking.query('begin');
    await locking.query('select from bookings where booking_id = $1 for update', [left.bookingId]);
    const settling = settleBookings(test.service, [left]);
    await until(() => test.service.inFlight.endOf(left.bookingId) !== null);
    for (const repeat of [
      () => send(ORCHESTRATION, newKey(), body),
      () => account.post('/forward-order', body),
    ]) {
      expect((await repeat()).statusCode).toBe(409);
    }
    await locking.query('commit');
    locking.release();
    expect(await settling).toBe(1);
    expect((await account.post('/forward-order', body)).statusCode).toBe(200);
  });
});

describe('an idempotency key', () => {
  it.each([ORCHESTRATION, '/forward-order'])(
    'gives a hundred simultaneous requests one order and equal answers (%s)',
    async (path) => {
      const key = newKey();
      const body = orderBody(warehouseId);
      const before = await countRows(test);
      const answers = await patiently(() =>
        Promise.all(Array.from({ length: 100 }, () => send(path, key, body))),
      );
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
      expect(new Set(answers.map(({ headers }) => headers['content-type']))).toEqual(
        new Set(['application/json; charset=utf-8']),
      );
      const after = await countRows(test);
      expect(after.orders).toBe((before.orders ?? 0) + 1);
      expect(after.shipments).toBe((before.shipments ?? 0) + 1);
    },
  );

  it('accepts a body with the same meaning, and also works for booking a shipment', async () => {
    const key = newKey();
    const body = orderBody(warehouseId);
    const first = await send('/forward-order', key, body);
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    const same = { ...reordered, sub_total: '499.00', unknown: 'extra' };
    expect((await send('/forward-order', key, same)).body).toBe(first.body);
    const { shipment_id } = first.json().payload;
    const bookingKey = newKey();
    const booked = await send('/forward-order-shipment', bookingKey, { shipment_id });
    expect(booked.json().payload.awb_generated).toBe(1);
    expect((await send('/forward-order-shipment', bookingKey, { shipment_id })).body).toBe(booked.body);
  });

  it('is refused for another body, and for the same body at another endpoint', async () => {
    const key = newKey();
    const body = orderBody(warehouseId);
    await send('/forward-order', key, body);
    for (const [path, payload] of [
      ['/forward-order', { ...body, sub_total: 500 }],
      [ORCHESTRATION, body],
    ] as const) {
      const response = await send(path, key, payload);
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual(['Idempotency-Key was already used for another request']);
    }
  });

  it('belongs to its account', async () => {
    const key = newKey();
    const other = await test.account();
    const mine = await send('/forward-order', key, orderBody(warehouseId));
    const theirs = await send('/forward-order', key, orderBody(await makeWarehouse(other)), other.headers);
    expect(theirs.statusCode).toBe(200);
    expect(theirs.body).not.toBe(mine.body);
  });

  it('does not wait for the same key of another account', async () => {
    const key = newKey();
    const other = await test.account();
    const theirs = orderBody(await makeWarehouse(other));
    const mine = await duringCourierCall(
      test,
      'book',
      () => send(ORCHESTRATION, key, orderBody(warehouseId)),
      async () => {
        expect((await send('/forward-order', key, theirs, other.headers)).statusCode).toBe(200);
      },
    );
    expect(mine.statusCode).toBe(200);
  });

  it('makes no order after another process has taken it over', async () => {
    const key = newKey();
    const body = orderBody(warehouseId);
    const { orders, shipments, bookings } = await countRows(test);
    const takeOver = () =>
      test.sql('update idempotency_keys set process_id = $2 where idempotency_key = $1', [key, newId()]);
    const late = await duringCourierCall(test, 'book', () => send(ORCHESTRATION, key, body), takeOver);
    expect([late.statusCode, late.json().errors]).toEqual([
      409,
      ['Another request with this Idempotency-Key took over'],
    ]);
    expect(await countRows(test)).toMatchObject({ orders, shipments, bookings });
    expect((await send(ORCHESTRATION, key, body)).statusCode).toBe(200);
  });

  it('is not freed by a refused request that has lost it', async () => {
    const key = newKey();
    const body = orderBody(warehouseId);
    await setOfflineBehaviours(test.database.database, account.accountId, [
      { kind: 'refuse', carrierId: null, pincode: null, milliseconds: 0 },
    ]);
    const takeOver = () =>
      test.sql('update idempotency_keys set process_id = $2 where idempotency_key = $1', [key, newId()]);
    expect(
      (await duringCourierCall(test, 'book', () => send(ORCHESTRATION, key, body), takeOver)).statusCode,
    ).toBe(422);
    const { rowCount } = await test.database.database.pool.query(
      'delete from idempotency_keys where idempotency_key = $1',
      [key],
    );
    expect(rowCount).toBe(1);
  });

  it('is free again after a refusal', async () => {
    const key = newKey();
    const body = orderBody(warehouseId, { store_name: 'nobody' });
    expect((await send(ORCHESTRATION, key, body)).statusCode).toBe(422);
    expect((await send(ORCHESTRATION, key, { ...body, store_name: '' })).statusCode).toBe(200);
  });

  it('gives the same answer for 24 hours, even if the order has changed', async () => {
    const key = newKey();
    const body = orderBody(warehouseId);
    const first = await send(ORCHESTRATION, key, body);
    await account.post('/cancel-order', { awbs: [first.json().payload.awb_code] });
    test.advance(24 * HOUR_MS - 1);
    expect((await send(ORCHESTRATION, key, body)).body).toBe(first.body);
    test.advance(1);
    const late = await send(ORCHESTRATION, key, body);
    expect(late.json().errors).toEqual([`Order already exists: ${body.order_id}`]);
  });

  it.each([
    ['a process that died', () => newId()],
    ['a request of this process that ended while the database was away', () => test.service.processId],
  ])('of %s lets a repeat run the request', async (_, processId) => {
    const key = newKey();
    const body = orderBody(warehouseId);
    await send(ORCHESTRATION, key, body);
    await leaveBehind(key, processId());
    const repeated = await send(ORCHESTRATION, key, { ...body, order_id: body.order_id });
    expect(repeated.json().errors).toEqual([`Order already exists: ${body.order_id}`]);
    expect((await send(ORCHESTRATION, key, orderBody(warehouseId))).statusCode).toBe(200);
  });

  it('of a process that died is not taken over for another request', async () => {
    const key = newKey();
    await send('/forward-order', key, orderBody(warehouseId));
    await leaveBehind(key);
    const now = test.service.now();
    const claim = (requestHash: Buffer) =>
      claimIdempotencyKey(test.database.database, account.accountId, {
        key,
        requestHash,
        processId: newId(),
        now,
        expiresAt: new Date(now.getTime() + HOUR_MS),
      });
    expect(await claim(Buffer.alloc(32))).toBe(false);
    const rows = await test.sql<{ request_hash: Buffer }>(
      'select request_hash from idempotency_keys where idempotency_key = $1',
      [key],
    );
    expect(await claim(rows[0]?.request_hash ?? Buffer.alloc(0))).toBe(true);
  });

  it('waits for the first request in another process, and answers 409 if it takes too long', async () => {
    const key = newKey();
    const body = orderBody(warehouseId);
    await runElsewhere(key, body);
    const inVain = await send('/forward-order', key, body);
    expect(inVain.statusCode).toBe(409);
    expect(inVain.headers['retry-after']).toBe('5');
    expect(inVain.json().errors).toEqual([
      'The first request with this Idempotency-Key is still running; please try again',
    ]);
    const { body: firstAnswer } = await send('/forward-order', newKey(), orderBody(warehouseId));
    await patiently(async () => {
      const waiting = send('/forward-order', key, body);
      await test.sql('update idempotency_keys set answer = $2 where idempotency_key = $1', [
        key,
        firstAnswer,
      ]);
      expect((await waiting).body).toBe(firstAnswer);
    });
  });

  it.each([
    ['é'.repeat(3), 422],
    ['k'.repeat(256), 422],
    ['k'.repeat(255), 200],
    [' ', 200],
  ])('with the value %j is answered with the status %i', async (key, status) => {
    const response = await send('/forward-order', key, orderBody(warehouseId));
    expect(response.statusCode).toBe(status);
  });
});

/** Adds a key whose request runs in another living process. */
async function runElsewhere(key: string, body: object): Promise<void> {
  const known = newKey();
  await send('/forward-order', known, body);
  const processId = newId();
  await test.sql(
    `insert into service_processes (process_id, started_at, seen_at)
     values ($1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
    [processId],
  );
  await test.sql(
    `insert into idempotency_keys (account_id, idempotency_key, request_hash, process_id, started_at, expires_at)
     select account_id, $2, request_hash, $3, started_at, expires_at
       from idempotency_keys where idempotency_key = $1`,
    [known, key, processId],
  );
}
