import { NO_DETAILS, STORE_DETAILS, type Store, type StoreDetails } from '../../domain/store.ts';
import { insertStore, updateStore } from '../../storage/stores/stores.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { CheckedLogo } from './check-logo.ts';
import { keepLogo } from './store-logo.ts';
import { refusingTakenName } from './store-name-taken.ts';

/**
 * Makes a store. A name that any store of the account has, active or not, is refused; the database
 * decides when two requests race for it.
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
