import type { Actor } from '../../domain/actor.ts';
import { notFound } from '../../domain/errors.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import { type CredentialScope, insertCredential } from '../../storage/accounts/credentials.ts';
import { changeBy, type Service } from '../service.ts';
import { makeSecret } from './credential-secret.ts';

export interface KeyTerms {
  readonly name: string;
  readonly scope: CredentialScope;
  readonly expiresAt: Date | null;
}

/**
 * Makes an API key for an account.
 *
 * @returns the key's text, which is kept nowhere: show it once
 * @throws Problem `not_found` for an unknown account
 */
export async function createKey(
  service: Service,
  actor: Actor,
  accountId: string,
  terms: KeyTerms,
): Promise<{ keyId: string; apiKey: string }> {
  if (!(await findAccount(service.database, accountId))) throw notFound(`Account ${accountId}`);
  return service.database.change(accountId, changeBy(service, actor), (writer) =>
    insertKey(writer, service.newId(), terms),
  );
}

/** The same inside a change that is under way. */
export async function insertKey(
  writer: AccountWriter,
  keyId: string,
  terms: KeyTerms,
): Promise<{ keyId: string; apiKey: string }> {
  const secret = makeSecret();
  await insertCredential(writer, {
    credentialId: keyId,
    kind: 'key',
    prefix: secret.prefix,
    secretHash: secret.secretHash,
    scope: terms.scope,
    name: terms.name,
    userId: null,
    expiresAt: terms.expiresAt,
  });
  await writer.record({
    action: 'key.created',
    subjectKind: 'key',
    subjectId: keyId,
    changes: { name: terms.name, scope: terms.scope, expires_at: terms.expiresAt?.toISOString() ?? null },
  });
  return { keyId, apiKey: secret.text };
}
