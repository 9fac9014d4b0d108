import type { AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** The stored credential with which a courier sends scans. Never the secret. It belongs to no account. */
export interface CarrierCredential {
  readonly credentialId: string;
  readonly name: string;
  /** The only carriers whose shipments it may change. */
  readonly carrierIds: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = [
  'credential_id as credentialId',
  'name',
  'carrier_ids as carrierIds',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
] as const;

/** Finds a credential by its public half: one lookup in a unique index. */
export async function findCarrierCredential(
  database: Database,
  prefix: string,
): Promise<(CarrierCredential & { readonly secretHash: Buffer }) | null> {
  const row = await database.global
    .selectFrom('carrier_credentials')
    .select([...COLUMNS, 'secret_hash as secretHash'])
    .where('prefix', '=', prefix)
    .executeTakeFirst();
  return row ?? null;
}

/** A credential to store, with the digest of its secret. */
export interface NewCarrierCredential
  extends Pick<CarrierCredential, 'credentialId' | 'name' | 'carrierIds' | 'expiresAt'> {
  readonly prefix: string;
  readonly secretHash: Buffer;
}

export async function insertCarrierCredential(
  writer: AccountWriter,
  credential: NewCarrierCredential,
): Promise<void> {
  await writer.global
    .insertInto('carrier_credentials')
    .values({
      credential_id: credential.credentialId,
      prefix: credential.prefix,
      secret_hash: credential.secretHash,
      name: credential.name,
      carrier_ids: [...credential.carrierIds],
      created_at: writer.now,
      expires_at: credential.expiresAt,
    })
    .execute();
}

/** All carrier credentials, oldest first, revoked ones included. */
export async function listCarrierCredentials(database: Database): Promise<CarrierCredential[]> {
  return database.global
    .selectFrom('carrier_credentials')
    .select(COLUMNS)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();
}

/**
 * Revokes a credential; an already revoked one keeps its time.
 *
 * @returns its name, and whether it was revoked before; null if there is no such credential
 */
export async function endCarrierCredential(
  writer: AccountWriter,
  credentialId: string,
): Promise<{ readonly name: string; readonly wasRevoked: boolean } | null> {
  const kept = await writer.global
    .selectFrom('carrier_credentials')
    .select(['name', 'revoked_at'])
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
  if (kept === undefined) return null;
  const wasRevoked = kept.revoked_at !== null;
  if (!wasRevoked) {
    await writer.global
      .updateTable('carrier_credentials')
      .set({ revoked_at: writer.now })
      .where('credential_id', '=', credentialId)
      .execute();
  }
  return { name: kept.name, wasRevoked };
}

/** Records when credentials were last used; a later time from another process stays. */
export async function noteCarrierCredentialUse(
  database: Database,
  uses: ReadonlyMap<string, Date>,
): Promise<void> {
  if (uses.size === 0) return;
  await database.pool.query(
    `update carrier_credentials c set last_used_at = u.used_at
       from unnest($1::uuid[], $2::timestamptz[]) as u (credential_id, used_at)
      where c.credential_id = u.credential_id
        and (c.last_used_at is null or c.last_used_at < u.used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}
