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

const COLUMNS = `credential_id as "credentialId", name, carrier_ids as "carrierIds", created_at as "createdAt",
  expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`;

/** Finds a credential by the public half of its secret, in a unique index. */
export async function findCarrierCredential(
  database: Database,
  prefix: string,
): Promise<(CarrierCredential & { readonly secretHash: Buffer }) | null> {
  const rows = await database.run<CarrierCredential & { readonly secretHash: Buffer }>(
    `select ${COLUMNS}, secret_hash as "secretHash" from carrier_credentials where prefix = $1`,
    [prefix],
  );
  return rows[0] ?? null;
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
  const { credentialId, prefix, secretHash, name, carrierIds, expiresAt } = credential;
  await writer.acrossAccounts.run(
    `insert into carrier_credentials (credential_id, prefix, secret_hash, name, carrier_ids, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [credentialId, prefix, secretHash, name, carrierIds, writer.now, expiresAt],
  );
}

/** Lists all carrier credentials, oldest first, including revoked ones. */
export async function listCarrierCredentials(database: Database): Promise<CarrierCredential[]> {
  return database.run<CarrierCredential>(
    `select ${COLUMNS} from carrier_credentials order by created_at, credential_id`,
  );
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
  const transaction = writer.acrossAccounts;
  const [kept] = await transaction.run<{ name: string; wasRevoked: boolean }>(
    `select name, revoked_at is not null as "wasRevoked" from carrier_credentials
      where credential_id = $1 for update`,
    [credentialId],
  );
  if (kept?.wasRevoked === false) {
    await transaction.run('update carrier_credentials set revoked_at = $2 where credential_id = $1', [
      credentialId,
      writer.now,
    ]);
  }
  return kept ?? null;
}

/** Records when credentials were last used. If another process has stored a later time, that time stays. */
export async function noteCarrierCredentialUse(
  database: Database,
  uses: ReadonlyMap<string, Date>,
): Promise<void> {
  if (uses.size === 0) return;
  await database.run(
    `update carrier_credentials c set last_used_at = u.used_at
       from unnest($1::uuid[], $2::timestamptz[]) as u (credential_id, used_at)
      where c.credential_id = u.credential_id
        and (c.last_used_at is null or c.last_used_at < u.used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}
