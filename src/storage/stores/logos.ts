import type { LogoLook } from '../../domain/brand-color.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** Joins the store's current logo as `logo`, null if there is none. `store` is the store's alias. */
export function logoOf(store: string): string {
  return `left join store_logos logo on logo.account_id = $1 and logo.store_id = ${store}.store_id
      and logo.content_hash = ${store}.logo_hash`;
}

/** A stored logo, with the properties found in its image. */
export interface StoredLogo extends LogoLook {
  readonly contentHash: string;
  readonly mediaType: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Stores a logo. Equal content is stored once, with the newest time: see `removeUnshownLogos`. */
export async function insertLogo(writer: AccountWriter, storeId: string, logo: StoredLogo): Promise<void> {
  const { contentHash, mediaType, extension, width, height, color, isLight, bytes } = logo;
  await writer.change(
    `insert into store_logos (account_id, store_id, content_hash, media_type, extension, width, height, bytes, created_at, color, is_light)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (account_id, store_id, content_hash) do update set created_at = excluded.created_at, color = excluded.color, is_light = excluded.is_light`,
    [storeId, contentHash, mediaType, extension, width, height, bytes, writer.now, color, isLight],
  );
}

/** The bytes of the account's other logos. Its lock stops concurrent uploads from exceeding the quota. */
export async function measureOtherLogos(
  writer: AccountWriter,
  storeId: string,
  contentHash: string,
): Promise<number> {
  await writer.read('select from accounts where account_id = $1 for no key update', []);
  const [row] = await writer.read<{ bytes: number }>(
    `select coalesce(sum(octet_length(bytes)), 0) as bytes from store_logos
      where account_id = $1 and (store_id, content_hash) <> ($2, $3)`,
    [storeId, contentHash],
  );
  return row?.bytes ?? 0;
}

const REMOVE_UNSHOWN = `delete from store_logos l using stores s
  where s.account_id = l.account_id and s.store_id = l.store_id and s.logo_hash is distinct from l.content_hash
    and s.updated_at <= $1 and l.created_at <= $1
    and not exists (select from messages m
      where m.account_id = l.account_id and m.store_id = l.store_id and m.logo_hash = l.content_hash)`;

/**
 * Removes, in all accounts, the logos that no store has and no message shows. The logos of a store that changed
 * after `before` stay, because a message or page in progress may still show the previous logo.
 */
export async function removeUnshownLogos(database: Database, before: Date): Promise<void> {
  await database.run(REMOVE_UNSHOWN, [before]);
}

/** The account of a store; null if there is no such store. */
export async function findStoreOwner(database: Database, storeId: string): Promise<string | null> {
  const rows = await database.run<{ account_id: string }>(
    'select account_id from logo_addresses where store_id = $1',
    [storeId],
  );
  return rows[0]?.account_id ?? null;
}

/** Finds a logo by its public address, from no account. */
export async function findPublicLogo(
  database: Database,
  storeId: string,
  contentHash: string,
  extension: string,
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  const accountId = await findStoreOwner(database, storeId);
  if (accountId === null) return null;
  const [logo] = await database.account(accountId).read<{ mediaType: string; bytes: Buffer }>(
    `select media_type as "mediaType", bytes from store_logos
      where account_id = $1 and store_id = $2 and content_hash = $3 and extension = $4`,
    [storeId, contentHash, extension],
  );
  return logo ?? null;
}

export async function findLogo(
  scope: AccountScope,
  storeId: string,
  contentHash: string,
): Promise<Buffer | null> {
  const [row] = await scope.read<{ bytes: Buffer }>(
    'select bytes from store_logos where account_id = $1 and store_id = $2 and content_hash = $3',
    [storeId, contentHash],
  );
  return row?.bytes ?? null;
}

/** A logo without known colours. */
export interface UnseenLogo {
  readonly accountId: string;
  readonly storeId: string;
  readonly contentHash: string;
}

/** Lists some logos of all accounts that were stored before colours were. */
export async function listUnseenLogos(database: Database, most: number): Promise<UnseenLogo[]> {
  return database.run<UnseenLogo>(
    `select account_id as "accountId", store_id as "storeId", content_hash as "contentHash"
      from store_logos where is_light is null limit $1`,
    [most],
  );
}

export async function keepLook(
  writer: AccountWriter,
  { storeId, contentHash }: UnseenLogo,
  { color, isLight }: LogoLook,
): Promise<void> {
  await writer.change(
    `update store_logos set color = $4, is_light = $5
      where account_id = $1 and store_id = $2 and content_hash = $3`,
    [storeId, contentHash, color, isLight],
  );
}
