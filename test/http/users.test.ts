import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import type { OutgoingEmail, SendResult } from '../../src/messages/transport.ts';
import { makeResetLink } from '../../src/usecases/accounts/reset-password.ts';
import { findNamedUser } from '../../src/usecases/accounts/users.ts';
import { PUBLIC_URL, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { makeWarehouse } from '../support/orders.ts';
import { makeUser, type SignedIn, signInBy } from '../support/people.ts';

const API = '/custom/api/v1';
const HOUR = 60 * 60_000;
const PASSWORD = 'correct horse battery';
const ASHA = { username: 'asha@example.in', password: PASSWORD };
const RAVI = { name: 'Ravi', email: 'ravi@example.in', role: 'packer' };

let test: TestApp;
let account: TestAccount;
let owner: SignedIn;
let ownerId: string;
const mails: OutgoingEmail[] = [];

beforeAll(async () => {
  const send = async (mail: OutgoingEmail): Promise<SendResult> => {
    mails.push(mail);
    return { outcome: 'sent', providerId: null };
  };
  const messaging = {
    transports: { email: { moments: new Set<never>(), send } },
    publicUrl: () => PUBLIC_URL,
  };
  test = await startApp({ shipping: { messaging } });
  account = await test.account();
  ({ userId: ownerId } = await makeUser(test, account, { email: ASHA.username, password: PASSWORD }));
  owner = await signInBy(test, ASHA);
});
afterAll(() => test.stop());

type Headers = Record<string, string>;

let emails = 0;
/** A signed-in user with this role. */
async function person(role: string, more: object = {}): Promise<SignedIn & { id: string; username: string }> {
  emails += 1;
  const username = `person-${emails}@example.in`;
  const made = await owner.post('/users', {
    name: role,
    email: username,
    role,
    password: PASSWORD,
    ...more,
  });
  expect(made.statusCode, made.body).toBe(201);
  return { ...(await signInBy(test, { username, password: PASSWORD })), id: made.json().data.id, username };
}

function roleOf(headers: Headers) {
  return test.app.inject({ url: `${API}/session`, headers });
}

describe('users', () => {
  it('are made by an owner with a role, and listed with how they stand', async () => {
    const made = await owner.post('/users', { ...RAVI, email: 'ravi-1@example.in', password: PASSWORD });
    expect(made.json().data).toMatchObject({
      name: 'Ravi',
      email: 'ravi-1@example.in',
      role: 'packer',
      store_ids: null,
      warehouse_ids: null,
      status: 'active',
    });
    const { data, meta } = (await owner.get('/users?per_page=1')).json();
    expect(data[0].id).toBe(made.json().data.id);
    expect(meta.total).toBeGreaterThan(1);
    expect(JSON.stringify(data)).not.toContain('scrypt');
  });

  it('are made once for their idempotency key', async () => {
    const body = { ...RAVI, email: 'once@example.in', password: PASSWORD };
    const headers = { ...owner.headers, 'idempotency-key': 'ravi' };
    const first = await test.client(headers).post('/users', body);
    expect((await test.client(headers).post('/users', body)).body).toBe(first.body);
  });

  it.each([
    ['no way to name them', { email: null }, 'a user needs a phone or an email'],
    ['an email of somebody', { email: 'asha@example.in' }, 'email is already used by another user'],
    ['a short password', { password: 'short' }, 'the password must have 8 to 200 characters'],
    ['a role that there is not', { role: 'admin' }, 'role must be one of viewer, packer, manager, owner'],
    [
      'a store that there is not',
      { store_ids: ['01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d'] },
      'store_ids: 01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d is not a store of this account',
    ],
  ])('are refused with %s', async (_what, change, sentence) => {
    const body = { ...RAVI, email: 'refused@example.in', password: PASSWORD, ...change };
    const response = await owner.post('/users', body);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([sentence]);
  });

  it("are not restricted to another account's warehouse, nor an owner to any", async () => {
    const theirs = await makeWarehouse(await test.account());
    const mine = await makeWarehouse(account);
    const body = { ...RAVI, email: 'where@example.in', password: PASSWORD };
    const refused = await owner.post('/users', { ...body, warehouse_ids: [mine, theirs] });
    expect(refused.json().errors).toEqual([`warehouse_ids: ${theirs} is not a warehouse of this account`]);
    const asOwner = await owner.post('/users', { ...body, role: 'owner', warehouse_ids: [mine] });
    expect(asOwner.json().problems[0]).toMatchObject({ field: 'role', code: 'not_allowed' });
    const made = await owner.post('/users', { ...body, warehouse_ids: mine });
    expect(made.json().data.warehouse_ids).toEqual([mine]);
  });

  it('have another role at once, in the sessions and tokens that they have', async () => {
    const { id, headers, username } = await person('packer');
    const signedIn = await test.client({}).post('/auth-token', { username, password: PASSWORD });
    const token = { authorization: signedIn.json().token };
    const create = (by: Headers) =>
      test.client(by).post('/client-stores', { store_name: `s-${id.slice(-6)}` });
    expect((await create(headers)).json().errors).toEqual([
      'This requires the role manager; you are signed in as packer',
    ]);
    expect((await create(token)).statusCode).toBe(403);
    const changed = await owner.put(`/users/${id}`, { role: 'manager', name: 'Meena' });
    expect(changed.json().data).toMatchObject({ role: 'manager', name: 'Meena' });
    expect((await roleOf(headers)).json().data).toMatchObject({ role: 'manager', user: { name: 'Meena' } });
    expect((await create(token)).statusCode).toBe(201);
    await owner.put(`/users/${id}`, { role: 'viewer' });
    expect((await create(headers)).statusCode).toBe(403);
    const { data } = (await owner.get(`/audit?subject_id=${id}`)).json();
    expect(data[0]).toMatchObject({
      action: 'user.changed',
      actor: { id: ownerId },
      subject_name: 'Meena',
      changes: { role: { from: 'manager', to: 'viewer' } },
    });
  });

  it('are listed with their last sign-in', async () => {
    const { id } = await person('viewer');
    const made = await owner.post('/users', { ...RAVI, email: 'never@example.in', password: PASSWORD });
    const { data } = (await owner.get('/users?per_page=100')).json();
    const seen = new Map(
      data.map((one: { id: string; last_signed_in_at: string }) => [one.id, one.last_signed_in_at]),
    );
    expect(seen.get(id)).toBe(test.service.now().toISOString());
    expect(seen.get(made.json().data.id)).toBeNull();
  });

  it('are out at once when they are disabled, and stay out until they are enabled', async () => {
    const { id, headers, username } = await person('manager');
    const token = (await test.client({}).post('/auth-token', { username, password: PASSWORD })).json().token;
    expect((await owner.put(`/users/${id}`, { disabled: true })).json().data.status).toBe('disabled');
    expect((await roleOf(headers)).statusCode).toBe(401);
    expect((await roleOf({ authorization: token })).statusCode).toBe(401);
    expect((await test.client({}).post('/session', { username, password: PASSWORD })).statusCode).toBe(401);
    await owner.put(`/users/${id}`, { disabled: false });
    expect((await roleOf(headers)).statusCode).toBe(401);
    expect((await test.client({}).post('/session', { username, password: PASSWORD })).statusCode).toBe(200);
  });

  it('that are disabled take the links, tokens and sessions of nobody else with them', async () => {
    const [going, staying] = [await person('manager'), await person('manager')];
    const { username } = staying;
    const token = (await test.client({}).post('/auth-token', { username, password: PASSWORD })).json().token;
    const linkOf = async (of: string) =>
      makeResetLink(test.service, OPERATOR, await findNamedUser(test.service, of));
    const [theirs, other] = [await linkOf(going.username), await linkOf(username)];
    expect((await owner.put(`/users/${going.id}`, { disabled: true })).statusCode).toBe(200);
    expect((await roleOf(staying.headers)).statusCode).toBe(200);
    expect((await roleOf({ authorization: token })).statusCode).toBe(200);
    const look = (link: { token: string }) => test.client({}).post('/sign-in-link', { token: link.token });
    await owner.put(`/users/${going.id}`, { disabled: false });
    expect([(await look(theirs)).statusCode, (await look(other)).statusCode]).toEqual([422, 200]);
  });

  it('have what they are restricted to judged when it is changed, too', async () => {
    const theirs = await makeWarehouse(await test.account());
    const mine = await makeWarehouse(account);
    const { id } = await person('manager');
    const change = async (changes: object) => (await owner.put(`/users/${id}`, changes)).json();
    expect((await change({ warehouse_ids: [mine, theirs] })).errors).toEqual([
      `warehouse_ids: ${theirs} is not a warehouse of this account`,
    ]);
    expect((await change({ warehouse_ids: [mine] })).data.warehouse_ids).toEqual([mine]);
    expect((await change({ role: 'owner' })).problems[0]).toMatchObject({
      field: 'role',
      code: 'not_allowed',
    });
    expect((await change({ role: 'owner', warehouse_ids: null })).data).toMatchObject({
      role: 'owner',
      warehouse_ids: null,
    });
    await change({ role: 'manager' });
  });

  it('keep an owner who can sign in', async () => {
    const sentence = 'This is the last owner who can sign in: make another user an owner first';
    for (const change of [{ disabled: true }, { role: 'manager' }]) {
      expect((await owner.put(`/users/${ownerId}`, change)).json().errors).toEqual([sentence]);
    }
    // Neither of these can.
    await owner.post('/invitations', { name: 'Later', email: 'later@example.in', role: 'owner' });
    const second = await person('owner');
    await owner.put(`/users/${second.id}`, { disabled: true });
    expect((await owner.put(`/users/${ownerId}`, { disabled: true })).statusCode).toBe(422);
    await owner.put(`/users/${second.id}`, { disabled: false });
    const answers = await Promise.all([
      owner.put(`/users/${ownerId}`, { role: 'manager' }),
      account.put(`/users/${second.id}`, { role: 'manager' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    await account.put(`/users/${ownerId}`, { role: 'owner' });
  });

  it('are nothing to who is no owner, nor in another account', async () => {
    const { headers, id } = await person('manager');
    for (const [method, path] of [
      ['GET', '/users'],
      ['POST', '/users'],
      ['PUT', `/users/${id}`],
      ['POST', '/invitations'],
      ['GET', '/keys'],
      ['POST', '/keys'],
    ] as const) {
      expect(
        (await test.client(headers).call(method, path, method === 'GET' ? undefined : {})).statusCode,
        path,
      ).toBe(403);
    }
    const theirs = (await test.account()).headers;
    expect((await test.client(theirs).put(`/users/${id}`, { disabled: true })).statusCode).toBe(404);
    expect((await test.client(theirs).get('/users')).json().meta.total).toBe(0);
  });
});

function tokenOf(url: string): string {
  return new URL(url).hash.slice(1);
}

describe('an invitation', () => {
  async function invite(email: string) {
    const response = await owner.post('/invitations', { ...RAVI, email });
    expect(response.statusCode).toBe(201);
    return response.json().data as { user_id: string; url: string; expires_at: string; emailed: boolean };
  }

  it('is a link by which its user chooses a password and is signed in, once', async () => {
    const { url, user_id, expires_at, emailed } = await invite('new@example.in');
    expect(url).toMatch(`${PUBLIC_URL}/join#dky_`);
    expect(Date.parse(expires_at) - test.service.now().getTime()).toBe(48 * HOUR);
    expect(emailed).toBe(true);
    await expect.poll(() => mails.at(-1)).toMatchObject({ to: 'new@example.in' });
    expect(mails.at(-1)?.text).toContain(url);
    const token = tokenOf(url);
    const listed = (await owner.get('/users')).json().data[0];
    expect(listed).toMatchObject({ id: user_id, status: 'invited' });
    expect((await test.client({}).post('/sign-in-link', { token })).json().data).toEqual({
      kind: 'invitation',
      name: 'Ravi',
      username: 'new@example.in',
      expires_at,
    });
    expect((await test.client({}).post('/password', { token, password: 'short' })).statusCode).toBe(422);
    const set = await test.client({}).post('/password', { token, password: PASSWORD });
    expect(set.json().data).toMatchObject({ user: { id: user_id }, role: 'packer' });
    expect(set.headers['set-cookie']).toContain('HttpOnly');
    const again = await test.client({}).post('/password', { token, password: 'somebody else' });
    expect(again.statusCode).toBe(422);
    expect((await test.client({}).post('/sign-in-link', { token })).statusCode).toBe(422);
    expect((await owner.get('/users')).json().data[0].status).toBe('active');
    const signedIn = await test
      .client({})
      .post('/session', { username: 'new@example.in', password: PASSWORD });
    expect(signedIn.statusCode).toBe(200);
  });

  it('works for 48 hours', async () => {
    const [late, just] = [
      tokenOf((await invite('late@example.in')).url),
      tokenOf((await invite('just@example.in')).url),
    ];
    test.advance(48 * HOUR - 1);
    expect((await test.client({}).post('/password', { token: just, password: PASSWORD })).statusCode).toBe(
      200,
    );
    test.advance(1);
    expect((await test.client({}).post('/password', { token: late, password: PASSWORD })).statusCode).toBe(
      422,
    );
    owner = await signInBy(test, ASHA);
  });

  it('is made again for a user who has not joined, which ends the earlier link', async () => {
    const first = await invite('again@example.in');
    const again = await owner.post(`/users/${first.user_id}/invitation`, {});
    expect(again.statusCode, again.body).toBe(201);
    const { data } = again.json();
    expect(data).toMatchObject({ user_id: first.user_id, emailed: true });
    await expect.poll(() => mails.at(-1)?.text).toContain(data.url);
    const set = (url: string) =>
      test.client({}).post('/password', { token: tokenOf(url), password: PASSWORD });
    expect((await set(first.url)).statusCode).toBe(422);
    expect((await set(data.url)).json().data).toMatchObject({ user: { id: first.user_id } });
    const joined = await owner.post(`/users/${first.user_id}/invitation`, {});
    expect(joined.statusCode).toBe(422);
    expect(joined.json().errors).toEqual([
      'Ravi has already joined: a forgotten password is reset on the sign-in page',
    ]);
  });

  it('is not made again for a deactivated user, nor for one of another account', async () => {
    const { user_id } = await invite('left@example.in');
    await owner.put(`/users/${user_id}`, { disabled: true });
    const again = await owner.post(`/users/${user_id}/invitation`, {});
    expect(again.json().errors).toEqual(['Ravi is deactivated: reactivate the user first']);
    const theirs = await test.account();
    expect((await theirs.post(`/users/${user_id}/invitation`, {})).statusCode).toBe(404);
  });

  it('shows its link again to a repeat under its idempotency key, mails it once, and keeps it nowhere in clear', async () => {
    const headers = { ...owner.headers, 'idempotency-key': 'invite' };
    const body = { ...RAVI, email: 'repeat@example.in' };
    const first = await test.client(headers).post('/invitations', body);
    expect((await test.client(headers).post('/invitations', body)).body).toBe(first.body);
    await expect.poll(() => mails.filter(({ to }) => to === body.email)).toHaveLength(1);
    const secret = tokenOf(first.json().data.url).slice(-43);
    const { rows } = await test.database.database.pool.query<{ row: string }>(
      `select l::text as row from sign_in_links l union all select a::text from audit_records a
        union all select k::text from idempotency_keys k`,
    );
    for (const { row } of rows) expect(row).not.toContain(secret);
  });

  it('is not mailed to an address that nobody has', async () => {
    const { emailed } = await invite('asha@demo.example');
    expect(emailed).toBe(false);
    expect(mails.map(({ to }) => to)).not.toContain('asha@demo.example');
  });
});

describe('a forgotten password', () => {
  const ask = (username: unknown) => test.client({}).post('/password-reset', { username });

  it('is answered alike for anybody, and mailed to a user alone', async () => {
    const { username } = await person('viewer');
    const [known, unknown, nonsense] = [await ask(username), await ask('nobody@example.in'), await ask('?')];
    expect(known.statusCode).toBe(202);
    expect([unknown.body, nonsense.body]).toEqual([known.body, known.body]);
    await expect.poll(() => mails.at(-1)?.to).toBe(username);
    expect(mails.at(-1)?.text).toContain(`${PUBLIC_URL}/reset-password#dky_`);
  });

  it('is replaced by a link within the hour, which ends what the user had', async () => {
    const { username, headers } = await person('viewer');
    const link = await makeResetLink(test.service, OPERATOR, await findNamedUser(test.service, username));
    const newer = await makeResetLink(test.service, OPERATOR, await findNamedUser(test.service, username));
    const set = (token: string) => test.client({}).post('/password', { token, password: 'another one' });
    expect((await set(link.token)).json().problems[0]).toMatchObject({ field: 'token', code: 'unknown' });
    test.advance(HOUR - 1);
    expect((await set(newer.token)).statusCode).toBe(200);
    expect((await roleOf(headers)).statusCode).toBe(401);
    expect((await test.client({}).post('/session', { username, password: PASSWORD })).statusCode).toBe(401);
    const last = await makeResetLink(test.service, OPERATOR, await findNamedUser(test.service, username));
    test.advance(HOUR);
    expect((await set(last.token)).statusCode).toBe(422);
  });

  it('is set by one of two who use the link at once', async () => {
    const { username } = await person('viewer');
    const { token } = await makeResetLink(
      test.service,
      OPERATOR,
      await findNamedUser(test.service, username),
    );
    const answers = await Promise.all(
      ['first password', 'second password'].map((password) =>
        test.client({}).post('/password', { token, password }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  it('is mailed 3 times in an hour at most, from whatever addresses, and the last link works on', async () => {
    const { username } = await person('viewer');
    const before = mails.length;
    const askFrom = (remoteAddress: string) =>
      test.app.inject({
        method: 'POST',
        url: `${API}/password-reset`,
        payload: { username },
        remoteAddress,
      });
    for (let count = 0; count < 3; count += 1) {
      expect((await askFrom(`203.0.113.${count}`)).statusCode).toBe(202);
      await expect.poll(() => mails.length).toBe(before + count + 1);
    }
    const token = /#(dky_\w+[\w-]*)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
    for (let count = 3; count < 10; count += 1) {
      expect((await askFrom(`203.0.113.${count}`)).statusCode).toBe(202);
    }
    // An email to another user would arrive after one to the first.
    const other = await person('viewer');
    await ask(other.username);
    await expect.poll(() => mails.at(-1)?.to).toBe(other.username);
    expect(mails).toHaveLength(before + 4);
    const set = await test.client({}).post('/password', { token, password: 'another one' });
    expect(set.statusCode).toBe(200);
  });

  it('is not mailed more than 20 times from an address in 5 minutes', async () => {
    test.advance(5 * 60_000);
    for (let times = 0; times < 20; times += 1) expect((await ask('nobody@example.in')).statusCode).toBe(202);
    expect((await ask('nobody@example.in')).statusCode).toBe(429);
  });
});

describe('sessions', () => {
  it("are listed, an owner's with everybody's, and ended", async () => {
    owner = await signInBy(test, ASHA);
    const { headers, id } = await person('packer');
    const other = await person('viewer');
    const own = (await test.client(headers).get('/sessions')).json();
    expect(own).toMatchObject({
      data: [{ user_id: id, name: 'packer', address: '127.0.0.1', is_current: true }],
      meta: { total: 1 },
    });
    const all = (await owner.get('/sessions')).json();
    expect(all.data.map((session: { user_id: string }) => session.user_id)).toEqual(
      expect.arrayContaining([id, ownerId, other.id]),
    );
    const [mine] = own.data;
    const theirs = all.data.find((session: { user_id: string }) => session.user_id === other.id);
    expect((await test.client(headers).delete(`/sessions/${theirs.id}`)).statusCode).toBe(404);
    expect((await owner.delete(`/sessions/${theirs.id}`)).statusCode).toBe(204);
    expect((await roleOf(other.headers)).statusCode).toBe(401);
    expect((await owner.delete(`/sessions/${theirs.id}`)).statusCode).toBe(404);
    expect((await test.client(headers).delete(`/sessions/${mine.id}`)).statusCode).toBe(204);
    expect((await roleOf(headers)).statusCode).toBe(401);
  });
});

describe("a key's sessions", () => {
  it('are its own alone', async () => {
    const keys = ['till one', 'till two'].map(async (name) => {
      const { data } = (await owner.post('/keys', { name, scope: 'packer' })).json();
      return signInBy(test, { api_key: data.attributes.token });
    });
    for (const [index, { headers }] of (await Promise.all(keys)).entries()) {
      const { data, meta } = (await test.client(headers).get('/sessions')).json();
      expect(data).toMatchObject([{ name: ['till one', 'till two'][index], is_current: true }]);
      expect(meta.total).toBe(1);
    }
  });
});

describe('a key with a role', () => {
  it('may do what the role may, and says so', async () => {
    const made = await owner.post('/keys', { name: 'packing table', scope: 'packer' });
    const { attributes } = made.json().data;
    expect(attributes.scope).toBe('packer');
    const headers = { authorization: attributes.token };
    expect((await roleOf(headers)).json().data).toMatchObject({
      role: 'packer',
      key: { name: 'packing table' },
    });
    expect((await test.client(headers).post('/client-stores', { store_name: 'by-key' })).statusCode).toBe(
      403,
    );
    const shipment_ids = ['01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d'];
    const job = (action: string) => test.client(headers).post('/jobs', { action, shipment_ids });
    expect((await job('label')).statusCode).toBe(202);
    expect((await job('rto')).json().errors).toEqual([
      'rto requires the role manager; you are signed in as packer',
    ]);
    expect((await owner.get('/keys')).json().data[0].attributes.scope).toBe('packer');
  });
});
