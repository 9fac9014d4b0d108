import { expect } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { createKey } from '../../src/usecases/accounts/keys.ts';
import { createUser } from '../../src/usecases/accounts/users.ts';
import type { TestAccount, TestApp } from './app.ts';
import type { Client } from './client.ts';

interface NewOwner {
  readonly name?: string;
  readonly phone?: string | null;
  readonly email: string | null;
  readonly password: string;
}

/** Creates a user of an account, who is an owner. */
export function makeUser(
  test: TestApp,
  { accountId }: Pick<TestAccount, 'accountId'>,
  { name = 'Asha', phone = null, email, password }: NewOwner,
): Promise<{ userId: string }> {
  return createUser(test.service, OPERATOR, accountId, { name, phone, email, password });
}

let colleagues = 0;

/**
 * Makes a user of an account, and signs in as that user.
 *
 * @param terms the body of `POST /users`, without what any user needs: a manager by default
 */
export async function makeColleague(
  test: TestApp,
  account: Pick<TestAccount, 'post'>,
  terms: { readonly name: string; readonly [more: string]: unknown },
): Promise<SignedIn & { readonly id: string }> {
  colleagues += 1;
  // The service knows each email once, whatever its account.
  const email = `${terms.name.toLowerCase()}-${colleagues}@colleagues.example.in`;
  const password = 'correct horse battery';
  const made = await account.post('/users', { email, password, role: 'manager', ...terms });
  if (made.statusCode !== 201) throw new Error(made.body);
  return { ...(await signInBy(test, { username: email, password })), id: made.json().data.id };
}

/** A client with a new key of the account that may only read. */
export async function readerOf(
  test: TestApp,
  { accountId }: Pick<TestAccount, 'accountId'>,
): Promise<Client> {
  const name = `reader ${test.service.newId()}`;
  const terms = { name, scope: 'read', expiresAt: null } as const;
  const { apiKey } = await createKey(test.service, OPERATOR, accountId, terms);
  return test.client({ authorization: apiKey });
}

/** The headers of a signed-in browser, and a client with them. */
export interface SignedIn extends Client {
  /** For `Cookie`. */
  readonly cookie: string;
  readonly csrf: string;
  /** Both, as headers. */
  readonly headers: { cookie: string; 'x-csrf-token': string };
}

/** Signs in with a browser. */
export async function signInBy(test: TestApp, payload: object): Promise<SignedIn> {
  const response = await test.client({}).post('/session', payload);
  const [cookie = ''] = String(response.headers['set-cookie']).split(';');
  const csrf: string = response.json().data.csrf_token;
  const signed = { cookie, 'x-csrf-token': csrf };
  return { cookie, csrf, headers: signed, ...test.client(signed) };
}

/** Every stored row in which a secret could be, as one text. */
export async function storedText({ sql }: TestApp): Promise<string> {
  const tables = ['credentials', 'sessions', 'sign_in_links', 'audit_records', 'idempotency_keys'];
  const rows = await sql<{ row: string }>(
    tables.map((of) => `select t::text as row from ${of} t`).join(' union all '),
  );
  expect(rows.length).toBeGreaterThan(0);
  return rows.map(({ row }) => row).join('\n');
}
