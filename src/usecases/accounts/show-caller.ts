import type { Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import { findUserById } from '../../storage/accounts/users.ts';
import type { AccountContext } from '../service.ts';

export interface Caller {
  readonly account: { readonly accountId: string; readonly name: string };
  readonly user: {
    readonly userId: string;
    readonly name: string;
    readonly email: string | null;
    readonly phone: string | null;
  } | null;
  readonly key: { readonly keyId: string; readonly name: string } | null;
  readonly role: Role;
  readonly restriction: Restriction | null;
}

export async function showCaller(caller: AccountContext): Promise<Caller> {
  const { accountId, actor, database, scope, role, restriction } = caller;
  const isUser = actor.kind === 'user' && actor.id !== null;
  const user = isUser && actor.id !== null ? await findUserById(database.account(accountId), actor.id) : null;
  const account = await findAccount(database, accountId);
  return {
    account: { accountId, name: account?.name ?? '' },
    user: user && { userId: user.userId, name: user.name, email: user.email, phone: user.phone },
    key: isUser || actor.id === null ? null : { keyId: actor.id, name: actor.name },
    // A key that may only read is shown as a viewer.
    role: scope === 'read' ? 'viewer' : role,
    restriction,
  };
}
