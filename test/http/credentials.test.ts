import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { noteCredentialUse } from '../../src/storage/accounts/credentials.ts';
import { noteSessionUse } from '../../src/storage/accounts/sessions.ts';
import { createKey, listAccountKeys, revokeKey } from '../../src/usecases/accounts/keys.ts';
import type { PasswordCost } from '../../src/usecases/accounts/passwords.ts';
import { makeResetLink } from '../../src/usecases/accounts/reset-password.ts';
import { setPassword } from '../../src/usecases/accounts/set-password.ts';
import {
  disableUser,
  enableUser,
  findNamedUser,
  listAccountUsers,
  unlockUser,
} from '../../src/usecases/accounts/users.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { openApp, startApp, type TestApp } from '../support/app.ts';
import { carrierHeaders } from '../support/carriers.ts';
import { API } from '../support/client.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { inEnglish } from '../support/in-english.ts';
import { makeUser, signInBy, storedText } from '../support/people.ts';
import { raceFor } from '../support/race.ts';

const STORES = `${API}/client-stores`;
const AUDIT = `${API}/audit`;
const TOKEN = `${API}/auth-token`;
const MINUTE = 60_000;

/** Expensive enough that a check is running when other requests arrive; a sixth of the real cost. */
const SLOW_CHECK: PasswordCost = { N: 2 ** 14, r: 8, p: 1 };

const test = await openApp({});
const account = await test.account();
const { authorization: carrierKey } = await carrierHeaders(test);

const MISSING = 'The credential is missing: send an API key in the header Authorization';
const MALFORMED =
  'This is not a whole credential of this service: ours are dky_, 16 characters, _ and 43 characters';
const UNKNOWN = 'The credential is not valid: it is unknown here, revoked or expired';

function listWith(authorization: string | undefined) {
  return test.client(authorization === undefined ? {} : { authorization }).get('/client-stores');
}

/** Creates a key of the account in its name, without an end unless one is given. */
function keyNamed(name: string, expiresAt: Date | null = null) {
  return createKey(test.service, OPERATOR, account.accountId, { name, scope: 'full', expiresAt });
}

function signIn(username: unknown, password: unknown, remoteAddress = '127.0.0.1') {
  return test.app.inject({
    method: 'POST',
    url: TOKEN,
    payload: { username, password } as object,
    remoteAddress,
  });
}

/** Makes reads of users wait. @returns a function that ends this */
function holdUsers(pool: pg.Pool, held: Promise<unknown>): () => void {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  pool.query = ((...given: unknown[]) =>
    JSON.stringify(given[0]).includes('from users')
      ? held.then(() => query(...given))
      : query(...given)) as typeof pool.query;
  return () => {
    pool.query = query as typeof pool.query;
  };
}

