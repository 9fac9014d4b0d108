import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import type { OutgoingEmail, SendResult } from '../../src/messages/transport.ts';
import { makeResetLink } from '../../src/usecases/accounts/reset-password.ts';
import { findNamedUser } from '../../src/usecases/accounts/users.ts';
import { PUBLIC_URL, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { API, type Client } from '../support/client.ts';
import { makeWarehouse } from '../support/orders.ts';
import { makeUser, type SignedIn, signInBy, storedText } from '../support/people.ts';

const HOUR = 60 * 60_000;
const PASSWORD = 'correct horse battery';
const ASHA = { username: 'asha@example.in', password: PASSWORD };
const RAVI = { name: 'Ravi', email: 'ravi@example.in', role: 'packer' };
const UNKNOWN = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';

let test: TestApp;
let account: TestAccount;
let owner: SignedIn;
let ownerId: string;
/** A client without credentials. */
let anyone: Client;
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
  anyone = test.client({});
  account = await test.account();
  ({ userId: ownerId } = await makeUser(test, account, { email: ASHA.username, password: PASSWORD }));
  owner = await signInBy(test, ASHA);
});
afterAll(() => test.stop());

type Headers = Record<string, string>;
type Person = SignedIn & { id: string; username: string };

let emails = 0;
/** A signed-in user with this role. */
async function person(role: string, more: object = {}): Promise<Person> {
  emails += 1;
  const username = `person-${emails}@example.in`;
  const body = { name: role, email: username, role, password: PASSWORD, ...more };
  const made = await owner.post('/users', body);
  expect(made.statusCode, made.body).toBe(201);
  return { ...(await signInBy(test, { username, password: PASSWORD })), id: made.json().data.id, username };
}

const sessionOf = (headers: Headers) => test.client(headers).get('/session');
const signIn = (username: string, password = PASSWORD) => anyone.post('/session', { username, password });
const tokenOf = async (username: string): Promise<Headers> => ({
  authorization: (await anyone.post('/auth-token', { username, password: PASSWORD })).json().token,
});
const resetLinkOf = async (username: string) =>
  makeResetLink(test.service, OPERATOR, await findNamedUser(test.service, username));
const setByLink = (token: string, password = PASSWORD) => anyone.post('/password', { token, password });
const lookAt = (token: string) => anyone.post('/sign-in-link', { token });

