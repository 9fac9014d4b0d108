import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_TOKEN, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { makeUser } from '../support/people.ts';

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

describe("the operator's credential", () => {
  it('acts as an owner of the account that it names, and only of that', async () => {
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

  it('finds keys and users of no other account than the one it names', async () => {
    const other = await test.account('Meghdoot Spices');
    const email = 'ravi@example.in';
    const { userId } = await makeUser(test, other, { email, password: 'correct horse battery' });
    const post = (path: string, credential: string) =>
      test.app.inject({ method: 'POST', url: path, headers: { authorization: credential }, payload: {} });
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

  it('reaches no data of accounts without naming one', async () => {
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
    ['nothing', () => undefined],
    ['an owner’s key', () => account.apiKey],
    ['an owner’s key with an account', () => `${account.apiKey}/${account.accountId}`],
    ['a part of it', () => OPERATOR_TOKEN.slice(0, -1)],
    ['more than it', () => `${OPERATOR_TOKEN}x`],
    ['another one', () => `${'x'.repeat(OPERATOR_TOKEN.length)}/${account.accountId}`],
  ])('is needed below /operator: %s is refused', async (_what, credential) => {
    for (const url of ['/operator/accounts', '/operator/operations', '/operator/users']) {
      expect((await get(url, credential())).statusCode).toBe(401);
    }
  });

  it('is no subject of the document', async () => {
    const document = (await get('/openapi.json')).body;
    expect(document).not.toContain('/operator');
    expect(document).not.toContain('createAccount"');
  });

  it('is counted in no rate limit', async () => {
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