describe('a credential', () => {
  it.each([
    ['without Bearer', (key: string) => key],
    ['after Bearer', (key: string) => `Bearer ${key}`],
    ['after bearer in another case', (key: string) => `bEaReR   ${key}`],
  ])('is accepted %s', async (_form, write) => {
    expect((await listWith(write(account.apiKey))).statusCode).toBe(200);
  });

  it.each([
    ['a missing one', MISSING, () => undefined],
    ['an empty one', MISSING, () => ''],
    ['Bearer without a key', MISSING, () => 'Bearer '],
    ['an unknown one', UNKNOWN, () => `dky_${'0'.repeat(16)}_${'A'.repeat(43)}`],
    ['one with another secret', UNKNOWN, (key: string) => `${key.slice(0, -43)}${'A'.repeat(43)}`],
    ['one of a courier', UNKNOWN, () => carrierKey],
    ['one without its last character', MALFORMED, (key: string) => key.slice(0, -1)],
    ['the setting of another service', MALFORMED, () => 'Token 1234567890abcdef'],
    ['one of 10 kB', MALFORMED, () => 'x'.repeat(10_000)],
  ])('is refused with what anybody can see of it: %s', async (_what, sentence, write) => {
    const response = await listWith(write(account.apiKey));
    expect(response.statusCode).toBe(401);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.json()).toEqual({ errors: [sentence] });
    const elsewhere = await test.app.inject({
      url: AUDIT,
      headers: { authorization: write(account.apiKey) ?? '' },
    });
    expect(inEnglish(elsewhere.json())).toEqual({
      status: 'ERROR',
      message: sentence,
      errors: [sentence],
      problems: [{ field: null, code: 'unauthenticated', message: sentence }],
    });
  });

  it('stops working at its expiry', async () => {
    const expiresAt = new Date(test.service.now().getTime() + MINUTE);
    const { apiKey } = await keyNamed('short', expiresAt);
    test.advance(MINUTE - 1);
    expect((await listWith(apiKey)).statusCode).toBe(200);
    test.advance(1);
    expect((await listWith(apiKey)).statusCode).toBe(401);
  });

  it('stops working within a second of its revocation also if the clock is set back', async () => {
    const { keyId, apiKey } = await keyNamed('set back');
    expect((await listWith(apiKey)).statusCode).toBe(200);
    await revokeKey(test.service, OPERATOR, keyId);
    test.setClockBack(65 * MINUTE);
    test.advance(5_000);
    expect((await listWith(apiKey)).statusCode).toBe(401);
  });

  it('is stored only as a hash', async () => {
    expect(await storedText(test)).not.toContain(account.apiKey.slice(-43));
  });

  it('stores the last use of a key and of a session; an earlier time of another process does not count', async () => {
    const one = await startApp();
    try {
      const owner = await one.account();
      const browser = await signInBy(one, { api_key: owner.apiKey });
      const unused = await signInBy(one, { api_key: owner.apiKey });
      one.advance(MINUTE);
      await owner.get('/client-stores');
      await browser.get('/client-stores');
      await one.app.close();
      const ids = await one.sql<{ id: string }>('select session_id as id from sessions order by session_id');
      const lastUses = async () => {
        const [key] = await listAccountKeys(one.service, owner.accountId);
        const rows = await one.sql<{ at: Date | null }>(
          'select last_used_at as at from sessions order by session_id',
        );
        return [key?.lastUsedAt, ...rows.map(({ at }) => at)];
      };
      const now = one.service.now();
      const begun = new Date(now.getTime() - MINUTE);
      expect(unused.cookie).not.toBe(browser.cookie);
      expect(await lastUses()).toEqual([now, now, begun]);
      const [key] = await listAccountKeys(one.service, owner.accountId);
      const later = new Date(now.getTime() + MINUTE);
      for (const at of [later, now]) {
        await noteCredentialUse(one.service.database, new Map([[key?.credentialId ?? '', at]]));
        await noteSessionUse(one.service.database, new Map([[ids[0]?.id ?? '', at]]));
        expect(await lastUses()).toEqual([later, later, begun]);
      }
    } finally {
      await one.stop();
    }
  });
});

