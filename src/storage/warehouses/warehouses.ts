import { createHash } from 'node:crypto';
import { normalized } from '../../domain/normalized.ts';
import type { Warehouse } from '../../domain/warehouse.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** The unique index that decides races for a name and address among the active ones. */
export const WAREHOUSE_EXISTS = 'warehouse_is_unique';

const SELECT = `select warehouse_id as "warehouseId", name, contact_person as "contactPerson", phone, email,
    gst_no as "gstNo", street_address as "streetAddress", zip, city, state, country, is_active as "isActive",
    created_at as "createdAt"
  from warehouses where account_id = $1`;

/** The account's warehouses, inactive ones included, oldest first. */
export function listWarehouses(scope: AccountScope): Promise<Warehouse[]> {
  return scope.rawQuery<Warehouse>(`${SELECT} order by created_at, warehouse_id`, []);
}

export async function findWarehouse(scope: AccountScope, warehouseId: string): Promise<Warehouse | null> {
  const [row] = await scope.rawQuery<Warehouse>(`${SELECT} and warehouse_id = $2`, [warehouseId]);
  return row ?? null;
}

/** Reads a warehouse and locks it until the transaction ends. */
export async function lockWarehouse(writer: AccountWriter, warehouseId: string): Promise<Warehouse | null> {
  const [row] = await writer.rawQuery<Warehouse>(`${SELECT} and warehouse_id = $2 for update`, [warehouseId]);
  return row ?? null;
}

/** The active warehouse of the same name and address, if there is one. */
export async function findSameWarehouse(
  scope: AccountScope,
  warehouse: WarehousePlace,
): Promise<Warehouse | null> {
  const [row] = await scope.rawQuery<Warehouse>(`${SELECT} and same_key = $2 and is_active`, [
    sameKey(warehouse),
  ]);
  return row ?? null;
}

/** @returns false if an active one has the same name and address, also when two requests race */
export async function insertWarehouse(writer: AccountWriter, warehouse: Warehouse): Promise<boolean> {
  const inserted = await writer.rawChange(
    `insert into warehouses (account_id, warehouse_id, name, contact_person, phone, email, gst_no, street_address, zip,
       city, state, country, is_active, same_key, updated_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict do nothing returning warehouse_id`,
    [...valuesOf(warehouse, writer.now), warehouse.createdAt],
  );
  return inserted.length > 0;
}

/** Writes every field. @throws a violation of `WAREHOUSE_EXISTS` */
export async function updateWarehouse(writer: AccountWriter, warehouse: Warehouse): Promise<void> {
  await writer.rawChange(
    `update warehouses set name = $3, contact_person = $4, phone = $5, email = $6, gst_no = $7, street_address = $8,
       zip = $9, city = $10, state = $11, country = $12, is_active = $13, same_key = $14, updated_at = $15
      where account_id = $1 and warehouse_id = $2`,
    valuesOf(warehouse, writer.now),
  );
}

type WarehousePlace = Pick<Warehouse, 'name' | 'streetAddress' | 'zip' | 'city' | 'state' | 'country'>;

/** Letter case and repeated blanks do not matter. */
function sameKey({ name, streetAddress, zip, city, state, country }: WarehousePlace): Buffer {
  const compared = [name, streetAddress, zip, city, state, country].map((text) =>
    normalized(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim(),
  );
  return createHash('sha256').update(JSON.stringify(compared)).digest();
}

/** `$2` to `$15`. */
function valuesOf(warehouse: Warehouse, updatedAt: Date): unknown[] {
  const { warehouseId, name, contactPerson, phone, email, gstNo } = warehouse;
  const { streetAddress, zip, city, state, country, isActive } = warehouse;
  const place = [streetAddress, zip, city, state, country];
  return [
    warehouseId,
    name,
    contactPerson,
    phone,
    email,
    gstNo,
    ...place,
    isActive,
    sameKey(warehouse),
    updatedAt,
  ];
}
