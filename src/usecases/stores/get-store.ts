import type { Store } from '../../domain/store.ts';
import { notFound } from '../../problems/problem.ts';
import { findStore } from '../../storage/stores/stores.ts';
import type { AccountContext } from '../service.ts';

/**
 * One store of the account, active or not.
 *
 * @throws Problem `not_found`
 */
export async function getStore(account: AccountContext, storeId: string): Promise<Store> {
  const store = await findStore(account.database.account(account.accountId), storeId);
  if (!store) throw notFound('Store');
  return store;
}
