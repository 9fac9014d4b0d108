import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createKey, revokeKey } from '../../src/usecases/accounts/keys.ts';
import { disableUser, findNamedUser } from '../../src/usecases/accounts/users.ts';
import { openApp, startApp } from '../support/app.ts';
import { API } from '../support/client.ts';
import { makeUser, type SignedIn, signInBy, storedText } from '../support/people.ts';

const SESSION = `${API}/session`;
const HOUR = 60 * 60_000;
const ASHA = { username: 'asha@example.in', password: 'correct horse battery' };
const UNAUTHENTICATED = { errors: ['The credential is not valid: it is unknown here, revoked or expired'] };

const test = await openApp({});
const account = await test.account('Chai & Co');
const { userId } = await makeUser(test, account, { email: ASHA.username, password: ASHA.password });

function post(payload: object, headers: Record<string, string> = {}) {
  return test.app.inject({ method: 'POST', url: SESSION, payload, headers });
}

function listStores(headers: Record<string, string>) {
  return test.client(headers).get('/client-stores');
}

let stores = 0;
function makeStore(headers: Record<string, string>) {
  stores += 1;
  return test.client(headers).post('/client-stores', { store_name: `store-${stores}` });
}

function signOut(headers: Record<string, string>) {
  return test.client(headers).delete('/session');
}

