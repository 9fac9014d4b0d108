import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { Database, openPool } from '../../src/storage/database.ts';
import { unavailableProblem } from '../../src/storage/outage.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type Line, openLine } from '../support/line.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';

let database: TestDatabase;
let line: Line;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createDatabase();
  line = await openLine(database);
  pool = openPool({
    connection: line.connection,
    maxConnections: 3,
    applicationName: 'dakiya-test',
    answerWithinMs: 1_500,
    onError: () => undefined,
  });
});
afterEach(async () => {
  await pool.end();
  await line.stop();
  await database.drop();
});

/** The problem that a client gets. */
async function problemOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => 'none',
    (error: unknown) => unavailableProblem(error)?.kind ?? String(error),
  );
}

it('a query on an open connection of a frozen server ends, and the next finds the server again', async () => {
  await pool.query('select 1');
  line.freeze();
  expect(await problemOf(pool.query('select 2'))).toBe('unavailable');
  line.thaw();
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

it('a transaction ends too, and its connection is not used again', async () => {
  const own = new Database(pool);
  const by = { actor: SYSTEM, now: new Date(), newId: () => ACCOUNT };
  const change = own.change(ACCOUNT, by, async (writer) => {
    line.freeze();
    await writer.read('select $1::uuid', []);
  });
  expect(await problemOf(change)).toBe('unavailable');
  expect(pool.totalCount).toBe(0);
  line.thaw();
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

it('whoever waits for a connection of a frozen server is told', async () => {
  line.freeze();
  expect(await problemOf(pool.query('select 1'))).toBe('unavailable');
});

it('a statement that takes too long is given up by the server itself', async () => {
  const client = await pool.connect();
  expect(await problemOf(client.query('select pg_sleep(60)'))).toBe('unavailable');
  expect((await client.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  client.release();
});

it('a connection that is asked nothing may be silent', async () => {
  const client = await pool.connect();
  await client.query('listen nothing');
  expect(await problemOf(pool.query('select pg_sleep(60)'))).toBe('unavailable');
  expect((await client.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  client.release();
});
