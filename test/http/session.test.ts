import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { revokeKey } from '../../src/usecases/accounts/keys.ts';
import { disableUser, findNamedUser } from '../../src/usecases/accounts/users.ts';
import { openApp } from '../support/app.ts';
import { makeUser, type SignedIn, signInBy } from '../support/people.ts';

const SESSION = '/custom/api/v1/session';
const STORES = '/custom/api/v1/client-stores';
const SHIPMENTS = '/custom/api/v1/shipments';
const HOUR = 60 * 60_000;
const ASHA = { username: 'asha@example.in', password: 'correct horse battery' };
const UNAUTHENTICATED = { errors: ['The credential is missing or not valid'] };
let userId: string;

const test = await openApp();
const account = await test.account('Chai & Co');
({ userId } = await makeUser(test, account, { email: ASHA.username, password: ASHA.password }));

function post(payload: object, headers: Record<string, string> = {}) {
  return test.app.inject({ method: 'POST', url: SESSION, payload, headers });
}

function listStores(headers: Record<string, string>) {
  return test.app.inject({ url: STORES, headers });
}

let stores = 0;
function makeStore(headers: Record<string, string>) {
  stores += 1;
  const payload = { store_name: `store-${stores}` };
  return test.app.inject({ method: 'POST', url: STORES, headers, payload });
}

function signOut(headers: Record<string, string>) {
  return test.app.inject({ method: 'DELETE', url: SESSION, headers });
}

