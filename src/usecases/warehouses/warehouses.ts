import { fieldProblem, notFound, type ProblemDetail, refused } from '../../problems/problem.ts';
import { about, say } from '../../problems/sentence.ts';
import {
  type NewWarehouse,
  WAREHOUSE,
  type Warehouse,
  type WarehouseChange,
} from '../../resources/warehouse.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  listRegistrations,
  scheduleRegistration,
  type WarehouseRegistration,
} from '../../storage/couriers/warehouse-registrations.ts';
import { violatesUnique } from '../../storage/outage.ts';
import {
  findSameWarehouse,
  findWarehouse,
  insertWarehouse,
  listWarehouses,
  lockWarehouse,
  updateWarehouse,
  WAREHOUSE_CODE_TAKEN,
  WAREHOUSE_EXISTS,
} from '../../storage/warehouses/warehouses.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { couriersWithWarehouses } from '../couriers/register-warehouses.ts';
import { type AccountContext, changeBy } from '../service.ts';

/**
 * Creates a warehouse. Returns an active warehouse with the same name and address if one exists, without
 * changes; the database decides if two requests race.
 *
 * @throws Problem `refused` if another warehouse has its code
 */
export async function createWarehouse(
  account: AccountContext & Pick<CourierParts, 'couriers'>,
  fields: NewWarehouse,
): Promise<string> {
  const warehouse: Warehouse = {
    ...WAREHOUSE.empty,
    ...fields,
    warehouseId: account.newId(),
    isActive: true,
    createdAt: account.now(),
  };
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    if (!(await insertWarehouse(writer, warehouse))) {
      const same = await findSameWarehouse(writer, warehouse);
      if (same === null && warehouse.code !== null) throw refused(codeTaken(warehouse.code));
      if (same === null) throw new Error('The warehouse that stood in the way is gone');
      writer.skipAudit('nothing was changed');
      return same.warehouseId;
    }
    await scheduleRegistration(writer, warehouse.warehouseId, couriersWithWarehouses(account.couriers));
    await writer.record({
      action: 'warehouse.created',
      subjectKind: 'warehouse',
      subjectId: warehouse.warehouseId,
      changes: { name: warehouse.name, zip: warehouse.zip, city: warehouse.city },
    });
    return warehouse.warehouseId;
  });
}

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

/** Returns the account's warehouses, also deactivated ones, oldest first. */
export async function listAccountWarehouses(account: AccountContext): Promise<Warehouse[]> {
  return listWarehouses(account.database.account(account.accountId));
}

/**
 * Changes the given fields of a warehouse; `isActive` deactivates and reactivates it. A change to the current
 * value is not recorded.
 *
 * @throws Problem `not_found`; `refused` if an active warehouse has the same name and address, or one has its code
 */
export async function updateWarehouseFields(
  account: AccountContext & Pick<CourierParts, 'couriers'>,
  warehouseId: string,
  change: WarehouseChange,
): Promise<Warehouse> {
  try {
    return await account.database.change(account.accountId, changeBy(account, account.actor), (writer) =>
      applyChange(writer, warehouseId, change, couriersWithWarehouses(account.couriers)),
    );
  } catch (error) {
    if (violatesUnique(error, WAREHOUSE_EXISTS)) {
      throw refused(fieldProblem('name', 'taken', WAREHOUSE_STANDS));
    }
    if (violatesUnique(error, WAREHOUSE_CODE_TAKEN)) throw refused(codeTaken(change.code ?? ''));
    throw error;
  }
}

function codeTaken(code: string): ProblemDetail {
  return fieldProblem(
    'code',
    'taken',
    about('code_taken', '{code} is the code of another warehouse', { code }),
  );
}

const WAREHOUSE_STANDS = say(
  'warehouse_exists',
  'An active warehouse with this name and address already exists',
);

async function applyChange(
  writer: AccountWriter,
  warehouseId: string,
  change: WarehouseChange,
  couriers: readonly string[],
): Promise<Warehouse> {
  const before = await lockWarehouse(writer, warehouseId);
  if (before === null) throw notFound('Warehouse');
  const after = { ...before, ...change };
  const changes = WAREHOUSE.differences(before, after);
  if (Object.keys(changes).length === 0) {
    writer.skipAudit('nothing was changed');
    return before;
  }
  await updateWarehouse(writer, after);
  if (after.isActive) await scheduleRegistration(writer, warehouseId, couriers);
  await writer.record({
    action: 'warehouse.updated',
    subjectKind: 'warehouse',
    subjectId: warehouseId,
    changes,
  });
  return after;
}
