import { SYSTEM } from '../domain/actor.ts';
import type { Role } from '../domain/role.ts';
import { hasNoAccount } from '../storage/accounts/accounts.ts';
import { createAccount } from '../usecases/accounts/create-account.ts';
import { makeFirstStartLink } from '../usecases/accounts/first-start.ts';
import type { MadeLink } from '../usecases/accounts/sign-in-links.ts';
import { createUser } from '../usecases/accounts/users.ts';
import type { Service } from '../usecases/service.ts';

/** The users of the demo account: one for each role, without passwords. The first user signs in by a link. */
const PEOPLE: readonly (readonly [name: string, role: Role])[] = [
  ['Asha', 'owner'],
  ['Ravi', 'manager'],
  ['Pawan', 'packer'],
  ['Meera', 'viewer'],
];

export interface DemoAccount {
  readonly accountId: string;
  readonly apiKey: string;
  /** A one-time sign-in link; null if clients on other machines could use it. */
  readonly link: MadeLink | null;
}

/** Creates a demo account if the service has no account; otherwise returns null. */
export async function createDemoAccount(
  service: Service,
  { isLinked }: { readonly isLinked: boolean },
): Promise<DemoAccount | null> {
  if (!(await hasNoAccount(service.database))) return null;
  const account = await createAccount(service, SYSTEM, 'Demo');
  const users: string[] = [];
  for (const [name, role] of PEOPLE) {
    const email = `${name.toLowerCase()}@demo.example`;
    const person = { name, role, email, phone: null, password: null };
    users.push((await createUser(service, SYSTEM, account.accountId, person)).userId);
  }
  const [owner] = users;
  const link =
    isLinked && owner !== undefined ? await makeFirstStartLink(service, account.accountId, owner) : null;
  return { ...account, link };
}