describe('wrong credentials', () => {
  const wrongKey = (guess: number) => `dky_${String(guess).padStart(16, '0')}_${'A'.repeat(43)}`;
  let slowed: TestApp;
  let queries: number;

  beforeAll(async () => {
    slowed = await startApp();
    const watched = new WeakSet<pg.PoolClient>();
    slowed.database.database.pool.on('acquire', (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      client.query = ((...given: unknown[]) => {
        if (JSON.stringify(given[0]).includes('prefix = $1')) queries += 1;
        return query(...given);
      }) as typeof client.query;
    });
  });
  afterAll(() => slowed.stop());
  beforeEach(() => {
    queries = 0;
  });

  function list(authorization: string, remoteAddress: string, url = STORES) {
    return slowed.app.inject({ url, headers: { authorization }, remoteAddress });
  }

  it.each([
    ['100 different ones', (guess: number) => guess, '198.51.100.1'],
    ['the same one 100 times', () => 0, '198.51.100.2'],
  ])('are limited for each address without a query: %s', async (_what, numberOf, from) => {
    for (let guess = 0; guess < 100; guess += 1) {
      expect((await list(wrongKey(numberOf(guess)), from)).statusCode).toBe(401);
    }
    queries = 0;
    const response = await list(wrongKey(numberOf(100)), from);
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('300');
    expect(response.json()).toEqual({
      errors: ['Too many wrong credentials from this address; please try again later'],
    });
    const courier = { method: 'POST', url: '/carrier-events', payload: {}, remoteAddress: from } as const;
    const sent = { ...courier, headers: { authorization: wrongKey(0) } };
    expect((await slowed.app.inject(sent)).statusCode).toBe(429);
    expect(queries).toBe(0);
    expect((await list(wrongKey(0), '198.51.100.3')).statusCode).toBe(401);
    slowed.advance(5 * MINUTE);
    expect((await list(wrongKey(0), from)).statusCode).toBe(401);
  });

  it('do not stop a valid credential of the same address that has worked before', async () => {
    const from = '198.51.100.4';
    const { headers, accountId } = await slowed.account();
    const { keyId, apiKey } = await createKey(slowed.service, OPERATOR, accountId, {
      name: 'revoked later',
      scope: 'full',
      expiresAt: null,
    });
    await list(headers.authorization, from);
    await list(apiKey, from);
    for (let guess = 0; guess < 100; guess += 1) await list(wrongKey(guess), from);
    slowed.advance(MINUTE);
    expect((await list(headers.authorization, from)).statusCode).toBe(200);
    await revokeKey(slowed.service, OPERATOR, keyId);
    slowed.advance(5_000);
    expect((await list(apiKey, from)).statusCode).toBe(401);
    expect((await list(apiKey, from)).statusCode).toBe(429);
  });

  it('do not stop a new credential of the same address if one old key is sent repeatedly', async () => {
    const from = '198.51.100.7';
    const statuses = new Set<number>();
    for (let time = 0; time < 110; time += 1) statuses.add((await list(wrongKey(0), from)).statusCode);
    expect([...statuses]).toEqual([401, 429]);
    const { headers } = await slowed.account();
    expect((await list(headers.authorization, from)).statusCode).toBe(200);
  });

  it('are limited also if a thousand arrive at once', async () => {
    const sent = Array.from({ length: 1_000 }, (_, guess) => list(wrongKey(guess), '198.51.100.5'));
    const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(queries).toBe(100);
  });

  it('do not include valid ones that arrive at once, as after a start', async () => {
    const { accountId } = await slowed.account();
    const keys = await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const terms = { name: `key ${index}`, scope: 'full', expiresAt: null } as const;
        return (await createKey(slowed.service, OPERATOR, accountId, terms)).apiKey;
      }),
    );
    const answers = await Promise.all(keys.map((key) => list(key, '198.51.100.8')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('do not include requests without a credential', async () => {
    const from = '198.51.100.6';
    for (let time = 0; time < 101; time += 1) expect((await list('', from)).statusCode).toBe(401);
    expect((await list(wrongKey(0), from)).statusCode).toBe(401);
  });
});

describe('auth-token', () => {
  const password = 'a right long password';

  async function user(name: string, phone: string | null, email: string | null) {
    return makeUser(test, account, { name, phone, email, password });
  }

  it('gives a token that works for 24 hours', async () => {
    await user('Asha', '+91 98200 12345', 'Asha@Example.in');
    for (const username of [
      '9820012345',
      9820012345,
      '+919820012345',
      'asha@example.in',
      'ASHA@example.IN ',
    ]) {
      const response = await signIn(username, password);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({
        token: expect.any(String),
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      });
    }
    const before = test.service.now().getTime();
    const { token, expires_at } = (await signIn('9820012345', password)).json();
    expect(new Date(`${expires_at}Z`).getTime() - before).toBe(24 * 60 * MINUTE);
    test.advance(24 * 60 * MINUTE - 1);
    expect((await listWith(`Bearer ${token}`)).statusCode).toBe(200);
    test.advance(1);
    expect((await listWith(token)).statusCode).toBe(401);
  });

  it('has the same answer for an unknown user, a wrong password and a text that is no username', async () => {
    await user('Binod', '9820012346', null);
    for (const [username, wrong] of [
      ['9820012346', 'wrong'],
      ['9820099999', password],
      ['nobody@example.in', password],
      ['not a username', password],
    ]) {
      const response = await signIn(username, wrong);
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({
        error: 'Invalid credentials',
        status: 401,
        message: 'Invalid credentials',
      });
    }
  });

  it('works as long on an unknown user as on a wrong password', async () => {
    const { passwordCost } = test.service;
    Object.assign(test.service, { passwordCost: { N: 2 ** 14, r: 8, p: 2 } });
    // The least of three, because this process may also collect garbage in between.
    const workOf = async (username: string) => {
      const times: number[] = [];
      while (times.length < 3) {
        const begun = process.cpuUsage();
        await signIn(username, 'not the password');
        times.push(process.cpuUsage(begun).user);
      }
      return Math.min(...times);
    };
    await user('Chetan', '9820012399', null);
    const known = await workOf('9820012399');
    const unknown = await workOf('9820012400');
    Object.assign(test.service, { passwordCost });
    expect(unknown).toBeGreaterThan(known / 4);
  });

  it('names the missing fields', async () => {
    const response = await signIn(undefined, null);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual(['username is required', 'password is required']);
  });

  it('locks a user, and no colleague, for 15 minutes after five wrong passwords in a row', async () => {
    const { userId } = await user('Chitra', '9820012347', null);
    await user('Chandan', '9820012344', null);
    for (let attempt = 1; attempt <= 4; attempt += 1) await signIn('9820012347', 'wrong');
    expect((await signIn('9820012347', password)).statusCode).toBe(200);
    for (let attempt = 1; attempt <= 5; attempt += 1) await signIn('9820012347', 'wrong');
    expect((await signIn('9820012347', password)).statusCode).toBe(401);
    expect((await signIn('9820012344', password)).statusCode).toBe(200);
    const { data } = (await account.get('/users?per_page=100')).json();
    const locked = data.filter(({ status }: { status: string }) => status === 'locked');
    expect(locked.map(({ id }: { id: string }) => id)).toEqual([userId]);
    test.advance(15 * MINUTE - 1);
    expect((await signIn('9820012347', password)).statusCode).toBe(401);
    test.advance(1);
    expect((await signIn('9820012347', password)).statusCode).toBe(200);
  });

  it('records a lock in the audit log, and no wrong password before it', async () => {
    const locked = await test.account();
    const { userId } = await makeUser(test, locked, { phone: '9820012349', email: null, password });
    for (let attempt = 1; attempt <= 6; attempt += 1) await signIn('9820012349', 'wrong');
    const { data } = (await locked.get(`/audit?subject_id=${userId}`)).json();
    expect(data).toMatchObject([
      {
        action: 'user.locked',
        actor: { kind: 'system' },
        subject_kind: 'user',
        subject_id: userId,
        changes: { locked_until: new Date(test.service.now().getTime() + 15 * MINUTE).toISOString() },
      },
      { action: 'user.created' },
    ]);
  });

  it('allows 100 wrong passwords and links of an address, on all paths together', async () => {
    const from = '198.51.100.55';
    const username = '9820012388';
    await user('Lata', username, null);
    const own = await signInBy(test, { username, password });
    const send = (method: 'POST' | 'PUT', path: string, payload: object, headers: object = {}) =>
      test.app.inject({
        method,
        url: `${API}${path}`,
        payload,
        headers: { ...headers },
        remoteAddress: from,
      });
    const link = { token: `dky_${'0'.repeat(16)}_${'A'.repeat(43)}` };
    const wrong = [
      () => send('POST', '/auth-token', { username: 'nobody@example.in', password }),
      () => send('POST', '/session', { username: 'nobody@example.in', password }),
      () => send('POST', '/sign-in-link', link),
      () => send('POST', '/password', { ...link, password }),
      () => send('POST', '/first-start', link),
    ];
    const change = { password: 'wrong', new_password: password };
    expect((await send('PUT', '/password', change, own.headers)).statusCode).toBe(422);
    for (let sent = 1; sent < 100; sent += 1) {
      expect((await wrong[sent % wrong.length]?.())?.statusCode).not.toBe(429);
      if (sent % 20 === 0) expect((await signIn(username, password, from)).statusCode).toBe(200);
    }
    for (const one of wrong) expect((await one()).statusCode).toBe(429);
    expect((await send('PUT', '/password', change, own.headers)).statusCode).toBe(429);
    expect((await signIn('nobody@example.in', password, '198.51.100.56')).statusCode).toBe(401);
    test.advance(5 * MINUTE);
    expect((await signIn(username, password, from)).statusCode).toBe(200);
  });

  it('lets a thousand sign-ins wait, and answers further ones with 503', async () => {
    await user('Farhan', '9820012350', null);
    let giveUp: () => void = () => undefined;
    const away = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(new Error('Connection terminated'));
    });
    const letGo = holdUsers(test.database.database.pool, away);
    try {
      const answered: number[] = [];
      const sent = Array.from({ length: 1_001 }, async (_, guess) => {
        const from = `198.51.${Math.floor(guess / 100)}.${Math.floor(guess / 10) % 10}`;
        answered.push((await signIn(`guess${guess}@example.in`, 'wrong', from)).statusCode);
      });
      await expect.poll(() => answered).toEqual([503]);
      for (const username of ['9820012350', 'nobody@example.in']) {
        const response = await signIn(username, password, '198.51.100.99');
        expect(response.statusCode).toBe(503);
        expect(response.headers['retry-after']).toBe('20');
        expect(response.json().errors).toEqual([
          'Too many people are signing in right now; please try again shortly',
        ]);
      }
      giveUp();
      await Promise.all(sent);
    } finally {
      letGo();
    }
    expect((await signIn('9820012350', password)).statusCode).toBe(200);
  });

  it('runs at most ten sign-ins of one network at once, and lets others sign in meanwhile', async () => {
    const dear = await startApp({ passwordCost: SLOW_CHECK });
    try {
      await makeUser(dear, await dear.account(), { phone: '9820012351', email: null, password });
      const ask = (username: string, secret: string, remoteAddress: string) =>
        dear.app.inject({
          method: 'POST',
          url: TOKEN,
          payload: { username, password: secret },
          remoteAddress,
        });
      const sent = Array.from({ length: 130 }, (_, guess) =>
        ask(`junk${guess}@example.in`, 'wrong', `2001:db8:1:${guess}::1`),
      );
      const right = await ask('9820012351', password, '2001:db8:2:3::1');
      expect(right.statusCode).toBe(200);
      const answers = await Promise.all(sent);
      expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(120);
      expect(answers.at(-1)?.json().errors).toEqual([
        'Too many sign-ins from this address; please try again later',
      ]);
    } finally {
      await dear.stop();
    }
  });

  it('lets each of a dozen guessing addresses delay others by one check', async () => {
    await user('Harish', '9820012352', null);
    const answered: number[] = [];
    const ask = async (username: string, secret: string, from: string) => {
      answered.push((await signIn(username, secret, from)).statusCode);
    };
    const junk = Array.from({ length: 120 }, (_, guess) =>
      ask(`junk${guess}@example.in`, 'wrong', `203.0.113.${guess % 12}`),
    );
    await Promise.all([...junk, ask('9820012352', password, '198.51.100.98')]);
    expect(answered.filter((status) => status === 401)).toHaveLength(120);
    expect(answered.indexOf(200)).toBeLessThan(60);
  });

  it('checks a known user and address after one more guess of other addresses', async () => {
    await user('Ira', '9820012359', null);
    expect((await signIn('9820012359', password, '198.51.100.97')).statusCode).toBe(200);
    const answered: number[] = [];
    const ask = async (username: string, secret: string, from: string) => {
      answered.push((await signIn(username, secret, from)).statusCode);
    };
    const junk = Array.from({ length: 60 }, (_, guess) =>
      ask(`junk${guess}@example.in`, 'wrong', `203.0.114.${guess}`),
    );
    await Promise.all([...junk, ask('9820012359', password, '198.51.100.97')]);
    expect(answered.filter((status) => status === 401)).toHaveLength(60);
    // Some guesses were checked before it arrived.
    expect(answered.indexOf(200)).toBeLessThan(10);
  });

  it('checks no password of a client that has left', async () => {
    const own = await startApp();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    try {
      await makeUser(own, await own.account(), { phone: '9820012353', email: null, password });
      await own.app.listen({ host: '127.0.0.1', port: 0 });
      let arrived = 0;
      let left = 0;
      own.app.server.on('request', ({ socket }) => {
        arrived += 1;
        socket.once('close', () => {
          left += 1;
        });
      });
      const ask = (secret: string) => {
        const { port } = own.app.server.address() as AddressInfo;
        const body = JSON.stringify({ username: '9820012353', password: secret });
        const headers = { 'content-type': 'application/json', 'content-length': body.length };
        const sent = request({ port, path: TOKEN, method: 'POST', agent: false, headers });
        const status = once(sent, 'response').then(([{ statusCode }]) => statusCode as number);
        sent.end(body);
        return { status, leave: () => sent.destroy() };
      };
      holdUsers(own.service.database.pool, held);
      const first = ask('wrong');
      await expect.poll(() => arrived).toBe(1);
      const others = Array.from({ length: 6 }, () => ask('wrong'));
      await expect.poll(() => arrived).toBe(7);
      for (const { status, leave } of others) {
        status.catch(() => undefined);
        leave();
      }
      await expect.poll(() => left).toBe(6);
      goOn();
      expect(await first.status).toBe(401);
      expect(await ask(password).status).toBe(200);
    } finally {
      goOn();
      await own.stop();
    }
  });

  it('checks at most five of many simultaneous guesses', async () => {
    await user('Dev', '9820012348', null);
    const guesses = await Promise.all([
      ...Array.from({ length: 5 }, () => signIn('9820012348', 'wrong')),
      signIn('9820012348', password),
    ]);
    expect(guesses.map((guess) => guess.statusCode)).toEqual([401, 401, 401, 401, 401, 401]);
  });
});

