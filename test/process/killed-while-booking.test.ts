import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { exchangeBody } from '../support/exchanges.ts';
import { API, orderBody, warehouseBody } from '../support/orders.ts';
import { returnBody } from '../support/returns.ts';
import { databaseEnvironment, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';

/** The carrier has received the request and is working on it. */
const SLOW = {
  kind: 'slow',
  pincode: null,
  reached: 'exists (select from bookings where account_id = $1 and new_order_id is not null)',
} as const;
/** The carrier has finished, and its answer was lost. */
const LOSE_ANSWER = {
  kind: 'lose_answer',
  pincode: null,
  reached: `exists (select from offline_bookings where reference in
    (select booking_id from bookings where account_id = $1 and new_order_id is not null
      union select booking_id from shipments where account_id = $1))`,
} as const;

/** The same for the new parcel of an exchange, whose return is booked and still held. */
const LOSE_SECOND_ANSWER = {
  kind: 'lose_answer',
  pincode: orderBody('').billing_pincode,
  reached: `(select count(*) from offline_bookings where reference in
    (select booking_id from bookings where account_id = $1 and new_order_id is not null)) = 2`,
} as const;
type Behaviour = typeof SLOW | typeof LOSE_ANSWER | typeof LOSE_SECOND_ANSWER;

const EXCHANGE = '/exchange-order-orchestration';
const KEY = { 'idempotency-key': 'once' };

let database: TestDatabase;
let running: ServiceProcess[];

/** A client with an account of its own, whose service is killed in the middle of a booking and restarted. */
class Client {
  accountId = '';
  /** Our references at carriers when the service is killed. */
  references: string[] = [];
  #headers: Record<string, string> = {};
  #warehouseId = '';
  /** What the carrier does until the kill. */
  readonly #behaviour: Behaviour;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
  }

  async open(service: ServiceProcess): Promise<void> {
    const base = { database: database.database, now: () => new Date(), newId };
    const { accountId, apiKey } = await createAccount(base, OPERATOR, 'Test account');
    this.accountId = accountId;
    this.#headers = { authorization: apiKey, 'content-type': 'application/json' };
    const made = await this.post(service, '/warehouse', warehouseBody());
    this.#warehouseId = ((await made.json()) as { payload: { warehouse_id: string } }).payload.warehouse_id;
  }

  order() {
    return orderBody(this.#warehouseId);
  }

  /** The returned goods, from that warehouse's customer. */
  goodsBack() {
    return returnBody(this.#warehouseId);
  }

  exchange() {
    return exchangeBody(this.#warehouseId);
  }

  post(service: ServiceProcess, path: string, body: object, more: Record<string, string> = {}) {
    const headers = { ...this.#headers, ...more };
    return fetch(`${service.url}${API}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Begins a booking and waits for the moment of the kill. @returns its result */
  async beginBooking(service: ServiceProcess, path: string, body: object, more?: Record<string, string>) {
    const { kind, pincode, reached } = this.#behaviour;
    const behaviour = { kind, carrierId: null, pincode, milliseconds: 60_000 };
    await setOfflineBehaviours(database.database, this.accountId, [behaviour]);
    const answer = this.post(service, path, body, more).catch(() => 'no answer');
    await this.until(reached);
    const rows = await this.query<{ booking_id: string }>(
      'select booking_id from bookings where account_id = $1 and new_order_id is not null',
    );
    this.references = rows.map(({ booking_id }) => booking_id);
    return { answer };
  }

  /** Waits until a condition on this account (`$1`) holds. */
  until(condition: string, more: unknown[] = []): Promise<unknown> {
    const text = `select $1::uuid is not null and (${condition}) as so`;
    return until(async () => (await this.query<{ so: boolean }>(text, more))[0]?.so === true);
  }

  query<Row extends object>(text: string, more: unknown[] = []) {
    return database.sql<Row>(text, [this.accountId, ...more]);
  }
}

async function start(): Promise<ServiceProcess> {
  const service = await startServiceProcess({
    ...databaseEnvironment(database),
    LOG_LEVEL: 'silent',
    DATABASE_CONNECTIONS: '10',
  });
  running.push(service);
  return service;
}

/** One service is killed in the middle of all these bookings, because a start takes time. */
const whileSlow = new Client(SLOW);
const whileAnswerIsLost = new Client(LOSE_ANSWER);
const ofReturn = new Client(LOSE_ANSWER);
const ofExchange = new Client(LOSE_SECOND_ANSWER);
const ofExchangesReturn = new Client(LOSE_ANSWER);
const exchangeWithoutRepeats = new Client(LOSE_SECOND_ANSWER);
const withoutRepeats = new Client(LOSE_ANSWER);
const ofShipment = new Client(LOSE_ANSWER);

let second: ServiceProcess;
let lost: unknown[];
/** Requests without an idempotency key, which are not repeated before they are undone. */
const unrepeated: { client: Client; path: string; body: object }[] = [];
/** Status and waiting time of repeats without a key while the killed process does not count as dead yet. */
const early: (readonly [number, string | null])[] = [];
/** Status and body of every repeat, made as soon as the service is back. */
const repeats = new Map<Client, { status: number; body: string }[]>();

beforeAll(async () => {
  database = await createDatabase();
  running = [];
  const first = await start();
  const exchanges = [ofExchange, ofExchangesReturn];
  const clients = [
    ...[whileSlow, whileAnswerIsLost, ofReturn, ...exchanges],
    ...[withoutRepeats, exchangeWithoutRepeats, ofShipment],
  ];
  for (const client of clients) await client.open(first);
  const repeated = [
    ...[whileSlow, whileAnswerIsLost].map((client) => ({
      client,
      path: '/forward-order-orchestration',
      body: client.order(),
    })),
    { client: ofReturn, path: '/reverse-order-orchestration', body: ofReturn.goodsBack() },
    ...exchanges.map((client) => ({ client, path: EXCHANGE, body: client.exchange() })),
  ];
  unrepeated.push(
    { client: withoutRepeats, path: '/forward-order-orchestration', body: withoutRepeats.order() },
    { client: exchangeWithoutRepeats, path: EXCHANGE, body: exchangeWithoutRepeats.exchange() },
  );
  const created = await ofShipment.post(first, '/forward-order', ofShipment.order());
  const { payload } = (await created.json()) as { payload: { shipment_id: string } };
  const begun = await Promise.all([
    ...repeated.map(({ client, path, body }) => client.beginBooking(first, path, body, KEY)),
    ...unrepeated.map(({ client, path, body }) => client.beginBooking(first, path, body)),
    ofShipment.beginBooking(first, '/forward-order-shipment', { shipment_id: payload.shipment_id }),
  ]);
  await first.end('SIGKILL');
  lost = await Promise.all(begun.map(({ answer }) => answer));
  const { database: opened } = database;
  for (const { accountId } of clients) {
    await setOfflineBehaviours(opened, accountId, []);
  }
  // As after a restart that takes a moment: nobody knows that the first process is dead.
  await opened.pool.query("update service_processes set seen_at = now() + interval '1 hour'");
  const killed = await opened.pool.query('select process_id from service_processes');
  second = await start();
  for (const { client, path, body } of [...repeated, ...unrepeated]) {
    const answer = await client.post(second, path, body);
    early.push([answer.status, answer.headers.get('retry-after')]);
  }
  // As after the time in which an unseen process counts as dead.
  await opened.pool.query(
    "update service_processes set seen_at = now() - interval '1 minute' where process_id = any($1)",
    [killed.rows.map(({ process_id }) => process_id)],
  );
  await Promise.all(
    repeated.map(async ({ client, path, body }) => {
      const answers = Array.from({ length: 20 }, async () => {
        const answer = await client.post(second, path, body, KEY);
        return { status: answer.status, body: await answer.text() };
      });
      repeats.set(client, await Promise.all(answers));
    }),
  );
});
afterAll(async () => {
  await Promise.all(running.map((service) => service.end('SIGKILL')));
  await database.drop();
});

describe('a service that is killed in the middle of bookings', () => {
  it('leaves its requests without an answer', () => {
    expect(lost).toEqual(Array(8).fill('no answer'));
  });

  it('tells nobody that an order exists while nobody knows it', () => {
    expect(early).toEqual(Array(7).fill([409, '5']));
  });

  it.each([
    ['the carrier is slow', whileSlow, 1],
    ['the answer about an order is lost', whileAnswerIsLost, 1],
    ['the answer about a return is lost', ofReturn, 1],
    ['the answer about an exchange’s new parcel is lost', ofExchange, 2],
    ['the answer about an exchange’s return is lost', ofExchangesReturn, 2],
  ])(
    'makes one order of all repeats with one Idempotency-Key, with equal answers: %s',
    async (_kind, client, orders) => {
      const answers = repeats.get(client) ?? [];
      expect(answers).toHaveLength(20);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
      const rows = await client.query(
        `select (select count(*)::integer from orders where account_id = $1) as orders,
           (select count(*)::integer from shipments
             where account_id = $1 and tracking_number is not null) as booked,
           (select count(*)::integer from offline_bookings
             where booked_at is not null and cancelled_at is null and (reference = any($2)
               or reference in (select booking_id from shipments where account_id = $1))) as at_carriers,
           (select count(*)::integer from bookings where account_id = $1 and new_order_id is not null) as held`,
        [client.references],
      );
      expect(rows).toEqual([{ orders, booked: orders, at_carriers: orders, held: 0 }]);
    },
  );

  it.each([
    ['of an order', 0, 1],
    ['of an exchange', 1, 2],
  ])(
    'frees the order ids %s by itself, and cancels the bookings at carriers',
    async (_what, which, asked) => {
      const { client, path, body } = unrepeated[which] as (typeof unrepeated)[number];
      await client.until(
        'not exists (select from bookings where account_id = $1 and new_order_id is not null)',
      );
      expect(client.references).toHaveLength(asked);
      await client.until(
        'not exists (select from offline_bookings where reference = any($2) and cancelled_at is null)',
        [client.references],
      );
      const rows = await client.query('select from orders where account_id = $1');
      expect(rows).toEqual([]);
      expect((await client.post(second, path, body)).status).toBe(200);
    },
  );

  it('finds the booking of a shipment that was being booked', async () => {
    await ofShipment.until(
      "exists (select from shipments where account_id = $1 and granular_status = 'ready_for_pickup')",
    );
    const rows = await ofShipment.query(
      `select count(*)::integer as n from offline_bookings
        where reference in (select booking_id from shipments where account_id = $1)`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('leaves no booking at a carrier without a shipment', async () => {
    await ofShipment.until(
      `not exists (select from offline_bookings
        where booked_at is not null and cancelled_at is null
          and reference not in (select booking_id from shipments where booking_id is not null))`,
    );
  });
});
