import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { Sealing } from '../../src/sealing/sealing.ts';
import { setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { JOB_SCHEMA } from '../../src/storage/job-queue.ts';
import { showHealth } from '../../src/usecases/health/show-health.ts';
import { openApp, startApp } from '../support/app.ts';
import { bookOrder, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { runCommand } from '../support/commands.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { databaseEnvironment } from '../support/service-process.ts';

const test = await openApp({});
const account = await test.account();
const warehouseId = await makeWarehouse(account);

async function metrics(): Promise<string> {
  return (await test.app.inject({ url: '/metrics' })).body;
}

async function metric(name: string): Promise<number | undefined> {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** Creates an order whose courier never reports the outcome. */
async function bookWithoutAnswer(): Promise<void> {
  const behaviour = { kind: 'lose_answer', carrierId: null, pincode: null, milliseconds: 0 } as const;
  await setOfflineBehaviours(test.database.database, account.accountId, [behaviour]);
  // Another process on the same database, which waits only a moment for couriers.
  const hasty = await startApp({
    database: { ...test.database, drop: async () => undefined },
    shipping: { carrierTimeoutMs: 50 },
  });
  await hasty.client(account.headers).post('/forward-order-orchestration', orderBody(warehouseId));
  await hasty.stop();
  await setOfflineBehaviours(test.database.database, account.accountId, []);
}

describe('the metrics', () => {
  it('count scans by source and result', async () => {
    const headers = await carrierHeaders(test);
    const { trackingNumber } = await bookOrder(account, warehouseId);
    test.advance(60_000);
    const scan = (tracking_number: string, status: string) => ({
      tracking_number,
      status,
      event_date_time: test.service.now().toISOString(),
    });
    const events = [
      scan(trackingNumber, 'in_transit'),
      scan('NOBODYS1', 'in_transit'),
      scan(trackingNumber, 'lunch'),
    ];
    await sendEvents(test, headers, { events });
    const counted = (await metrics())
      .split('\n')
      .filter((line) => line.startsWith('scans{'))
      .map((line) => line.replace(/source="[^"]+",/, ''));
    expect(counted.toSorted()).toEqual([
      'scans{result="applied"} 1',
      'scans{result="invalid"} 1',
      'scans{result="unknown tracking number"} 1',
    ]);
  });

  it('show the number and the age of bookings without an answer', async () => {
    expect(await metric('bookings_unsettled')).toBe(0);
    await bookWithoutAnswer();
    test.advance(90_000);
    expect(await metric('bookings_unsettled')).toBe(1);
    expect(await metric('booking_oldest_unsettled_seconds')).toBeGreaterThanOrEqual(90);
    expect(await metric('database_connections')).toBeGreaterThan(0);
    expect(await metric('database_connections_waited_for')).toBe(0);
    expect(await metric('queue_jobs_given_up')).toBe(0);
  });

  it.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/dakiya.json'])(
    'include all that %s uses',
    async (file) => {
      const shown = new Set([...(await metrics()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
      const text = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
      const expressions = [...text.matchAll(/"?expr"?: (?:>-\n((?: {10}.*\n)+)|(.*))/g)].map(
        ([, folded, line]) => folded ?? line ?? '',
      );
      expect(expressions.length).toBeGreaterThan(10);
      const asked = expressions
        .flatMap(
          (expression) =>
            expression.replaceAll(/by \([^)]*\)|\{[^}]*\}/g, '').match(/[a-z]+(?:_[a-z0-9]+)+|\bscans\b/g) ??
            [],
        )
        .filter((name) => name !== 'histogram_quantile')
        .map((name) => name.replace(/_(?:count|bucket)$/, ''));
      expect(asked.filter((name) => !shown.has(name))).toEqual([]);
    },
  );
});

describe('the health of the service', () => {
  const MINUTE = 60_000;

  it('counts the work of all accounts that is due and has not ended, with the age of the oldest', async () => {
    const own = await startApp();
    try {
      const now = own.service.now().getTime();
      const ago = (minutes: number) => new Date(now - minutes * MINUTE);
      const insert = async (sql: string, rows: readonly (readonly unknown[])[]) => {
        for (const row of rows) await own.sql(sql, [...row]);
      };
      /** Work of a state with its time: two are due, one is not yet, and one has ended. */
      const rowsOf = (waiting: string, ended: string) => [
        [waiting, ago(2)],
        [waiting, ago(5)],
        [waiting, ago(-1)],
        [ended, ago(9)],
      ];
      const id = 'gen_random_uuid()';
      await insert(
        `insert into messages (account_id, message_id, shipment_id, created_at, event_at, due_at, attempt, moment, channel, status, from_name)
         values (${id}, ${id}, ${id}, $2, $2, $2, 1, 'shipped', 'sms', $1, 'Chai')`,
        rowsOf('queued', 'sent'),
      );
      await insert(
        `insert into imports (account_id, import_id, created_at, kind, state, actor_kind, actor_name, options)
         values (${id}, ${id}, $2, 'remittance', $1, 'system', 'system', '{}')`,
        rowsOf('running', 'done'),
      );
      await insert(
        `insert into jobs (account_id, job_id, created_at, turn_at, total, actor_kind, actor_name, action, state, options)
         values (${id}, ${id}, $2, $2, 1, 'system', 'system', 'tag', $1, '{}')`,
        rowsOf('running', 'stopped'),
      );
      await insert(
        `insert into customer_requests (account_id, request_id, shipment_id, created_at, attempt, kind, state, is_at_once)
         values (${id}, ${id}, ${id}, $2, 1, 'reattempt', $1, false)`,
        rowsOf('waiting', 'rejected'),
      );
      const { accountId } = await own.account();
      const [on, off] = [v7(), v7()];
      await insert(
        `insert into webhook_endpoints (account_id, endpoint_id, created_at, updated_at, enabled, url, events, secret)
         values ($1, $2, now(), now(), $3, 'https://shop.example', '{}', '')`,
        [
          [accountId, on, true],
          [accountId, off, false],
        ],
      );
      await insert(
        `insert into webhook_deliveries (account_id, event_id, endpoint_id, position, created_at, due_at, tries, state, event)
         values ($1, ${id}, $2, 1, $5, $5, $4, $3, 'status_change')`,
        [
          [accountId, on, 'waiting', 0, ago(2)],
          [accountId, on, 'waiting', 0, ago(5)],
          // A later try is waiting work, but its age says nothing about the service.
          [accountId, on, 'retrying', 1, ago(9)],
          [accountId, on, 'failed', 0, ago(9)],
          [accountId, off, 'waiting', 0, ago(9)],
        ],
      );
      await insert(`select ${JOB_SCHEMA}.add_job($1, run_at => $2, max_attempts => 3)`, [
        ['due', ago(2)],
        ['due', ago(5)],
        ['later', ago(-1)],
        ['locked', ago(9)],
        ['given up', ago(9)],
      ]);
      await own.sql(
        `update ${JOB_SCHEMA}._private_jobs j set locked_at = case when t.identifier = 'locked' then now() end,
            attempts = case when t.identifier = 'given up' then 3 else 0 end
          from ${JOB_SCHEMA}._private_tasks t where t.id = j.task_id`,
      );
      const { waiting, jobsGivenUp } = await showHealth(own.service);
      const two = { count: 2, seconds: 300 };
      expect(waiting).toEqual({
        ...{ jobs: two, messages: two, imports: two, bulkJobs: two, requests: two },
        ...{ bookings: { count: 0, seconds: 0 }, deliveries: { count: 3, seconds: 300 } },
      });
      expect(jobsGivenUp).toBe(1);
    } finally {
      await own.stop();
    }
  });

  it('counts the failures of the last hour for each courier and channel, with the newest error', async () => {
    const now = test.service.now().getTime();
    const HOUR = 60 * MINUTE;
    for (const [courier, before, status, failure] of [
      ['ekart', 0, 503, null],
      ['delhivery', HOUR, 500, null],
      ['delhivery', 0, null, 'did not answer in time'],
      ['delhivery', MINUTE, 502, null],
      ['delhivery', HOUR + 1, 500, null],
    ] as const) {
      await test.sql(
        `insert into courier_exchanges (account_id, courier_account_id, exchange_id, happened_at, duration_ms, status, failure, courier, call, method, path)
         values ($1, gen_random_uuid(), gen_random_uuid(), $2, 5, $3, $4, $5, 'book', 'POST', '/api')`,
        [account.accountId, new Date(now - before), status, failure, courier],
      );
    }
    for (const [channel, before, status] of [
      ['sms', HOUR + 1, 'failed'],
      ['sms', HOUR, 'failed'],
      ['sms', 0, 'sent'],
      ['whatsapp', 0, 'failed'],
    ] as const) {
      await test.sql(
        `insert into messages (account_id, message_id, shipment_id, created_at, event_at, due_at, attempt, moment, channel, status, from_name, error)
         values ($1, $2, gen_random_uuid(), now(), now(), now(), 1, 'shipped', $3, $4, 'Chai', $5)`,
        [account.accountId, v7({ msecs: now - before }), channel, status, `${channel} is away`],
      );
    }
    const { courierFailures, messageFailures } = await showHealth(test.service);
    expect(courierFailures).toEqual([
      { what: 'delhivery', count: 3, newest: 'did not answer in time' },
      { what: 'ekart', count: 1, newest: 'HTTP 503' },
    ]);
    expect(messageFailures).toEqual([
      { what: 'sms', count: 1, newest: 'sms is away' },
      { what: 'whatsapp', count: 1, newest: 'whatsapp is away' },
    ]);
    await test.sql('delete from courier_exchanges where account_id = $1', [account.accountId]);
  });
});

describe('dakiya status and dakiya doctor', () => {
  const command = async (...words: string[]) => runCommand(await test.operator(), words);

  it('print the waiting work of all accounts', async () => {
    const { code, stdout } = await command('status', '--json');
    expect(code).toBe(0);
    const { processes, jobs_given_up, waiting } = JSON.parse(stdout);
    expect([processes, jobs_given_up]).toEqual([1, 0]);
    expect(waiting).toContainEqual({
      what: 'bookings without a known outcome',
      count: expect.any(Number),
      seconds: expect.any(Number),
    });
    expect((await command('status')).stdout).toMatch(/^1 process serves\n\nWAITING +COUNT +LONGEST\n/);
  });

  it('name each trouble with its remedy, and fail', async () => {
    await test.sql(
      `insert into courier_exchanges (account_id, courier_account_id, exchange_id, happened_at, duration_ms, status, courier, call, method, path)
       select $1, gen_random_uuid(), gen_random_uuid(), now(), 5, 502, 'delhivery', 'book', 'POST', '/api' from generate_series(1, 12)`,
      [account.accountId],
    );
    const { code, stdout } = await command('doctor');
    expect(code).toBe(1);
    expect(stdout).toContain(
      '12 requests to delhivery failed in the last hour. The newest error: HTTP 502\n',
    );
    expect(stdout).toContain('    see `dakiya courier calls`');
    const { troubles } = JSON.parse((await command('doctor', '--json')).stdout);
    expect(troubles).toContainEqual({ sentence: expect.any(String), remedy: expect.any(String) });
  });

  it('count what has secrets of another key', async () => {
    const seal = (key: number) => new Sealing(Buffer.alloc(32, key)).seal('{}', 'here');
    await test.sql(
      `insert into courier_accounts (account_id, courier_account_id, courier, name, settings, secret_names, secrets, created_at, updated_at)
       values ($1, gen_random_uuid(), 'delhivery', 'one', '{}', '{}', $2, now(), now()), ($1, gen_random_uuid(), 'ekart', 'other', '{}', '{}', $3, now(), now())`,
      [account.accountId, seal(9), test.service.sealing.seal('{}', 'here')],
    );
    expect((await command('doctor')).stdout).toContain(
      'The secrets of 1 courier accounts were encrypted with another key than this one\n',
    );
    await test.sql('delete from courier_accounts where account_id = $1', [account.accountId]);
    expect((await command('doctor')).stdout).not.toContain('encrypted with another key');
  });

  it('name a worker that has ended, as the readiness check does until it runs again', async () => {
    const { jobWorkers, now } = test.service;
    const ready = async () => (await test.app.inject({ url: '/ready' })).json();
    const said = async () => (await command('doctor')).stdout;
    jobWorkers.noteEnd('messages', now(), new Error('the database hung'));
    jobWorkers.noteEnd('imports', now(), new Error('nobody knows'));
    jobWorkers.noteStart('imports');
    expect(await ready()).toEqual({ status: 'ready', workers_down: ['messages'] });
    expect(await said()).toMatch(
      /The worker for messages ended at .+ and does not run again yet: the database hung/,
    );
    jobWorkers.noteStart('messages');
    expect(await ready()).toEqual({ status: 'ready' });
    expect(await said()).toMatch(
      /The worker for messages ended at .+ and was started again: the database hung/,
    );
    expect(await said()).toMatch(/The worker for imports ended at .+ and was started again: nobody knows/);
  });

  it('examine the database and the settings if no service answers', async () => {
    const without = databaseEnvironment(test.database);
    const unknown = await runCommand(without, ['doctor']);
    expect(unknown.code).toBe(1);
    expect(unknown.stdout).toMatch(/^No service runs on the PostgreSQL at .*\n {4}start it with `npm start`/);
    const silent = { ...without, SERVICE_URL: 'http://127.0.0.1:9', OPERATOR_TOKEN: 'x'.repeat(32) };
    const away = await runCommand(silent, ['doctor']);
    expect(away.stdout).toMatch(/^The service at http:\/\/127\.0\.0\.1:9 does not answer\n/);
    for (const { stdout } of [unknown, away]) {
      expect(stdout).toContain('12 requests to delhivery failed in the last hour');
      expect(stdout).toContain('SECRETS_KEY is empty');
    }
  });
});