describe('a user', () => {
  const password = 'a right long password';
  const other = 'quite another password';

  async function newUser(phone: string, passwordCost?: PasswordCost) {
    const owner = await test.account();
    const service = passwordCost ? { ...test.service, passwordCost } : test.service;
    const gita = { name: 'Gita', phone, email: null, password };
    const { userId } = await makeUser({ ...test, service }, owner, gita);
    const actions = async () => {
      const { data } = (await owner.get(`/audit?subject_id=${userId}`)).json();
      return data.map(({ action, changes }: { action: string; changes: object }) => [action, changes]);
    };
    /** Does the same as five wrong passwords, which would take a second. */
    const lock = async () => {
      const until = new Date(test.service.now().getTime() + 15 * MINUTE);
      await test.sql('update users set locked_until = $2 where account_id = $1', [owner.accountId, until]);
      return until;
    };
    return { owner, userId, actions, lock, read: () => findNamedUser(test.service, userId) };
  }

  async function token(phone: string, secret = password): Promise<string> {
    const response = await signIn(phone, secret);
    expect(response.statusCode).toBe(200);
    return response.json().token;
  }

  async function works(credential: string): Promise<boolean> {
    return (await listWith(credential)).statusCode === 200;
  }

  it('gets no token while disabled, and loses the tokens and links from before', async () => {
    const { owner, actions, read } = await newUser('9820012361');
    const tokens = [await token('9820012361'), await token('9820012361')];
    const link = await makeResetLink(test.service, OPERATOR, await read());
    expect(await works(tokens[0] ?? '')).toBe(true);
    expect(await disableUser(test.service, OPERATOR, await read())).toBe(2);
    expect(await disableUser(test.service, OPERATOR, await read())).toBe(0);
    test.advance(1_000);
    for (const ended of tokens) expect(await works(ended)).toBe(false);
    expect((await signIn('9820012361', password)).json()).toEqual({
      error: 'Invalid credentials',
      status: 401,
      message: 'Invalid credentials',
    });
    expect((await listWith(owner.apiKey)).statusCode).toBe(200);
    await enableUser(test.service, OPERATOR, await read());
    await enableUser(test.service, OPERATOR, await read());
    expect((await test.client({}).post('/sign-in-link', { token: link.token })).statusCode).toBe(422);
    expect(await works(await token('9820012361'))).toBe(true);
    expect(await works(tokens[0] ?? '')).toBe(false);
    const done = await actions();
    expect(done.map(([action]: [string]) => action)).toEqual([
      ...['user.signed_in', 'user.enabled', 'user.disabled'],
      ...['user.password_link_made', 'user.signed_in', 'user.signed_in', 'user.created'],
    ]);
    expect(done[2][1]).toEqual({ name: 'Gita', tokens_ended: 2 });
  });

  it('gets no token if disabled while the password is checked', async () => {
    const { owner, read } = await newUser('9820012362', SLOW_CHECK);
    const user = await read();
    const signingIn = Promise.all(Array.from({ length: 4 }, () => signIn('9820012362', password)));
    await disableUser(test.service, OPERATOR, user);
    await signingIn;
    const left = (await listAccountKeys(test.service, owner.accountId, 'token')).filter(
      ({ revokedAt }) => revokedAt === null,
    );
    expect(left).toEqual([]);
  });

  itOnOneServer('gets no token if the password is changed while the old one is checked', async () => {
    const { owner, read } = await newUser('9820012370');
    const user = await read();
    const rows = { table: 'users', where: 'user_id = $1', values: [user.userId] };
    const [, answer] = await raceFor<unknown>(test.database, rows, [
      () => setPassword(test.service, OPERATOR, user, other),
      () => signIn('9820012370', password),
    ]);
    expect(answer).toMatchObject({ statusCode: 401 });
    expect(await listAccountKeys(test.service, owner.accountId, 'token')).toEqual([]);
  });

  it('loses tokens and a lock with another password', async () => {
    const { actions, lock, read } = await newUser('9820012363');
    const old = await token('9820012363');
    await lock();
    expect(await setPassword(test.service, OPERATOR, await read(), other)).toBe(1);
    test.advance(1_000);
    expect(await works(old)).toBe(false);
    expect((await signIn('9820012363', password)).statusCode).toBe(401);
    expect(await works(await token('9820012363', other))).toBe(true);
    expect((await actions())[1]).toEqual(['user.password_set', { name: 'Gita', tokens_ended: 1 }]);
    for (const unfit of ['1234567', 'x'.repeat(201)]) {
      await expect(setPassword(test.service, OPERATOR, await read(), unfit)).rejects.toThrow(
        'the password must have 8 to 200 characters',
      );
    }
  });

  it('signs in at once after being unlocked; a locked colleague stays locked', async () => {
    const { owner, actions, lock, read } = await newUser('9820012364');
    expect(await unlockUser(test.service, OPERATOR, await read())).toBe(false);
    await makeUser(test, owner, { phone: '9820012367', email: null, password });
    const until = await lock();
    const locks = async () =>
      (await listAccountUsers(test.service, owner.accountId)).map(({ lockedUntil }) => lockedUntil);
    expect(await locks()).toEqual([until, until]);
    expect(await unlockUser(test.service, OPERATOR, await read())).toBe(true);
    expect(await locks()).toEqual([null, until]);
    await token('9820012364');
    expect((await actions())[1]).toEqual(['user.unlocked', { name: 'Gita' }]);
  });

  it('keeps other tokens when one is revoked by its id', async () => {
    const { owner } = await newUser('9820012365');
    const [first, second] = [await token('9820012365'), await token('9820012365')];
    const [listed] = await listAccountKeys(test.service, owner.accountId, 'token');
    expect(first).toContain(listed?.prefix);
    await revokeKey(test.service, OPERATOR, listed?.credentialId ?? '');
    test.advance(1_000);
    expect([await works(first), await works(second)]).toEqual([false, true]);
    const { data } = (await owner.get(`/audit?subject_id=${listed?.credentialId}`)).json();
    expect(data).toMatchObject([{ action: 'token.revoked', subject_kind: 'token' }]);
  });

  it('is found by id, phone number or email address', async () => {
    const { userId } = await newUser('9820012366');
    for (const named of [userId, '9820012366', '+91 98200 12366']) {
      expect(await findNamedUser(test.service, named)).toMatchObject({ userId });
    }
    await expect(findNamedUser(test.service, 'nobody@example.in')).rejects.toThrow(
      'User nobody@example.in not found',
    );
    await expect(findNamedUser(test.service, 'nobody')).rejects.toThrow(
      'nobody is not the id, phone number or email address of a user',
    );
  });
});

