import type { Actor } from '../../domain/actor.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findUserById } from '../../storage/accounts/users.ts';
import { seenBy } from '../accounts/seen-by.ts';
import { type AccountContext, changeBy, type ShippingService, WHOLE_ACCOUNT } from '../service.ts';

/** What is done in the background is done by whoever asked for it, and of what that person sees now. */
export async function actingFor(
  service: ShippingService,
  accountId: string,
  actor: Actor,
): Promise<AccountContext> {
  const isPerson = actor.kind === 'user' && actor.id !== null;
  const user = isPerson && actor.id !== null ? await findUserById(service.database, actor.id) : null;
  return { ...service, ...WHOLE_ACCOUNT, ...seenBy(service, user), accountId, actor };
}

/** Changes what tells how far background work is. */
export function changeUnrecorded<T>(
  account: AccountContext,
  work: (writer: AccountWriter) => Promise<T>,
): Promise<T> {
  return account.database.change(account.accountId, changeBy(account, account.actor), (writer) => {
    writer.leaveUnrecorded('the work itself tells what became of it');
    return work(writer);
  });
}
