import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_TOKEN, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { makeUser, signInBy } from '../support/people.ts';

const PASSWORD = 'correct horse battery';
const NOBODY = '00000000-0000-7000-8000-000000000000';

let test: TestApp;
let account: TestAccount;

beforeAll(async () => {
  test = await startApp();
  account = await test.account('Sunrise Traders');
});
afterAll(() => test.stop());

function get(url: string, authorization?: string) {
  return test.app.inject({ url, headers: authorization === undefined ? {} : { authorization } });
}

function post(url: string, authorization: string, payload: object = {}) {
  return test.app.inject({ method: 'POST', url, headers: { authorization }, payload });
}

describe("the operator's credential", () => {
  it('acts as an owner of the account that it names', async () => {
    const users = '/custom/api/v1/users';
    await makeUser(test, account, { email: 'asha@example.in', password: 'correct horse battery' });
    const found = await get(users, `Bearer ${OPERATOR_TOKEN}/${account.accountId}`);
    expect(found.json().data).toMatchObject([{ email: 'asha@example.in' }]);
    const other = await test.account('Other');
    expect((await get(users, `${OPERATOR_TOKEN}/${other.accountId}`)).json().data).toEqual([]);
    expect((await get('/operator/keys', `${OPERATOR_TOKEN}/${NOBODY}`)).json()).toMatchObject({
      errors: [`Account ${NOBODY} not found`],
    });
  });

  it('is in the audit log of the account', async () => {
    const headers = { authorization: `${OPERATOR_TOKEN}/${account.accountId}` };
    const payload = { name: 'shop', scope: 'read' };
    const made = await test.app.inject({ method: 'POST', url: '/custom/api/v1/keys', headers, payload });
    expect(made.statusCode).toBe(201);
    const { data } = (await account.get('/audit')).json();
    expect(data[0]).toMatchObject({ action: 'key.created', actor: { kind: 'operator', name: 'operator' } });
  });

  it('finds keys and users only in the account that it names', async () => {
    const other = await test.account('Meghdoot Spices');
    const email = 'ravi@example.in';
    const { userId } = await makeUser(test, other, { email, password: 'correct horse battery' });
    const ours = `${OPERATOR_TOKEN}/${account.accountId}`;
    for (const user of [email, userId]) {
      const refused = await post(`/operator/users/${user}/disable`, ours);
      expect([refused.statusCode, refused.json().errors]).toEqual([404, [`User ${user} not found`]]);
    }
    const listed = await get('/operator/keys', `${OPERATOR_TOKEN}/${other.accountId}`);
    const url = `/operator/keys/${listed.json().data[0].key_id}`;
    const revoke = (authorization: string) =>
      test.app.inject({ method: 'DELETE', url, headers: { authorization } });
    expect((await revoke(ours)).statusCode).toBe(404);
    expect((await other.get('/client-stores')).statusCode).toBe(200);
    for (const credential of [OPERATOR_TOKEN, `${OPERATOR_TOKEN}/${other.accountId}`]) {
      expect((await post(`/operator/users/${userId}/disable`, credential)).statusCode).toBe(200);
      expect((await revoke(credential)).statusCode).toBe(200);
    }
  });

  it('creates keys with a role and an end, and lists keys and tokens separately', async () => {
    const owner = await test.account();
    const operator = `${OPERATOR_TOKEN}/${owner.accountId}`;
    const now = test.service.now().getTime() / 1_000;
    const till = { name: 'till', scope: 'packer' };
    const refused = await post('/operator/keys', operator, { ...till, expires: now });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, ['expires must be in the future']]);
    const made = await post('/operator/keys', operator, { ...till, expires: now + 1 });
    expect(made.json().data.api_key).toMatch(/^dky_/);
    await makeUser(test, owner, { email: 'token@example.in', password: PASSWORD });
    await test.client({}).post('/auth-token', { username: 'token@example.in', password: PASSWORD });
    const listed = async (query: string) =>
      (await get(`/operator/keys${query}`, operator))
        .json()
        .data.map(({ name, scope }: { name: string; scope: string }) => [name, scope]);
    expect(await listed('')).toEqual([
      ['first key', 'full'],
      ['till', 'packer'],
    ]);
    expect(await listed('?tokens=true')).toEqual([['Asha', 'full']]);
  });

  it('changes one user, and keeps the last owner an owner', async () => {
    const owner = await test.account();
    const operator = `${OPERATOR_TOKEN}/${owner.accountId}`;
    const make = async (email: string, more: object) => {
      const made = await post('/operator/users', operator, { name: 'Meena', email, ...more });
      return { email, ...made.json().data } as { email: string; user_id: string; password: string };
    };
    const boss = await make('boss@example.in', {});
    const packer = await make('packer@example.in', { role: 'packer', password: PASSWORD });
    expect(packer.password).toBeNull();
    const signedIn = await signInBy(test, { username: boss.email, password: boss.password });
    const theirs = await signInBy(test, { username: packer.email, password: PASSWORD });
    const change = async (email: string, what: string, body: object = {}) => {
      const answer = await post(`/operator/users/${email}/${what}`, operator, body);
      return [answer.statusCode, answer.json().data ?? answer.json().errors];
    };
    expect(await change(boss.email, 'role', { role: 'manager' })).toEqual([
      422,
      ['This is the last owner who can sign in: make another user an owner first'],
    ]);
    expect(await change(packer.email, 'role', { role: 'manager' })).toMatchObject([200, { role: 'manager' }]);
    expect((await theirs.get('/session')).json().data.role).toBe('manager');
    expect(await change(packer.email, 'unlock')).toMatchObject([200, { was_locked: false }]);
    expect(await change(boss.email, 'disable')).toMatchObject([200, { tokens_ended: 1 }]);
    expect(await change(boss.email, 'password-link')).toEqual([
      422,
      [`User ${boss.user_id} is disabled: enable the user first`],
    ]);
    expect(await change(boss.email, 'enable')).toMatchObject([200, { disabled: false }]);
    expect(await change(boss.email, 'password-link')).toMatchObject([
      200,
      { url: expect.stringContaining('/reset-password#dky_') },
    ]);
    test.advance(1_000);
    expect((await signedIn.get('/session')).statusCode).toBe(401);
    expect((await theirs.get('/session')).statusCode).toBe(200);
    const [, set] = await change(packer.email, 'password');
    expect(set).toMatchObject({ tokens_ended: 1, password: expect.any(String) });
    const { data } = (await owner.get('/users')).json();
    expect(data).toMatchObject([
      { id: packer.user_id, role: 'manager', status: 'active' },
      { id: boss.user_id, role: 'owner', status: 'active' },
    ]);
  });

  it('must name an account for the data of accounts', async () => {
    for (const url of ['/custom/api/v1/users', '/custom/api/v1/jobs', '/operator/keys']) {
      const refused = await get(url, OPERATOR_TOKEN);
      expect([refused.statusCode, refused.json().errors]).toEqual([
        422,
        ['This is about one account: give its id with --account'],
      ]);
    }
    expect((await get('/operator/accounts', OPERATOR_TOKEN)).json().data).toContainEqual(
      expect.objectContaining({ name: 'Sunrise Traders' }),
    );
  });

  it.each([
    ['no credential', () => undefined],
    ['an owner’s key', () => account.apiKey],
    ['an owner’s key with an account', () => `${account.apiKey}/${account.accountId}`],
    ['a part of the token', () => OPERATOR_TOKEN.slice(0, -1)],
    ['the token with another letter', () => `${OPERATOR_TOKEN}x`],
    ['another token', () => `${'x'.repeat(OPERATOR_TOKEN.length)}/${account.accountId}`],
  ])('is required below /operator, which refuses %s', async (_what, credential) => {
    for (const url of ['/operator/accounts', '/operator/operations', '/operator/users']) {
      expect((await get(url, credential())).statusCode).toBe(401);
    }
  });

  it('is not in the API document', async () => {
    const document = (await get('/openapi.json')).body;
    expect(document).not.toContain('/operator');
    expect(document).not.toContain('createAccount"');
  });

  it('has no rate limit', async () => {
    const limited = await startApp({ rateLimit: 2 });
    try {
      const { accountId } = await limited.account();
      const headers = { authorization: `${OPERATOR_TOKEN}/${accountId}` };
      for (let count = 0; count < 5; count += 1) {
        const answer = await limited.app.inject({ url: '/custom/api/v1/keys', headers });
        expect(answer.statusCode).toBe(200);
      }
    } finally {
      await limited.stop();
    }
  });
});