describe('maintenance', () => {
  it('removes tokens, sessions and links an hour after their end, and keeps keys', async () => {
    const owner = await test.account();
    const sent = { username: 'kept@example.in', password: 'a right long password' };
    await makeUser(test, owner, { email: sent.username, password: sent.password });
    for (const _ of ['removed', 'kept']) {
      await signIn(sent.username, sent.password);
      await signInBy(test, sent);
      await makeResetLink(test.service, OPERATOR, await findNamedUser(test.service, sent.username));
    }
    const TABLES = ['credentials', 'sessions', 'sign_in_links'];
    // When a session was last used is written beside the request.
    const rowsOf = async (table: string) =>
      (
        await test.sql(`select * from ${table} where account_id = $1 order by created_at, 2`, [
          owner.accountId,
        ])
      ).map(({ last_used_at, ...row }) => row);
    const anHourAgo = test.service.now().getTime() - 60 * MINUTE;
    for (const table of TABLES) {
      const id = { credentials: 'credential_id', sessions: 'session_id', sign_in_links: 'link_id' }[table];
      for (const [index, row] of (await rowsOf(table)).entries()) {
        const end = row.kind === 'token' || table !== 'credentials' ? anHourAgo - (index % 2) : anHourAgo - 1;
        await test.sql(`update ${table} set expires_at = $2 where ${id} = $1`, [
          row[id ?? ''],
          new Date(end),
        ]);
      }
    }
    const before = await Promise.all(TABLES.map(rowsOf));
    await runMaintenance(test.service, (error) => expect.fail(String(error)));
    const isLeft = (row: { kind?: string; expires_at: Date }) =>
      row.kind === 'key' || row.expires_at.getTime() === anHourAgo;
    expect(await Promise.all(TABLES.map(rowsOf))).toEqual(before.map((rows) => rows.filter(isLeft)));
    expect(before.map((rows) => rows.filter(isLeft).length)).toEqual([2, 1, 1]);
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After above the limit of a credential', async () => {
    const limited = await startApp({ rateLimit: 2 });
    try {
      const one = await limited.account();
      const two = await limited.account();
      const ask = (headers: object) => limited.app.inject({ url: STORES, headers: { ...headers } });
      const first = await ask(one.headers);
      expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' });
      await ask(one.headers);
      const third = await ask(one.headers);
      expect(third.statusCode).toBe(429);
      expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
      expect(third.json()).toEqual({ errors: ['Too many requests: at most 2 in 5 minutes'] });
      expect((await ask(two.headers)).statusCode).toBe(200);
      limited.setClockBack(60 * MINUTE);
      expect(Number((await ask(one.headers)).headers['ratelimit-reset'])).toBe(300);
      limited.advance(5 * 60 * 1000 - 1);
      expect((await ask(one.headers)).headers).toMatchObject({ 'retry-after': '1', 'ratelimit-reset': '1' });
      limited.advance(1);
      expect((await ask(one.headers)).statusCode).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
