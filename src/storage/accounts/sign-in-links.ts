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
  const rows = await database.run<SignInLink>(
    `select link_id as "linkId", account_id as "accountId", user_id as "userId", kind, secret_hash as "secretHash",
        expires_at as "expiresAt", used_at as "usedAt"
      from sign_in_links where prefix = $1`,
    [prefix],
  );
  return rows[0] ?? null;
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
  await writer.change(
    `insert into sign_in_links (account_id, link_id, user_id, kind, prefix, secret_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [link.linkId, link.userId, link.kind, link.prefix, link.secretHash, writer.now, link.expiresAt],
  );
}

/** Marks a link as used. @returns false if it was already used */
export async function useUpSignInLink(writer: AccountWriter, linkId: string): Promise<boolean> {
  const rows = await writer.change(
    `update sign_in_links set used_at = $3 where account_id = $1 and link_id = $2 and used_at is null
     returning link_id`,
    [linkId, writer.now],
  );
  return rows.length > 0;
}

export async function endSignInLinksOf(writer: AccountWriter, userId: string): Promise<void> {
  await writer.change(
    'update sign_in_links set used_at = $3 where account_id = $1 and user_id = $2 and used_at is null',
    [userId, writer.now],
  );
}

export async function removeOldSignInLinks(database: Database, before: Date): Promise<void> {
  await database.run(
    `delete from sign_in_links where link_id in
       (select link_id from sign_in_links where expires_at < $1 limit 10000)`,
    [before],
  );
}
