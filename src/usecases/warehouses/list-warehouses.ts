import type { Warehouse } from '../../domain/warehouse.ts';
import { listWarehouses } from '../../storage/warehouses/warehouses.ts';
import type { AccountContext } from '../service.ts';

/** The account's warehouses, deactivated ones included, oldest first. */
export async function listAccountWarehouses(account: AccountContext): Promise<Warehouse[]> {
  return listWarehouses(account.database.account(account.accountId));
}
