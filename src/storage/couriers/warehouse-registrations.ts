import type { Sentence } from '../../problems/sentence.ts';
import { column } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { WHOLE_SERVICE } from '../accounts/audit.ts';
import { readOrNull, sentenceColumn } from '../stored-sentence.ts';
import { errandTable } from './errands.ts';

export const REGISTRATION_STATES = ['registered', 'pending', 'refused'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

export interface WarehouseRegistration {
  readonly courierAccountId: string;
  readonly courier: string;
  readonly state: RegistrationState;
  /** The name that the courier uses for the warehouse; null if the courier does not know it. */
  readonly courierName: string | null;
  /** The reason, as the end of a sentence after the courier's name: `does not serve 781001`; or null. */
  readonly reason: Sentence | null;
}

/** Lists the couriers' registrations of a warehouse, the oldest courier account first. */
export async function listRegistrations(
  scope: AccountScope,
  warehouseId: string,
): Promise<WarehouseRegistration[]> {
  const rows = await scope.read<Omit<WarehouseRegistration, 'reason'> & { readonly reason: string | null }>(
    `select courier_account_id as "courierAccountId", courier, state, courier_name as "courierName", reason
      from courier_warehouses where account_id = $1 and warehouse_id = $2 order by courier_account_id`,
    [warehouseId],
  );
  return rows.map((row) => ({ ...row, reason: readOrNull(row.reason) }));
}

const AGAIN = `on conflict (account_id, warehouse_id, courier_account_id) do update
  set next_try_at = excluded.next_try_at, updated_at = excluded.updated_at, tries = 0,
    state = case courier_warehouses.state when 'registered' then 'registered'::warehouse_registration_state
      else 'pending' end`;

/**
 * Schedules the registration of a new or changed warehouse with every courier account that its account can
 * use.
 *
 * @param couriers the couriers that register warehouses
 */
export async function scheduleRegistration(
  writer: AccountWriter,
  warehouseId: string,
  couriers: readonly string[],
): Promise<void> {
  if (couriers.length === 0) return;
  await writer.change(
    `insert into courier_warehouses (account_id, warehouse_id, courier_account_id, courier, state, next_try_at, updated_at)
      select $1, $2, courier_account_id, courier, 'pending', $3, $3 from courier_accounts
       where account_id in ($1, '${WHOLE_SERVICE}') and courier = any($4::text[]) and removed_at is null
      ${AGAIN}`,
    [warehouseId, writer.now, couriers],
  );
}

/**
 * Schedules the registration of active warehouses with a courier: the warehouses of the account that
 * connected the courier or, if the operator connected it, of every account.
 */
export async function scheduleAllRegistrations(
  writer: AccountWriter,
  { courierAccountId, courier }: Pick<WarehouseRegistration, 'courierAccountId' | 'courier'>,
): Promise<void> {
  await writer.change(
    `insert into courier_warehouses (account_id, warehouse_id, courier_account_id, courier, state, next_try_at, updated_at)
      select account_id, warehouse_id, $2, $3, 'pending', $4, $4 from warehouses
       where (account_id = $1 or $1 = '${WHOLE_SERVICE}') and is_active
      ${AGAIN}`,
    [courierAccountId, courier, writer.now],
  );
}

/** Removes the registrations of a courier account, for all accounts. */
export async function forgetRegistrations(writer: AccountWriter, courierAccountId: string): Promise<void> {
  await writer.change(
    `delete from courier_warehouses
      where (account_id = $1 or $1 = '${WHOLE_SERVICE}') and courier_account_id = $2`,
    [courierAccountId],
  );
}

/** Registrations to make or renew. */
export const REGISTRATIONS = errandTable({
  name: 'courier_warehouses',
  key: { warehouseId: column<string>(), courierAccountId: column<string>() },
  lane: () => 'w.courier_account_id',
  known: { courier: column<string>() },
  outcome: {
    state: column<RegistrationState>(),
    reason: sentenceColumn(),
    courierName: column<string>(),
    updatedAt: column<Date>(),
  },
});