describe('signing in with a browser', () => {
  it('sets a cookie that is hidden from scripts and other sites, and shows the user', async () => {
    const response = await post(ASHA);
    expect(response.statusCode).toBe(200);
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-dakiya_session=[^;]+; Path=\/; Expires=Mon, 23 Nov 2026 06:30:00 GMT; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json().data).toMatchObject({
      session_id: expect.any(String),
      csrf_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: '2026-11-23T06:30:00.000Z',
      account: { id: account.accountId, name: 'Chai & Co' },
      user: { id: userId, name: 'Asha', email: ASHA.username, phone: null },
      key: null,
      role: 'owner',
      restriction: null,
    });
  });

  it('takes an API key, and has the permissions of the key', async () => {
    const made = await account.post('/keys', { name: 'eyes', scope: 'read' });
    const { headers } = await signInBy(test, { api_key: made.json().data.attributes.token });
    const me = (await test.app.inject({ url: SESSION, headers })).json().data;
    expect(me).toMatchObject({ user: null, key: { name: 'eyes' }, role: 'viewer' });
    expect((await listStores(headers)).statusCode).toBe(200);
    expect((await makeStore(headers)).statusCode).toBe(403);
    expect((await signOut(headers)).statusCode).toBe(204);
  });

  it.each([
    ['a wrong password', { ...ASHA, password: 'not this one' }],
    ['an unknown user', { ...ASHA, username: 'nobody@example.in' }],
    ['a text that is no key', { api_key: 'dky_nothing' }],
    ['an unknown key', { api_key: `dky_${'0'.repeat(16)}_${'A'.repeat(43)}` }],
  ])('refuses %s with the same sentence and without a cookie', async (_what, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(401);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.json().errors).toEqual(['Wrong username or password, or an invalid API key']);
  });

  it('cuts a long description of the browser', async () => {
    const before = await signInBy(test, ASHA);
    await post(ASHA, { 'user-agent': 'x'.repeat(201) });
    const [newest, other] = (await test.client(before.headers).get('/sessions')).json().data;
    expect(newest.device).toBe('x'.repeat(200));
    expect(other.device).not.toBe(newest.device);
  });

  it('refuses a token of /auth-token', async () => {
    const token = await test.client({}).post('/auth-token', ASHA);
    expect((await post({ api_key: token.json().token })).statusCode).toBe(401);
  });

  it.each([
    ['an empty body', {}],
    ['a password without a username', { password: 'x' }],
    ['a username without a password', { username: ASHA.username }],
    ['a password together with an API key', { ...ASHA, api_key: 'dky_x' }],
  ])('refuses %s with one sentence', async (_what, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toHaveLength(1);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['the public host without TLS', { origin: 'http://ship.example.in' }],
    ['the host of the request without TLS', { origin: 'http://shop.example.in', host: 'shop.example.in' }],
    ['another site, as the browser reports', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('refuses a page from %s', async (_how, headers) => {
    const response = await post(ASHA, headers);
    expect(response.statusCode).toBe(403);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['the public address', { origin: 'https://ship.example.in', 'sec-fetch-site': 'same-origin' }],
    ['the host of the request on this machine', { origin: 'http://localhost:8080', host: 'localhost:8080' }],
  ])('accepts a page from %s', async (_where, headers) => {
    expect((await post(ASHA, headers)).statusCode).toBe(200);
  });

  it('ignores a cookie without the prefix __Host-', async () => {
    const { cookie } = await signInBy(test, ASHA);
    expect((await listStores({ cookie })).statusCode).toBe(200);
    const plain = cookie.replace('__Host-', '');
    expect((await listStores({ cookie: plain })).statusCode).toBe(401);
  });

  it('forbids caches and guessed media types, like every JSON answer', async () => {
    const { headers } = await listStores(account.headers);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const refused = await listStores({});
    expect(refused.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('sets a cookie without the prefix and Secure if the public address has no TLS', async () => {
    const plain = await startApp({ publicUrl: () => 'http://localhost:8080' });
    try {
      const { apiKey } = await plain.account();
      const response = await plain.client({}).post('/session', { api_key: apiKey });
      const [cookie = '', ...attributes] = String(response.headers['set-cookie']).split('; ');
      expect(cookie).toMatch(/^dakiya_session=dky_/);
      expect(attributes).not.toContain('Secure');
      expect((await plain.client({ cookie }).get('/client-stores')).statusCode).toBe(200);
    } finally {
      await plain.stop();
    }
  });

  it('begins another session each time, also with the cookie of an open one', async () => {
    const first = await signInBy(test, ASHA);
    const again = await post(ASHA, { cookie: first.cookie });
    expect(String(again.headers['set-cookie'])).not.toContain(first.cookie);
    expect((await listStores({ cookie: first.cookie })).statusCode).toBe(200);
  });

  it('counts wrong passwords together with those of /auth-token: five lock that user for 15 minutes', async () => {
    const other = { username: 'binod@example.in', password: 'the right password' };
    await makeUser(test, account, { email: other.username, password: other.password });
    const token = (password: string) =>
      test.client({}).post('/auth-token', { username: other.username, password });
    for (let wrong = 0; wrong < 3; wrong += 1) await post({ ...other, password: `wrong ${wrong}` });
    for (let wrong = 0; wrong < 2; wrong += 1) await token(`wrong ${wrong}`);
    expect((await post(other)).statusCode).toBe(401);
    expect((await token(other.password)).statusCode).toBe(401);
    expect((await post(ASHA)).statusCode).toBe(200);
    test.advance(15 * 60_000);
    expect((await post(other)).statusCode).toBe(200);
  });
});

describe('a session', () => {
  let browser: SignedIn;
  beforeAll(async () => {
    browser = await signInBy(test, ASHA);
  });

  it('reads with its cookie alone', async () => {
    expect((await listStores({ cookie: browser.cookie })).statusCode).toBe(200);
  });

  it('shows its CSRF token again after a reload', async () => {
    const { data } = (await test.app.inject({ url: SESSION, headers: { cookie: browser.cookie } })).json();
    expect(data.csrf_token).toBe(browser.csrf);
  });

  it('changes nothing without a CSRF token, with a wrong one, or with that of another session', async () => {
    const other = await signInBy(test, ASHA);
    for (const token of [undefined, '', other.csrf, `${browser.csrf}x`, browser.csrf.toLowerCase()]) {
      const headers = { cookie: browser.cookie, ...(token === undefined ? {} : { 'x-csrf-token': token }) };
      expect((await makeStore(headers)).statusCode).toBe(403);
      expect((await signOut(headers)).statusCode).toBe(403);
      expect((await test.client(headers).post('/shipments', {})).statusCode).toBe(403);
    }
    expect((await makeStore(browser.headers)).statusCode).toBe(201);
  });

  it('is recorded in the audit log as its user', async () => {
    const { data } = (await makeStore(browser.headers)).json();
    const audit = await account.get(`/audit?subject_id=${data.id}`);
    expect(audit.json().data[0].actor).toMatchObject({ kind: 'user', id: userId, name: 'Asha' });
  });

  it('is ignored beside a credential in Authorization', async () => {
    const theirs = await test.account();
    const headers = { cookie: browser.cookie, ...theirs.headers };
    const { data } = (await test.app.inject({ url: SESSION, headers })).json();
    expect(data).toMatchObject({ account: { id: theirs.accountId }, session_id: null, csrf_token: null });
    expect((await makeStore(headers)).statusCode).toBe(201);
    expect((await listStores({ cookie: browser.cookie, authorization: 'dky_wrong' })).statusCode).toBe(401);
    expect((await signOut(headers)).json().errors).toEqual([
      'There is no session to end: the request has a key or a token instead of a cookie',
    ]);
  });

  it('is refused in Authorization', async () => {
    const [, text = ''] = browser.cookie.split('=');
    expect((await listStores({ authorization: text })).json()).toEqual(UNAUTHENTICATED);
  });

  it('is stored only as a hash', async () => {
    expect(await storedText(test)).not.toContain(browser.cookie.slice(-43));
  });

  it('ends at once when it is signed out, and its cookie is removed', async () => {
    const { headers, cookie } = await signInBy(test, ASHA);
    const other = await signInBy(test, ASHA);
    expect((await listStores({ cookie })).statusCode).toBe(200);
    const response = await signOut(headers);
    expect(response.statusCode).toBe(204);
    expect(response.headers['set-cookie']).toMatch(
      /^__Host-dakiya_session=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT;/,
    );
    expect((await listStores({ cookie })).statusCode).toBe(401);
    expect((await listStores({ cookie: other.cookie })).statusCode).toBe(200);
  });

  it('ends after 12 hours without a request', async () => {
    const { cookie } = await signInBy(test, ASHA);
    test.advance(12 * HOUR - 1);
    expect((await listStores({ cookie })).statusCode).toBe(200);
    const other = (await signInBy(test, ASHA)).cookie;
    test.advance(12 * HOUR);
    expect((await listStores({ cookie: other })).statusCode).toBe(401);
  });

  it('ends after 7 days, also while it is used', async () => {
    const { cookie } = await signInBy(test, ASHA);
    const used = () => test.sql('update sessions set last_used_at = $1', [test.service.now()]);
    for (let day = 0; day < 7; day += 1) {
      expect((await listStores({ cookie })).statusCode).toBe(200);
      test.advance(24 * HOUR - (day === 6 ? 1 : 0));
      await used();
    }
    expect((await listStores({ cookie })).statusCode).toBe(200);
    test.advance(1);
    expect((await listStores({ cookie })).statusCode).toBe(401);
  });

  it('ends when its key is revoked or expires', async () => {
    const { accountId } = await test.account();
    const sessionOf = async (name: string, expiresAt: Date | null) => {
      const terms = { name, scope: 'full', expiresAt } as const;
      const { keyId, apiKey } = await createKey(test.service, OPERATOR, accountId, terms);
      return { keyId, cookie: (await signInBy(test, { api_key: apiKey })).cookie };
    };
    const revoked = await sessionOf('revoked', null);
    const expired = await sessionOf('expired', new Date(test.service.now().getTime() + HOUR));
    const other = await sessionOf('other', null);
    const statuses = async () => {
      const asked = [revoked, expired, other].map(({ cookie }) => listStores({ cookie }));
      return (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    };
    expect(await statuses()).toEqual([200, 200, 200]);
    await revokeKey(test.service, OPERATOR, revoked.keyId);
    test.advance(HOUR - 1);
    expect(await statuses()).toEqual([401, 200, 200]);
    test.advance(1);
    expect(await statuses()).toEqual([401, 401, 200]);
  });

  it('ends within a second when another process disables its user', async () => {
    const { cookie } = await signInBy(test, ASHA);
    expect((await listStores({ cookie })).statusCode).toBe(200);
    await disableUser(test.service, OPERATOR, await findNamedUser(test.service, ASHA.username));
    test.advance(1_000);
    expect((await listStores({ cookie })).statusCode).toBe(401);
  });
});
