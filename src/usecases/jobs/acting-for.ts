import type { Actor } from '../../domain/actor.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { type AccountContext, changeBy, type ShippingService } from '../service.ts';

/** What is done in the background is done by whoever asked for it. */
export function actingFor(service: ShippingService, accountId: string, actor: Actor): AccountContext {
  return { ...service, accountId, actor, scope: 'full', credentialId: '' };
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
