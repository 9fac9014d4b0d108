import { expect, it } from 'vitest';
import { createDemoAccount } from '../../simulators/demo/demo-account.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { makeResetLink } from '../../src/usecases/accounts/reset-password.ts';
import { findNamedUser } from '../../src/usecases/accounts/users.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { makeUser, signInBy } from '../support/people.ts';

const API = '/custom/api/v1';
const PASSWORD = 'correct horse battery';

const test = await openApp({});

const send = (method: 'POST' | 'PUT', path: string, payload: object, headers: Record<string, string> = {}) =>
  test.app.inject({ method, url: `${API}${path}`, payload, headers });

it('the demo account is opened with a link that works once, and not from another site', async () => {
  const demo = await createDemoAccount(test.service, { isLinked: true });
  const token = demo?.link?.token ?? expect.fail('no link was made');
  expect(await createDemoAccount(test.service, { isLinked: true })).toBeNull();
  const elsewhere = await send('POST', '/first-start', { token }, { 'sec-fetch-site': 'cross-site' });
  expect(elsewhere.statusCode).toBe(403);
  expect((await send('POST', '/sign-in-link', { token })).json().data).toMatchObject({
    kind: 'first_start',
    name: 'Asha',
  });
  expect((await send('POST', '/password', { token, password: PASSWORD })).statusCode).toBe(422);

  const begun = await send('POST', '/first-start', { token });
  expect(begun.statusCode).toBe(200);
  expect(begun.headers['set-cookie']).toContain('HttpOnly');
  expect(begun.json().data).toMatchObject({ account: { id: demo?.accountId, name: 'Demo' }, role: 'owner' });
  expect((await send('POST', '/first-start', { token })).statusCode).toBe(422);
});

it('the demo account has a user of each role without a password', async () => {
  const rows = await test.sql(
    `select u.role, u.awaits_password from users u join accounts a using (account_id) where a.name = 'Demo' order by u.role::text`,
  );
  expect(rows.map(({ role }) => role).sort()).toEqual(['manager', 'owner', 'packer', 'viewer']);
  expect(rows.every(({ awaits_password }) => awaits_password)).toBe(true);
});

it('users can change their password, which ends their other sessions, tokens and links', async () => {
  const account: TestAccount = await test.account();
  const username = 'own-password@example.in';
  await makeUser(test, account, { email: username, password: PASSWORD });
  const here = await signInBy(test, { username, password: PASSWORD });
  const elsewhere = await signInBy(test, { username, password: PASSWORD });
  const token = (await send('POST', '/auth-token', { username, password: PASSWORD })).json().token;
  const colleague = { username: 'colleague@example.in', password: PASSWORD };
  await makeUser(test, account, { email: colleague.username, password: PASSWORD });
  const theirs = await signInBy(test, colleague);
  const change = (password: string, new_password: string, headers = here.headers) =>
    send('PUT', '/password', { password, new_password }, headers);

  expect((await change('not the password', 'another horse battery')).json().problems).toMatchObject([
    { field: 'password', message: 'The password is wrong' },
  ]);
  expect((await change(PASSWORD, 'short')).json().problems).toMatchObject([{ field: 'new_password' }]);
  expect((await change(PASSWORD, 'another horse battery', account.headers as never)).statusCode).toBe(422);
  const link = await makeResetLink(test.service, OPERATOR, await findNamedUser(test.service, username));
  expect((await change(PASSWORD, 'another horse battery')).statusCode).toBe(204);
  expect((await send('POST', '/sign-in-link', { token: link.token })).statusCode).toBe(422);

  const looks = async (headers: Record<string, string>) =>
    (await test.app.inject({ url: `${API}/session`, headers })).statusCode;
  expect(await looks(here.headers)).toBe(200);
  expect(await looks(elsewhere.headers)).toBe(401);
  expect(await looks({ authorization: token })).toBe(401);
  expect(await looks(theirs.headers)).toBe(200);
  expect((await send('POST', '/session', { username, password: PASSWORD })).statusCode).toBe(401);
  expect((await send('POST', '/session', { username, password: 'another horse battery' })).statusCode).toBe(
    200,
  );
});
