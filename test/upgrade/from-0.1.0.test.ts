import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { installJobQueue } from '../../src/storage/job-queue.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { restore } from '../backup/backup-work.ts';
import { startApp } from '../support/app.ts';
import { createDatabase, openTestPool, type TestDatabase } from '../support/database.ts';
import { askEverything, type RecordedAnswer, type World } from './answers.ts';

const FIXTURE = join(PACKAGE_ROOT, 'test/fixtures/0.1.0');
const recorded: { world: World; answers: RecordedAnswer[] } = JSON.parse(
  gunzipSync(readFileSync(join(FIXTURE, 'answers.json.gz'))).toString(),
);

/** As an operator restores it with the newest release, which upgrades it on the way. */
async function fromBackup(): Promise<TestDatabase> {
  const database = await createDatabase('empty');
  const migrations = await readMigrations(join(PACKAGE_ROOT, 'migrations'));
  await restore(join(FIXTURE, 'database.dky'), database, { migrations });
  return database;
}

/** As a service finds the database of the release before it: with its tables, its rows and its jobs. */
async function fromSql(): Promise<TestDatabase> {
  const database = await createDatabase('empty');
  const sql = gunzipSync(readFileSync(join(FIXTURE, 'database.sql.gz'))).toString();
  const pool = openTestPool(database.connection, 1);
  try {
    await pool.query(sql);
  } finally {
    await pool.end();
  }
  await migrate(database.database.pool, await readMigrations(join(PACKAGE_ROOT, 'migrations')));
  await installJobQueue(database.database.pool);
  return database;
}

describe.each([
  ['a backup', fromBackup],
  ['SQL', fromSql],
])('a database of 0.1.0 from %s, upgraded', (_, bring) => {
  it('answers everything as 0.1.0 did', async () => {
    const test = await startApp({ now: new Date(recorded.world.now), database: await bring() });
    try {
      const answers = await askEverything(test.app, recorded.world);
      expect(answers.map(({ request }) => request)).toEqual(recorded.answers.map(({ request }) => request));
      for (const [index, { request, status, answer }] of answers.entries()) {
        const before = recorded.answers[index];
        expect(status, request).toBe(before?.status);
        expect({ answer }, request).toMatchObject({ answer: before?.answer });
      }
    } finally {
      await test.stop();
    }
  });
});
