import type { Warehouse } from '../../domain/warehouse.ts';
import { tellOfWarehouse } from '../../storage/couriers/warehouse-registrations.ts';
import { findSameWarehouse, insertWarehouse } from '../../storage/warehouses/warehouses.ts';
import { couriersWithWarehouses } from '../couriers/register-warehouses.ts';
import { type AccountContext, changeBy } from '../service.ts';

/** The fields of a warehouse that its account gives. */
export type WarehouseFields = Omit<Warehouse, 'warehouseId' | 'isActive' | 'createdAt'>;

/**
 * Makes a warehouse. Where an active one has the same name and address, that one is the answer, and
 * nothing is changed; the database decides when two requests race.
 */
export async function createWarehouse(account: AccountContext, fields: WarehouseFields): Promise<string> {
  const warehouse: Warehouse = {
    ...fields,
    gstNo: fields.gstNo?.toUpperCase() ?? null,
    warehouseId: account.newId(),
    isActive: true,
    createdAt: account.now(),
  };
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    if (!(await insertWarehouse(writer, warehouse))) {
      const same = await findSameWarehouse(writer, warehouse);
      if (same === null) throw new Error('The warehouse that stood in the way is gone');
      writer.skipAudit('nothing was changed');
      return same.warehouseId;
    }
    await tellOfWarehouse(writer, warehouse.warehouseId, couriersWithWarehouses(account.couriers));
    await writer.record({
      action: 'warehouse.created',
      subjectKind: 'warehouse',
      subjectId: warehouse.warehouseId,
      changes: { name: warehouse.name, zip: warehouse.zip, city: warehouse.city },
    });
    return warehouse.warehouseId;
  });
}
