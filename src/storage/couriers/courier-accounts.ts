import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

const CHANGING = columns({
  updatedAt: column<Date>(),
  name: column<string>(),
  /** The settings that are not secret, by name. Defaults are left out. */
  settings: column<Readonly<Record<string, string>>>(),
  /** The secret settings as encrypted JSON; null if there are none. */
  secrets: column<Buffer | null>(),
  secretNames: column<readonly string[]>(),
  /** The time when the last check succeeded; null if it failed, or there was none since the settings changed. */
  acceptedAt: column<Date | null>(),
});
const COURIER_ACCOUNT = columns({
  accountId: column<string>(),
  courierAccountId: column<string>(),
  createdAt: column<Date>(),
  courier: column<string>(),
  ...CHANGING.fields,
});

/** A courier account that belongs to an account or to the operator (`WHOLE_SERVICE`). */
export type CourierAccount = RowOf<typeof COURIER_ACCOUNT.fields>;

const SELECT = `select ${COURIER_ACCOUNT.selected()} from courier_accounts where account_id = $1 and removed_at is null`;

/** Lists the oldest courier account first. */
export function listCourierAccounts(scope: AccountScope): Promise<CourierAccount[]> {
  return scope.read<CourierAccount>(`${SELECT} order by courier_account_id`, []);
}

export async function findCourierAccount(
  scope: AccountScope,
  courierAccountId: string,
): Promise<CourierAccount | null> {
  const [found] = await scope.read<CourierAccount>(`${SELECT} and courier_account_id = $2`, [
    courierAccountId,
  ]);
  return found ?? null;
}

/** Finds a courier account and locks it until the transaction ends. */
export async function lockCourierAccount(
  writer: AccountWriter,
  courierAccountId: string,
): Promise<CourierAccount | null> {
  const [found] = await writer.read<CourierAccount>(
    `${SELECT} and courier_account_id = $2 for no key update`,
    [courierAccountId],
  );
  return found ?? null;
}

/** The id of the owner's removed account with a courier; null if there is none. */
export async function findRemovedCourierAccount(
  writer: AccountWriter,
  courier: string,
): Promise<string | null> {
  const [found] = await writer.read<{ id: string }>(
    `select courier_account_id as id from courier_accounts
      where account_id = $1 and courier = $2 and removed_at is not null for update`,
    [courier],
  );
  return found?.id ?? null;
}

/**
 * Adds a courier account, or restores the removed account with this id.
 *
 * @returns false if the owner already has an account with this courier
 */
export async function insertCourierAccount(writer: AccountWriter, account: CourierAccount): Promise<boolean> {
  const rows = await writer.change(
    `insert into courier_accounts (account_id, courier_account_id, created_at, courier, ${CHANGING.columns})
      values ($1, $2, $3, $4, ${CHANGING.parameters(5)})
      on conflict on constraint courier_is_connected_once do update set removed_at = null, ${CHANGING.excluded}
      where courier_accounts.removed_at is not null
        and courier_accounts.courier_account_id = excluded.courier_account_id
      returning true as inserted`,
    [account.courierAccountId, account.createdAt, account.courier, ...CHANGING.values(account)],
  );
  return rows.length > 0;
}

export async function updateCourierAccount(writer: AccountWriter, account: CourierAccount): Promise<void> {
  await writer.change(
    `update courier_accounts set ${CHANGING.assignments(3)} where account_id = $1 and courier_account_id = $2`,
    [account.courierAccountId, ...CHANGING.values(account)],
  );
}

/**
 * Removes a courier account with its settings and all data that only it uses. Its id stays, because bookings
 * and used numbers refer to it.
 */
export async function deleteCourierAccount(writer: AccountWriter, courierAccountId: string): Promise<void> {
  await writer.change(
    `with numbers as (delete from courier_numbers where account_id = $1 and courier_account_id = $2),
      exchanges as (delete from courier_exchanges where account_id = $1 and courier_account_id = $2)
    update courier_accounts set removed_at = $3, settings = '{}', secrets = null, secret_names = '{}', accepted_at = null
      where account_id = $1 and courier_account_id = $2`,
    [courierAccountId, writer.now],
  );
}

export async function listCourierAccountsWith(
  database: Database,
  couriers: readonly string[],
): Promise<CourierAccount[]> {
  return database.run<CourierAccount>(
    `select ${COURIER_ACCOUNT.selected()} from courier_accounts where courier = any($1::text[]) and removed_at is null`,
    [couriers],
  );
}
