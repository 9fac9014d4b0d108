import { STORE, type Store, type StoreFields } from '../../resources/store.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { logoOf } from './logos.ts';

/** The name of the unique constraint that decides between simultaneous stores with the same name. */
export const STORE_NAME_TAKEN = 'store_name_is_unique';

interface StoreRow extends StoreFields {
  readonly storeId: string;
  readonly channel: string;
  readonly logoHash: string | null;
  readonly logoExtension: string | null;
  readonly logoColor: string | null;
}

const SELECT = `select s.store_id as "storeId", s.channel, s.logo_hash as "logoHash",
    s.logo_extension as "logoExtension", logo.color as "logoColor", ${STORE.selected('s')}
  from stores s
  ${logoOf('s')}
  where s.account_id = $1`;

const LIST = {
  name: 'list-stores',
  text: `${SELECT} and s.status = $2 order by s.created_at, s.store_id`,
};

/** Lists the stores with a status, in order of creation. */
export async function listStoresWith(scope: AccountScope, status: Store['status']): Promise<Store[]> {
  const rows = await scope.read<StoreRow>(LIST, [status]);
  return rows.map(storeOfRow);
}

export async function findStore(scope: AccountScope, storeId: string): Promise<Store | null> {
  const [row] = await scope.read<StoreRow>(`${SELECT} and s.store_id = $2`, [storeId]);
  return row === undefined ? null : storeOfRow(row);
}

/** Finds a store by its name, also an inactive one. */
export async function findStoreNamed(scope: AccountScope, storeName: string): Promise<Store | null> {
  const [row] = await scope.read<StoreRow>(`${SELECT} and s.store_name = $2`, [storeName]);
  return row === undefined ? null : storeOfRow(row);
}

/** Reads a store and locks it until the transaction ends, so that changes happen one after the other. */
export async function lockStore(writer: AccountWriter, storeId: string): Promise<Store | null> {
  const [row] = await writer.read<StoreRow>(`${SELECT} and s.store_id = $2 for update of s`, [storeId]);
  return row === undefined ? null : storeOfRow(row);
}

/** @throws a violation of `STORE_NAME_TAKEN` */
export async function insertStore(writer: AccountWriter, store: Store): Promise<void> {
  await writer.change(
    `insert into stores (account_id, store_id, channel, created_at, updated_at, ${STORE.columns})
     values ($1, $2, $3, $4, $4, ${STORE.parameters(5)})`,
    [store.storeId, store.channel, writer.now, ...STORE.values(store)],
  );
  await writer.change('insert into logo_addresses (account_id, store_id) values ($1, $2)', [store.storeId]);
}

/** Writes all fields of the store. @throws a violation of `STORE_NAME_TAKEN` */
export async function updateStore(writer: AccountWriter, store: Store): Promise<void> {
  await writer.change(
    `update stores set logo_hash = $3, logo_extension = $4, updated_at = $5, ${STORE.assignments(6)}
      where account_id = $1 and store_id = $2`,
    [
      store.storeId,
      store.logo?.contentHash ?? null,
      store.logo?.extension ?? null,
      writer.now,
      ...STORE.values(store),
    ],
  );
}

function storeOfRow({ logoHash, logoExtension, logoColor, ...store }: StoreRow): Store {
  const logo =
    logoHash === null || logoExtension === null
      ? null
      : { contentHash: logoHash, extension: logoExtension, color: logoColor };
  return { ...store, logo };
}
