import type { AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

export const SIGN_IN_LINK_KINDS = ['invitation', 'password_reset', 'first_start'] as const;
export type SignInLinkKind = (typeof SIGN_IN_LINK_KINDS)[number];

/** A link that signs its user in once. */
export interface SignInLink {
  readonly linkId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly kind: SignInLinkKind;
  readonly secretHash: Buffer;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
}

/** Finds a link by the public half of its secret, in a unique index. */
export async function findSignInLink(database: Database, prefix: string): Promise<SignInLink | null> {
  const row = await database.global
    .selectFrom('sign_in_links')
    .select([
      'link_id as linkId',
      'account_id as accountId',
      'user_id as userId',
      'kind',
      'secret_hash as secretHash',
      'expires_at as expiresAt',
      'used_at as usedAt',
    ])
    .where('prefix', '=', prefix)
    .executeTakeFirst();
  return row ?? null;
}

export interface NewSignInLink {
  readonly linkId: string;
  readonly userId: string;
  readonly kind: SignInLinkKind;
  readonly prefix: string;
  readonly secretHash: Buffer;
  readonly expiresAt: Date;
}

/** Stores a link; the user's earlier links stop working. */
export async function replaceSignInLinks(writer: AccountWriter, link: NewSignInLink): Promise<void> {
  await endSignInLinksOf(writer, link.userId);
  await writer.global
    .insertInto('sign_in_links')
    .values({
      link_id: link.linkId,
      account_id: writer.accountId,
      user_id: link.userId,
      kind: link.kind,
      prefix: link.prefix,
      secret_hash: link.secretHash,
      created_at: writer.now,
      expires_at: link.expiresAt,
    })
    .execute();
}

/** Marks a link as used. @returns false if it was already used */
export async function useUpSignInLink(writer: AccountWriter, linkId: string): Promise<boolean> {
  const { numUpdatedRows } = await writer.global
    .updateTable('sign_in_links')
    .set({ used_at: writer.now })
    .where('account_id', '=', writer.accountId)
    .where('link_id', '=', linkId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function endSignInLinksOf(writer: AccountWriter, userId: string): Promise<void> {
  await writer.global
    .updateTable('sign_in_links')
    .set({ used_at: writer.now })
    .where('account_id', '=', writer.accountId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

export async function removeOldSignInLinks(database: Database, before: Date): Promise<void> {
  await database.pool.query(
    `delete from sign_in_links where link_id in
       (select link_id from sign_in_links where expires_at < $1 limit 10000)`,
    [before],
  );
}
