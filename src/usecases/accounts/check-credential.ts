import { SESSION_IDLE_MS } from '../../domain/people.ts';
import {
  type CheckedCredential,
  findCredential,
  noteCredentialUse,
} from '../../storage/accounts/credentials.ts';
import { type CheckedSession, findSession, noteSessionUse } from '../../storage/accounts/sessions.ts';
import type { ShippingAccount, ShippingService } from '../shipping-service.ts';
import { CredentialCache, type CredentialCheckOptions } from './credential-cache.ts';
import type { PeopleParts } from './passwords.ts';
import { seenBy } from './permissions.ts';

/** Creates the check of accounts' API keys and tokens. */
export function accountCredentials(
  service: ShippingService,
  options: CredentialCheckOptions,
): CredentialCache<ShippingAccount> {
  const cache = new CredentialCache<ShippingAccount>(service, {
    find: async (prefix) => {
      const credential = await findCredential(service.database, prefix);
      return credential && { ...credential, context: contextOfCredential(service, credential) };
    },
    noteUse: (uses) => noteCredentialUse(service.database, uses),
    ...options,
  });
  return forgetting(service, cache);
}

/** Creates the check of sessions, which browsers send as cookies. */
export function accountSessions(
  service: ShippingService,
  options: CredentialCheckOptions,
): CredentialCache<ShippingAccount> {
  const cache = new CredentialCache<ShippingAccount>(service, {
    find: async (prefix) => {
      const session = await findSession(service.database, prefix);
      if (session === null) return null;
      const { sessionId, secretHash, endedAt, userDisabledAt, keyRevokedAt } = session;
      return {
        credentialId: sessionId,
        secretHash,
        revokedAt: endedAt ?? userDisabledAt ?? keyRevokedAt,
        expiresAt: endOf(session),
        context: contextOfSession(service, session),
      };
    },
    noteUse: (uses) => noteSessionUse(service.database, uses),
    ...options,
  });
  return forgetting(service, cache);
}

function forgetting(
  { peopleChanges }: PeopleParts,
  cache: CredentialCache<ShippingAccount>,
): CredentialCache<ShippingAccount> {
  peopleChanges.on('changed', (accountId) => cache.forget((context) => context.accountId === accountId));
  return cache;
}

/** Returns the earliest of three times: the session's end, the key's end, and the end by inactivity. */
function endOf({ createdAt, expiresAt, lastUsedAt, keyExpiresAt }: CheckedSession): Date {
  const idle = (lastUsedAt ?? createdAt).getTime() + SESSION_IDLE_MS;
  return new Date(Math.min(expiresAt.getTime(), idle, keyExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY));
}

function contextOfCredential(service: ShippingService, credential: CheckedCredential): ShippingAccount {
  const { credentialId, accountId, scope, role, kind, userId, name, user } = credential;
  return {
    ...service,
    accountId,
    // For a key with a role, the role decides what it may do.
    scope: role === null ? scope : 'full',
    role: user?.role ?? role ?? 'owner',
    ...seenBy(service, user && userId !== null ? { ...user, userId } : null),
    session: null,
    credentialId,
    actor: kind === 'key' ? { kind: 'key', id: credentialId, name } : { kind: 'user', id: userId, name },
  };
}

function contextOfSession(service: ShippingService, session: CheckedSession): ShippingAccount {
  const { sessionId, accountId, expiresAt, userId, userName, userRole, keyId, keyName } = session;
  const { keyScope, keyRole } = session;
  return {
    ...service,
    accountId,
    scope: keyRole === null ? (keyScope ?? 'full') : 'full',
    role: userRole ?? keyRole ?? 'owner',
    ...seenBy(service, userId === null ? null : { ...session, userId }),
    session: { sessionId, expiresAt },
    credentialId: sessionId,
    actor:
      userId === null
        ? { kind: 'key', id: keyId, name: keyName ?? '' }
        : { kind: 'user', id: userId, name: userName ?? '' },
  };
}
