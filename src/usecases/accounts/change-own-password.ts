import { fieldProblem, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { revokeTokensOf } from '../../storage/accounts/credentials.ts';
import { endSessionsOf } from '../../storage/accounts/sessions.ts';
import { endSignInLinksOf } from '../../storage/accounts/sign-in-links.ts';
import { findUserById, setPasswordHash } from '../../storage/accounts/users.ts';
import type { AccountContext } from '../service.ts';
import { hashPassword, type PasswordParts, type PeopleParts, passwordProblem } from './passwords.ts';
import { type SignInClient, signIn } from './sign-in.ts';

const KEY_HAS_NO_PASSWORD = say(
  'key_has_no_password',
  'You are signed in with an API key, which has no password',
);

/**
 * Changes the caller's password. All other sessions and tokens of the user end.
 *
 * @returns false for a wrong old password, which counts as a wrong sign-in
 * @throws Problem `refused` for a key, which has no password, and for a new password that is too short or
 * long
 */
export async function changeOwnPassword(
  account: AccountContext & PeopleParts & PasswordParts,
  { current, next }: { readonly current: string; readonly next: string },
  client: SignInClient,
): Promise<boolean> {
  const unfit = passwordProblem(next);
  if (unfit !== null) throw refused(fieldProblem('new_password', 'invalid', unfit));
  const { actor, database, accountId } = account;
  const user =
    actor.kind === 'user' && actor.id !== null
      ? await findUserById(database.account(accountId), actor.id)
      : null;
  const username = user?.email ?? user?.phone;
  if (!user || !username) throw refused(KEY_HAS_NO_PASSWORD);
  const passwordHash = await hashPassword(next, account.passwordCost);
  const changed = await signIn(account, { username, password: current }, client, async (writer) => {
    await setPasswordHash(writer, user.userId, passwordHash);
    await endSignInLinksOf(writer, user.userId);
    const tokens = await revokeTokensOf(writer, user.userId);
    const sessions = await endSessionsOf(writer, user.userId, account.session?.sessionId ?? null);
    await writer.record({
      action: 'user.password_set',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name, tokens_ended: tokens, sessions_ended: sessions },
    });
    return true;
  });
  if (changed) account.peopleChanges.emit('changed', account.accountId);
  return changed ?? false;
}
