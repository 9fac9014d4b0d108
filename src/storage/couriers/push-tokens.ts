import type { AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** The stored token that ends a courier's push address. It never contains the secret. */
export interface PushToken {
  readonly credentialId: string;
  readonly accountId: string;
  readonly courierAccountId: string;
  readonly courier: string;
  readonly expiresAt: null;
  readonly revokedAt: Date | null;
}

/** Finds a token by its public half, in a unique index. */
export async function findPushToken(
  database: Database,
  prefix: string,
): Promise<(PushToken & { readonly secretHash: Buffer }) | null> {
  const rows = await database.run<PushToken & { readonly secretHash: Buffer }>(
    `select token_id as "credentialId", account_id as "accountId", courier_account_id as "courierAccountId", courier,
        null as "expiresAt", revoked_at as "revokedAt", secret_hash as "secretHash"
      from courier_push_tokens where prefix = $1`,
    [prefix],
  );
  return rows[0] ?? null;
}

export async function replacePushToken(
  writer: AccountWriter,
  token: Pick<PushToken, 'courierAccountId' | 'courier'> & {
    readonly prefix: string;
    readonly secretHash: Buffer;
  },
): Promise<void> {
  await revokePushTokens(writer, token.courierAccountId);
  await writer.change(
    `insert into courier_push_tokens (account_id, token_id, prefix, secret_hash, courier_account_id, courier,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [writer.newId(), token.prefix, token.secretHash, token.courierAccountId, token.courier, writer.now],
  );
}

/** Revokes the tokens of a courier account, so that pushes with them are refused. */
export async function revokePushTokens(writer: AccountWriter, courierAccountId: string): Promise<void> {
  await writer.change(
    `update courier_push_tokens set revoked_at = $3
      where account_id = $1 and courier_account_id = $2 and revoked_at is null`,
    [courierAccountId, writer.now],
  );
}

/** Records when tokens were last used. If another process has stored a later time, that time stays. */
export async function notePushTokenUse(database: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await database.run(
    `update courier_push_tokens t set last_used_at = u.used_at
       from unnest($1::uuid[], $2::timestamptz[]) as u (token_id, used_at)
      where t.token_id = u.token_id
        and (t.last_used_at is null or t.last_used_at < u.used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}
