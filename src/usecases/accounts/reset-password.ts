import type { Actor } from '../../domain/actor.ts';
import { findUser, type User } from '../../storage/accounts/users.ts';
import type { MessageParts } from '../messages/messaging.ts';
import { changeBy, type Service } from '../service.ts';
import { canMail, type MadeLink, mailLink, makeLink } from './sign-in-links.ts';
import { readUsername } from './users.ts';

/**
 * Creates a link to set another password; the old password works until the link is used.
 *
 * @param actor the person who requested it: the operator, or the user
 */
export async function makeResetLink(
  service: Service,
  actor: Actor,
  user: User,
): Promise<MadeLink & { readonly kind: 'password_reset' }> {
  return service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    const link = await makeLink(writer, user.userId, 'password_reset');
    await writer.record({
      action: 'user.password_link_made',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name, expires_at: link.expiresAt.toISOString() },
    });
    return { ...link, kind: 'password_reset' };
  });
}

/**
 * Emails a link to a user who has forgotten the password, if the user exists and can be emailed. The caller
 * is answered before, so that the answer does not reveal which users exist.
 *
 * @param mayMail tells whether the user may get one more email; if not, the last link stays valid
 */
export async function mailResetLink(
  service: Service & MessageParts,
  username: string,
  mayMail: (user: User) => boolean,
): Promise<void> {
  const named = readUsername(username);
  const user = named && (await findUser(service.database, named));
  if (!user || user.disabledAt !== null || !canMail(service, user) || !mayMail(user)) return;
  const actor = { kind: 'user', id: user.userId, name: user.name } as const;
  await mailLink(service, user, await makeResetLink(service, actor, user));
}
