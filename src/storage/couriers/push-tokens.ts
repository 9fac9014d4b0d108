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
  const row = await database.global
    .selectFrom('courier_push_tokens')
    .select([
      'token_id as credentialId',
      'account_id as accountId',
      'courier_account_id as courierAccountId',
      'courier',
      'revoked_at as revokedAt',
      'secret_hash as secretHash',
    ])
    .where('prefix', '=', prefix)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, expiresAt: null };
}

export async function replacePushToken(
  writer: AccountWriter,
  token: Pick<PushToken, 'courierAccountId' | 'courier'> & {
    readonly prefix: string;
    readonly secretHash: Buffer;
  },
): Promise<void> {
  await revokePushTokens(writer, token.courierAccountId);
  await writer.global
    .insertInto('courier_push_tokens')
    .values({
      token_id: writer.newId(),
      prefix: token.prefix,
      secret_hash: token.secretHash,
      account_id: writer.accountId,
      courier_account_id: token.courierAccountId,
      courier: token.courier,
      created_at: writer.now,
    })
    .execute();
}

/** Revokes the tokens of a courier account, so that pushes with them are refused. */
export async function revokePushTokens(writer: AccountWriter, courierAccountId: string): Promise<void> {
  await writer.global
    .updateTable('courier_push_tokens')
    .set({ revoked_at: writer.now })
    .where('account_id', '=', writer.accountId)
    .where('courier_account_id', '=', courierAccountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Records when tokens were last used. If another process has stored a later time, that time stays. */
export async function notePushTokenUse(database: Database, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return;
  await database.pool.query(
    `update courier_push_tokens t set last_used_at = u.used_at
       from unnest($1::uuid[], $2::timestamptz[]) as u (token_id, used_at)
      where t.token_id = u.token_id
        and (t.last_used_at is null or t.last_used_at < u.used_at)`,
    [[...uses.keys()], [...uses.values()]],
  );
}
