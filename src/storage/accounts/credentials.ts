import type { Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';
import { findMakers } from './audit.ts';

/** The scopes of a credential: everything, or only reading. */
export const CREDENTIAL_SCOPES = ['full', 'read'] as const;
export type CredentialScope = (typeof CREDENTIAL_SCOPES)[number];

/** The scopes of a key: everything, only reading, or the permissions of a role. */
export type KeyScope = CredentialScope | Role;

/** An API key, or a token that a user got for a password. */
export const CREDENTIAL_KINDS = ['key', 'token'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

const CREATED = columns({
  credentialId: column<string>(),
  kind: column<CredentialKind>(),
  prefix: column<string>(),
  scope: column<CredentialScope>(),
  /** The role that limits a key; null if only its scope counts. */
  role: column<Role | null>(),
  name: column<string>(),
  userId: column<string | null>(),
  expiresAt: column<Date | null>(),
});
const CREDENTIAL = columns({
  ...CREATED.fields,
  accountId: column<string>(),
  createdAt: column<Date>(),
  revokedAt: column<Date | null>(),
  lastUsedAt: column<Date | null>(),
});

/** An API key, or a token that a user got for a password, as stored. It does not contain the secret. */
export type Credential = RowOf<typeof CREDENTIAL.fields>;

/** A credential with the data that is needed to check it. A token has the role of its user. */
export type CheckedCredential = Credential & {
  readonly secretHash: Buffer;
  readonly user: (Restriction & { readonly role: Role }) | null;
};

type CheckedRow = Omit<CheckedCredential, 'user'> & Restriction & { readonly userRole: Role | null };

/** Finds a credential by its public half: one lookup in a unique index, and its user by the id. */
export async function findCredential(database: Database, prefix: string): Promise<CheckedCredential | null> {
  const rows = await database.run<CheckedRow>(
    `select ${CREDENTIAL.selected('c')}, c.secret_hash as "secretHash", u.role as "userRole", u.store_ids as "storeIds",
        u.warehouse_ids as "warehouseIds"
      from credentials c left join users u on u.user_id = c.user_id
      where c.prefix = $1`,
    [prefix],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { userRole, storeIds, warehouseIds, ...credential } = row;
  return { ...credential, user: userRole === null ? null : { role: userRole, storeIds, warehouseIds } };
}

export type NewCredential = RowOf<typeof CREATED.fields> & { readonly secretHash: Buffer };

export async function insertCredential(writer: AccountWriter, credential: NewCredential): Promise<void> {
  await writer.change(
    `insert into credentials (account_id, created_at, secret_hash, ${CREATED.columns})
     values ($1, $2, $3, ${CREATED.parameters(4)})`,
    [writer.now, credential.secretHash, ...CREATED.values(credential)],
  );
}

/** Lists the API keys of an account or the tokens of its users, oldest first, including revoked ones. */
export async function listCredentials(
  database: Database,
  accountId: string,
  kind: Credential['kind'],
): Promise<Credential[]> {
  return database.account(accountId).read<Credential>(
    `select ${CREDENTIAL.selected('c')} from credentials c where c.account_id = $1 and c.kind = $2
      order by c.created_at, c.credential_id`,
    [kind],
  );
}

export interface ListedKey
  extends Pick<
    Credential,
    'credentialId' | 'prefix' | 'name' | 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'
  > {
  readonly scope: KeyScope;
  /** The name of its creator; null if no audit record has it. */
  readonly createdBy: string | null;
}

type ListedKeyRow = Omit<ListedKey, 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt' | 'createdBy'> & {
  readonly createdAt: string;
} & { readonly [moment in 'expiresAt' | 'revokedAt' | 'lastUsedAt']: string | null };

/** Lists the account's API keys, newest first, including revoked and expired ones. */
export async function listNewestKeys(scope: AccountScope, page: NewestPage): Promise<Newest<ListedKey>> {
  const list = {
    from: `from credentials where account_id = $1 and kind = 'key'`,
    columns: `credential_id as "credentialId", prefix, coalesce(role::text, scope) as scope, name, created_at as "createdAt", expires_at as "expiresAt",
      revoked_at as "revokedAt", last_used_at as "lastUsedAt"`,
    id: 'credentials.credential_id',
    parameters: [],
  };
  const found = await readNewest<ListedKeyRow>(scope, list, page);
  const makers = await findMakers(
    scope,
    'key',
    found.rows.map(({ credentialId }) => credentialId),
  );
  const moment = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...found,
    rows: found.rows.map(({ createdAt, expiresAt, revokedAt, lastUsedAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt),
      expiresAt: moment(expiresAt),
      revokedAt: moment(revokedAt),
      lastUsedAt: moment(lastUsedAt),
      createdBy: makers.get(row.credentialId) ?? null,
    })),
  };
}

