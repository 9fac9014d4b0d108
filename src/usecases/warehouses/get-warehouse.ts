import type { Warehouse } from '../../domain/warehouse.ts';
import { notFound } from '../../problems/problem.ts';
import {
  listRegistrations,
  type WarehouseRegistration,
} from '../../storage/couriers/warehouse-registrations.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { AccountContext } from '../service.ts';

/** A warehouse with what couriers know of it. */
export interface KnownWarehouse extends Warehouse {
  readonly couriers: readonly WarehouseRegistration[];
}

/** @throws Problem `not_found` */
export async function getWarehouse(account: AccountContext, warehouseId: string): Promise<KnownWarehouse> {
  const scope = account.database.account(account.accountId);
  const warehouse = await findWarehouse(scope, warehouseId);
  if (warehouse === null) throw notFound('Warehouse');
  return { ...warehouse, couriers: await listRegistrations(scope, warehouseId) };
}
