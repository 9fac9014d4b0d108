import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { openDatabase } from '../../src/service/open-database.ts';
import { readMigrations } from '../../src/storage/migrate.ts';
import { askPooler, isRenamed } from '../../src/storage/pooler.ts';
import { stoppableQuery } from '../../src/storage/stoppable-query.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';
import { countRows, makeWarehouse, orderBody } from '../support/orders.ts';
import { databaseEnvironment } from '../support/service-process.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.stop());

function pooledUrl({ database }: TestDatabase): string {
  const { host, user } = inject('pooler') ?? { host: '', user: '' };
  const name = database.pool.options.database;
  return `postgres://${user}@localhost:6432/${name}?host=${encodeURIComponent(host)}`;
}

function open(database: TestDatabase, databaseUrl = pooledUrl(database)) {
  return readMigrations(MIGRATIONS_FOLDER).then((migrations) =>
    openDatabase(
      {
        databaseUrl,
        databaseDirectUrl: databaseEnvironment(database).DATABASE_URL ?? null,
        databaseReadUrl: null,
        databaseConnections: 5,
        dataDir: '/nonexistent',
        mayCreate: true,
      },
      'service',
      migrations,
      { progress: () => undefined, log: () => undefined },
    ),
  );
}

it('a pooler lends a connection for one transaction and loses named statements', async () => {
  const pool = openTestPool(test.database.database.pool.options as never, 1);
  expect(await askPooler(pool)).toEqual({ keepsStatements: false });
  await pool.end();
  const { pool: requests } = test.database.database;
  const { rows } = await requests.query('select current_setting($1) as path', ['search_path']);
  expect(rows).toEqual([{ path: 'dakiya, public' }]);
});

it('a pooler that renames statements supports them', () => {
  expect(isRenamed([{ name: 'PGBOUNCER_7' }], 'probe-1')).toBe(true);
  expect(isRenamed([{ name: 'probe-1' }], 'probe-1')).toBe(false);
  expect(isRenamed([], 'probe-1')).toBe(false);
});

it('sixty simultaneous orders over three connections are booked once each', async () => {
  const account = await test.account();
  const warehouseId = await makeWarehouse(account);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, number) =>
      account.post('/forward-order-orchestration', orderBody(warehouseId, { order_id: `P-${number % 30}` })),
    ),
  );
  const codes = answers.map(({ statusCode }) => statusCode);
  expect(codes.filter((code) => code < 300)).toHaveLength(30);
  expect(codes.filter((code) => code >= 400 && code < 500)).toHaveLength(30);
  expect((await countRows(test)).orders).toBe(30);
});

it('an aborted request cancels only its own query', async () => {
  const { pool } = test.database.database;
  const running = async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where query like '%pg_sleep(30)%' and state = 'active' and pid <> pg_backend_pid()",
    );
    return rows.length;
  };
  const leaving = new AbortController();
  // biome-ignore lint/plugin: a query that is stopped
  const stopped = stoppableQuery(pool, { text: 'select pg_sleep(30)' }, leaving.signal);
  // biome-ignore lint/plugin: a query that runs while the other is stopped
  const others = pool.query('select 1 from pg_sleep(1)');
  await expect.poll(running).toBe(1);
  leaving.abort(new Error('left'));
  await expect(stopped).rejects.toThrow('left');
  expect((await others).rowCount).toBe(1);
  expect(await running()).toBe(0);
});

it('a service migrates past the pooler, and sets the search path of its role', async () => {
  const database = await createDatabase('empty');
  const opened = await open(database);
  const path = async (pool: typeof opened.database.pool) =>
    (await pool.query("select current_setting('search_path') as path")).rows[0].path;
  expect(opened.database).not.toBe(opened.background);
  expect(await path(opened.database.pool)).toBe('dakiya, public');
  expect((await opened.database.pool.query('select from accounts')).rowCount).toBe(0);
  await opened.close();
  await database.drop();
});

it('explains how to reconnect if connections are older than the search path of their role', async () => {
  const database = await createDatabase('empty');
  const name = database.database.pool.options.database;
  const direct = openTestPool(database.connection, 1);
  const role = `"${inject('pooler')?.user}" in database "${name}"`;
  await direct.query(`alter role ${role} set search_path to public`);
  await database.sql('select 1');
  await expect(open(database)).rejects.toThrow(/search path is public.*run RECONNECT/);
  await direct.end();
  await database.drop();
});

it('names the address at which no server answers', async () => {
  const nobodyThere = `postgres://${inject('pooler')?.user}@127.0.0.1:9/x`;
  await expect(open(test.database, nobodyThere)).rejects.toThrow(
    /No PostgreSQL answers at the address in DATABASE_URL/,
  );
});
