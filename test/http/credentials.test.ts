import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { listKeys } from '../../src/storage/credentials.ts';
import { createKey } from '../../src/usecases/create-key.ts';
import { createUser } from '../../src/usecases/create-user.ts';
import { revokeKey } from '../../src/usecases/revoke-key.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';

const STORES = '/custom/api/v1/client-stores';
const AUDIT = '/custom/api/v1/audit';
const TOKEN = '/custom/api/v1/auth-token';
const MINUTE = 60_000;

let test: TestApp;
let account: TestAccount;

beforeAll(async () => {
  test = await startApp();
  account = await test.account();
});
afterAll(() => test.stop());

function listWith(authorization: string | undefined) {
  return test.app.inject({ url: STORES, headers: authorization === undefined ? {} : { authorization } });
}

function signIn(username: unknown, password: unknown) {
  return test.app.inject({ method: 'POST', url: TOKEN, payload: { username, password } as object });
}

describe('a credential', () => {
  it.each([
    ['bare', (key: string) => key],
    ['after Bearer', (key: string) => `Bearer ${key}`],
    ['after bearer in another case', (key: string) => `bEaReR   ${key}`],
  ])('is taken %s', async (_form, write) => {
    expect((await listWith(write(account.apiKey))).statusCode).toBe(200);
  });

  it.each([
    ['none', () => undefined],
    ['empty', () => ''],
    ['Bearer alone', () => 'Bearer '],
    ['an unknown one', () => `dky_${'0'.repeat(16)}_${'A'.repeat(43)}`],
    ['one with another secret', (key: string) => `${key.slice(0, -43)}${'A'.repeat(43)}`],
    ['one cut off', (key: string) => key.slice(0, -1)],
    ['10 kB', () => 'x'.repeat(10_000)],
  ])('is refused alike: %s', async (_what, write) => {
    const response = await listWith(write(account.apiKey));
    expect(response.statusCode).toBe(401);
    expect(response.headers['content-type']).toMatch(/^application\/json/);
    expect(response.json()).toEqual({ errors: ['The credential is missing or not valid'] });
    const elsewhere = await test.app.inject({
      url: AUDIT,
      headers: { authorization: write(account.apiKey) ?? '' },
    });
    expect(elsewhere.json()).toEqual({
      status: 'ERROR',
      message: 'The credential is missing or not valid',
      errors: ['The credential is missing or not valid'],
    });
  });

  it('stops working at its expiry', async () => {
    const expiresAt = new Date(test.service.now().getTime() + MINUTE);
    const { apiKey } = await createKey(test.service, OPERATOR, account.accountId, {
      name: 'short',
      scope: 'full',
      expiresAt,
    });
    test.advance(MINUTE - 1);
    expect((await listWith(apiKey)).statusCode).toBe(200);
    test.advance(1);
    expect((await listWith(apiKey)).statusCode).toBe(401);
  });

  it('stops working within 5 seconds of its revocation by another process', async () => {
    const { keyId, apiKey } = await createKey(test.service, OPERATOR, account.accountId, {
      name: 'revoked',
      scope: 'full',
      expiresAt: null,
    });
    expect((await listWith(apiKey)).statusCode).toBe(200);
    await revokeKey(test.service, OPERATOR, keyId);
    test.advance(5_000);
    expect((await listWith(apiKey)).statusCode).toBe(401);
  });

  it('is kept only as a hash', async () => {
    const { apiKey } = await test.account();
    const secret = apiKey.slice(-43);
    const { rows } = await test.database.database.pool.query<{ row: string }>(
      'select c::text as row from credentials c union all select a::text from audit_records a',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(secret);
  });

  it('has its last use noted', async () => {
    const one = await startApp();
    try {
      const owner = await one.account();
      await one.app.inject({ url: STORES, headers: owner.headers });
      await one.app.close();
      const [key] = await listKeys(one.database.database, owner.accountId);
      expect(key?.lastUsedAt).toEqual(one.service.now());
    } finally {
      await one.stop();
    }
  });
});

describe('auth-token', () => {
  const password = 'a right long password';

  async function user(name: string, phone: string | null, email: string | null) {
    return createUser(test.service, OPERATOR, account.accountId, { name, phone, email, password });
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

  it('answers every wrong pair alike', async () => {
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

  it('names what is missing', async () => {
    const response = await signIn(undefined, null);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual(['username is required', 'password is required']);
  });

  it('locks a user for 15 minutes after five wrong passwords in a row', async () => {
    await user('Chitra', '9820012347', null);
    for (let attempt = 1; attempt <= 4; attempt += 1) await signIn('9820012347', 'wrong');
    expect((await signIn('9820012347', password)).statusCode).toBe(200);
    for (let attempt = 1; attempt <= 5; attempt += 1) await signIn('9820012347', 'wrong');
    expect((await signIn('9820012347', password)).statusCode).toBe(401);
    test.advance(15 * MINUTE - 1);
    expect((await signIn('9820012347', password)).statusCode).toBe(401);
    test.advance(1);
    expect((await signIn('9820012347', password)).statusCode).toBe(200);
  });

  it('shows each lock in the audit list, and no wrong password before it', async () => {
    const locked = await test.account();
    const { userId } = await createUser(test.service, OPERATOR, locked.accountId, {
      name: 'Esha',
      phone: '9820012349',
      email: null,
      password,
    });
    for (let attempt = 1; attempt <= 6; attempt += 1) await signIn('9820012349', 'wrong');
    const url = `${AUDIT}?subject_id=${userId}`;
    const { data } = (await test.app.inject({ url, headers: locked.headers })).json();
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

  it('lets a hundred wait, and tells whoever comes after to come back, whoever it is', async () => {
    await user('Farhan', '9820012350', null);
    const { pool } = test.database.database;
    const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient>;
    let giveUp: () => void = () => undefined;
    const away = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(new Error('Connection terminated'));
    });
    pool.connect = ((...given: unknown[]) =>
      given.length === 0 ? away : connect(...given)) as typeof pool.connect;
    try {
      const answered: number[] = [];
      const sent = Array.from({ length: 101 }, async (_, guess) => {
        answered.push((await signIn(`guess${guess}@example.in`, 'wrong')).statusCode);
      });
      await expect.poll(() => answered).toEqual([503]);
      for (const username of ['9820012350', 'nobody@example.in']) {
        const response = await signIn(username, password);
        expect(response.statusCode).toBe(503);
        expect(response.headers['retry-after']).toBe('20');
        expect(response.json().errors).toEqual(['Too many are signing in at once; please try again shortly']);
      }
      giveUp();
      await Promise.all(sent);
    } finally {
      pool.connect = connect as typeof pool.connect;
    }
    expect((await signIn('9820012350', password)).statusCode).toBe(200);
  });

  it('checks at most five of the guesses that are sent at once', async () => {
    await user('Dev', '9820012348', null);
    const guesses = await Promise.all([
      ...Array.from({ length: 5 }, () => signIn('9820012348', 'wrong')),
      signIn('9820012348', password),
    ]);
    expect(guesses.map((guess) => guess.statusCode)).toEqual([401, 401, 401, 401, 401, 401]);
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After past the limit, per credential', async () => {
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
      limited.advance(5 * 60 * 1000 - 1);
      expect((await ask(one.headers)).headers).toMatchObject({ 'retry-after': '1', 'ratelimit-reset': '1' });
      limited.advance(1);
      expect((await ask(one.headers)).statusCode).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
