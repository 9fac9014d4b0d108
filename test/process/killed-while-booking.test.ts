import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { API, orderBody, warehouseBody } from '../support/orders.ts';
import { databaseEnvironment, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

let database: TestDatabase;
let accountId: string;
let headers: Record<string, string>;
let running: ServiceProcess[];

beforeEach(async () => {
  database = await createDatabase();
  running = [];
  const service = { database: database.database, now: () => new Date(), newId };
  const account = await createAccount(service, OPERATOR, 'Test account');
  accountId = account.accountId;
  headers = { authorization: account.apiKey, 'content-type': 'application/json' };
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.end('SIGKILL')));
  await database.drop();
});

async function start(): Promise<ServiceProcess> {
  const service = await startServiceProcess({
    ...databaseEnvironment(database),
    LOG_LEVEL: 'silent',
    DATABASE_CONNECTIONS: '10',
  });
  running.push(service);
  return service;
}

function post(service: ServiceProcess, path: string, body: object, more: Record<string, string> = {}) {
  return fetch(`${service.url}${API}${path}`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  });
}

function tell(kind: 'slow' | 'lose_answer' | null) {
  const behaviour = { carrierId: null, pincode: null, milliseconds: 5_000 };
  return setOfflineBehaviours(database.database, accountId, kind === null ? [] : [{ kind, ...behaviour }]);
}

async function makeWarehouse(service: ServiceProcess): Promise<string> {
  const { payload } = (await (await post(service, '/warehouse', warehouseBody())).json()) as {
    payload: { warehouse_id: string };
  };
  return payload.warehouse_id;
}

/** Asks until there is an answer that is true. */
async function until(query: string): Promise<void> {
  for (;;) {
    const { rows } = await database.database.pool.query<{ so: boolean }>(`select (${query}) as so`);
    if (rows[0]?.so === true) return;
  }
}

/** As after the time in which a process that is not seen counts as dead. */
async function letTimePass(): Promise<void> {
  await database.database.pool.query("update service_processes set seen_at = seen_at - interval '1 minute'");
}

describe('the service killed in the middle of a booking', () => {
  it.each([
    // The carrier has the request and is not done with it.
    ['slow', 'exists (select from order_reservations)'],
    // The carrier is done with it, and we were not told.
    ['lose_answer', 'exists (select from offline_bookings)'],
  ] as const)(
    '(carrier %s) makes one order of all repeats under one key, and equal answers',
    async (kind, moment) => {
      const first = await start();
      const body = orderBody(await makeWarehouse(first));
      const key = { 'idempotency-key': 'once' };
      await tell(kind);
      const lost = post(first, '/forward-order-orchestration', body, key).catch(() => 'no answer');
      await until(moment);
      await first.end('SIGKILL');
      expect(await lost).toBe('no answer');
      await tell(null);
      await letTimePass();

      const second = await start();
      const repeats = await Promise.all(
        Array.from({ length: 20 }, () => post(second, '/forward-order-orchestration', body, key)),
      );
      expect(new Set(repeats.map(({ status }) => status))).toEqual(new Set([200]));
      const answers = new Set(await Promise.all(repeats.map((answer) => answer.text())));
      expect(answers.size).toBe(1);
      const { rows } = await database.database.pool.query(
        `select (select count(*)::integer from orders) as orders,
           (select count(*)::integer from shipments where tracking_number is not null) as booked,
           (select count(*)::integer from offline_bookings
             where booked_at is not null and cancelled_at is null) as at_carriers,
           (select count(*)::integer from order_reservations) as reservations`,
      );
      expect(rows).toEqual([{ orders: 1, booked: 1, at_carriers: 1, reservations: 0 }]);
    },
    60_000,
  );

  it('frees the order id by itself, and withdraws what the carrier has', async () => {
    const first = await start();
    const body = orderBody(await makeWarehouse(first));
    await tell('lose_answer');
    const lost = post(first, '/forward-order-orchestration', body).catch(() => 'no answer');
    await until('exists (select from offline_bookings)');
    await first.end('SIGKILL');
    await lost;
    await tell(null);
    await letTimePass();
    const second = await start();
    await until('not exists (select from order_reservations)');
    await until('not exists (select from offline_bookings where cancelled_at is null)');
    expect((await post(second, '/forward-order-orchestration', body)).status).toBe(200);
  }, 60_000);

  it('finds out what became of a shipment that was being booked', async () => {
    const first = await start();
    const created = await post(first, '/forward-order', orderBody(await makeWarehouse(first)));
    const { payload } = (await created.json()) as { payload: { shipment_id: string } };
    const { shipment_id } = payload;
    await tell('lose_answer');
    const lost = post(first, '/forward-order-shipment', { shipment_id }).catch(() => 'no answer');
    await until('exists (select from offline_bookings)');
    await first.end('SIGKILL');
    await lost;
    await tell(null);
    await letTimePass();
    await start();
    await until("exists (select from shipments where granular_status = 'ready_for_pickup')");
    const { rows } = await database.database.pool.query(
      'select count(*)::integer as n from offline_bookings',
    );
    expect(rows).toEqual([{ n: 1 }]);
  }, 60_000);
});
