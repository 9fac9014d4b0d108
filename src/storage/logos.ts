import type { AccountScope, AccountWriter } from './account-scope.ts';
import type { Database } from './database.ts';

/** A logo as kept, with what was read from its content. */
export interface StoredLogo {
  readonly contentHash: string;
  readonly mediaType: string;
  readonly extension: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Keeps a logo of a store. The same content twice is kept once. */
export async function insertLogo(writer: AccountWriter, storeId: string, logo: StoredLogo): Promise<void> {
  await writer
    .insertInto('store_logos', {
      store_id: storeId,
      content_hash: logo.contentHash,
      media_type: logo.mediaType,
      extension: logo.extension,
      width: logo.width,
      height: logo.height,
      bytes: logo.bytes,
      created_at: writer.now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'store_id', 'content_hash']).doNothing())
    .execute();
}

/** Finds a logo by its public address, from no account. */
export async function findPublicLogo(
  database: Database,
  storeId: string,
  contentHash: string,
  extension: string,
): Promise<{ mediaType: string; bytes: Buffer } | null> {
  const address = await database.global
    .selectFrom('logo_addresses')
    .select('account_id')
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  if (!address) return null;
  const logo = await database
    .account(address.account_id)
    .selectFrom('store_logos')
    .select(['media_type as mediaType', 'bytes'])
    .where('store_id', '=', storeId)
    .where('content_hash', '=', contentHash)
    .where('extension', '=', extension)
    .executeTakeFirst();
  return logo ?? null;
}

/** The bytes of a logo of the account's store. */
export async function findLogo(
  scope: AccountScope,
  storeId: string,
  contentHash: string,
): Promise<Buffer | null> {
  const row = await scope
    .selectFrom('store_logos')
    .select('bytes')
    .where('store_id', '=', storeId)
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
  return row?.bytes ?? null;
}
