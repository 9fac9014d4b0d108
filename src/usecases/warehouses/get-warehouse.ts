import type { Warehouse } from '../../domain/warehouse.ts';
import { notFound } from '../../problems/problem.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { AccountContext } from '../service.ts';

/** @throws Problem `not_found` */
export async function getWarehouse(account: AccountContext, warehouseId: string): Promise<Warehouse> {
  const warehouse = await findWarehouse(account.database.account(account.accountId), warehouseId);
  if (warehouse === null) throw notFound('Warehouse');
  return warehouse;
}
