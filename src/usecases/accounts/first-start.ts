import { SYSTEM } from '../../domain/actor.ts';
import { endSignInLinksOf, useUpSignInLink } from '../../storage/accounts/sign-in-links.ts';
import { changeBy, type Service } from '../service.ts';
import { type BegunSession, type Browser, openSession } from './begin-session.ts';
import { findWorkingLink, type MadeLink, makeLink } from './sign-in-links.ts';

/** Creates the link of the first start. It signs its user in once, within 15 minutes. */
export function makeFirstStartLink(service: Service, accountId: string, userId: string): Promise<MadeLink> {
  return service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    const link = await makeLink(writer, userId, 'first_start');
    await writer.record({
      action: 'user.first_start_link_made',
      subjectKind: 'user',
      subjectId: userId,
      changes: { expires_at: link.expiresAt.toISOString() },
    });
    return link;
  });
}

/** Signs in with the link of the first start, which works only once. @returns null for an invalid link */
export async function beginByFirstStart(
  service: Service,
  token: string,
  browser: Browser,
): Promise<BegunSession | null> {
  const found = await findWorkingLink(service, token);
  if (found?.link.kind !== 'first_start') return null;
  const { link, user } = found;
  const actor = { kind: 'user', id: user.userId, name: user.name } as const;
  return service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    writer.skipAudit('only if somebody else has just used up the link');
    if (!(await useUpSignInLink(writer, link.linkId))) return null;
    await endSignInLinksOf(writer, user.userId);
    return openSession(writer, { userId: user.userId, keyId: null }, browser);
  });
}
