import type { Store, StoreStatus } from '../../domain/store.ts';
import type { AccountScope, AccountWriter, PreparedQuery } from '../account-scope.ts';

/** The unique constraint that decides races for a store name. */
export const STORE_NAME_TAKEN = 'store_name_is_unique';

interface StoreRow {
  store_id: string;
  store_name: string;
  brand_name: string | null;
  channel: string;
  status: StoreStatus;
  logo_hash: string | null;
  logo_extension: string | null;
}

const COLUMNS = [
  'store_id',
  'store_name',
  'brand_name',
  'channel',
  'status',
  'logo_hash',
  'logo_extension',
] as const;

const LIST_CONNECTED: PreparedQuery = {
  name: 'list-connected-stores',
  text: `select ${COLUMNS.join(', ')} from stores
    where account_id = $1 and status = 'connected' order by created_at, store_id`,
};

/** The active stores, by creation time. */
export async function listConnectedStores(scope: AccountScope): Promise<Store[]> {
  const rows = await scope.preparedQuery<StoreRow>(LIST_CONNECTED, []);
  return rows.map(storeOfRow);
}

export async function findStore(scope: AccountScope, storeId: string): Promise<Store | null> {
  const row = await scope
    .selectFrom('stores')
    .select(COLUMNS)
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row ? storeOfRow(row) : null;
}

/** Reads a store and holds it until the transaction ends, so that two changes follow one another. */
export async function lockStore(writer: AccountWriter, storeId: string): Promise<Store | null> {
  const row = await writer
    .selectFrom('stores')
    .select(COLUMNS)
    .where('store_id', '=', storeId)
    .forUpdate()
    .executeTakeFirst();
  return row ? storeOfRow(row) : null;
}

/** @throws a violation of `STORE_NAME_TAKEN` */
export async function insertStore(writer: AccountWriter, store: Store): Promise<void> {
  await writer
    .insertInto('stores', {
      store_id: store.storeId,
      store_name: store.storeName,
      brand_name: store.brandName,
      channel: store.channel,
      status: store.status,
      created_at: writer.now,
      updated_at: writer.now,
    })
    .execute();
  await writer.global
    .insertInto('logo_addresses')
    .values({ store_id: store.storeId, account_id: writer.accountId })
    .execute();
}

/** Writes every field of the store. @throws a violation of `STORE_NAME_TAKEN` */
export async function updateStore(writer: AccountWriter, store: Store): Promise<void> {
  await writer
    .update('stores')
    .set({
      store_name: store.storeName,
      brand_name: store.brandName,
      status: store.status,
      logo_hash: store.logo?.contentHash ?? null,
      logo_extension: store.logo?.extension ?? null,
      updated_at: writer.now,
    })
    .where('store_id', '=', store.storeId)
    .execute();
}

function storeOfRow(row: StoreRow): Store {
  return {
    storeId: row.store_id,
    storeName: row.store_name,
    brandName: row.brand_name,
    channel: row.channel,
    status: row.status,
    logo:
      row.logo_hash !== null && row.logo_extension !== null
        ? { contentHash: row.logo_hash, extension: row.logo_extension }
        : null,
  };
}
