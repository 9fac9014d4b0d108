import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runMigrations, runOnce } from 'graphile-worker';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { type Migration, readMigrations } from '../../src/storage/migrate.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { backUp, restore, serviceOf } from './backup-work.ts';

const logger = new Logger(() => () => undefined);

let migrations: readonly Migration[];
let folder: string;
let source: TestDatabase;
let into: TestDatabase;
let file: string;

beforeEach(async () => {
  migrations = await readMigrations(MIGRATIONS_FOLDER);
  folder = await mkdtemp(join(tmpdir(), 'dakiya-backup-'));
  file = join(folder, 'jobs.dky');
  source = await createDatabase();
  into = await createDatabase('empty');
  await createAccount(serviceOf(source), OPERATOR, 'Chai & Co');
});
afterEach(async () => {
  await source.drop();
  await into.drop();
  await rm(folder, { recursive: true });
});

async function makeQueue({ database }: TestDatabase): Promise<pg.Pool> {
  await runMigrations({ pgPool: database.pool, logger });
  return database.pool;
}

/** The jobs as a worker sees them, without what differs between queues. */
async function jobs({ database }: TestDatabase): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select task_identifier, payload::text, queue_name, run_at::text, attempts, jobs.max_attempts, jobs.key,
            jobs.priority, jobs.flags
     from graphile_worker.jobs join graphile_worker._private_jobs raw using (id) order by id`.replaceAll(
      /\b(run_at|attempts)\b/g,
      'jobs.$1',
    ),
  );
  return rows;
}

async function hasQueue({ database }: TestDatabase): Promise<boolean> {
  const { rows } = await database.pool.query<{ present: boolean }>(
    "select to_regnamespace('graphile_worker') is not null as present",
  );
  return rows[0]?.present === true;
}

describe('waiting jobs', () => {
  it('come back with all they were asked for, and are carried out', async () => {
    const pool = await makeQueue(source);
    await pool.query(
      `select graphile_worker.add_job('send', '{"text": "a\\tb\\nc \\\\. चाय", "n": 1}', run_at => now() - interval '1 day');
       select graphile_worker.add_job('send', '[1, 2]', 'one by one', '2031-01-01T00:00:00.123456Z', 7, 'only once', -3, array['b', 'a']);
       select graphile_worker.add_job('settle', null, 'one by one', now() - interval '1 hour')`,
    );
    const before = await jobs(source);
    await backUp(source, file, { migrations });
    expect(await restore(file, into, { migrations })).toMatchObject({ jobs: 3 });
    expect(await jobs(into)).toEqual(before);

    const done: unknown[] = [];
    await runOnce({
      pgPool: into.database.pool,
      logger,
      noHandleSignals: true,
      taskList: {
        send: async (payload) => void done.push(payload),
        settle: async (payload) => void done.push(payload),
      },
    });
    expect(done).toHaveLength(2);
    expect(done).toContainEqual({ text: 'a\tb\nc \\. चाय', n: 1 });
    // The worker has returned, but the completion of its last job may still be on its way.
    await expect.poll(() => jobs(into)).toMatchObject([{ key: 'only once' }]);
  });

  it('keep their count of attempts; one under way is tried again, one given up stays behind', async () => {
    const pool = await makeQueue(source);
    await pool.query(
      `select graphile_worker.add_job(name, max_attempts => 3) from unnest(array['fresh', 'failed', 'running', 'last try', 'given up']) name;
       update graphile_worker._private_jobs jobs set attempts = state.attempts, locked_at = state.locked_at, locked_by = 'me'
       from graphile_worker._private_tasks tasks
       join (values ('failed', 2, null), ('running', 1, now()), ('last try', 3, now()), ('given up', 3, null))
         as state (identifier, attempts, locked_at) using (identifier)
       where tasks.id = jobs.task_id`,
    );
    await backUp(source, file, { migrations });
    await restore(file, into, { migrations });
    expect(await jobs(into)).toMatchObject([
      { task_identifier: 'fresh', attempts: 0, max_attempts: 3 },
      { task_identifier: 'failed', attempts: 2, max_attempts: 3 },
      { task_identifier: 'running', attempts: 0, max_attempts: 3 },
      { task_identifier: 'last try', attempts: 2, max_attempts: 3 },
    ]);
    const { rows } = await into.database.pool.query(
      'select from graphile_worker.jobs where locked_at is not null',
    );
    expect(rows).toEqual([]);
  });

  it('are left out when asked, with the queue', async () => {
    const pool = await makeQueue(source);
    await pool.query("select graphile_worker.add_job('send')");
    expect(await backUp(source, file, { migrations })).toMatchObject({ jobs: 1 });
    expect(await restore(file, into, { migrations, withJobs: false })).toMatchObject({ jobs: 0 });
    expect(await hasQueue(into)).toBe(false);
  });

  it('are none where the database has no queue', async () => {
    await source.database.pool.query('drop schema graphile_worker cascade');
    expect(await backUp(source, file, { migrations })).toMatchObject({ jobs: 0 });
    expect(await restore(file, into, { migrations })).toMatchObject({ jobs: 0 });
    expect(await hasQueue(into)).toBe(false);
  });

  it('go into a queue that is there already', async () => {
    await (await makeQueue(source)).query("select graphile_worker.add_job('send', '{}')");
    await makeQueue(into);
    await backUp(source, file, { migrations });
    await restore(file, into, { migrations });
    expect(await jobs(into)).toEqual(await jobs(source));
  });
});

describe('webhooks', () => {
  const rows = async ({ database }: TestDatabase) => {
    const { rows: found } = await database.pool.query(
      `select e.enabled, e.switched_off_why, encode(e.secret, 'escape') as secret, d.state, d.error, v.body
         from dakiya.webhook_endpoints e join dakiya.webhook_deliveries d using (account_id, endpoint_id)
         join dakiya.webhook_events v using (account_id, event_id)`,
    );
    return found;
  };

  beforeEach(async () => {
    await source.database.pool.query(
      `insert into webhook_endpoints (account_id, endpoint_id, created_at, updated_at, enabled, url, events, secret)
         select account_id, account_id, now(), now(), true, 'https://shop.example', '{status_change}', 'sealed'
           from accounts;
       insert into webhook_events (account_id, event_id, created_at, event, body)
         select account_id, account_id, now(), 'status_change', '{}' from accounts;
       insert into webhook_deliveries (account_id, event_id, endpoint_id, position, created_at, due_at, state, event)
         select account_id, account_id, account_id, 1, now(), now(), 'waiting', 'status_change' from accounts`,
    );
    await backUp(source, file, { migrations });
  });

  it('come back with what waits to be delivered, and their secrets as sealed', async () => {
    await restore(file, into, { migrations });
    expect(await rows(into)).toEqual(await rows(source));
    const next = `insert into dakiya.webhook_events (account_id, event_id, created_at, event, body)
      select account_id, gen_random_uuid(), now(), 'status_change', '{}' from dakiya.accounts returning position`;
    expect((await into.database.pool.query(next)).rows).toEqual([{ position: '2' }]);
  });

  it('of a copy are off, and what waits is given up: it sends nothing', async () => {
    await restore(file, into, { migrations, withJobs: false });
    expect(await rows(into)).toEqual([
      {
        enabled: false,
        switched_off_why: 'it was restored as a copy',
        secret: 'sealed',
        state: 'failed',
        error: 'not sent: it was restored as a copy',
        body: '{}',
      },
    ]);
  });
});
