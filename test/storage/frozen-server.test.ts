import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SYSTEM } from '../../src/domain/actor.ts';
import { JobWorker } from '../../src/service/work-on-jobs.ts';
import { Database, openPool } from '../../src/storage/database.ts';
import { unavailableProblem } from '../../src/storage/outage.ts';
import { JobWorkers } from '../../src/usecases/health/job-workers.ts';
import type { ShippingService } from '../../src/usecases/shipping-service.ts';
import { START } from '../support/clock.ts';
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

it('a query to a frozen server fails, and the next one works when the server answers again', async () => {
  await pool.query('select 1');
  line.freeze();
  expect(await problemOf(pool.query('select 2'))).toBe('unavailable');
  line.thaw();
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

it('a transaction on a frozen server fails, and its connection is closed', async () => {
  const own = new Database(pool);
  const by = { actor: SYSTEM, now: START, newId: () => ACCOUNT };
  const change = own.change(ACCOUNT, by, async (writer) => {
    line.freeze();
    await writer.read('select $1::uuid', []);
  });
  expect(await problemOf(change)).toBe('unavailable');
  expect(pool.totalCount).toBe(0);
  line.thaw();
  expect((await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

it('a query that waits for a connection to a frozen server fails', async () => {
  line.freeze();
  expect(await problemOf(pool.query('select 1'))).toBe('unavailable');
});

it('the server cancels a statement that takes too long, and the connection stays usable', async () => {
  const client = await pool.connect();
  // biome-ignore lint/plugin: a query that the server gives up
  expect(await problemOf(client.query('select pg_sleep(60)'))).toBe('unavailable');
  expect((await client.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  client.release();
});

it('an idle connection may stay silent for longer than the limit', async () => {
  const client = await pool.connect();
  await client.query('listen nothing');
  // biome-ignore lint/plugin: a query that the server gives up
  expect(await problemOf(pool.query('select pg_sleep(60)'))).toBe('unavailable');
  expect((await client.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
  client.release();
});

it('a worker of jobs that ends while the server is frozen takes jobs again, and says so meanwhile', async () => {
  const jobWorkers = new JobWorkers();
  const service = { database: new Database(pool), jobWorkers, now: () => START };
  const begun = new Map<string, () => void>();
  const add = (name: string) =>
    database.sql("select graphile_worker.add_job('hold', json_build_object('name', $1::text))", [name]);
  for (const name of ['first', 'second']) await add(name);
  const worker = new JobWorker(service as unknown as ShippingService, {
    what: 'tests',
    atOnce: 2,
    finishWithinMs: 200,
    logger: pino({ level: 'silent' }),
    tasks: {
      hold: async (payload) => {
        const { name } = payload as { name: string };
        await new Promise<void>((resolve) => begun.set(name, resolve));
      },
    },
  });
  await expect.poll(() => begun.size).toBe(2);
  line.freeze();
  // Their ends are recorded by two statements, of which none is answered.
  begun.get('first')?.();
  await new Promise(setImmediate);
  begun.get('second')?.();
  await expect.poll(() => jobWorkers.down).toEqual(['tests']);
  expect(jobWorkers.troubles(START)).toMatchObject([
    { sentence: expect.stringMatching(/^The worker for tests ended at .* and does not run again yet: /) },
  ]);
  line.thaw();
  // A statement of the dead worker may arrive now, and lock a job for it.
  let added = 0;
  const takesNewJob = async () => {
    added += 1;
    await add(`later ${added}`);
    return [...begun.keys()].some((name) => name.startsWith('later'));
  };
  await expect.poll(takesNewJob).toBe(true);
  expect(jobWorkers.down).toEqual([]);
  expect(jobWorkers.names.size).toBe(1);
  await worker.stop();
  expect(jobWorkers.names.size).toBe(0);
});
