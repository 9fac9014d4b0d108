import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { v7 as newId } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createUser } from '../../src/usecases/accounts/create-user.ts';
import { createCarrierCredential } from '../../src/usecases/tracking/create-carrier-credential.ts';
import { CARRIER } from '../support/carriers.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import {
  databaseEnvironment,
  runProgram,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';

let empty: TestDatabase;
let running: ServiceProcess[];

beforeEach(async () => {
  empty = await createDatabase('empty');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.end('SIGKILL')));
  await empty.drop();
});

async function start(environment: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
  const service = await startServiceProcess({ ...databaseEnvironment(empty), ...environment });
  running.push(service);
  return service;
}

describe('the service on a PostgreSQL of its operator', () => {
  it('starts without demo data and stops on SIGTERM with 0', async () => {
    const service = await start();
    expect(service.apiKey).toBeNull();
    expect(await (await fetch(`${service.url}/ready`)).json()).toEqual({ status: 'ready' });
    const { rows } = await empty.database.pool.query('select * from dakiya.accounts');
    expect(rows).toEqual([]);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('says how to make an account, until there is one', async () => {
    const first = await start();
    expect(first.said).toContain('account create');
    const made = await runProgram('cli', databaseEnvironment(empty), ['account', 'create', 'First']);
    expect(made.code).toBe(0);
    const second = await start();
    expect(second.said).toContain('key create');
    expect(second.said).not.toContain('account create');
  });

  it('comes up in each of twenty processes that start at once on an empty database', async () => {
    const services = await Promise.all(Array.from({ length: 20 }, () => start()));
    const ready = await Promise.all(services.map(async ({ url }) => (await fetch(`${url}/ready`)).status));
    expect(ready).toEqual(Array.from({ length: 20 }, () => 200));
    const { rows } = await empty.database.pool.query<{ number: number }>(
      'select number from dakiya.migrations order by 1',
    );
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
  }, 120_000);

  it('finishes what is running when it is told to stop', async () => {
    const service = await start();
    const account = await runProgram('cli', databaseEnvironment(empty), [
      'account',
      'create',
      'Slow',
      '--json',
    ]);
    const { api_key } = JSON.parse(account.stdout) as { api_key: string };
    const body = JSON.stringify({ store_name: 'just-in-time' });
    const slow = request(`${service.url}/custom/api/v1/client-stores`, {
      method: 'POST',
      headers: { authorization: api_key, 'content-type': 'application/json', 'content-length': body.length },
    });
    slow.write(body.slice(0, 5));
    await fetch(`${service.url}/health`);
    const exit = service.end('SIGTERM');
    const refused = await until(async () => {
      const answer = await fetch(`${service.url}/health`).catch(() => null);
      return answer === null || answer.status === 503;
    });
    expect(refused).toBe(true);
    slow.end(body.slice(5));
    const [answer] = await once(slow, 'response');
    expect(answer.statusCode).toBe(201);
    answer.resume();
    expect(await exit).toBe(0);
  });

  // The finest level has the lines of all others.
  it('writes no credential, password or phone into its log', async () => {
    const service = await start({
      LOG_LEVEL: 'trace',
      SMTP_URL: 'smtp://mailer:smtp-password@127.0.0.1:1',
    });
    const account = await runProgram('cli', databaseEnvironment(empty), [
      'account',
      'create',
      'Log',
      '--json',
    ]);
    const { api_key, account_id } = JSON.parse(account.stdout) as { api_key: string; account_id: string };
    const stores = `${service.url}/custom/api/v1/client-stores`;
    for (const authorization of [api_key, `Bearer ${api_key}`]) {
      await fetch(stores, { headers: { authorization } });
      await fetch(`${stores}/nonsense?key=${api_key}`, { headers: { authorization } });
    }
    const json = { 'content-type': 'application/json' };
    const signIn = async (password: string) => {
      const body = JSON.stringify({ username: '9820012345', password });
      return fetch(`${service.url}/custom/api/v1/auth-token`, { method: 'POST', headers: json, body });
    };
    await signIn('a very secret one');
    const database = { database: empty.database, now: () => new Date(), newId };
    await createUser(database, OPERATOR, account_id, {
      name: 'Asha',
      phone: '9820012345',
      email: null,
      password: 'a right long password',
    });
    const { token } = (await (await signIn('a right long password')).json()) as { token: string };
    const { credential } = await createCarrierCredential(database, OPERATOR, {
      name: 'Courier',
      carrierIds: [CARRIER],
      expiresAt: null,
    });
    for (const authorization of [api_key, token, credential]) {
      const headers = { authorization };
      const form = new FormData();
      form.set('store_name', 'of-a-form');
      form.set('logo', new Blob(['no logo']), 'logo.png');
      await fetch(stores, { method: 'POST', headers, body: form });
      for (const path of ['/custom/api/v1/forward-order', '/carrier-events', '/metrics']) {
        const body = JSON.stringify({ billing_phone: '9820012345', events: [{ token }] });
        await fetch(`${service.url}${path}`, { method: 'POST', headers: { ...headers, ...json }, body });
        await fetch(`${service.url}${path}`, { method: 'POST', headers: { ...headers, ...json }, body: '{' });
      }
    }
    await service.end();
    expect(service.log()).toMatch(/"route":"\/custom\/api\/v1\/client-stores"/);
    expect(service.log()).toContain('Providing options to busboy');
    for (const secret of [api_key, token, credential]) expect(service.log()).not.toContain(secret.slice(-43));
    expect(service.log()).not.toMatch(/a very secret one|a right long password|9820012345|smtp-password/);
  });
});

describe('a start that cannot succeed', () => {
  it.each([
    [{ PORT: '99999' }, /^PORT must be a whole number from 0 to 65535: correct it and start again\n$/],
    [
      { PORT: 'x', LOG_LEVEL: 'loud' },
      /^PORT must be .*; LOG_LEVEL must be one of .*: correct it and start again\n$/,
    ],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must look like postgres:/],
    [{ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/x' }, /^No PostgreSQL answers .*DATABASE_URL/],
    [{ HOST: '203.0.113.1' }, /^HOST 203\.0\.113\.1 is no address of this machine: correct it\n$/],
  ])('says one sentence and exits with 1: %j', async (environment, sentence) => {
    const run = await runProgram('main', {
      ...databaseEnvironment(empty),
      LOG_LEVEL: 'silent',
      ...environment,
    });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(sentence);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).not.toMatch(/secret|\bat .*\.js:\d/);
  });

  it('says which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const run = await runProgram('main', {
      ...databaseEnvironment(empty),
      LOG_LEVEL: 'silent',
      PORT: String(port),
    });
    other.close();
    expect(run).toMatchObject({
      code: 1,
      stderr: `Port ${port} is taken: stop what listens there, or set PORT to another\n`,
    });
  });
});

/** Asks again and again, for a few seconds at most. */
async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    if (await holds()) return true;
  }
  return false;
}
