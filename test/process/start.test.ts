import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { createUser } from '../../src/usecases/accounts/users.ts';
import { createCarrierCredential } from '../../src/usecases/tracking/carrier-credentials.ts';
import { CARRIER } from '../support/carriers.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import {
  databaseEnvironment,
  type ProgramRun,
  type ServiceProcess,
  startServiceProcess,
  tryStarts,
} from '../support/service-process.ts';

let database: TestDatabase;
let running: ServiceProcess[];

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

beforeEach(() => {
  running = [];
});
afterEach(() => Promise.all(running.map((service) => service.end('SIGKILL'))));

async function start(into = database, environment: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
  const service = await startServiceProcess({ ...databaseEnvironment(into), ...environment });
  running.push(service);
  return service;
}

/** Creates an account as `dakiya account create` does, in this process. */
function makeAccount(name: string) {
  return createAccount({ database: database.database, now: () => new Date(), newId }, OPERATOR, name);
}

describe("the service on the operator's own PostgreSQL", () => {
  // Further races are tested in one process: test/storage/open.test.ts, test/storage/migrate.test.ts.
  it('starts in three processes at once on an empty database, without demo data, and stops on SIGTERM', async () => {
    const empty = await createDatabase('empty');
    try {
      const services = await Promise.all(Array.from({ length: 3 }, () => start(empty)));
      for (const { url, said, apiKey } of services) {
        expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: 'ready' });
        expect(apiKey).toBeNull();
        expect(said).toContain('account create');
      }
      const rows = await empty.sql<{ number: number }>('select number from dakiya.migrations order by 1');
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
      expect(await empty.sql('select * from dakiya.accounts')).toEqual([]);
      expect(await Promise.all(services.map((service) => service.end('SIGTERM')))).toEqual([0, 0, 0]);
    } finally {
      await Promise.all(running.map((service) => service.end('SIGKILL')));
      await empty.drop();
    }
  });

  it('tells how to create a key if there is an account, and finishes running requests at a stop', async () => {
    const { apiKey } = await makeAccount('Slow');
    const service = await start();
    expect(service.said).toContain('key create');
    expect(service.said).not.toContain('account create');
    const body = JSON.stringify({ store_name: 'just-in-time' });
    const slow = request(`${service.url}/custom/api/v1/client-stores`, {
      method: 'POST',
      headers: { authorization: apiKey, 'content-type': 'application/json', 'content-length': body.length },
    });
    slow.write(body.slice(0, 5));
    await fetch(`${service.url}/health`);
    const exit = service.end('SIGTERM');
    const isRefused = async () => {
      const answer = await fetch(`${service.url}/health`).catch(() => null);
      return answer === null || answer.status === 503;
    };
    await expect.poll(isRefused, { interval: 10 }).toBe(true);
    slow.end(body.slice(5));
    const [answer] = await once(slow, 'response');
    expect(answer.statusCode).toBe(201);
    answer.resume();
    expect(await exit).toBe(0);
  });

  // The most verbose level contains the lines of all other levels.
  it('logs one warning if it runs as root', async () => {
    const service = await start();
    await service.end('SIGTERM');
    const said = service.log().match(/The service runs as root, which it does not need/g) ?? [];
    expect(said).toHaveLength(process.geteuid?.() === 0 ? 1 : 0);
  });

  it('writes no credential, password or phone number to its log', async () => {
    const { apiKey, accountId } = await makeAccount('Log');
    const service = await start(database, {
      LOG_LEVEL: 'trace',
      SMTP_URL: 'smtp://mailer:smtp-password@127.0.0.1:1',
    });
    const stores = `${service.url}/custom/api/v1/client-stores`;
    for (const authorization of [apiKey, `Bearer ${apiKey}`]) {
      await fetch(stores, { headers: { authorization } });
      await fetch(`${stores}/nonsense?key=${apiKey}`, { headers: { authorization } });
    }
    const json = { 'content-type': 'application/json' };
    const signIn = async (password: string) => {
      const body = JSON.stringify({ username: '9820012345', password });
      return fetch(`${service.url}/custom/api/v1/auth-token`, { method: 'POST', headers: json, body });
    };
    await signIn('a very secret one');
    const base = { database: database.database, now: () => new Date(), newId };
    await createUser(base, OPERATOR, accountId, {
      name: 'Asha',
      phone: '9820012345',
      email: null,
      password: 'a right long password',
    });
    const { token } = (await (await signIn('a right long password')).json()) as { token: string };
    const { credential } = await createCarrierCredential(base, OPERATOR, {
      name: 'Courier',
      carrierIds: [CARRIER],
      expiresAt: null,
    });
    for (const authorization of [apiKey, token, credential]) {
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
    for (const secret of [apiKey, token, credential]) expect(service.log()).not.toContain(secret.slice(-43));
    expect(service.log()).not.toMatch(/a very secret one|a right long password|9820012345|smtp-password/);
  });
});

describe('a start that cannot succeed', () => {
  const REFUSED: [NodeJS.ProcessEnv, RegExp][] = [
    [{ PORT: '99999' }, /^PORT must be a whole number from 0 to 65535: correct it and start again\n$/],
    [
      { PORT: 'x', LOG_LEVEL: 'loud' },
      /^PORT must be .*; LOG_LEVEL must be one of .*: correct it and start again\n$/,
    ],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must look like postgres:/],
    [{ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/x' }, /^No PostgreSQL answers .*DATABASE_URL/],
    [{ HOST: '203.0.113.1' }, /^HOST 203\.0\.113\.1 is not an address of this machine: correct it\n$/],
  ];
  let port: number;
  let runs: ProgramRun[];

  beforeAll(async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    port = (other.address() as AddressInfo).port;
    runs = await tryStarts(
      [...REFUSED.map(([environment]) => environment), { PORT: String(port) }].map((environment) => ({
        ...databaseEnvironment(database),
        ...environment,
      })),
    );
    other.close();
  });

  it.each(REFUSED.map(([environment, sentence], index) => ({ environment, sentence, index })))(
    'prints one sentence and exits with code 1: $environment',
    ({ sentence, index }) => {
      expect(runs[index]).toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
      expect(runs[index]?.stderr.trim().split('\n')).toHaveLength(1);
      expect(runs[index]?.stderr).not.toMatch(/secret|\bat .*\.js:\d/);
    },
  );

  it('names the port that is taken', () => {
    expect(runs[REFUSED.length]).toMatchObject({
      code: 1,
      stderr: `Port ${port} is taken: stop what listens there, or set PORT to another\n`,
    });
  });
});
