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
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { openTestRateBooks } from '../support/rate-books.ts';
import { databaseEnvironment } from '../support/service-process.ts';

const QUIET: OpeningReports = { progress: () => undefined, log: () => undefined };

let test: TestDatabase;

beforeEach(async () => {
  test = await createDatabase('empty');
});
afterEach(() => test.drop());

function open(role: 'service' | 'command', migrations: readonly Migration[] | null, reports = QUIET) {
  const databaseUrl = databaseEnvironment(test).DATABASE_URL ?? null;
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

it('twenty services that start at once on an empty database find what one of them made', async () => {
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
    const { rows } = await test.database.pool.query(
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

it('a connection that breaks is told of, unless it is being closed', async () => {
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

it('seals the secret of label links, one of before too, whose links go on, and makes another where it was sealed with a lost key', async () => {
  const now = () => new Date('2026-11-16T06:30:00.000Z');
  const base: Service = { database: test.database, now, newId };
  const labelWith = async (key: Buffer | null) => {
    const sealing = new Sealing(key);
    const labels = await SignedLabelLinks.open(base, { publicUrl: () => '', validMs: 1000, sealing });
    return labels.labelUrl('account', 'shipment', now());
  };
  const kept = async () => {
    const { rows } = await test.database.pool.query<{ name: string; secret: Buffer }>(
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
