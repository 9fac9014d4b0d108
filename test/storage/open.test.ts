import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/service/open-database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { databaseEnvironment } from '../support/service-process.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createDatabase();
});
afterAll(() => test.drop());

it('a connection that breaks is told of, unless it is being closed', async () => {
  const told: string[] = [];
  const opened = await openDatabase(
    {
      databaseUrl: databaseEnvironment(test).DATABASE_URL ?? null,
      databaseConnections: 4,
      dataDir: '/nonexistent',
      mayCreate: false,
    },
    'command',
    null,
    { progress: () => undefined, log: (_level, message) => told.push(message) },
  );
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