describe('signing in with a browser', () => {
  it('sets a cookie that no script reads and no other site sends, and says who it is', async () => {
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

  it('takes an API key, and gives what the key may', async () => {
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
  ])('refuses %s alike, without a cookie', async (_what, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(401);
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(response.json().errors).toEqual(['Wrong username or password, or an invalid API key']);
  });

  it('refuses a token of /auth-token, which is a session of its own', async () => {
    const token = await test.app.inject({ method: 'POST', url: '/custom/api/v1/auth-token', payload: ASHA });
    expect((await post({ api_key: token.json().token })).statusCode).toBe(401);
  });

  it.each([
    ['nothing', {}],
    ['a password alone', { password: 'x' }],
    ['both ways at once', { ...ASHA, api_key: 'dky_x' }],
  ])('refuses %s in a sentence', async (_what, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toHaveLength(1);
  });

  it.each([
    ['its origin', { origin: 'https://evil.example' }],
    ['an origin that is none', { origin: 'null' }],
    ['the scheme of its origin', { origin: 'http://ship.example.in' }],
    ['the scheme of the host asked', { origin: 'http://shop.example.in', host: 'shop.example.in' }],
    ['what the browser says of the site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('is refused to a page of another site, told by %s', async (_how, headers) => {
    const response = await post(ASHA, headers);
    expect(response.statusCode).toBe(403);
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['at the public address', { origin: 'https://ship.example.in', 'sec-fetch-site': 'same-origin' }],
    ['at the address that it was asked at', { origin: 'http://localhost:8080', host: 'localhost:8080' }],
  ])('is granted to a page of ours %s', async (_where, headers) => {
    expect((await post(ASHA, headers)).statusCode).toBe(200);
  });

  it('counts no cookie but the one that only this host can set over https', async () => {
    const { cookie } = await signInBy(test, ASHA);
    expect((await listStores({ cookie })).statusCode).toBe(200);
    const plain = cookie.replace('__Host-', '');
    expect((await listStores({ cookie: plain })).statusCode).toBe(401);
  });

  it('is answered, as all JSON is, for no cache and as nothing but JSON', async () => {
    const { headers } = await listStores(account.headers);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    const refused = await listStores({});
    expect(refused.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('begins another session each time, whatever cookie came along', async () => {
    const first = await signInBy(test, ASHA);
    const again = await post(ASHA, { cookie: first.cookie });
    expect(String(again.headers['set-cookie'])).not.toContain(first.cookie);
    expect((await listStores({ cookie: first.cookie })).statusCode).toBe(200);
  });

  it('is locked for 15 minutes with the tokens of the user after five wrong passwords, by either way', async () => {
    const other = { username: 'binod@example.in', password: 'the right password' };
    await makeUser(test, account, { email: other.username, password: other.password });
    const token = (password: string) =>
      test.app.inject({
        method: 'POST',
        url: '/custom/api/v1/auth-token',
        payload: { username: other.username, password },
      });
    for (let wrong = 0; wrong < 3; wrong += 1) await post({ ...other, password: `wrong ${wrong}` });
    for (let wrong = 0; wrong < 2; wrong += 1) await token(`wrong ${wrong}`);
    expect((await post(other)).statusCode).toBe(401);
    expect((await token(other.password)).statusCode).toBe(401);
    test.advance(15 * 60_000);
    expect((await post(other)).statusCode).toBe(200);
  });
});

describe('a session', () => {
  let browser: SignedIn;
  beforeAll(async () => {
    browser = await signInBy(test, ASHA);
  });

  it('reads by its cookie alone', async () => {
    expect((await listStores({ cookie: browser.cookie })).statusCode).toBe(200);
  });

  it('finds its CSRF token again after a reload', async () => {
    const { data } = (await test.app.inject({ url: SESSION, headers: { cookie: browser.cookie } })).json();
    expect(data.csrf_token).toBe(browser.csrf);
  });

  it('changes nothing without its CSRF token, with that of another session or a wrong one', async () => {
    const other = await signInBy(test, ASHA);
    for (const token of [undefined, '', other.csrf, `${browser.csrf}x`, browser.csrf.toLowerCase()]) {
      const headers = { cookie: browser.cookie, ...(token === undefined ? {} : { 'x-csrf-token': token }) };
      expect((await makeStore(headers)).statusCode).toBe(403);
      expect((await signOut(headers)).statusCode).toBe(403);
      const list = await test.app.inject({ method: 'POST', url: SHIPMENTS, headers, payload: {} });
      expect(list.statusCode).toBe(403);
    }
    expect((await makeStore(browser.headers)).statusCode).toBe(201);
  });

  it('answers for its changes as its user', async () => {
    const { data } = (await makeStore(browser.headers)).json();
    const audit = await account.get(`/audit?subject_id=${data.id}`);
    expect(audit.json().data[0].actor).toMatchObject({ kind: 'user', id: userId, name: 'Asha' });
  });

  it('counts for nothing beside a credential in Authorization', async () => {
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

  it('is no credential for Authorization', async () => {
    const [, text = ''] = browser.cookie.split('=');
    expect((await listStores({ authorization: text })).json()).toEqual(UNAUTHENTICATED);
  });

  it('is kept only as a hash', async () => {
    const secret = browser.cookie.slice(-43);
    const { rows } = await test.database.database.pool.query<{ row: string }>(
      'select s::text as row from sessions s union all select a::text from audit_records a',
    );
    for (const { row } of rows) expect(row).not.toContain(secret);
  });

  it('is over at once when it is signed out, and its cookie is taken away', async () => {
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

  it('is over after 12 hours without a request', async () => {
    const { cookie } = await signInBy(test, ASHA);
    test.advance(12 * HOUR - 1);
    expect((await listStores({ cookie })).statusCode).toBe(200);
    const other = (await signInBy(test, ASHA)).cookie;
    test.advance(12 * HOUR);
    expect((await listStores({ cookie: other })).statusCode).toBe(401);
  });

  it('is over after 7 days, however much is done in it', async () => {
    const { cookie } = await signInBy(test, ASHA);
    const used = () =>
      test.database.database.pool.query('update sessions set last_used_at = $1', [test.service.now()]);
    for (let day = 0; day < 7; day += 1) {
      expect((await listStores({ cookie })).statusCode).toBe(200);
      test.advance(24 * HOUR - (day === 6 ? 1 : 0));
      await used();
    }
    expect((await listStores({ cookie })).statusCode).toBe(200);
    test.advance(1);
    expect((await listStores({ cookie })).statusCode).toBe(401);
  });

  it('ends with its key', async () => {
    const { apiKey, accountId } = await test.account();
    const { cookie } = await signInBy(test, { api_key: apiKey });
    expect((await listStores({ cookie })).statusCode).toBe(200);
    const { rows } = await test.database.database.pool.query(
      'select credential_id from credentials where account_id = $1',
      [accountId],
    );
    await revokeKey(test.service, OPERATOR, rows[0].credential_id);
    test.advance(1_000);
    expect((await listStores({ cookie })).statusCode).toBe(401);
  });

  it('ends within a second when its user is shut out by another process', async () => {
    const { cookie } = await signInBy(test, ASHA);
    expect((await listStores({ cookie })).statusCode).toBe(200);
    await disableUser(test.service, OPERATOR, await findNamedUser(test.service, ASHA.username));
    test.advance(1_000);
    expect((await listStores({ cookie })).statusCode).toBe(401);
  });
});
