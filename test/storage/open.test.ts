import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { type OpeningReports, openDatabase } from '../../src/service/open-database.ts';
import { openShipping } from '../../src/service/shipping.ts';
import { type Migration, migrate, readMigrations } from '../../src/storage/migrate.ts';
import { SignedLabelLinks } from '../../src/usecases/labels/signed-label-links.ts';
import type { Service } from '../../src/usecases/service.ts';
import { SEALING_KEY } from '../support/app.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { openTestRateBooks } from '../support/rate-books.ts';
import { databaseEnvironment } from '../support/service-process.ts';

const QUIET: OpeningReports = { progress: () => undefined, log: () => undefined };

let test: TestDatabase;

beforeEach(async () => {
  test = await createDatabase('empty');
});
afterEach(() => test.drop());

function open(
  role: 'service' | 'command',
  migrations: readonly Migration[] | null,
  reports = QUIET,
  databaseUrl = databaseEnvironment(test).DATABASE_URL ?? null,
) {
  return openDatabase(
    {
      databaseUrl,
      databaseDirectUrl: null,
      databaseReadUrl: null,
      databaseConnections: 4,
      dataDir: '/nonexistent',
      mayCreate: true,
    },
    role,
    migrations,
    reports,
  );
}

it('twenty services that start at once on an empty database share one label key and one rate book', async () => {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const now = () => new Date('2026-11-16T06:30:00.000Z');
  const starts = Array.from({ length: 20 }, async () => {
    const opened = await open('service', migrations);
    const base: Service = { database: opened.database, now, newId };
    const labels = await SignedLabelLinks.open(base, {
      publicUrl: () => '',
      validMs: 1000,
      sealing: new Sealing(SEALING_KEY),
    });
    const quotes = await openTestRateBooks(base, 1024 * 1024);
    const shipping = await openShipping(base, {
      quotes,
      onError: (error) => {
        throw error;
      },
    });
    return { opened, quotes, shipping, label: labels.labelUrl('account', 'shipment', now()) };
  });
  try {
    const labels = (await Promise.all(starts)).map(({ label }) => label);
    expect(new Set(labels).size).toBe(1);
    const rows = await test.sql(
      `select (select count(*)::integer from rate_versions) as sample_rates,
         (select count(*)::integer from service_processes) as processes`,
    );
    expect(rows).toEqual([{ sample_rates: 1, processes: 20 }]);
  } finally {
    for (const start of await Promise.allSettled(starts)) {
      if (start.status === 'rejected') continue;
      const { shipping, quotes, opened } = start.value;
      await shipping.close();
      await quotes.stop();
      await opened.close();
    }
  }
});

it.each([
  ['service', 4_500],
  ['command', 3_599_500],
] as const)(
  'a %s limits statements to %i ms, and the pool for long changes to an hour',
  async (role, limit) => {
    const opened = await open(role, await readMigrations(MIGRATIONS_FOLDER));
    const limitOf = async ({ pool }: { pool: pg.Pool }) => {
      const { rows } = await pool.query(
        "select setting::integer as ms from pg_settings where name = 'statement_timeout'",
      );
      return [rows[0]?.ms, pool.options.max];
    };
    try {
      expect(await limitOf(opened.database)).toEqual([limit, 4]);
      expect(await limitOf(opened.background)).toEqual([limit, 8]);
      expect(await limitOf(opened.patient)).toEqual([3_599_500, 2]);
      expect(await limitOf({ pool: opened.listening })).toEqual([limit, 1]);
    } finally {
      await opened.listening.end();
      await opened.close();
    }
  },
);

itOnOneServer('an address that cannot be used is explained', async () => {
  const { DATABASE_URL = '' } = databaseEnvironment(test);
  const opening = (change: (url: URL) => void) => {
    const url = new URL(DATABASE_URL);
    change(url);
    return open('service', [], QUIET, url.href);
  };
  const noDatabase = opening((url) => {
    url.pathname = '/no_such_database';
  });
  await expect(noDatabase).rejects.toThrow('The database named in DATABASE_URL does not exist');
  // All databases of the server share its roles.
  const stranger = `dakiya_test_${newId().replaceAll('-', '')}`;
  await test.sql(`create role ${stranger} login password 'secret'`);
  try {
    const forbidden = opening((url) => {
      [url.username, url.password] = [stranger, 'secret'];
    });
    await expect(forbidden).rejects.toThrow('The database user may not create the schema dakiya');
    await migrate(test.database.pool, await readMigrations(MIGRATIONS_FOLDER));
    const unreadable = opening((url) => {
      [url.username, url.password] = [stranger, 'secret'];
    });
    await expect(unreadable).rejects.toThrow(/^The database user lacks a permission \(.*\): grant it/);
  } finally {
    await test.sql(`drop role ${stranger}`);
  }
});

it('logs a broken connection, except while the database is being closed', async () => {
  const told: string[] = [];
  const opened = await open('command', null, { ...QUIET, log: (_level, message) => told.push(message) });
  const { pool } = opened.database;
  const broken = new Error('terminating connection due to administrator command');
  pool.emit('error', broken);
  expect(told).toEqual(['a database connection broke']);
  const closed = opened.close();
  pool.emit('error', broken);
  await closed;
  pool.emit('error', broken);
  expect(told).toHaveLength(1);
});

it('encrypts an existing label key without changing links, and replaces it if the sealing key was lost', async () => {
  const now = () => new Date('2026-11-16T06:30:00.000Z');
  const base: Service = { database: test.database, now, newId };
  const labelWith = async (key: Buffer | null) => {
    const sealing = new Sealing(key);
    const labels = await SignedLabelLinks.open(base, { publicUrl: () => '', validMs: 1000, sealing });
    return labels.labelUrl('account', 'shipment', now());
  };
  const kept = async () => {
    const rows = await test.sql<{ name: string; secret: Buffer }>(
      'select name, secret from service_secrets order by name',
    );
    return rows;
  };
  await migrate(test.database.pool, await readMigrations(MIGRATIONS_FOLDER));
  const others = (await kept()).length;
  const plain = await labelWith(null);
  const [before] = (await kept()).filter(({ name }) => name === 'label links');
  expect(before?.secret).toHaveLength(32);

  const ours = await Promise.all([labelWith(SEALING_KEY), labelWith(SEALING_KEY)]);
  expect(ours).toEqual([plain, plain]);
  const [sealed] = (await kept()).filter(({ name }) => name === 'label links');
  expect(sealed?.secret.includes(before?.secret.toString('base64') ?? '')).toBe(false);
  expect(new Sealing(SEALING_KEY).opens(sealed?.secret ?? Buffer.of())).toBe(true);

  const another = await labelWith(Buffer.alloc(32, 8));
  expect(another).not.toBe(plain);
  expect(await labelWith(Buffer.alloc(32, 8))).toBe(another);
  expect(await kept()).toHaveLength(others + 1);
});