describe('users', () => {
  it('creates a user with a role, and lists the user first and without the password', async () => {
    const made = await owner.post('/users', { ...RAVI, email: 'ravi-1@example.in', password: PASSWORD });
    expect(made.json().data).toMatchObject({
      ...{ name: 'Ravi', email: 'ravi-1@example.in', role: 'packer' },
      ...{ store_ids: null, warehouse_ids: null, status: 'active' },
    });
    const { data, meta } = (await owner.get('/users?per_page=1')).json();
    expect(data[0].id).toBe(made.json().data.id);
    expect(meta.total).toBeGreaterThan(1);
    expect(JSON.stringify(data)).not.toContain('scrypt');
  });

  it('creates one user for one idempotency key', async () => {
    const body = { ...RAVI, email: 'once@example.in', password: PASSWORD };
    const key = { 'idempotency-key': 'ravi' };
    const first = await owner.post('/users', body, key);
    expect((await owner.post('/users', body, key)).body).toBe(first.body);
  });

  it.each([
    ['no email and no phone', { email: null }, 'a user needs a phone or an email'],
    ['the email of another user', { email: 'Asha@example.in' }, 'email is already used by another user'],
    ['the phone of another user', { phone: '+91 98200 10001' }, 'phone is already used by another user'],
    ['an invalid email', { email: 'ravi' }, 'email is not an email address'],
    ['an email as phone', { phone: 'ravi@example.in' }, 'phone is not an Indian mobile number'],
    ['a foreign phone', { phone: '+1 415 555 2671' }, 'phone is not an Indian mobile number'],
    ['an unknown role', { role: 'admin' }, 'role must be one of viewer, packer, manager, owner'],
    ['an unknown store', { store_ids: [UNKNOWN] }, `store_ids: ${UNKNOWN} is not a store of this account`],
  ])('refuses to create or invite a user with %s', async (_what, change, sentence) => {
    await owner.post('/users', { ...RAVI, email: null, phone: '9820010001', password: PASSWORD });
    const body = { ...RAVI, email: 'refused@example.in', ...change };
    for (const response of [
      await owner.post('/users', { ...body, password: PASSWORD }),
      await owner.post('/invitations', body),
    ]) {
      expect([response.statusCode, response.json().errors]).toEqual([422, [sentence]]);
    }
  });

  it('refuses a short password', async () => {
    const body = { ...RAVI, email: 'refused@example.in', password: '1234567' };
    expect((await owner.post('/users', body)).json().errors).toEqual([
      'the password must have 8 to 200 characters',
    ]);
  });

  it("restricts no user to another account's store or warehouse, and no owner to anything", async () => {
    const other = await test.account();
    const storeOf = async (client: Client, store_name: string) =>
      (await client.post('/client-stores', { store_name })).json().data.id;
    const places = [
      ['store_ids', 'store', await storeOf(owner, 'where'), await storeOf(other, 'where')],
      ['warehouse_ids', 'warehouse', await makeWarehouse(account), await makeWarehouse(other)],
    ] as const;
    const { id } = await person('manager');
    let made = 0;
    const ways = [
      (body: object) => owner.post('/users', { ...body, password: PASSWORD }),
      (body: object) => owner.post('/invitations', body),
      (body: object) => owner.put(`/users/${id}`, body),
    ];
    for (const [field, noun, mine, theirs] of places) {
      for (const send of ways) {
        made += 1;
        const body = { ...RAVI, email: `where-${made}@example.in` };
        const refused = await send({ ...body, [field]: [mine, theirs] });
        expect(refused.json().errors).toEqual([`${field}: ${theirs} is not a ${noun} of this account`]);
        const asOwner = await send({ ...body, role: 'owner', [field]: [mine] });
        expect(asOwner.json().problems[0]).toMatchObject({ field: 'role', code: 'not_allowed' });
        expect((await send({ ...body, [field]: mine })).statusCode).toBeLessThan(300);
        const { data } = (await owner.get('/users?per_page=100')).json();
        const found = data.find((one: { id: string; email: string }) =>
          [body.email, send === ways[2] ? id : ''].some((name) => name === one.email || name === one.id),
        );
        expect(found[field]).toEqual([mine]);
      }
    }
    const { data: changed } = (
      await owner.put(`/users/${id}`, { role: 'owner', warehouse_ids: null, store_ids: null })
    ).json();
    expect(changed).toMatchObject({ role: 'owner', warehouse_ids: null, store_ids: null });
    const [record] = (await owner.get(`/audit?subject_id=${id}`)).json().data;
    expect(record.changes).toMatchObject({
      role: { to: 'owner' },
      store_ids: { from: [places[0][2]], to: null },
      warehouse_ids: { from: [places[1][2]], to: null },
    });
    await owner.put(`/users/${id}`, { role: 'manager' });
  });

  it('changes a role at once in the open sessions and tokens of that user alone', async () => {
    const { id, headers, username } = await person('packer');
    const colleague = await person('packer');
    const token = await tokenOf(username);
    const create = (by: Headers) =>
      test.client(by).post('/client-stores', { store_name: `s-${id.slice(-6)}` });
    expect((await create(headers)).json().errors).toEqual([
      'This requires the role manager; you are signed in as packer',
    ]);
    expect((await create(token)).statusCode).toBe(403);
    const changed = await owner.put(`/users/${id}`, { role: 'manager', name: 'Meena' });
    expect(changed.json().data).toMatchObject({ role: 'manager', name: 'Meena' });
    expect((await sessionOf(headers)).json().data).toMatchObject({
      role: 'manager',
      user: { name: 'Meena' },
    });
    expect((await sessionOf(colleague.headers)).json().data).toMatchObject({
      role: 'packer',
      user: { name: 'packer' },
    });
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

  it('lists the last sign-in of each user', async () => {
    const first = await person('viewer');
    const signedInAt = test.service.now().toISOString();
    test.advance(60_000);
    const second = await person('viewer');
    // A later change is no sign-in.
    await owner.put(`/users/${first.id}`, { name: 'Renamed' });
    const made = await owner.post('/users', { ...RAVI, email: 'never@example.in', password: PASSWORD });
    const { data } = (await owner.get('/users?per_page=100')).json();
    const seen = new Map(
      data.map((one: { id: string; last_signed_in_at: string }) => [one.id, one.last_signed_in_at]),
    );
    expect(seen.get(first.id)).toBe(signedInAt);
    expect(seen.get(second.id)).toBe(test.service.now().toISOString());
    expect(seen.get(made.json().data.id)).toBeNull();
  });

  it('ends links, tokens and sessions of a disabled user at once, and of nobody else', async () => {
    const [going, staying] = [await person('manager'), await person('manager')];
    const tokens = [await tokenOf(going.username), await tokenOf(staying.username)];
    const links = [await resetLinkOf(going.username), await resetLinkOf(staying.username)];
    const statuses = async () => {
      const asked = [going.headers, tokens[0] ?? {}, staying.headers, tokens[1] ?? {}].map(sessionOf);
      return (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    };
    expect((await owner.put(`/users/${going.id}`, { disabled: true })).json().data.status).toBe('disabled');
    expect(await statuses()).toEqual([401, 401, 200, 200]);
    expect((await signIn(going.username)).statusCode).toBe(401);
    await owner.put(`/users/${going.id}`, { disabled: false });
    expect(await statuses()).toEqual([401, 401, 200, 200]);
    expect((await signIn(going.username)).statusCode).toBe(200);
    const looks = await Promise.all(links.map(({ token }) => lookAt(token)));
    expect(looks.map(({ statusCode }) => statusCode)).toEqual([422, 200]);
  });

  it('keeps one owner who can sign in', async () => {
    const sentence = 'This is the last owner who can sign in: make another user an owner first';
    for (const change of [{ disabled: true }, { role: 'manager' }]) {
      expect((await owner.put(`/users/${ownerId}`, change)).json().errors).toEqual([sentence]);
    }
    // An invited and a disabled owner cannot sign in.
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

  it('refuses other roles, and finds no user of another account', async () => {
    const { headers, id } = await person('manager');
    for (const [method, path] of [
      ['GET', '/users'],
      ['POST', '/users'],
      ['PUT', `/users/${id}`],
      ['POST', '/invitations'],
      ['GET', '/keys'],
      ['POST', '/keys'],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      expect((await test.client(headers).call(method, path, body)).statusCode, path).toBe(403);
    }
    const other = await test.account();
    expect((await other.put(`/users/${id}`, { disabled: true })).statusCode).toBe(404);
    expect((await other.get('/users')).json().meta.total).toBe(0);
  });
});

const tokenIn = (url: string) => new URL(url).hash.slice(1);

describe('an invitation', () => {
  async function invite(email: string) {
    const response = await owner.post('/invitations', { ...RAVI, email });
    expect(response.statusCode).toBe(201);
    return response.json().data as { user_id: string; url: string; expires_at: string; emailed: boolean };
  }

  it('lets its user choose a password and signs the user in, once', async () => {
    const { url, user_id, expires_at, emailed } = await invite('new@example.in');
    expect(url).toMatch(`${PUBLIC_URL}/join#dky_`);
    expect(Date.parse(expires_at) - test.service.now().getTime()).toBe(48 * HOUR);
    expect(emailed).toBe(true);
    await expect.poll(() => mails.at(-1)).toMatchObject({ to: 'new@example.in' });
    expect(mails.at(-1)?.text).toContain(url);
    const token = tokenIn(url);
    expect((await anyone.post('/first-start', { token })).statusCode).toBe(422);
    const listed = (await owner.get('/users')).json().data[0];
    expect(listed).toMatchObject({ id: user_id, status: 'invited' });
    expect((await lookAt(token)).json().data).toEqual({
      ...{ kind: 'invitation', name: 'Ravi', username: 'new@example.in', expires_at },
    });
    expect((await setByLink(token, 'short')).statusCode).toBe(422);
    const set = await setByLink(token);
    expect(set.json().data).toMatchObject({ user: { id: user_id }, role: 'packer' });
    expect(set.headers['set-cookie']).toContain('HttpOnly');
    expect((await setByLink(token, 'somebody else')).statusCode).toBe(422);
    expect((await lookAt(token)).statusCode).toBe(422);
    expect((await owner.get('/users')).json().data[0].status).toBe('active');
    expect((await signIn('new@example.in')).statusCode).toBe(200);
    const { data } = (await owner.get(`/audit?subject_id=${user_id}`)).json();
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      ...['user.signed_in', 'user.signed_in', 'user.joined', 'user.invited'],
    ]);
  });

  it('works for 48 hours', async () => {
    const [late, just] = [await invite('late@example.in'), await invite('just@example.in')];
    test.advance(48 * HOUR - 1);
    expect((await setByLink(tokenIn(just.url))).statusCode).toBe(200);
    test.advance(1);
    expect((await setByLink(tokenIn(late.url))).statusCode).toBe(422);
    owner = await signInBy(test, ASHA);
  });

  it('replaces the earlier link of a user who has not joined, and of nobody else', async () => {
    const [first, colleague] = [await invite('again@example.in'), await invite('beside@example.in')];
    const other = await invite('other@example.in');
    const key = { 'idempotency-key': 'again' };
    const again = await owner.post(`/users/${first.user_id}/invitation`, {}, key);
    expect(again.statusCode, again.body).toBe(201);
    const { data } = again.json();
    expect(data).toMatchObject({ user_id: first.user_id, emailed: true });
    await expect.poll(() => mails.at(-1)?.text).toContain(data.url);
    expect((await owner.post(`/users/${other.user_id}/invitation`, {}, key)).statusCode).toBe(422);
    expect((await setByLink(tokenIn(first.url))).statusCode).toBe(422);
    expect((await setByLink(tokenIn(data.url))).json().data).toMatchObject({ user: { id: first.user_id } });
    expect((await setByLink(tokenIn(colleague.url))).statusCode).toBe(200);
    const joined = await owner.post(`/users/${first.user_id}/invitation`, {});
    expect([joined.statusCode, joined.json().errors]).toEqual([
      422,
      ['Ravi has already joined: a forgotten password is reset on the sign-in page'],
    ]);
  });

  it('is not repeated for a disabled user or a user of another account', async () => {
    const { user_id } = await invite('left@example.in');
    await owner.put(`/users/${user_id}`, { disabled: true });
    const again = await owner.post(`/users/${user_id}/invitation`, {});
    expect(again.json().errors).toEqual(['Ravi is deactivated: reactivate the user first']);
    const other = await test.account();
    expect((await other.post(`/users/${user_id}/invitation`, {})).statusCode).toBe(404);
  });

  it('has the same link and one email for one idempotency key, and is stored only as a hash', async () => {
    const key = { 'idempotency-key': 'invite' };
    const body = { ...RAVI, email: 'repeat@example.in' };
    const first = await owner.post('/invitations', body, key);
    expect((await owner.post('/invitations', body, key)).body).toBe(first.body);
    await expect.poll(() => mails.filter(({ to }) => to === body.email)).toHaveLength(1);
    expect(await storedText(test)).not.toContain(tokenIn(first.json().data.url).slice(-43));
  });

  it('is not emailed to an example address', async () => {
    const { emailed } = await invite('asha@demo.example');
    expect(emailed).toBe(false);
    expect(mails.map(({ to }) => to)).not.toContain('asha@demo.example');
  });
});

describe('a forgotten password', () => {
  const ask = (username: unknown) => anyone.post('/password-reset', { username });

  it('has one answer for every name, and an email only for an active user', async () => {
    const [{ username }, gone] = [await person('viewer'), await person('viewer')];
    await owner.put(`/users/${gone.id}`, { disabled: true });
    const [disabled, unknown, nonsense] = [
      await ask(gone.username),
      await ask('nobody@example.in'),
      await ask('?'),
    ];
    const known = await ask(username);
    expect(known.statusCode).toBe(202);
    expect([disabled.body, unknown.body, nonsense.body]).toEqual([known.body, known.body, known.body]);
    await expect.poll(() => mails.at(-1)?.to).toBe(username);
    expect(mails.at(-1)?.text).toContain(`${PUBLIC_URL}/reset-password#dky_`);
    expect(mails.map(({ to }) => to)).not.toContain(gone.username);
  });

  it('is replaced by the newest link within an hour, which ends sessions, tokens and links', async () => {
    const { username, headers } = await person('viewer');
    const token = await tokenOf(username);
    const [link, newer] = [await resetLinkOf(username), await resetLinkOf(username)];
    const set = (text: string) => setByLink(text, 'another one');
    expect((await set(link.token)).json().problems[0]).toMatchObject({ field: 'token', code: 'unknown' });
    test.advance(HOUR - 1);
    expect((await set(newer.token)).statusCode).toBe(200);
    expect((await sessionOf(headers)).statusCode).toBe(401);
    expect((await sessionOf(token)).statusCode).toBe(401);
    expect((await signIn(username)).statusCode).toBe(401);
    const last = await resetLinkOf(username);
    test.advance(HOUR);
    expect((await set(last.token)).statusCode).toBe(422);
  });

  it('is replaced by one of two simultaneous uses of a link', async () => {
    const { username } = await person('viewer');
    const { token } = await resetLinkOf(username);
    const answers = await Promise.all(
      ['first password', 'second password'].map((password) => setByLink(token, password)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  it('causes at most 3 emails to a user in an hour from all addresses, and the last link works', async () => {
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
    // Emails are sent in order: a further one to this user would come before the next one.
    const other = await person('viewer');
    await ask(other.username);
    await expect.poll(() => mails.at(-1)?.to).toBe(other.username);
    expect(mails).toHaveLength(before + 4);
    expect((await setByLink(token, 'another one')).statusCode).toBe(200);
  });

  it('can be asked for 20 times from an address in 5 minutes', async () => {
    test.advance(5 * 60_000);
    for (let times = 0; times < 20; times += 1) expect((await ask('nobody@example.in')).statusCode).toBe(202);
    expect((await ask('nobody@example.in')).statusCode).toBe(429);
  });
});

describe('sessions', () => {
  it('lists all of the account for an owner and their own for others, who can end them', async () => {
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
    expect((await sessionOf(other.headers)).statusCode).toBe(401);
    expect((await owner.delete(`/sessions/${theirs.id}`)).statusCode).toBe(404);
    expect((await test.client(headers).delete(`/sessions/${mine.id}`)).statusCode).toBe(204);
    expect((await sessionOf(headers)).statusCode).toBe(401);
  });

  it('lists none that is signed out, expired, unused for 12 hours, or of a disabled user or revoked key', async () => {
    const open = await person('viewer');
    const [left, disabled] = [await person('viewer'), await person('viewer')];
    await left.delete('/session');
    await owner.put(`/users/${disabled.id}`, { disabled: true });
    const { data: key } = (await owner.post('/keys', { name: 'till', scope: 'viewer' })).json();
    const ofKey = await signInBy(test, { api_key: key.attributes.token });
    await owner.delete(`/keys/${key.id}`);
    const [unused, expired] = [await person('viewer'), await person('viewer')];
    const change = (column: string, id: string, ago: number) =>
      test.sql(`update sessions set ${column} = $2 where user_id = $1`, [
        id,
        new Date(test.service.now().getTime() - ago),
      ]);
    await change('last_used_at', open.id, 12 * HOUR - 1);
    await change('last_used_at', unused.id, 12 * HOUR);
    await change('expires_at', expired.id, 0);
    const { data } = (await owner.get('/sessions?per_page=100')).json();
    const listed = data.map((one: { user_id: string; key_id: string }) => one.user_id ?? one.key_id);
    expect(listed).toContain(open.id);
    for (const gone of [left.id, disabled.id, key.id, unused.id, expired.id])
      expect(listed).not.toContain(gone);
    expect(ofKey.cookie).not.toBe('');
  });

  it('lists for a key only its own', async () => {
    const names = ['till one', 'till two'];
    const keys = names.map(async (name) => {
      const { data } = (await owner.post('/keys', { name, scope: 'packer' })).json();
      return signInBy(test, { api_key: data.attributes.token });
    });
    for (const [index, { headers }] of (await Promise.all(keys)).entries()) {
      const { data, meta } = (await test.client(headers).get('/sessions')).json();
      expect(data).toMatchObject([{ name: names[index], is_current: true }]);
      expect(meta.total).toBe(1);
    }
  });
});

describe('a key with a role', () => {
  it('has the permissions of the role, as do its sessions', async () => {
    const made = await owner.post('/keys', { name: 'packing table', scope: 'packer' });
    const { attributes } = made.json().data;
    expect(attributes.scope).toBe('packer');
    const session = await signInBy(test, { api_key: attributes.token });
    for (const headers of [{ authorization: attributes.token }, session.headers]) {
      expect((await sessionOf(headers)).json().data).toMatchObject({
        role: 'packer',
        key: { name: 'packing table' },
      });
      const by = test.client(headers);
      expect((await by.post('/client-stores', { store_name: 'by-key' })).statusCode).toBe(403);
      const job = (action: string) => by.post('/jobs', { action, shipment_ids: [UNKNOWN] });
      expect((await job('label')).statusCode).toBe(202);
      for (const action of ['rto', 'reattempt'])
        expect((await job(action)).json().errors).toEqual([
          `${action} requires the role manager; you are signed in as packer`,
        ]);
    }
    expect((await owner.get('/keys')).json().data[0].attributes.scope).toBe('packer');
  });
});
