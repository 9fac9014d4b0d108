import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createKey, listAccountKeys } from '../../src/usecases/accounts/keys.ts';
import { openApp, startApp, type TestAccount } from '../support/app.ts';
import { API } from '../support/client.ts';
import { makeUser, storedText } from '../support/people.ts';

const DAY = 24 * 60 * 60 * 1000;
const UNKNOWN = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';
const PASSWORD = 'correct horse battery';
/** The paths to create and revoke keys: our own, and two that clients of similar APIs use. */
const PLACES = [`${API}/keys`, `${API}/api_keys`, '/api/v1/api_keys'];
let account: TestAccount;
let users = 0;

const test = await openApp();
beforeEach(async () => {
  account = await test.account();
});

type Headers = Record<string, string>;

function make(payload: object, headers: Headers = account.headers, url = `${API}/keys`) {
  return test.app.inject({ method: 'POST', url, headers, payload });
}

function revoke(id: string, headers: Headers = account.headers, url = `${API}/keys`) {
  return test.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers });
}

async function listed(query = '', headers: Headers = account.headers) {
  return (await test.app.inject({ url: `${API}/keys${query}`, headers })).json();
}

async function names(): Promise<string[]> {
  return (await listed()).data.map((key: { attributes: { name: string } }) => key.attributes.name);
}

async function works(authorization: string): Promise<boolean> {
  const { statusCode } = await test.app.inject({ url: `${API}/keys`, headers: { authorization } });
  return statusCode === 200;
}

/** A user of the account with a token of 24 hours. */
async function signedIn() {
  users += 1;
  const email = `asha${users}@example.in`;
  const phone = `98765${String(users).padStart(5, '0')}`;
  await makeUser(test, account, { phone, email, password: PASSWORD });
  const payload = { username: email, password: PASSWORD };
  const { token } = (await test.app.inject({ method: 'POST', url: `${API}/auth-token`, payload })).json();
  return { email, phone, token: token as string };
}

function inUnixSeconds(milliseconds: number): number {
  return Math.floor((test.service.now().getTime() + milliseconds) / 1000);
}

describe.each(PLACES)('POST %s', (url) => {
  it('creates a key that works, and shows it only in this answer', async () => {
    const expires = inUnixSeconds(30 * DAY);
    const response = await make({ name: 'printer', expires_at: expires }, account.headers, url);
    expect(response.statusCode).toBe(201);
    const { data } = response.json();
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'api_key',
      attributes: {
        name: 'printer',
        prefix: data.attributes.token.slice(0, 20),
        scope: 'full',
        status: 'active',
        expires_at: new Date(expires * 1000).toISOString(),
        created_by: 'first key',
        created_at: test.service.now().toISOString(),
        last_used_at: null,
        expired: false,
        usable: true,
        token: expect.stringMatching(/^dky_[0-9a-f]{16}_[\w-]{43}$/),
      },
    });
    const { token, ...shown } = data.attributes;
    expect(await works(token)).toBe(true);
    expect((await listed()).data[0]).toEqual({ id: data.id, type: 'api_key', attributes: shown });
    expect(await storedText(test)).not.toContain(token.slice(-43));
  });

  it('refuses to create and revoke keys with a key that may only read', async () => {
    const made = await make({ name: 'eyes', scope: 'read' }, account.headers, url);
    const { id, attributes } = made.json().data;
    expect(attributes.scope).toBe('read');
    const reader = { authorization: attributes.token };
    for (const scope of ['full', 'read']) {
      expect((await make({ name: 'more', scope }, reader, url)).statusCode).toBe(403);
    }
    expect((await revoke(id, reader, url)).statusCode).toBe(403);
    expect(await names()).toEqual(['eyes', 'first key']);
    expect((await listed('', reader)).meta.total).toBe(2);
  });

  it('stops a revoked key within a second in another process that has just used it', async () => {
    const other = await startApp({ database: { ...test.database, drop: async () => undefined } });
    const { id, attributes } = (await make({ name: 'everywhere' }, account.headers, url)).json().data;
    const headers = { authorization: attributes.token };
    const statusThere = async () => (await other.app.inject({ url: `${API}/keys`, headers })).statusCode;
    expect(await statusThere()).toBe(200);
    await revoke(id, account.headers, url);
    other.advance(1_000);
    expect(await statusThere()).toBe(401);
    await other.stop();
  });

  it('stops a revoked key within a second, and records the revocation once', async () => {
    const { id, attributes } = (await make({ name: 'short' }, account.headers, url)).json().data;
    expect(await works(attributes.token)).toBe(true);
    for (const _ of ['first', 'repeat']) {
      expect((await revoke(id, account.headers, url)).statusCode).toBe(204);
    }
    test.advance(1_000);
    expect(await works(attributes.token)).toBe(false);
    expect((await listed()).data[0].attributes).toMatchObject({
      status: 'revoked',
      expired: false,
      usable: false,
    });
    const query = `${API}/audit?subject_id=${id}`;
    const { data: records } = (await test.app.inject({ url: query, headers: account.headers })).json();
    expect(records).toMatchObject([
      { action: 'key.revoked', actor: { kind: 'key', name: 'first key' }, changes: { name: 'short' } },
      { action: 'key.created', actor: { kind: 'key', name: 'first key' }, changes: { scope: 'full' } },
    ]);
  });

  it("answers 404 for another account's key, a token, an unknown id and a text that is no id", async () => {
    const other = await test.account('Other');
    const [theirs] = await listAccountKeys(test.service, other.accountId);
    await signedIn();
    const [token] = await listAccountKeys(test.service, account.accountId, 'token');
    const answers = [];
    for (const id of [theirs?.credentialId, token?.credentialId, UNKNOWN, 'nonsense']) {
      const response = await revoke(String(id), account.headers, url);
      answers.push([response.statusCode, response.json().errors]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['[404,["Key not found"]]']),
    );
    expect(await works(other.apiKey)).toBe(true);
  });
});

