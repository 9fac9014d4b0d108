import type { Actor } from '../../domain/actor.ts';
import { refused } from '../../problems/problem.ts';
import { insertUser, USER_EMAIL_TAKEN, USER_PHONE_TAKEN } from '../../storage/accounts/users.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { changeBy, type Service } from '../service.ts';
import { assertAccount } from './assert-account.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { readUsername } from './username.ts';

/**
 * Makes a user of an account, who gets tokens for a password.
 *
 * @throws Problem `refused` with one sentence for each thing wrong; `not_found` for an unknown account
 */
export async function createUser(
  service: Service,
  actor: Actor,
  accountId: string,
  user: { name: string; phone: string | null; email: string | null; password: string },
): Promise<{ userId: string }> {
  const phone = user.phone === null ? null : readUsername(user.phone);
  const email = user.email === null ? null : readUsername(user.email);
  const problems: string[] = [];
  if (user.phone === null && user.email === null) problems.push('a user needs a phone or an email');
  if (user.phone !== null && !(phone && 'phone' in phone))
    problems.push('phone is not an Indian mobile number');
  if (user.email !== null && !(email && 'email' in email)) problems.push('email is not an email address');
  const unfit = passwordProblem(user.password);
  if (unfit !== null) problems.push(unfit);
  if (problems.length > 0) throw refused(problems);
  await assertAccount(service, accountId);

  const userId = service.newId();
  const passwordHash = await hashPassword(user.password, service.passwordCost);
  const row = {
    userId,
    name: user.name,
    phone: phone && 'phone' in phone ? phone.phone : null,
    email: email && 'email' in email ? email.email : null,
    passwordHash,
  };
  try {
    await service.database.change(accountId, changeBy(service, actor), async (writer) => {
      await insertUser(writer, row);
      await writer.record({
        action: 'user.created',
        subjectKind: 'user',
        subjectId: userId,
        changes: { name: user.name },
      });
    });
  } catch (error) {
    if (violatesUnique(error, USER_PHONE_TAKEN)) throw refused('phone belongs to another user already');
    if (violatesUnique(error, USER_EMAIL_TAKEN)) throw refused('email belongs to another user already');
    throw error;
  }
  return { userId };
}
