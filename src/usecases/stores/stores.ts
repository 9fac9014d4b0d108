import { fieldProblem, notFound, type ProblemDetail, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { type NewStore, STORE, type Store, type StoreChange } from '../../resources/store.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { violatesUnique } from '../../storage/outage.ts';
import {
  findStore,
  findStoreNamed,
  insertStore,
  listStoresWith,
  lockStore,
  STORE_NAME_TAKEN,
  updateStore,
} from '../../storage/stores/stores.ts';
import { type AccountActor, type AccountContext, changeBy } from '../service.ts';
import type { CheckedLogo } from './check-logo.ts';
import { keepLogo } from './store-logo.ts';

/** The sentence must not change: existing clients look for it. */
const NAME_TAKEN = say('store_name_taken', 'Store name has already been taken');

/**
 * Runs a change that may use a store name that is taken. The database's unique constraint decides, even if
 * two requests race.
 *
 * @throws Problem `refused`
 */
export async function refusingTakenName<T>(
  { database, accountId }: AccountActor,
  storeName: string | null | undefined,
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!violatesUnique(error, STORE_NAME_TAKEN)) throw error;
    const taken = await findStoreNamed(database.account(accountId), storeName ?? '');
    throw refused([
      fieldProblem('store_name', 'taken', NAME_TAKEN),
      ...(taken?.status === 'disconnected' ? [deletedStore(taken)] : []),
    ]);
  }
}

function deletedStore({ storeId, storeName }: Store): ProblemDetail {
  const sentence = say(
    'store_name_of_deleted',
    '{store_name} is the deleted store {store_id}: update it with status connected to bring it back',
    { store_name: storeName, store_id: storeId },
  );
  return fieldProblem('store_name', 'taken', sentence);
}

/**
 * Creates a store. Refuses a name that any store of the account has, even an inactive one.
 *
 * @throws Problem `refused`
 */
export async function createStore(
  account: AccountActor,
  fields: NewStore,
  checkedLogo: CheckedLogo | null,
): Promise<Store> {
  return refusingTakenName(account, fields.storeName, () =>
    account.database.change(account.accountId, changeBy(account, account.actor), (writer) =>
      addStore(writer, fields, checkedLogo),
    ),
  );
}

/** Like `createStore`, in a transaction of the caller. @throws a violation of `STORE_NAME_TAKEN` */
export async function addStore(
  writer: AccountWriter,
  fields: NewStore,
  checkedLogo: CheckedLogo | null,
): Promise<Store> {
  const plain: Store = {
    ...STORE.empty,
    ...fields,
    storeId: writer.newId(),
    channel: 'manual_order',
    status: 'connected',
    logo: null,
  };
  await insertStore(writer, plain);
  const logo = checkedLogo ? await keepLogo(writer, plain.storeId, checkedLogo) : null;
  const store = { ...plain, logo };
  if (logo) await updateStore(writer, store);
  await writer.record({
    action: 'store.created',
    subjectKind: 'store',
    subjectId: store.storeId,
    changes: { ...STORE.set(fields), brand_name: store.brandName, logo: logo?.contentHash ?? null },
  });
  return store;
}

/** The fields to change; an absent one keeps its value, null clears it. */
export interface StoreUpdate extends StoreChange {
  readonly logo?: CheckedLogo | null | undefined;
}

/**
 * Changes the given fields of a store. A change to the current value is not recorded.
 *
 * @throws Problem `not_found`; `refused` for a name that is taken
 */
export async function updateStoreFields(
  account: AccountActor,
  storeId: string,
  change: StoreUpdate,
): Promise<Store> {
  return refusingTakenName(account, change.storeName, () =>
    account.database.change(account.accountId, changeBy(account, account.actor), (writer) =>
      applyChange(writer, storeId, change),
    ),
  );
}

async function applyChange(
  writer: AccountWriter,
  storeId: string,
  { logo, ...change }: StoreUpdate,
): Promise<Store> {
  const before = await lockStore(writer, storeId);
  if (!before) throw notFound('Store');
  const after: Store = { ...before, ...change, logo: await logoAfter(writer, before, logo) };
  const changes = STORE.differences(before, after);
  const [from, to] = [before, after].map((store) => store.logo?.contentHash ?? null);
  if (from !== to) changes.logo = { from, to };
  if (Object.keys(changes).length === 0) return before;
  await updateStore(writer, after);
  await writer.record({
    action: 'store.updated',
    subjectKind: 'store',
    subjectId: storeId,
    changes,
  });
  return after;
}

async function logoAfter(
  writer: AccountWriter,
  before: Store,
  logo: StoreUpdate['logo'],
): Promise<Store['logo']> {
  if (logo === undefined || logo?.contentHash === before.logo?.contentHash) return before.logo;
  return logo === null ? null : keepLogo(writer, before.storeId, logo);
}

/** One store of the account, active or not. @throws Problem `not_found` */
export async function getStore(account: AccountContext, storeId: string): Promise<Store> {
  const store = await findStore(account.database.account(account.accountId), storeId);
  if (!store) throw notFound('Store');
  return store;
}

export async function listStores(account: AccountActor, status: Store['status']): Promise<Store[]> {
  return listStoresWith(account.database.account(account.accountId), status);
}
