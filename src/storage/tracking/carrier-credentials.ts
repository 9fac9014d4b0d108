import type { AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** The stored credential that a courier sends scans with, without its secret. It belongs to no account. */
export interface CarrierCredential {
  readonly credentialId: string;
  readonly name: string;
  /** The only carriers whose shipments the credential may change. */
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

/** Finds a credential by the public half of its secret, in a unique index. */
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

/** Lists all carrier credentials, oldest first, including revoked ones. */
export async function listCarrierCredentials(database: Database): Promise<CarrierCredential[]> {
  return database.global
    .selectFrom('carrier_credentials')
    .select(COLUMNS)
    .orderBy('created_at')
    .orderBy('credential_id')
    .execute();
}

/**
 * Revokes a credential. If it was already revoked, its time does not change.
 *
 * @returns its name, and whether it was already revoked; null if it does not exist
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

/** Records when credentials were last used. If another process has stored a later time, that time stays. */
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