/** Locks the account's keys until the transaction ends. @returns the names of the valid keys */
export async function lockNamesOfActiveKeys(writer: AccountWriter): Promise<string[]> {
  await writer.read('select 1 from accounts where account_id = $1 for no key update', []);
  const rows = await writer.read<{ name: string }>(
    `select name from credentials where account_id = $1 and kind = 'key' and revoked_at is null
        and (expires_at is null or expires_at > $2)`,
    [writer.now],
  );
  return rows.map(({ name }) => name);
}

/** Finds an API key or a token of any account by its id, which is no secret. */
export async function findAnyCredential(
  database: Database,
  credentialId: string,
): Promise<Credential | null> {
  const rows = await database.run<Credential>(
    `select ${CREDENTIAL.selected('c')} from credentials c where c.credential_id = $1`,
    [credentialId],
  );
  return rows[0] ?? null;
}

/** The same, of one account. */
export async function findCredentialById(
  scope: AccountScope,
  credentialId: string,
): Promise<Credential | null> {
  const [row] = await scope.read<Credential>(
    `select ${CREDENTIAL.selected('c')} from credentials c where c.account_id = $1 and c.credential_id = $2`,
    [credentialId],
  );
  return row ?? null;
}

/** @returns false if it was already revoked */
export async function revokeCredential(writer: AccountWriter, credentialId: string): Promise<boolean> {
  const rows = await writer.change(
    `update credentials set revoked_at = $3
      where account_id = $1 and credential_id = $2 and revoked_at is null
     returning credential_id`,
    [credentialId, writer.now],
  );
  return rows.length > 0;
}

/** Revokes all tokens of a user. @returns the number of tokens that were valid until now */
export async function revokeTokensOf(writer: AccountWriter, userId: string): Promise<number> {
  const rows = await writer.change(
    `update credentials set revoked_at = $3
      where account_id = $1 and user_id = $2 and revoked_at is null and expires_at > $3
     returning credential_id`,
    [userId, writer.now],
  );
  return rows.length;
}

/**
 * Records when credentials were last used, many in one statement. This is not in the audit log, because
 * nobody made a change. If another process has stored a later time, that time stays.
 */
export async function noteCredentialUse(database: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await database.run(
    `update credentials c set last_used_at = u.used_at
       from unnest($1::uuid[], $2::timestamptz[]) as u (credential_id, used_at)
      where c.credential_id = u.credential_id
        and (c.last_used_at is null or c.last_used_at < u.used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}

/** Finds the accounts that people or programs used since then, the last one first. */
export async function findAccountsInUse(database: Database, since: Date): Promise<string[]> {
  const rows = await database.run<{ account_id: string }>(
    `select account_id from (select account_id, last_used_at from credentials
                             union all select account_id, last_used_at from sessions) used
      where last_used_at >= $1 group by account_id order by max(last_used_at) desc limit 100`,
    [since],
  );
  return rows.map(({ account_id }) => account_id);
}

/** Removes tokens that expired before the given time. Keys stay, because audit records name them. */
export async function removeExpiredTokens(database: Database, before: Date): Promise<void> {
  await database.run(
    `delete from credentials where credential_id in
       (select credential_id from credentials where kind = 'token' and expires_at < $1 limit 10000)`,
    [before],
  );
}
