import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendFile } from '../../src/http/streamed-answer.ts';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { isMigrated, readMigrations } from '../../src/storage/migrate.ts';
import { LongWork } from '../../src/usecases/long-work.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { openTestPool } from '../support/database.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';

/** The documented minimum. */
const LEAST_CONNECTIONS = 5;
/** The number of connections on which the workers of the job queue listen. */
const LISTENING = 2;
/** Each is another kind of long work. */
const LONG: readonly (readonly [path: string, body: object])[] = [
  ['shipments', { is_cod: true }],
  ['shipments', { page: 1_000, per_page: 100 }],
  ['shipments/counts', { is_cod: true }],
  ['shipments/export', {}],
];

let test: TestApp;
let greedy: TestAccount;
let other: TestAccount;
let shipmentId: string;
let url: string;
/** In addition to the service's own connections. */
let beside: pg.Pool;

beforeAll(async () => {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  test = await startApp({
    connections: LEAST_CONNECTIONS,
    isReady: () => isMigrated(test.service.database.pool, migrations),
  });
  beside = openTestPool(test.database.connection, 2);
  [greedy, other] = [await test.account('Greedy'), await test.account('Other')];
  const warehouse = await makeWarehouse(other);
  await makeWarehouse(greedy);
  const order = await test.app.inject({
    method: 'POST',
    url: `${API}/forward-order`,
    headers: other.headers,
    payload: orderBody(warehouse),
  });
  shipmentId = order.json().payload?.shipment_id ?? order.json().shipment_id;
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}${API}`;
});
afterAll(async () => {
  await beside.end();
  await test.stop();
});

function ask(account: TestAccount, path: string, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { ...account.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
}

/** The number of the service's statements that wait for the lock. */
async function stuck(): Promise<number> {
  const { rows } = await beside.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
}

/** Waits until the condition holds. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { interval: 20 }).toBe(true);
}

describe('while the shipments are slow to read', () => {
  let lock: pg.PoolClient;
  let listeners: pg.PoolClient[];

  beforeEach(async () => {
    const { pool } = test.service.database;
    listeners = await Promise.all(Array.from({ length: LISTENING }, () => pool.connect()));
    lock = await beside.connect();
    await lock.query('begin; lock table dakiya.shipments in access exclusive mode');
  });
  afterEach(async () => {
    await lock.query('rollback');
    lock.release();
    for (const listener of listeners) listener.release();
  });

  it('leaves connections for other requests, also with the fewest connections', async () => {
    const leaving = new AbortController();
    const asked = LONG.flatMap(([path, body]) =>
      Array.from({ length: 5 }, () => ask(greedy, path, body, leaving.signal).catch(() => null)),
    );
    await until(async () => (await stuck()) > 0);
    for (const path of ['client-stores', 'warehouses', 'users']) {
      const answer = await fetch(`${url}/${path}`, { headers: other.headers });
      expect(answer.status).toBe(200);
    }
    expect((await test.app.inject({ url: '/ready' })).statusCode).toBe(200);
    expect(await stuck()).toBe(1);
    leaving.abort();
    await Promise.all(asked);
    await until(async () => (await stuck()) === 0);
  });

  it.each(LONG)('cancels the query of %s %j in the database when its client leaves', async (path, body) => {
    const leaving = new AbortController();
    const answer = ask(other, path, body, leaving.signal).then((response) => response.text());
    await until(async () => (await stuck()) === 1);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await until(async () => (await stuck()) === 0);
  });

  it('cancels the query of labels when its client leaves', async () => {
    const leaving = new AbortController();
    const answer = ask(other, 'labels', { shipment_ids: [shipmentId] }, leaving.signal);
    await until(async () => (await stuck()) > 0);
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await until(async () => (await stuck()) === 0);
  });
});

describe('a cancelled query', () => {
  it('closes its connection, which the cancellation might still reach', async () => {
    const { database } = test.service;
    const stopping = new AbortController();
    const named = `dakiya-stopped-${process.pid}`;
    const query = database
      .account(other.accountId, stopping.signal)
      // biome-ignore lint/plugin: a query that is stopped
      .read(`select pg_sleep(60), '${named}' where $1::uuid is not null`, []);
    const running = `select pid from pg_stat_activity where query like '%${named}%' and pid <> pg_backend_pid()`;
    const pidOf = async () => (await beside.query<{ pid: number }>(running)).rows[0]?.pid;
    await until(async () => (await pidOf()) !== undefined);
    const pid = await pidOf();
    stopping.abort(new Error('the client left'));
    await expect(query).rejects.toThrow('the client left');
    await until(async () => {
      const { rows } = await beside.query('select from pg_stat_activity where pid = $1', [pid]);
      return rows.length === 0;
    });
  });
});

describe('an account with more long work than its share', () => {
  it('gets 429 with a sentence if too much of it waits', async () => {
    const { longWork } = test.service;
    const inTurn = (work: () => Promise<void>) =>
      longWork.run({ accountId: greedy.accountId, signal: new AbortController().signal }, work);
    let end: () => void = () => undefined;
    const running = inTurn(() => new Promise<void>((resolve) => (end = resolve)));
    const waiting = Array.from({ length: 100 }, () => inTurn(async () => undefined));
    const manyParcels = { awbs: Array.from({ length: 11 }, (_, index) => `TITL${index}`) };
    for (const [path, body] of [...LONG, ['order-tracking', manyParcels] as const]) {
      const refused = await ask(greedy, path, body);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('content-type')).toMatch('application/json');
      expect(refused.headers.get('content-disposition')).toBeNull();
      expect(((await refused.json()) as { errors: string[] }).errors).toEqual([
        'Too many long requests of this account are waiting; please try again shortly',
      ]);
    }
    // Answers from the counters, and a few parcels, need no turn.
    expect((await ask(greedy, 'shipments', {})).status).toBe(200);
    expect((await ask(greedy, 'order-tracking', { awbs: ['TITL1'] })).status).toBe(200);
    // Short lists, and a long list filtered by one subject, need none either.
    const list = (path: string) => fetch(`${url}/${path}`, { headers: greedy.headers });
    for (const path of ['audit', 'messages']) expect((await list(path)).status).toBe(200);
    await beside.query(
      `insert into dakiya.audit_records (account_id, audit_id, recorded_at, actor_kind, actor_name, action, subject_kind,
         subject_id, changes)
       select $1, gen_random_uuid(), now(), 'operator', 'operator', 'store.changed', 'store', n, '{}'
         from generate_series(1, 10001) n`,
      [greedy.accountId],
    );
    expect((await list('audit')).status).toBe(429);
    expect((await list('audit?subject_id=7')).status).toBe(200);
    end();
    await Promise.all([running, ...waiting]);
    const { meta } = (await (await list('audit')).json()) as { meta: { total: number } };
    expect(meta.total).toBeGreaterThan(10_001);
  });
});

describe('a client that does not read', () => {
  it('is disconnected, and its file is no longer made', async () => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const impatient = new LongWork({ connections: LEAST_CONNECTIONS, readWithinMs: 50 });
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(1024 * 1024);
      } finally {
        end();
      }
    }
    const own = await startApp({}, (app) => {
      app.get('/endless', { schema: { hide: true }, config: { access: 'public' } }, (_request, reply) => {
        const left = new AbortController();
        reply.raw.once('close', () => left.abort());
        const client = { signal: left.signal, dismiss: () => reply.raw.destroy() };
        return sendFile(reply, {}, impatient.inParts({ accountId: 'any', ...client }, endless()));
      });
    });
    try {
      await own.app.listen({ host: '127.0.0.1', port: 0 });
      const socket = connect((own.app.server.address() as AddressInfo).port, '127.0.0.1');
      socket.pause();
      socket.on('error', () => undefined);
      const [served] = (await once(own.app.server, 'connection')) as [NodeJS.EventEmitter];
      const closed = once(served, 'close');
      socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n');
      await closed;
      await ended;
      socket.destroy();
    } finally {
      await own.stop();
    }
  });
});
