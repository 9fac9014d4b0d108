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

const SELECT = `select store_id, store_name, brand_name, channel, status, logo_hash, logo_extension
  from stores where account_id = $1`;

const LIST_CONNECTED: PreparedQuery = {
  name: 'list-connected-stores',
  text: `${SELECT} and status = 'connected' order by created_at, store_id`,
};

/** The active stores, by creation time. */
export async function listConnectedStores(scope: AccountScope): Promise<Store[]> {
  const rows = await scope.preparedQuery<StoreRow>(LIST_CONNECTED, []);
  return rows.map(storeOfRow);
}

export async function findStore(scope: AccountScope, storeId: string): Promise<Store | null> {
  const [row] = await scope.rawQuery<StoreRow>(`${SELECT} and store_id = $2`, [storeId]);
  return row === undefined ? null : storeOfRow(row);
}

/** Reads a store and holds it until the transaction ends, so that two changes follow one another. */
export async function lockStore(writer: AccountWriter, storeId: string): Promise<Store | null> {
  const [row] = await writer.rawQuery<StoreRow>(`${SELECT} and store_id = $2 for update`, [storeId]);
  return row === undefined ? null : storeOfRow(row);
}

/** @throws a violation of `STORE_NAME_TAKEN` */
export async function insertStore(writer: AccountWriter, store: Store): Promise<void> {
  await writer.rawChange(
    `insert into stores (account_id, store_id, store_name, brand_name, channel, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [store.storeId, store.storeName, store.brandName, store.channel, store.status, writer.now],
  );
  await writer.global
    .insertInto('logo_addresses')
    .values({ store_id: store.storeId, account_id: writer.accountId })
    .execute();
}

/** Writes every field of the store. @throws a violation of `STORE_NAME_TAKEN` */
export async function updateStore(writer: AccountWriter, store: Store): Promise<void> {
  await writer.rawChange(
    `update stores set store_name = $3, brand_name = $4, status = $5, logo_hash = $6, logo_extension = $7,
       updated_at = $8
      where account_id = $1 and store_id = $2`,
    [
      store.storeId,
      store.storeName,
      store.brandName,
      store.status,
      store.logo?.contentHash ?? null,
      store.logo?.extension ?? null,
      writer.now,
    ],
  );
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
