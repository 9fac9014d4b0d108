import type { Actor } from '../../domain/actor.ts';
import { findUser, type User } from '../../storage/accounts/users.ts';
import { changeBy, type Service, type ShippingService } from '../service.ts';
import { canMail, type MadeLink, mailLink, makeLink } from './sign-in-links.ts';
import { readUsername } from './users.ts';

/**
 * Makes a link by which a user sets another password; the password of before works on until it is used.
 *
 * @param actor who asked: the operator, or the user
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
 * Mails a link to whoever has forgotten a password, where there is such a user and an email would reach it. Nobody is
 * told which: whoever asks is answered before this begins.
 *
 * @param mayMail whether the user may be sent one more: beyond that, the last link goes on working
 */
export async function mailResetLink(
  service: ShippingService,
  username: string,
  mayMail: (user: User) => boolean,
): Promise<void> {
  const named = readUsername(username);
  const user = named && (await findUser(service.database, named));
  if (!user || user.disabledAt !== null || !canMail(service, user) || !mayMail(user)) return;
  const actor = { kind: 'user', id: user.userId, name: user.name } as const;
  await mailLink(service, user, await makeResetLink(service, actor, user));
}
