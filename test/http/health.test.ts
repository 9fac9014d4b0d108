import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { setOfflineBehaviours } from '../../src/storage/booking/offline-ledger.ts';
import { openApp, startApp } from '../support/app.ts';
import { bookOrder, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { runCommand } from '../support/commands.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { databaseEnvironment } from '../support/service-process.ts';

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);

async function metrics(): Promise<string> {
  return (await test.app.inject({ url: '/metrics' })).body;
}

async function metric(name: string): Promise<number | undefined> {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** An order whose courier never reports the outcome. */
async function bookWithoutAnswer(): Promise<void> {
  const behaviour = { kind: 'lose_answer', carrierId: null, pincode: null, milliseconds: 0 } as const;
  await setOfflineBehaviours(test.database.database, account.accountId, [behaviour]);
  // Another process on the same database, which does not wait for couriers.
  const hasty = await startApp({
    database: { ...test.database, drop: async () => undefined },
    shipping: { carrierTimeoutMs: 50 },
  });
  await hasty.app.inject({
    method: 'POST',
    url: `${API}/forward-order-orchestration`,
    headers: account.headers,
    payload: orderBody(warehouseId),
  });
  await hasty.stop();
  await setOfflineBehaviours(test.database.database, account.accountId, []);
}

describe('the metrics of what runs beside requests', () => {
  it('count scans by who told them and what came of them', async () => {
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

  it('tell since when a courier has not answered, in the same reading as how many', async () => {
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
    'are those that %s asks for',
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

describe('dakiya status and dakiya doctor', () => {
  const command = async (...words: string[]) => runCommand(await test.operator(), words);

  it('print what waits of all accounts', async () => {
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

  it('say in words what is wrong, with what to do, and fail', async () => {
    const { pool } = test.database.database;
    await pool.query(
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

  it('examine the database and the settings where no service is known or answers', async () => {
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
