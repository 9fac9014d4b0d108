import { SESSION_VALID_MS } from '../../domain/people.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { insertSession } from '../../storage/accounts/sessions.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import { makeSecret } from './credential-secret.ts';
import type { PasswordParts } from './passwords.ts';
import { type SignInClient, type SignInWords, signIn } from './sign-in.ts';

/** A new session with the text of its cookie, which is not stored. */
export interface BegunSession {
  readonly sessionId: string;
  readonly text: string;
  readonly expiresAt: Date;
}

/** The browser in which somebody signs in. */
export interface Browser {
  /** Its `user-agent`. */
  readonly device: string;
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly address: string;
}

/** A longer description of a browser is cut. */
const LONGEST_DEVICE = 200;

/**
 * Signs a user in with a browser: see `signIn`. Every sign-in begins a new session.
 *
 * @returns null for a wrong username or password
 * @throws Problem `unavailable` while too many wait; the signal's reason
 */
export function beginSession(
  service: Service & PasswordParts,
  sent: SignInWords,
  client: SignInClient,
  browser: Browser,
): Promise<BegunSession | null> {
  return signIn(service, sent, client, (writer, user) =>
    openSession(writer, { userId: user.userId, keyId: null }, browser),
  );
}

/** Signs in with an API key: the session has the rights of the key, and ends with the key. */
export function beginKeySession(key: AccountContext, browser: Browser): Promise<BegunSession> {
  return key.database.change(key.accountId, changeBy(key, key.actor), (writer) =>
    openSession(writer, { userId: null, keyId: key.credentialId }, browser),
  );
}

export async function openSession(
  writer: AccountWriter,
  whose:
    | { readonly userId: string; readonly keyId: null }
    | { readonly userId: null; readonly keyId: string },
  { device, address }: Browser,
): Promise<BegunSession> {
  const { text, prefix, secretHash } = makeSecret();
  const sessionId = writer.newId();
  const expiresAt = new Date(writer.now.getTime() + SESSION_VALID_MS);
  const kept = { sessionId, prefix, secretHash, device: device.slice(0, LONGEST_DEVICE), expiresAt };
  await insertSession(writer, { ...kept, ...whose, address });
  await writer.record({
    action: whose.userId === null ? 'key.signed_in' : 'user.signed_in',
    subjectKind: whose.userId === null ? 'key' : 'user',
    subjectId: whose.userId ?? whose.keyId,
    changes: { session_id: sessionId, expires_at: expiresAt.toISOString() },
  });
  return { sessionId, text, expiresAt };
}
