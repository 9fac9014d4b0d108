import { createHash } from 'node:crypto';
import { validate } from 'uuid';
import { normalized } from '../../domain/normalized.ts';
import { WAREHOUSE, type Warehouse, type WarehouseFields } from '../../resources/warehouse.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';

/** The unique index of the codes of an account. */
export const WAREHOUSE_CODE_TAKEN = 'warehouse_code_is_unique';
/** The unique index that decides between simultaneous warehouses with the same name and address. */
export const WAREHOUSE_EXISTS = 'warehouse_is_unique';

const IS_NAMED = '(warehouse_id = any($2::uuid[]) or lower(code) = any($3::text[]))';

/** Tells ids and codes apart: no code looks like an id. Codes are compared in small letters. */
export function warehouseNames(named: readonly string[]): [ids: string[], codes: string[]] {
  const ids = named.filter((one) => validate(one));
  return [ids, named.filter((one) => !validate(one)).map((code) => code.toLowerCase())];
}

const SELECT = `select warehouse_id as "warehouseId", created_at as "createdAt", ${WAREHOUSE.selected()}
  from warehouses where account_id = $1`;

/** Lists the account's warehouses, oldest first, including inactive ones. */
export function listWarehouses(scope: AccountScope): Promise<Warehouse[]> {
  return scope.read<Warehouse>(`${SELECT} order by created_at, warehouse_id`, []);
}

/** @param named its id or its code */
export async function findWarehouse(scope: AccountScope, named: string): Promise<Warehouse | null> {
  const [row] = await scope.read<Warehouse>(`${SELECT} and ${IS_NAMED}`, warehouseNames([named]));
  return row ?? null;
}

/** @param named its id or its code */
export async function lockWarehouse(writer: AccountWriter, named: string): Promise<Warehouse | null> {
  const [row] = await writer.read<Warehouse>(`${SELECT} and ${IS_NAMED} for update`, warehouseNames([named]));
  return row ?? null;
}

/** Finds the active warehouse with the same name and address; null if there is none. */
export async function findSameWarehouse(
  scope: AccountScope,
  warehouse: WarehouseFields,
): Promise<Warehouse | null> {
  const [row] = await scope.read<Warehouse>(`${SELECT} and same_key = $2 and is_active`, [
    sameKey(warehouse),
  ]);
  return row ?? null;
}

/** @returns false if an active warehouse has the same name and address, or one has its code, even if two requests race */
export async function insertWarehouse(writer: AccountWriter, warehouse: Warehouse): Promise<boolean> {
  const inserted = await writer.change(
    `insert into warehouses (account_id, warehouse_id, created_at, updated_at, same_key, ${WAREHOUSE.columns})
     values ($1, $2, $3, $4, $5, ${WAREHOUSE.parameters(6)})
     on conflict do nothing returning warehouse_id`,
    [
      warehouse.warehouseId,
      warehouse.createdAt,
      writer.now,
      sameKey(warehouse),
      ...WAREHOUSE.values(warehouse),
    ],
  );
  return inserted.length > 0;
}

/** Writes all fields. @throws a violation of `WAREHOUSE_EXISTS` or `WAREHOUSE_CODE_TAKEN` */
export async function updateWarehouse(writer: AccountWriter, warehouse: Warehouse): Promise<void> {
  await writer.change(
    `update warehouses set updated_at = $3, same_key = $4, ${WAREHOUSE.assignments(5)}
      where account_id = $1 and warehouse_id = $2`,
    [warehouse.warehouseId, writer.now, sameKey(warehouse), ...WAREHOUSE.values(warehouse)],
  );
}

/** Letter case and repeated blanks do not matter. */
function sameKey({ name, streetAddress, zip, city, state, country }: WarehouseFields): Buffer {
  const compared = [name, streetAddress, zip, city, state, country].map((text) =>
    normalized(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim(),
  );
  return createHash('sha256').update(JSON.stringify(compared)).digest();
}
