import { isDeepStrictEqual } from 'node:util';
import { STORE_DETAILS, type Store, type StoreDetails, type StoreStatus } from '../../domain/store.ts';
import { notFound } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { lockStore, updateStore } from '../../storage/stores/stores.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { CheckedLogo } from './check-logo.ts';
import { keepLogo } from './store-logo.ts';
import { refusingTakenName } from './store-name-taken.ts';

/** The fields to change; an absent one stays as it is, null clears. */
export interface StoreChange {
  readonly storeName?: string | undefined;
  readonly brandName?: string | null | undefined;
  readonly logo?: CheckedLogo | null | undefined;
  readonly status?: StoreStatus | undefined;
  readonly details?: Partial<StoreDetails>;
}

/**
 * Changes the given fields of a store. A change to what it already is records nothing.
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
