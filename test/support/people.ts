import { OPERATOR } from '../../src/domain/actor.ts';
import { createUser } from '../../src/usecases/accounts/users.ts';
import type { TestAccount, TestApp } from './app.ts';
import type { Client } from './client.ts';

/** Makes a user of an account, an owner. */
export function makeUser(
  test: TestApp,
  { accountId }: Pick<TestAccount, 'accountId'>,
  { name = 'Asha', email, password }: { name?: string; email: string; password: string },
): Promise<{ userId: string }> {
  return createUser(test.service, OPERATOR, accountId, { name, phone: null, email, password });
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
