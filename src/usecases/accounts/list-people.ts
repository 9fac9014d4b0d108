import { SESSION_IDLE_MS } from '../../domain/people.ts';
import { type ListedSession, listSessions } from '../../storage/accounts/sessions.ts';
import { type ListedUser, listNewestUsers } from '../../storage/accounts/users.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { AccountContext } from '../service.ts';

export type { ListedSession, ListedUser };

/** Returns a page of the account's users, newest first, including invited and disabled users. */
export function listUsersPage(account: AccountContext, page: NewestPage): Promise<Newest<ListedUser>> {
  return listNewestUsers(account.database.account(account.accountId), page);
}

/** Returns a page of open sessions, newest first: all sessions for an owner, only their own for others. */
export function listSessionsPage(
  { database, accountId, role, scope, actor, now }: AccountContext,
  page: NewestPage,
): Promise<Newest<ListedSession>> {
  const seesAll = role === 'owner' && scope === 'full';
  const wanted = {
    userId: seesAll || actor.kind !== 'user' ? null : actor.id,
    keyId: seesAll || actor.kind !== 'key' ? null : actor.id,
    now: now(),
    usedSince: new Date(now().getTime() - SESSION_IDLE_MS),
  };
  return listSessions(database.account(accountId), wanted, page);
}
