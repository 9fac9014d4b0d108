import type { Store } from '../../domain/store.ts';
import { insertStore, updateStore } from '../../storage/stores/stores.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { keepLogo, type LogoUpload } from './store-logo.ts';
import { refusingTakenName } from './store-name-taken.ts';

/**
 * Makes a store. A name that any store of the account has, active or not, is refused; the database
 * decides when two requests race for it.
 *
 * @throws Problem `refused`
 */
export async function createStore(
  account: AccountContext,
  wanted: { storeName: string; brandName: string | null; logo: LogoUpload | null },
): Promise<Store> {
  const plain: Store = {
    storeId: account.newId(),
    storeName: wanted.storeName,
    brandName: wanted.brandName,
    channel: 'manual_order',
    status: 'connected',
    logo: null,
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
        },
      });
      return store;
    }),
  );
}
