import { notFound, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { findUserById, type User } from '../../storage/accounts/users.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { PasswordParts } from './passwords.ts';
import { type MadeLink, makeLink } from './sign-in-links.ts';
import { explainTakenContact, keepUser, type NewUser, readyUser } from './users.ts';

export interface Invited {
  readonly user: Pick<User, 'userId' | 'name' | 'email'>;
  readonly link: MadeLink & { readonly kind: 'invitation' };
}

/** Creates a user without a password, and the link to set one. @throws Problem `refused` */
export async function inviteUser<Answer>(
  account: AccountActor & PasswordParts,
  user: Omit<NewUser, 'password'>,
  answer: WriteAnswer<Invited, Answer>,
): Promise<Answer> {
  const { database, accountId, actor } = account;
  const row = await readyUser(account, database.account(accountId), { ...user, password: null });
  return explainTakenContact(() =>
    database.change(accountId, changeBy(account, actor), async (writer) => {
      await keepUser(writer, row);
      const link = { ...(await makeLink(writer, row.userId, 'invitation')), kind: 'invitation' as const };
      return answer(writer, { user: row, link });
    }),
  );
}

/**
 * Invites a user again, who has set no password yet: the earlier link stops working.
 *
 * @throws Problem `not_found`; `refused` for a user who has a password, or is disabled
 */
export async function inviteAgain<Answer>(
  account: AccountActor,
  userId: string,
  answer: WriteAnswer<Invited, Answer>,
): Promise<Answer> {
  const { database, accountId, actor } = account;
  return database.change(accountId, changeBy(account, actor), async (writer) => {
    const user = await findUserById(writer, userId);
    if (user === null) throw notFound('User');
    if (!user.awaitsPassword)
      throw refused(
        say('user_joined', '{name} has already joined: a forgotten password is reset on the sign-in page', {
          name: user.name,
        }),
      );
    if (user.disabledAt !== null)
      throw refused(
        say('user_deactivated', '{name} is deactivated: reactivate the user first', { name: user.name }),
      );
    const link = { ...(await makeLink(writer, userId, 'invitation')), kind: 'invitation' as const };
    await writer.record({
      action: 'user.invited',
      subjectKind: 'user',
      subjectId: userId,
      changes: { name: user.name, expires_at: link.expiresAt.toISOString() },
    });
    return answer(writer, { user, link });
  });
}
