import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, runOnce } from 'graphile-worker';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { MIGRATIONS_FOLDER } from '../../src/package-root.ts';
import { type Migration, readMigrations } from '../../src/storage/migrate.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { backUp, restore, serviceOf } from './backup-work.ts';

const WHY = 'it was restored as a copy';

const JOBS = `
  select graphile_worker.add_job('send', '{"text": "a\\tb\\nc \\\\. चाय", "n": 1}', run_at => now() - interval '1 day');
  select graphile_worker.add_job('send', '[1, 2]', 'one by one', '2031-01-01T00:00:00.123456Z', 7, 'only once', -3, array['b', 'a']);
  select graphile_worker.add_job('settle', null, 'one by one', now() - interval '1 hour');
  select graphile_worker.add_job(name, max_attempts => 3, run_at => now() + interval '1 day')
    from unnest(array['fresh', 'failed', 'running', 'last try', 'given up']) name;
  update graphile_worker._private_jobs jobs set attempts = state.attempts, locked_at = state.locked_at, locked_by = 'me'
    from graphile_worker._private_tasks tasks
    join (values ('failed', 2, null), ('running', 1, now()), ('last try', 3, now()), ('given up', 3, null))
      as state (identifier, attempts, locked_at) using (identifier)
   where tasks.id = jobs.task_id`;

const MESSAGES = `
  insert into messages (account_id, message_id, shipment_id, created_at, event_at, due_at, attempt, moment, channel, status, error, from_name)
    select account_id, gen_random_uuid(), gen_random_uuid(), now(), now(), now(), 0, 'shipped', 'email', status, error, 'Chai'
      from accounts, (values ('queued'::message_status, null), ('queued', 'try later'), ('sent', null), ('failed', 'no address'))
        as given (status, error)`;

const WEBHOOKS = `
  insert into webhook_endpoints (account_id, endpoint_id, created_at, updated_at, enabled, switched_off_at, switched_off_why, url, events, secret)
    select account_id, gen_random_uuid(), now(), now(), enabled, case when not enabled then now() end,
        case when not enabled then 'it failed' end, 'https://shop.example', '{status_change}', 'sealed'
      from accounts, unnest(array[true, true, false]) enabled;
  insert into webhook_events (account_id, event_id, created_at, event, body)
    select account_id, account_id, now(), 'status_change', '{}' from accounts;
  insert into webhook_deliveries (account_id, event_id, endpoint_id, position, created_at, due_at, state, event, error)
    select account_id, gen_random_uuid(), account_id, 1, now(), now(), state, 'status_change', error
      from accounts, (values ('waiting', null), ('retrying', 'timeout'), ('delivered', null), ('failed', 'refused')) as given (state, error)`;

let migrations: readonly Migration[];
let folder: string;
let source: TestDatabase;
let into: TestDatabase;
let file: string;

beforeAll(async () => {
  migrations = await readMigrations(MIGRATIONS_FOLDER);
  folder = await mkdtemp(join(tmpdir(), 'dakiya-backup-'));
  file = join(folder, 'jobs.dky');
  source = await createDatabase();
  await createAccount(serviceOf(source), OPERATOR, 'Chai & Co');
  for (const rows of [JOBS, MESSAGES, WEBHOOKS]) await source.sql(rows);
  expect(await backUp(source, file, { migrations })).toMatchObject({ jobs: 7 });
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  into = await createDatabase('empty');
});
afterEach(() => into.drop());

/** The jobs as a worker sees them, without their ids. */
function jobs({ sql }: TestDatabase): Promise<unknown[]> {
  return sql(
    `select jobs.task_identifier as task, raw.payload::text, jobs.queue_name, jobs.run_at::text, jobs.attempts,
            jobs.max_attempts, jobs.key, jobs.priority, jobs.flags, jobs.locked_at
       from graphile_worker.jobs join graphile_worker._private_jobs raw using (id) order by id`,
  );
}

/** The text of a stored sentence: see `readSentence`. */
const textOf = (column: string) =>
  `case when ${column} like '{%' then ${column}::json ->> 'text' else ${column} end`;

async function hasQueue({ sql }: TestDatabase): Promise<boolean> {
  const [row] = await sql("select to_regnamespace('graphile_worker') is not null as present");
  return row.present;
}

const deliveries = ({ sql }: TestDatabase) =>
  sql(
    `select state, ${textOf('error')} as error from dakiya.webhook_deliveries order by error nulls last, state`,
  );
