import type { Actor } from '../../domain/actor.ts';
import { refused } from '../../problems/problem.ts';
import { revokeTokensOf } from '../../storage/accounts/credentials.ts';
import { endSessionsOf } from '../../storage/accounts/sessions.ts';
import { setPasswordHash, type User } from '../../storage/accounts/users.ts';
import { changeBy, type Service } from '../service.ts';
import { hashPassword, type PasswordParts, passwordProblem } from './passwords.ts';

/**
 * Sets a user's password. The user's tokens and sessions end, and a lock after wrong passwords is removed. A
 * disabled user stays disabled.
 *
 * @returns the number of ended tokens and sessions
 * @throws Problem `refused` for a password that is too short or too long
 */
export async function setPassword(
  service: Service & PasswordParts,
  actor: Actor,
  user: User,
  password: string,
): Promise<number> {
  const unfit = passwordProblem(password);
  if (unfit !== null) throw refused(unfit);
  const passwordHash = await hashPassword(password, service.passwordCost);
  return service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    await setPasswordHash(writer, user.userId, passwordHash);
    const tokens = (await revokeTokensOf(writer, user.userId)) + (await endSessionsOf(writer, user.userId));
    await writer.record({
      action: 'user.password_set',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name, tokens_ended: tokens },
    });
    return tokens;
  });
}
