import { fieldProblem, refused } from '../../problems/problem.ts';
import { revokeTokensOf } from '../../storage/accounts/credentials.ts';
import { endSessionsOf } from '../../storage/accounts/sessions.ts';
import {
  endSignInLinksOf,
  type SignInLinkKind,
  useUpSignInLink,
} from '../../storage/accounts/sign-in-links.ts';
import { clearWrongPasswords, setPasswordHash } from '../../storage/accounts/users.ts';
import { changeBy, type Service } from '../service.ts';
import { type BegunSession, type Browser, openSession } from './begin-session.ts';
import { hashPassword, type PasswordParts, type PeopleParts, passwordProblem } from './passwords.ts';
import { findWorkingLink } from './sign-in-links.ts';

export interface ShownLink {
  readonly kind: SignInLinkKind;
  readonly name: string;
  readonly username: string;
  readonly expiresAt: Date;
}

/** Reads a link without using it; null for an invalid link. */
export async function showLink(service: Service, token: string): Promise<ShownLink | null> {
  const found = await findWorkingLink(service, token);
  if (found === null) return null;
  const { link, user } = found;
  return {
    kind: link.kind,
    name: user.name,
    username: user.email ?? user.phone ?? '',
    expiresAt: link.expiresAt,
  };
}

/**
 * Sets the password of a link's user, and signs in. All links of the user stop working; earlier sessions and
 * tokens end.
 *
 * @returns null for a link that is invalid or was just used
 * @throws Problem `refused` for a password that is too short or too long; the link can be used again
 */
export async function setPasswordByLink(
  service: Service & PeopleParts & PasswordParts,
  { token, password }: { readonly token: string; readonly password: string },
  browser: Browser,
): Promise<BegunSession | null> {
  const unfit = passwordProblem(password);
  if (unfit !== null) throw refused(fieldProblem('password', 'invalid', unfit));
  const found = await findWorkingLink(service, token);
  if (found === null || found.link.kind === 'first_start') return null;
  const { link, user } = found;
  const passwordHash = await hashPassword(password, service.passwordCost);
  const actor = { kind: 'user', id: user.userId, name: user.name } as const;
  const begun = await service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    writer.skipAudit('only if the link was used up, or its user disabled, meanwhile');
    if (!(await useUpSignInLink(writer, link.linkId))) return null;
    if (!(await clearWrongPasswords(writer, user))) return null;
    await setPasswordHash(writer, user.userId, passwordHash);
    await endSignInLinksOf(writer, user.userId);
    const tokens = await revokeTokensOf(writer, user.userId);
    const sessions = await endSessionsOf(writer, user.userId);
    await writer.record({
      action: user.awaitsPassword ? 'user.joined' : 'user.password_set',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name, tokens_ended: tokens, sessions_ended: sessions },
    });
    return openSession(writer, { userId: user.userId, keyId: null }, browser);
  });
  service.peopleChanges.emit('changed', user.accountId);
  return begun;
}