const endpoints = ({ sql }: TestDatabase) =>
  sql(
    `select enabled, encode(secret, 'escape') as secret, ${textOf('switched_off_why')} as why, switched_off_at is not null as "hasTime"
       from dakiya.webhook_endpoints order by why`,
  );
const messages = ({ sql }: TestDatabase) =>
  sql(`select status, ${textOf('error')} as error from dakiya.messages order by error nulls last, status`);

describe('a restored backup', () => {
  it('has all waiting jobs with their attempts, and its messages and webhooks', async () => {
    expect(await restore(file, into, { migrations })).toMatchObject({ jobs: 7 });
    const waiting = (await jobs(source)).slice(0, -1);
    expect(waiting).toMatchObject([
      { task: 'send', key: null },
      { task: 'send', key: 'only once', queue_name: 'one by one', priority: -3, flags: { a: true, b: true } },
      { task: 'settle', queue_name: 'one by one' },
      { task: 'fresh', attempts: 0, max_attempts: 3 },
      { task: 'failed', attempts: 2 },
      { task: 'running', attempts: 1 },
      { task: 'last try', attempts: 3 },
    ]);
    // A job that was running starts the same attempt again.
    const restored = waiting.map((job, place) =>
      place < 5 ? job : { ...(job as object), attempts: place === 5 ? 0 : 2, locked_at: null },
    );
    expect(await jobs(into)).toEqual(restored);
    for (const rows of [messages, deliveries, endpoints])
      expect(await rows(into)).toEqual(await rows(source));
    const next = `insert into dakiya.webhook_events (account_id, event_id, created_at, event, body)
      select account_id, gen_random_uuid(), now(), 'status_change', '{}' from dakiya.accounts returning position`;
    expect(await into.sql(next)).toEqual([{ position: 2 }]);

    const done: unknown[] = [];
    await runOnce({
      pgPool: into.database.pool,
      logger: new Logger(() => () => undefined),
      noHandleSignals: true,
      taskList: {
        send: async (payload) => void done.push(payload),
        settle: async (payload) => void done.push(payload),
      },
    });
    expect(done).toHaveLength(2);
    expect(done).toContainEqual({ text: 'a\tb\nc \\. चाय', n: 1 });
    // The worker has returned, but the completion of its last job may still be on its way.
    await expect.poll(() => jobs(into)).toMatchObject([{ key: 'only once' }, { task: 'fresh' }, {}, {}, {}]);
  });

  it('without jobs sends no messages and webhooks, and keeps what was sent', async () => {
    expect(await restore(file, into, { migrations, withJobs: false })).toMatchObject({ jobs: 0 });
    expect(await hasQueue(into)).toBe(false);
    expect(await messages(into)).toEqual([
      { status: 'failed', error: 'no address' },
      { status: 'failed', error: `not sent: ${WHY}` },
      { status: 'failed', error: `not sent: ${WHY}` },
      { status: 'sent', error: null },
    ]);
    expect(await deliveries(into)).toEqual([
      { state: 'failed', error: `not sent: ${WHY}` },
      { state: 'failed', error: `not sent: ${WHY}` },
      { state: 'failed', error: 'refused' },
      { state: 'delivered', error: null },
    ]);
    expect(await endpoints(into)).toEqual([
      { enabled: false, secret: 'sealed', why: 'it failed', hasTime: true },
      { enabled: false, secret: 'sealed', why: WHY, hasTime: true },
      { enabled: false, secret: 'sealed', why: WHY, hasTime: true },
    ]);
  });

  it('adds its jobs to an existing queue', async () => {
    const queued = await createDatabase();
    try {
      await restore(file, queued, { migrations });
      expect(await jobs(queued)).toHaveLength(7);
    } finally {
      await queued.drop();
    }
  });

  it('has no queue if the database had none', async () => {
    const plain = await createDatabase();
    try {
      await createAccount(serviceOf(plain), OPERATOR, 'Chai & Co');
      await plain.sql('drop schema graphile_worker cascade');
      const without = join(folder, 'without.dky');
      expect(await backUp(plain, without, { migrations })).toMatchObject({ jobs: 0 });
      expect(await restore(without, into, { migrations })).toMatchObject({ jobs: 0 });
      expect(await hasQueue(into)).toBe(false);
    } finally {
      await plain.drop();
    }
  });
});
