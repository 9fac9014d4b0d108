import { createHash } from 'node:crypto';
import { normalized } from '../../domain/normalized.ts';
import type { Warehouse } from '../../domain/warehouse.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** The unique index that decides races for a name and address among the active ones. */
export const WAREHOUSE_EXISTS = 'warehouse_is_unique';

const COLUMNS = [
  'warehouse_id as warehouseId',
  'name',
  'contact_person as contactPerson',
  'phone',
  'email',
  'gst_no as gstNo',
  'street_address as streetAddress',
  'zip',
  'city',
  'state',
  'country',
  'is_active as isActive',
  'created_at as createdAt',
] as const;

/** The account's warehouses, inactive ones included, oldest first. */
export async function listWarehouses(scope: AccountScope): Promise<Warehouse[]> {
  return scope
    .selectFrom('warehouses')
    .select(COLUMNS)
    .orderBy('created_at')
    .orderBy('warehouse_id')
    .execute();
}

export async function findWarehouse(scope: AccountScope, warehouseId: string): Promise<Warehouse | null> {
  const row = await scope
    .selectFrom('warehouses')
    .select(COLUMNS)
    .where('warehouse_id', '=', warehouseId)
    .executeTakeFirst();
  return row ?? null;
}

/** Reads a warehouse and holds it until the transaction ends. */
export async function lockWarehouse(writer: AccountWriter, warehouseId: string): Promise<Warehouse | null> {
  const row = await writer
    .selectFrom('warehouses')
    .select(COLUMNS)
    .where('warehouse_id', '=', warehouseId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The active warehouse of the same name and address, if there is one. */
export async function findSameWarehouse(
  scope: AccountScope,
  warehouse: WarehousePlace,
): Promise<Warehouse | null> {
  const row = await scope
    .selectFrom('warehouses')
    .select(COLUMNS)
    .where('same_key', '=', sameKey(warehouse))
    .where('is_active', '=', true)
    .executeTakeFirst();
  return row ?? null;
}

/** @returns false where an active one has the same name and address, also when two requests race */
export async function insertWarehouse(writer: AccountWriter, warehouse: Warehouse): Promise<boolean> {
  const inserted = await writer
    .insertInto('warehouses', {
      ...fieldsOf(warehouse),
      warehouse_id: warehouse.warehouseId,
      created_at: warehouse.createdAt,
      updated_at: writer.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('warehouse_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Writes every field. @throws a violation of `WAREHOUSE_EXISTS` */
export async function updateWarehouse(writer: AccountWriter, warehouse: Warehouse): Promise<void> {
  await writer
    .update('warehouses')
    .set({ ...fieldsOf(warehouse), updated_at: writer.now })
    .where('warehouse_id', '=', warehouse.warehouseId)
    .execute();
}

type WarehousePlace = Pick<Warehouse, 'name' | 'streetAddress' | 'zip' | 'city' | 'state' | 'country'>;

/** Case and runs of blanks do not tell two places apart. */
function sameKey({ name, streetAddress, zip, city, state, country }: WarehousePlace): Buffer {
  const compared = [name, streetAddress, zip, city, state, country].map((text) =>
    normalized(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim(),
  );
  return createHash('sha256').update(JSON.stringify(compared)).digest();
}

function fieldsOf(warehouse: Warehouse) {
  return {
    name: warehouse.name,
    contact_person: warehouse.contactPerson,
    phone: warehouse.phone,
    email: warehouse.email,
    gst_no: warehouse.gstNo,
    street_address: warehouse.streetAddress,
    zip: warehouse.zip,
    city: warehouse.city,
    state: warehouse.state,
    country: warehouse.country,
    is_active: warehouse.isActive,
    same_key: sameKey(warehouse),
  };
}
