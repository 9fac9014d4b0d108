import { isDeepStrictEqual } from 'node:util';
import {
  NO_DETAILS,
  STORE_DETAILS,
  type Store,
  type StoreDetails,
  type StoreStatus,
} from '../../domain/store.ts';
import { fieldProblem, notFound, refused } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { violatesUnique } from '../../storage/outage.ts';
import {
  findStore,
  insertStore,
  listConnectedStores,
  lockStore,
  STORE_NAME_TAKEN,
  updateStore,
} from '../../storage/stores/stores.ts';
import { type AccountActor, type AccountContext, changeBy } from '../service.ts';
import type { CheckedLogo } from './check-logo.ts';
import { keepLogo } from './store-logo.ts';

/** Fixed by the API: existing clients look for this sentence. */
const SENTENCE = 'Store name has already been taken';

/**
 * Runs a change that may use a taken store name. The database's unique constraint decides, also when two
 * requests race.
 *
 * @throws Problem `refused`
 */
export async function refusingTakenName<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (violatesUnique(error, STORE_NAME_TAKEN)) throw refused(fieldProblem('store_name', 'taken', SENTENCE));
    throw error;
  }
}

/**
 * Creates a store. A name that any store of the account has, active or not, is refused; the database decides
 * when two requests race for it.
 *
 * @throws Problem `refused`
 */
export async function createStore(
  account: AccountActor,
  wanted: {
    storeName: string;
    brandName: string | null;
    logo: CheckedLogo | null;
    details?: Partial<StoreDetails>;
  },
): Promise<Store> {
  const plain: Store = {
    storeId: account.newId(),
    storeName: wanted.storeName,
    brandName: wanted.brandName,
    channel: 'manual_order',
    status: 'connected',
    logo: null,
    ...NO_DETAILS,
    ...wanted.details,
  };
  return refusingTakenName(() =>
    account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
      await insertStore(writer, plain);
      const logo = wanted.logo ? await keepLogo(writer, plain.storeId, wanted.logo) : null;
      const store = { ...plain, logo };
      if (logo) await updateStore(writer, store);
      await writer.record({
        action: 'store.created',
        subjectKind: 'store',
        subjectId: store.storeId,
        changes: {
          store_name: store.storeName,
          brand_name: store.brandName,
          logo: logo?.contentHash ?? null,
          ...Object.fromEntries(
            STORE_DETAILS.map(([name, key]) => [name, store[key]] as const).filter(
              ([, value]) => value !== null,
            ),
          ),
        },
      });
      return store;
    }),
  );
}

/** The fields to change; an absent one keeps its value, null clears it. */
export interface StoreChange {
  readonly storeName?: string | undefined;
  readonly brandName?: string | null | undefined;
  readonly logo?: CheckedLogo | null | undefined;
  readonly status?: StoreStatus | undefined;
  readonly details?: Partial<StoreDetails>;
}

/**
 * Changes the given fields of a store. A change to the current value is not recorded.
 *
 * @throws Problem `not_found`; `refused` for a taken name
 */
export async function updateStoreFields(
  account: AccountActor,
  storeId: string,
  change: StoreChange,
): Promise<Store> {
  return refusingTakenName(() =>
    account.database.change(account.accountId, changeBy(account, account.actor), (writer) =>
      applyChange(writer, storeId, change),
    ),
  );
}

async function applyChange(writer: AccountWriter, storeId: string, change: StoreChange): Promise<Store> {
  const before = await lockStore(writer, storeId);
  if (!before) throw notFound('Store');
  const after: Store = {
    ...before,
    ...change.details,
    storeName: change.storeName ?? before.storeName,
    brandName: change.brandName === undefined ? before.brandName : change.brandName,
    status: change.status ?? before.status,
    logo: await logoAfter(writer, before, change.logo),
  };
  const changes = differences(before, after);
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
  logo: StoreChange['logo'],
): Promise<Store['logo']> {
  if (logo === undefined || logo?.contentHash === before.logo?.contentHash) return before.logo;
  return logo === null ? null : keepLogo(writer, before.storeId, logo);
}

function differences(before: Store, after: Store): Record<string, { from: unknown; to: unknown }> {
  const pairs = {
    store_name: { from: before.storeName, to: after.storeName },
    brand_name: { from: before.brandName, to: after.brandName },
    status: { from: before.status, to: after.status },
    logo: { from: before.logo?.contentHash ?? null, to: after.logo?.contentHash ?? null },
    ...Object.fromEntries(
      STORE_DETAILS.map(([name, key]) => [name, { from: before[key], to: after[key] }] as const),
    ),
  };
  return Object.fromEntries(Object.entries(pairs).filter(([, { from, to }]) => !isDeepStrictEqual(from, to)));
}

/** One store of the account, active or not. @throws Problem `not_found` */
export async function getStore(account: AccountContext, storeId: string): Promise<Store> {
  const store = await findStore(account.database.account(account.accountId), storeId);
  if (!store) throw notFound('Store');
  return store;
}

export async function listStores(account: AccountActor): Promise<Store[]> {
  return listConnectedStores(account.database.account(account.accountId));
}
