import type { Actor } from '../../domain/actor.ts';
import type { Role } from '../../domain/role.ts';
import { fieldProblem, notFound, Problem, type ProblemInput, refused } from '../../problems/problem.ts';
import { about, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type Credential,
  type CredentialScope,
  findAnyCredential,
  findCredentialById,
  insertCredential,
  type KeyScope,
  type ListedKey,
  listCredentials,
  listNewestKeys,
  lockNamesOfActiveKeys,
  revokeCredential,
} from '../../storage/accounts/credentials.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import { assertAccount } from './accounts.ts';
import { makeSecret } from './credential-secret.ts';

/** The number of active keys that an account may create itself; the operator may create more. */
const MOST_ACTIVE_KEYS = 5;

const TOO_MANY_KEYS = say(
  'too_many_keys',
  'An account can have at most {most} working keys: revoke one first',
  { most: MOST_ACTIVE_KEYS },
);

const LONGEST_DAYS = 365;

const LONGEST_MS = LONGEST_DAYS * 24 * 60 * 60 * 1000;

export interface KeyTerms {
  readonly name: string;
  readonly scope: KeyScope;
  readonly expiresAt: Date | null;
}

/**
 * Creates an API key for an account.
 *
 * @returns the key's text, which is not stored and must be shown now
 * @throws Problem `not_found` for an unknown account
 */
export async function createKey(
  service: Service,
  actor: Actor,
  accountId: string,
  terms: KeyTerms,
): Promise<{ keyId: string; apiKey: string }> {
  await assertAccount(service, accountId);
  return service.database.change(accountId, changeBy(service, actor), (writer) =>
    insertKey(writer, service.newId(), terms),
  );
}

/** A new key with its text, which is not stored. */
export interface KeyWithText extends ListedKey {
  readonly apiKey: string;
}

/**
 * Creates a key for the caller's own account. The caller's credential must have all rights, so that no key
 * gets more rights than its creator.
 *
 * @param terms without `expiresAt`, the key is valid for the longest time, 365 days
 * @throws Problem `refused` for an end that is past or too far ahead, for the name of another active key, and
 * for a sixth active key
 */
export async function createAccountKey<Answer>(
  account: AccountContext,
  { name, scope, expiresAt }: KeyTerms,
  answer: WriteAnswer<KeyWithText, Answer>,
): Promise<Answer> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const { now } = writer;
    const last = new Date(now.getTime() + LONGEST_MS);
    const terms = { name, scope, expiresAt: expiresAt ?? last };
    const names = await lockNamesOfActiveKeys(writer);
    const problems: ProblemInput[] = [];
    if (terms.expiresAt <= now)
      problems.push(
        fieldProblem('expires_at', 'too_small', about('must_be_in_future', 'must be in the future')),
      );
    if (terms.expiresAt > last) {
      const sentence = about('must_be_days_ahead', 'must be at most {most} days ahead', {
        most: LONGEST_DAYS,
      });
      problems.push(fieldProblem('expires_at', 'too_large', sentence));
    }
    if (names.includes(name)) {
      const sentence = about('key_name_taken', '{name} is already used by a working key', { name });
      problems.push(fieldProblem('name', 'taken', sentence));
    }
    if (names.length >= MOST_ACTIVE_KEYS) problems.push(TOO_MANY_KEYS);
    if (problems.length > 0) throw refused(problems);
    const { keyId, prefix, apiKey } = await insertKey(writer, writer.newId(), terms);
    return answer(writer, {
      ...terms,
      credentialId: keyId,
      prefix,
      createdBy: account.actor.name,
      createdAt: now,
      revokedAt: null,
      lastUsedAt: null,
      apiKey,
    });
  });
}

/** The previous release knows no roles; there, a key with a role may only read. */
function grantOf(scope: KeyScope): { scope: CredentialScope; role: Role | null } {
  return scope === 'full' || scope === 'read' ? { scope, role: null } : { scope: 'read', role: scope };
}

export async function insertKey(
  writer: AccountWriter,
  keyId: string,
  terms: KeyTerms,
): Promise<{ keyId: string; prefix: string; apiKey: string }> {
  const secret = makeSecret();
  await insertCredential(writer, {
    credentialId: keyId,
    kind: 'key',
    prefix: secret.prefix,
    secretHash: secret.secretHash,
    ...grantOf(terms.scope),
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
  return { keyId, prefix: secret.prefix, apiKey: secret.text };
}

export type { Credential, KeyScope, ListedKey };

/**
 * Returns the API keys of an account or the tokens of its users, oldest first, also revoked ones, without the
 * secrets. Tokens are removed some time after their end.
 *
 * @throws Problem `not_found` for an unknown account
 */
export async function listAccountKeys(
  service: Service,
  accountId: string,
  kind: Credential['kind'] = 'key',
): Promise<Credential[]> {
  await assertAccount(service, accountId);
  return listCredentials(service.database, accountId, kind);
}

/** Returns a page of the account's API keys, newest first, also revoked and expired ones, without secrets. */
export function listKeys(account: AccountContext, page: NewestPage): Promise<Newest<ListedKey>> {
  return listNewestKeys(account.database.account(account.accountId), page);
}

/**
 * Revokes an API key or a user's token. It stops working within 1 s in every process that reaches the
 * database, and within 30 s in others. Has no effect on a revoked one.
 *
 * @param accountId the only account whose keys may be revoked; null for any
 * @throws Problem `not_found` for an unknown id, and for a key of another account
 */
export async function revokeKey(
  service: Service,
  actor: Actor,
  keyId: string,
  accountId: string | null = null,
): Promise<void> {
  const key = await findAnyCredential(service.database, keyId);
  if (!key || key.accountId !== (accountId ?? key.accountId))
    throw new Problem('not_found', say('key_not_found', 'Key {key_id} not found', { key_id: keyId }));
  await revoke(service, actor, key);
}

/**
 * Like `revokeKey`, for an API key of the caller's account.
 *
 * @throws Problem `not_found` also for a token, and for a key of another account
 */
export async function revokeAccountKey(account: AccountContext, keyId: string): Promise<void> {
  const key = await findCredentialById(account.database.account(account.accountId), keyId);
  if (key?.kind !== 'key') throw notFound('Key');
  await revoke(account, account.actor, key);
}

async function revoke(service: Service, actor: Actor, key: Credential): Promise<void> {
  await service.database.change(key.accountId, changeBy(service, actor), async (writer) => {
    if (!(await revokeCredential(writer, key.credentialId))) {
      writer.skipAudit('it was revoked already');
      return;
    }
    await writer.record({
      action: `${key.kind}.revoked`,
      subjectKind: key.kind,
      subjectId: key.credentialId,
      changes: { name: key.name },
    });
  });
}
