import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { WHOLE_SERVICE } from '../accounts/audit.ts';
import { type DueTries, type DueWork, takeDueTries } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';

export const REGISTRATION_STATES = ['registered', 'pending', 'refused'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

export interface WarehouseRegistration {
  readonly courierAccountId: string;
  readonly courier: string;
  readonly state: RegistrationState;
  /** The name that the courier uses for the warehouse; null if the courier does not know it. */
  readonly courierName: string | null;
  /** The reason, as the end of a sentence after the courier's name: `does not serve 781001`; or null. */
  readonly reason: string | null;
}

/** Lists the couriers' registrations of a warehouse, the oldest courier account first. */
export function listRegistrations(
  scope: AccountScope,
  warehouseId: string,
): Promise<WarehouseRegistration[]> {
  return scope.read<WarehouseRegistration>(
    `select courier_account_id as "courierAccountId", courier, state, courier_name as "courierName", reason
      from courier_warehouses where account_id = $1 and warehouse_id = $2 order by courier_account_id`,
    [warehouseId],
  );
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

export interface DueRegistration {
  readonly accountId: string;
  readonly warehouseId: string;
  readonly courierAccountId: string;
  readonly courier: string;
  readonly tries: number;
}

/** Takes some due registrations of all accounts, so that no other process registers them. */
export function takeDueRegistrations(database: Database, which: DueTries): Promise<DueRegistration[]> {
  return takeDueTries<DueRegistration>(database, TAKE_DUE, which);
}

const TAKE_DUE: DueWork = {
  name: 'take-due-registrations',
  accounts: 'select distinct account_id from courier_warehouses where next_try_at <= $1 order by account_id',
  text: (only) => `update courier_warehouses r set next_try_at = $2, tries = tries + 1
      from (select account_id, warehouse_id, courier_account_id from courier_warehouses w
             where next_try_at <= $1${only('w')} order by next_try_at limit $3 for update skip locked) d
      where r.account_id = d.account_id and r.warehouse_id = d.warehouse_id
        and r.courier_account_id = d.courier_account_id${only('r')}
      returning r.account_id as "accountId", r.warehouse_id as "warehouseId",
        r.courier_account_id as "courierAccountId", r.courier, r.tries`,
};

export interface RegistrationOutcome extends Pick<WarehouseRegistration, 'state' | 'reason'> {
  /** The courier's name for the warehouse; null if it has none, or keeps the current one. */
  readonly courierName: string | null;
  /** Null if registration is not tried again. */
  readonly nextTryAt: Date | null;
}

/** Records the result. A warehouse that was changed meanwhile is registered again instead. */
export async function settleRegistration(
  writer: AccountWriter,
  { warehouseId, courierAccountId }: Pick<DueRegistration, 'warehouseId' | 'courierAccountId'>,
  { until, outcome }: { until: Date; outcome: RegistrationOutcome },
): Promise<void> {
  await writer.change(
    `update courier_warehouses set state = $5::warehouse_registration_state, reason = $6, courier_name = coalesce($7, courier_name),
        next_try_at = $8, updated_at = $9
      where account_id = $1 and warehouse_id = $2 and courier_account_id = $3 and next_try_at = $4`,
    [
      warehouseId,
      courierAccountId,
      until,
      outcome.state,
      outcome.reason,
      outcome.courierName,
      outcome.nextTryAt,
      writer.now,
    ],
  );
}
