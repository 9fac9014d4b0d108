import type { Store } from '../../domain/store.ts';
import { listConnectedStores } from '../../storage/stores/stores.ts';
import type { AccountActor } from '../service.ts';

/** The account's active stores, by creation time. */
export async function listStores(account: AccountActor): Promise<Store[]> {
  return listConnectedStores(account.database.account(account.accountId));
}
