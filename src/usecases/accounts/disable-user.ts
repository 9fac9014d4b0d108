import type { Actor } from '../../domain/actor.ts';
import { revokeTokensOf } from '../../storage/accounts/credentials.ts';
import { endSessionsOf } from '../../storage/accounts/sessions.ts';
import { endSignInLinksOf } from '../../storage/accounts/sign-in-links.ts';
import { setDisabled, type User } from '../../storage/accounts/users.ts';
import { changeBy, type Service } from '../service.ts';

/**
 * Shuts a user out: no password gives a token any more, and the tokens and sessions there are end as revoked keys do, within
 * 1 s in every process that reaches the database, else within 30 s. A disabled user stays as it is.
 *
 * @returns how many tokens and sessions ended
 */
export async function disableUser(service: Service, actor: Actor, user: User): Promise<number> {
  if (user.disabledAt !== null) return 0;
  return service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    // Before the tokens, so that a sign-in under way is either over or refused.
    await setDisabled(writer, user.userId, writer.now);
    const tokens = (await revokeTokensOf(writer, user.userId)) + (await endSessionsOf(writer, user.userId));
    await endSignInLinksOf(writer, user.userId);
    await writer.record({
      action: 'user.disabled',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name, tokens_ended: tokens },
    });
    return tokens;
  });
}
