import { v7 as newId } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { claimIdempotencyKey } from '../../src/storage/booking/idempotency.ts';
import { setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { settleBookings } from '../../src/usecases/booking/settle-booking.ts';
import { openApp } from '../support/app.ts';
import { duringCourierCall } from '../support/carriers.ts';
import { leaveHeldOrder, removeHeldOrders } from '../support/held-orders.ts';
import { countRows, makeWarehouse, orderBody } from '../support/orders.ts';

const ORCHESTRATION = '/forward-order-orchestration';
const HOUR_MS = 3_600_000;
const REPEAT_WAIT_MS = 1_000;
let keys = 0;

const test = await openApp({ shipping: { repeatWaitMs: REPEAT_WAIT_MS } });
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

/** Lets requests wait as long as needed for what others do meanwhile. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const waits = (repeatWaitMs: number) => {
    Object.assign(test.service, { repeatWaitMs });
    // A cached credential keeps its old settings for a second.
    test.advance(1_000);
  };
  waits(HOUR_MS);
  try {
    return await work();
  } finally {
    waits(REPEAT_WAIT_MS);
  }
}

/** The key as left by a process that died during the request. */
async function leaveBehind(key: string, processId = newId()): Promise<void> {
  await test.database.database.pool.query(
    'update idempotency_keys set answer = null, process_id = $2 where idempotency_key = $1',
    [key, processId],
  );
}

/** A dead process's leftovers under an order id, while another process settles them. */
async function settleElsewhere(displayId: string): Promise<void> {
  const settler = newId();
  const { pool } = test.database.database;
  await pool.query(
    `insert into service_processes (process_id, started_at, seen_at)
     values ($1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
    [settler],
  );
  const { accountId } = account;
  await leaveHeldOrder(test, { accountId, displayId, processId: settler, state: 'unknown' });
}

describe('an order id of an earlier request that ended without an answer', () => {
  it.each([ORCHESTRATION, '/forward-order'])(
    'is free once another process has settled what was left, and until then said to be unsettled (%s)',
    async (path) => {
      const body = orderBody(warehouseId);
      await settleElsewhere(String(body.order_id));
      const early = await send(path, newKey(), body);
      expect(early.statusCode).toBe(503);
      expect(early.headers['retry-after']).toBe('5');
      expect(early.json().errors).toEqual([
        'An earlier request with this order_id is still being cancelled; please try again',
      ]);
      await patiently(async () => {
        const waiting = send(path, newKey(), body);
        await removeHeldOrders(test);
        expect((await waiting).statusCode).toBe(200);
      });
    },
  );
});

describe('an order id of a request that another process is settling', () => {
  it('is said to be unsettled, not to be that of an order, while its courier is asked', async () => {
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
    expect([settled, early]).toEqual([1, [503]]);
    expect((await send(ORCHESTRATION, newKey(), body)).statusCode).toBe(200);
  });
});

describe('an idempotency key', () => {
  it.each([ORCHESTRATION, '/forward-order'])(
    'makes one order of a hundred requests that come at once, and a hundred equal answers (%s)',
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

  it('is the same for a body that means the same, and taken for booking a shipment too', async () => {
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

  it('is refused for another body, and for the same body elsewhere', async () => {
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

  it('of one account does not wait for the same key of another', async () => {
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

  it('that another process has taken over meanwhile makes no order', async () => {
    const key = newKey();
    const body = orderBody(warehouseId);
    const { orders, shipments, bookings } = await countRows(test);
    const takeOver = () =>
      test.database.database.pool.query(
        'update idempotency_keys set process_id = $2 where idempotency_key = $1',
        [key, newId()],
      );
    const late = await duringCourierCall(test, 'book', () => send(ORCHESTRATION, key, body), takeOver);
    expect([late.statusCode, late.json().errors]).toEqual([
      409,
      ['Another request with this Idempotency-Key took over'],
    ]);
    expect(await countRows(test)).toMatchObject({ orders, shipments, bookings });
    expect((await send(ORCHESTRATION, key, body)).statusCode).toBe(200);
  });

  it('whose refused request has lost it is not freed by that', async () => {
    const key = newKey();
    const body = orderBody(warehouseId);
    const { pool } = test.database.database;
    await setOfflineBehaviours(test.database.database, account.accountId, [
      { kind: 'refuse', carrierId: null, pincode: null, milliseconds: 0 },
    ]);
    const takeOver = () =>
      pool.query('update idempotency_keys set process_id = $2 where idempotency_key = $1', [key, newId()]);
    expect(
      (await duringCourierCall(test, 'book', () => send(ORCHESTRATION, key, body), takeOver)).statusCode,
    ).toBe(422);
    const { rowCount } = await pool.query('delete from idempotency_keys where idempotency_key = $1', [key]);
    expect(rowCount).toBe(1);
  });

  it('is free again after a refusal', async () => {
    const key = newKey();
    const body = orderBody(warehouseId, { store_name: 'nobody' });
    expect((await send(ORCHESTRATION, key, body)).statusCode).toBe(422);
    expect((await send(ORCHESTRATION, key, { ...body, store_name: '' })).statusCode).toBe(200);
  });

  it('answers again after the order has changed, for 24 hours', async () => {
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
  ])('of %s is carried on by a repeat', async (_, processId) => {
    const key = newKey();
    const body = orderBody(warehouseId);
    await send(ORCHESTRATION, key, body);
    await leaveBehind(key, processId());
    const repeated = await send(ORCHESTRATION, key, { ...body, order_id: body.order_id });
    expect(repeated.json().errors).toEqual([`Order already exists: ${body.order_id}`]);
    expect((await send(ORCHESTRATION, key, orderBody(warehouseId))).statusCode).toBe(200);
  });

  it('of a process that died is not taken over for another request, however close they come', async () => {
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
    const { rows } = await test.database.database.pool.query<{ request_hash: Buffer }>(
      'select request_hash from idempotency_keys where idempotency_key = $1',
      [key],
    );
    expect(await claim(rows[0]?.request_hash ?? Buffer.alloc(0))).toBe(true);
  });

  it('whose first request runs in another process is waited for, and in vain answered 409', async () => {
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
      await test.database.database.pool.query(
        'update idempotency_keys set answer = $2 where idempotency_key = $1',
        [key, firstAnswer],
      );
      expect((await waiting).body).toBe(firstAnswer);
    });
  });

  it.each([
    ['é'.repeat(3), 422],
    ['k'.repeat(256), 422],
    ['k'.repeat(255), 200],
    [' ', 200],
  ])('%s is answered %i', async (key, status) => {
    const response = await send('/forward-order', key, orderBody(warehouseId));
    expect(response.statusCode).toBe(status);
  });
});

/** The key as held by a living process that runs the request. */
async function runElsewhere(key: string, body: object): Promise<void> {
  const known = newKey();
  await send('/forward-order', known, body);
  const processId = newId();
  const { pool } = test.database.database;
  await pool.query(
    `insert into service_processes (process_id, started_at, seen_at)
     values ($1, clock_timestamp(), clock_timestamp() + interval '1 hour')`,
    [processId],
  );
  await pool.query(
    `insert into idempotency_keys (account_id, idempotency_key, request_hash, process_id, started_at, expires_at)
     select account_id, $2, request_hash, $3, started_at, expires_at
       from idempotency_keys where idempotency_key = $1`,
    [known, key, processId],
  );
}
