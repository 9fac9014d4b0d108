import { insertCredential } from '../../storage/accounts/credentials.ts';
import type { Service } from '../service.ts';
import { makeSecret } from './credential-secret.ts';
import type { PasswordParts } from './passwords.ts';
import { type SignInClient, type SignInWords, signIn } from './sign-in.ts';

const TOKEN_VALID_MS = 24 * 60 * 60 * 1000;

/**
 * Gives a user a token for the right password: see `signIn`.
 *
 * @returns null for a wrong username or password
 * @throws Problem `unavailable` while too many wait; the signal's reason
 */
export function issueToken(
  service: Service & PasswordParts,
  sent: SignInWords,
  client: SignInClient,
): Promise<{ token: string; expiresAt: Date } | null> {
  return signIn(service, sent, client, async (writer, user) => {
    const secret = makeSecret();
    // Rounded down to seconds, because `expires_at` in the answer has no fraction.
    const expiresAt = new Date(Math.floor((writer.now.getTime() + TOKEN_VALID_MS) / 1000) * 1000);
    await insertCredential(writer, {
      credentialId: writer.newId(),
      kind: 'token',
      prefix: secret.prefix,
      secretHash: secret.secretHash,
      // The previous release knows no roles; there, users who are not owners may only read.
      scope: user.role === 'owner' ? 'full' : 'read',
      role: user.role === 'owner' ? null : user.role,
      name: user.name,
      userId: user.userId,
      expiresAt,
    });
    await writer.record({
      action: 'user.signed_in',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { expires_at: expiresAt.toISOString() },
    });
    return { token: secret.text, expiresAt };
  });
}