describe('a new key', () => {
  it('is refused with a sentence for each problem', async () => {
    for (const name of ['b', 'c', 'd', 'e']) expect((await make({ name })).statusCode).toBe(201);
    const response = await make({ name: 'b', expires_at: inUnixSeconds(366 * DAY) });
    expect(response.statusCode).toBe(422);
    expect(response.json().problems).toMatchObject([
      { field: 'expires_at', code: 'too_large', message: 'expires_at must be at most 365 days ahead' },
      { field: 'name', code: 'taken', message: 'name b is already used by a working key' },
      {
        field: null,
        code: 'not_allowed',
        message: 'An account can have at most 5 working keys: revoke one first',
      },
    ]);
    expect((await make({ scope: 'boss', expires_at: 'soon' })).json().errors).toHaveLength(3);
    expect((await listed()).meta.total).toBe(5);
  });

  it.each([
    ['now', 0, 422],
    ['a second ahead', 1_000, 201],
    ['365 days ahead', 365 * DAY, 201],
    ['365 days and a second ahead', 365 * DAY + 1_000, 422],
  ])('may expire up to 365 days ahead: %s', async (_when, ahead, status) => {
    expect((await make({ name: 'a', expires_at: inUnixSeconds(ahead) })).statusCode).toBe(status);
  });

  it('works for 365 days without a time', async () => {
    const { attributes } = (await make({ name: 'a', expires_at: null })).json().data;
    expect(Date.parse(attributes.expires_at)).toBe(test.service.now().getTime() + 365 * DAY);
  });

  it('may replace a revoked or expired key, also under its name', async () => {
    const made = [];
    for (const name of ['b', 'c', 'd']) made.push((await make({ name })).json().data.id);
    await make({ name: 'e', expires_at: inUnixSeconds(60_000) });
    expect((await make({ name: 'f' })).statusCode).toBe(422);
    await revoke(made[0]);
    expect((await make({ name: 'b' })).statusCode).toBe(201);
    test.advance(60_000);
    expect((await make({ name: 'e' })).statusCode).toBe(201);
    const { data } = await listed();
    expect(data.map(({ attributes }: { attributes: { status: string } }) => attributes.status)).toEqual([
      'active',
      'active',
      'expired',
      'active',
      'active',
      'revoked',
      'active',
    ]);
  });

  it('is one of at most five, also if many are requested at once', async () => {
    const asked = await Promise.all(Array.from({ length: 8 }, (_, n) => make({ name: `key ${n}` })));
    expect(asked.filter(({ statusCode }) => statusCode === 201)).toHaveLength(4);
    const twins = await Promise.all([1, 2].map(() => make({ name: 'twin' })));
    expect(twins.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
  });

  it('is created once for one idempotency key; the repeated answer has no token, and no token is stored', async () => {
    const headers = { ...account.headers, 'idempotency-key': 'k1' };
    const first = (await make({ name: 'a', colour: 'red' }, headers)).json();
    const repeat = await make({ name: 'a', colour: 'red' }, headers);
    expect(repeat.statusCode).toBe(201);
    expect(repeat.json()).toEqual({
      data: { ...first.data, attributes: { ...first.data.attributes, token: null } },
      ignored_fields: ['colour'],
      warnings: [
        'token was shown only in the first answer: if you lost it, revoke this key and create another one',
      ],
      warning_details: [
        {
          message: expect.stringMatching(/^token was shown only/),
          template: 'token_shown_once',
          values: { field: { type: 'field', value: 'token', text: 'token' } },
        },
      ],
    });
    expect((await make({ name: 'b' }, headers)).statusCode).toBe(422);
    expect(await names()).toEqual(['a', 'first key']);
    expect(await storedText(test)).not.toContain(first.data.attributes.token.slice(-43));
  });
});

describe('GET /keys', () => {
  it('pages newest first with the exact total, and names the creators', async () => {
    const { token } = await signedIn();
    // A token with the name of its user counts as no key.
    expect((await make({ name: 'Asha' })).statusCode).toBe(201);
    const made = await make({ name: 'of a user' }, { authorization: token });
    // The creator stays the creator when somebody else revokes the key.
    await revoke(made.json().data.id);
    await createKey(test.service, OPERATOR, account.accountId, {
      name: 'of the operator',
      scope: 'read',
      expiresAt: null,
    });
    const found = [];
    let before = '';
    for (;;) {
      const { data, meta } = await listed(`?per_page=2${before}`);
      expect(meta.total).toBe(4);
      found.push(...data);
      if (meta.next_before === null) break;
      before = `&before=${meta.next_before}`;
    }
    expect(found.map(({ attributes }) => [attributes.name, attributes.created_by])).toEqual([
      ['of the operator', 'operator'],
      ['of a user', 'Asha'],
      ['Asha', 'first key'],
      ['first key', 'operator'],
    ]);
    expect(found[0].attributes).toMatchObject({ scope: 'read', expires_at: null, usable: true });
    expect(JSON.stringify(found)).not.toMatch(/dky_[0-9a-f]{16}_|token/);
  });
});

describe('the header access-token', () => {
  const FAMILY = '/api/v1/api_keys';

  it('replaces Authorization, with any uid of the user', async () => {
    const { token, email, phone } = await signedIn();
    const sent: Headers[] = [
      { 'access-token': token },
      { 'access-token': token, client: 'any', uid: email.toUpperCase() },
      { 'access-token': token, uid: `+91${phone}` },
      { 'access-token': token, uid: ' ' },
    ];
    for (const headers of sent) {
      const made = await make({ name: 'a' }, headers, FAMILY);
      expect(made.statusCode).toBe(201);
      expect(made.json().data.attributes.created_by).toBe('Asha');
      expect((await revoke(made.json().data.id, headers, FAMILY)).statusCode).toBe(204);
    }
  });

  it('is refused for the uid of another user as for a token that is not known', async () => {
    const { token } = await signedIn();
    const { email } = await signedIn();
    const [first] = await listAccountKeys(test.service, account.accountId);
    const unknown = /^The credential is not valid: it is unknown here/;
    const sent: [Headers, RegExp][] = [
      [{}, /^The credential is missing/],
      [{ 'access-token': 'nonsense' }, /^This is not a whole credential/],
      [{ 'access-token': `dky_${'0'.repeat(16)}_${'A'.repeat(43)}` }, unknown],
      [{ 'access-token': token, uid: email }, unknown],
      [{ 'access-token': token, uid: 'nobody@example.in' }, unknown],
      [{ 'access-token': token, uid: 'asha' }, unknown],
      [{ 'access-token': account.apiKey, uid: email }, unknown],
      [{ 'access-token': account.apiKey, authorization: 'nonsense' }, /^This is not a whole credential/],
    ];
    for (const [headers, sentence] of sent) {
      for (const response of [
        await make({ name: 'a' }, headers, FAMILY),
        await revoke(String(first?.credentialId), headers, FAMILY),
      ]) {
        expect(response.statusCode).toBe(401);
        expect(response.json().errors).toEqual([expect.stringMatching(sentence)]);
      }
    }
    expect(await names()).toEqual(['first key']);
  });

  it('is refused on other paths', async () => {
    const headers = { 'access-token': account.apiKey };
    expect((await make({ name: 'a' }, headers)).statusCode).toBe(401);
    expect((await test.app.inject({ url: `${API}/client-stores`, headers })).statusCode).toBe(401);
  });
});
