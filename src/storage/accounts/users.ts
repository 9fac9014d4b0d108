import type { Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';

const CREATED = columns({
  userId: column<string>(),
  name: column<string>(),
  /** Ten digits, without a country code. */
  phone: column<string | null>(),
  /** The address in lower case. */
  email: column<string | null>(),
  passwordHash: column<string>(),
  role: column<Role>(),
  /** The stores and warehouses that the user is restricted to; null if there is no restriction. */
  storeIds: column<string[] | null>(),
  warehouseIds: column<string[] | null>(),
  /** Tells whether the user was invited and has not set a password yet. */
  awaitsPassword: column<boolean>(),
});
const USER = columns({
  ...CREATED.fields,
  accountId: column<string>(),
  /** The time until which the user is locked after wrong passwords; may be in the past. */
  lockedUntil: column<Date | null>(),
  createdAt: column<Date>(),
  /** The time since which the user is disabled; null for an active user. */
  disabledAt: column<Date | null>(),
});

/** A person who signs in to an account with a phone number or an email address, and a password. */
export type User = RowOf<typeof USER.fields>;

/** The restriction of a user; null if there is no restriction. */
export function restrictionOf({ storeIds, warehouseIds }: Restriction): Restriction | null {
  return storeIds === null && warehouseIds === null ? null : { storeIds, warehouseIds };
}

/** The name that a user signs in with: the ten digits of a phone, or an email address in lower case. */
export type Username = { readonly phone: string } | { readonly email: string };

/** Finds a user of any account. */
export async function findUser(
  database: Database,
  named: Username | { readonly userId: string },
): Promise<User | null> {
  const [column, value] =
    'phone' in named
      ? ['phone', named.phone]
      : 'email' in named
        ? ['email', named.email]
        : ['user_id', named.userId];
  const rows = await database.run<User>(`select ${USER.selected()} from users where ${column} = $1`, [value]);
  return rows[0] ?? null;
}

export async function findUserById(scope: AccountScope, userId: string): Promise<User | null> {
  const [row] = await scope.read<User>(
    `select ${USER.selected()} from users where account_id = $1 and user_id = $2`,
    [userId],
  );
  return row ?? null;
}

/** Lists the users of an account, oldest first, including disabled ones. */
export function listUsers(scope: AccountScope): Promise<User[]> {
  return scope.read<User>(
    `select ${USER.selected()} from users where account_id = $1 order by created_at, user_id`,
    [],
  );
}

/** The constraints that make phones and emails unique in the whole service. */
export const USER_PHONE_TAKEN = 'users_phone_key';
export const USER_EMAIL_TAKEN = 'users_email_key';

export async function insertUser(writer: AccountWriter, user: RowOf<typeof CREATED.fields>): Promise<void> {
  await writer.change(
    `insert into users (account_id, created_at, ${CREATED.columns}) values ($1, $2, ${CREATED.parameters(3)})`,
    [writer.now, ...CREATED.values(user)],
  );
}

/**
 * Counts a wrong password. After `limit` wrong passwords in a row, the user is locked until `lockedUntil`,
 * and the count starts again.
 *
 * @returns whether this one locked the user
 */
export async function countWrongPassword(
  writer: AccountWriter,
  userId: string,
  limit: number,
  lockedUntil: Date,
): Promise<boolean> {
  const [row] = await writer.change<{ locks: boolean }>(
    `update users
        set failed_attempts = case when failed_attempts + 1 >= $3 then 0 else failed_attempts + 1 end,
            locked_until = case when failed_attempts + 1 >= $3 then $4 else locked_until end
      where account_id = $1 and user_id = $2
     returning failed_attempts = 0 as locks`,
    [userId, limit, lockedUntil],
  );
  return row?.locks === true;
}

/**
 * Resets the count of wrong passwords after a correct one. This locks the user's row, so that disabling the
 * user or changing the password at the same time also ends the new token.
 *
 * @returns false if the user was disabled or got another password since it was read
 */
export async function clearWrongPasswords(writer: AccountWriter, user: User): Promise<boolean> {
  const rows = await writer.change(
    `update users set failed_attempts = 0, locked_until = null
      where account_id = $1 and user_id = $2 and password_hash = $3 and disabled_at is null
     returning user_id`,
    [user.userId, user.passwordHash],
  );
  return rows.length > 0;
}

export async function unlock(writer: AccountWriter, userId: string): Promise<void> {
  await writer.change(
    'update users set failed_attempts = 0, locked_until = null where account_id = $1 and user_id = $2',
    [userId],
  );
}

/** Disables a user since the given time; null enables the user. */
export async function setDisabled(writer: AccountWriter, userId: string, since: Date | null): Promise<void> {
  await writer.change('update users set disabled_at = $3 where account_id = $1 and user_id = $2', [
    userId,
    since,
  ]);
}

/** Sets a user's password, and unlocks the user. */
export async function setPasswordHash(
  writer: AccountWriter,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await writer.change(
    `update users set password_hash = $3, failed_attempts = 0, locked_until = null, awaits_password = false
      where account_id = $1 and user_id = $2`,
    [userId, passwordHash],
  );
}

export interface UserTerms extends Restriction {
  readonly name: string;
  readonly role: Role;
}

export async function setTerms(writer: AccountWriter, userId: string, terms: UserTerms): Promise<void> {
  const { name, role, storeIds, warehouseIds } = terms;
  await writer.change(
    `update users set name = $3, role = $4, store_ids = $5, warehouse_ids = $6
      where account_id = $1 and user_id = $2`,
    [userId, name, role, storeIds, warehouseIds],
  );
}

/** Locks the account's users until the transaction ends. @returns the ids of the active owners */
export async function lockOwners(writer: AccountWriter): Promise<string[]> {
  await writer.read('select 1 from accounts where account_id = $1 for no key update', []);
  const rows = await writer.read<{ userId: string }>(
    `select user_id as "userId" from users
      where account_id = $1 and role = 'owner' and disabled_at is null and not awaits_password`,
    [],
  );
  return rows.map(({ userId }) => userId);
}

export type ListedUser = Omit<
  User,
  'passwordHash' | 'accountId' | 'lockedUntil' | 'createdAt' | 'disabledAt'
> & {
  readonly createdAt: string;
  readonly lockedUntil: string | null;
  readonly disabledAt: string | null;
  /** The time of the last sign-in with the password; null before the first one. */
  readonly signedInAt: string | null;
};

/** Lists the users of the account, newest first, including disabled ones. */
export function listNewestUsers(scope: AccountScope, page: NewestPage): Promise<Newest<ListedUser>> {
  const list = {
    from: 'from users where account_id = $1',
    columns: `user_id as "userId", name, phone, email, role, store_ids as "storeIds", warehouse_ids as "warehouseIds",
      awaits_password as "awaitsPassword", locked_until as "lockedUntil", created_at as "createdAt",
      disabled_at as "disabledAt",
      (select a.recorded_at from audit_records a
        where a.account_id = $1 and a.subject_kind = 'user' and a.subject_id = users.user_id::text
          and a.action = 'user.signed_in'
        order by a.audit_id desc limit 1) as "signedInAt"`,
    id: 'users.user_id',
    parameters: [],
  };
  return readNewest<ListedUser>(scope, list, page);
}
