import { notFound } from '../../problems/problem.ts';
import { endSession, findOpenSession } from '../../storage/accounts/sessions.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { PeopleParts } from './passwords.ts';

/**
 * Ends a session: at once in this process, and within a second in every other process.
 *
 * @throws Problem `not_found` for a session that has ended or belongs to another account, and for another
 * person's session if the caller is no owner
 */
export async function endAccountSession(
  account: AccountContext & PeopleParts,
  sessionId: string,
): Promise<void> {
  const { actor, role } = account;
  const found = await findOpenSession(account.database.account(account.accountId), sessionId);
  const isOwn = found !== null && actor.id !== null && actor.id === (found.userId ?? found.keyId);
  if (found === null || !(isOwn || role === 'owner')) throw notFound('Session');
  await account.database.change(account.accountId, changeBy(account, actor), async (writer) => {
    if (!(await endSession(writer, sessionId))) {
      writer.skipAudit('it had ended already');
      return;
    }
    await writer.record({
      action: found.userId === null ? 'key.signed_out' : 'user.signed_out',
      subjectKind: found.userId === null ? 'key' : 'user',
      subjectId: found.userId ?? found.keyId ?? '',
      changes: { session_id: sessionId },
    });
  });
  account.peopleChanges.emit('changed', account.accountId);
}
