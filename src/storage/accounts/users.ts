import { sql, type Updateable } from 'kysely';
import type { Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';
import type { UsersTable } from '../tables.ts';

/** A person who signs in to an account with a phone number or an email address, and a password. */
export interface User {
  readonly userId: string;
  readonly accountId: string;
  readonly name: string;
  /** Ten digits, without a country code. */
  readonly phone: string | null;
  /** The address in lower case. */
  readonly email: string | null;
  readonly passwordHash: string;
  /** The time until which the user is locked after wrong passwords; may be in the past. */
  readonly lockedUntil: Date | null;
  readonly createdAt: Date;
  /** The time since which the user is disabled; null for an active user. */
  readonly disabledAt: Date | null;
  readonly role: Role;
  /** The stores and warehouses that the user is restricted to; null if there is no restriction. */
  readonly storeIds: string[] | null;
  readonly warehouseIds: string[] | null;
  /** Tells whether the user was invited and has not set a password yet. */
  readonly awaitsPassword: boolean;
}

const COLUMNS = [
  'user_id as userId',
  'account_id as accountId',
  'name',
  'phone',
  'email',
  'password_hash as passwordHash',
  'locked_until as lockedUntil',
  'created_at as createdAt',
  'disabled_at as disabledAt',
  'role',
  'store_ids as storeIds',
  'warehouse_ids as warehouseIds',
  'awaits_password as awaitsPassword',
] as const;

/** The restriction of a user; null if there is no restriction. */
export function restrictionOf({ storeIds, warehouseIds }: Restriction): Restriction | null {
  return storeIds === null && warehouseIds === null ? null : { storeIds, warehouseIds };
}

/** The name that a user signs in with: the ten digits of a phone, or an email address in lower case. */
export type Username = { readonly phone: string } | { readonly email: string };

export async function findUser(database: Database, username: Username): Promise<User | null> {
  const query = database.global.selectFrom('users').select(COLUMNS);
  const row = await ('phone' in username
    ? query.where('phone', '=', username.phone)
    : query.where('email', '=', username.email)
  ).executeTakeFirst();
  return row ?? null;
}

export async function findUserById(database: Pick<Database, 'global'>, userId: string): Promise<User | null> {
  const query = database.global.selectFrom('users').select(COLUMNS).where('user_id', '=', userId);
  return (await query.executeTakeFirst()) ?? null;
}

/** Lists the users of an account, oldest first, including disabled ones. */
export async function listUsers(database: Database, accountId: string): Promise<User[]> {
  return database.global
    .selectFrom('users')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
}

/** The constraints that make phones and emails unique in the whole service. */
export const USER_PHONE_TAKEN = 'users_phone_key';
export const USER_EMAIL_TAKEN = 'users_email_key';

export async function insertUser(
  writer: AccountWriter,
  user: Pick<
    User,
    'userId' | 'name' | 'phone' | 'email' | 'passwordHash' | 'role' | 'awaitsPassword' | keyof Restriction
  >,
): Promise<void> {
  await writer.global
    .insertInto('users')
    .values({
      user_id: user.userId,
      account_id: writer.accountId,
      name: user.name,
      phone: user.phone,
      email: user.email,
      password_hash: user.passwordHash,
      role: user.role,
      store_ids: user.storeIds && [...user.storeIds],
      warehouse_ids: user.warehouseIds && [...user.warehouseIds],
      awaits_password: user.awaitsPassword,
      created_at: writer.now,
    })
    .execute();
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
  const { rows } = await sql<{ locks: boolean }>`
    update users
       set failed_attempts = case when failed_attempts + 1 >= ${limit} then 0 else failed_attempts + 1 end,
           locked_until = case when failed_attempts + 1 >= ${limit} then ${lockedUntil} else locked_until end
     where user_id = ${userId}
    returning failed_attempts = 0 as locks`.execute(writer.global);
  return rows[0]?.locks === true;
}

/**
 * Resets the count of wrong passwords after a correct one. This locks the user's row, so that disabling the
 * user or changing the password at the same time also ends the new token.
 *
 * @returns false if the user was disabled or got another password since it was read
 */
export async function clearWrongPasswords(writer: AccountWriter, user: User): Promise<boolean> {
  const { numUpdatedRows } = await writer.global
    .updateTable('users')
    .set({ failed_attempts: 0, locked_until: null })
    .where('user_id', '=', user.userId)
    .where('password_hash', '=', user.passwordHash)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function unlock(writer: AccountWriter, userId: string): Promise<void> {
  await updateUser(writer, userId, { failed_attempts: 0, locked_until: null });
}

/** Disables a user since the given time; null enables the user. */
export async function setDisabled(writer: AccountWriter, userId: string, since: Date | null): Promise<void> {
  await updateUser(writer, userId, { disabled_at: since });
}

/** Sets a user's password, and unlocks the user. */
export async function setPasswordHash(
  writer: AccountWriter,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await updateUser(writer, userId, {
    password_hash: passwordHash,
    failed_attempts: 0,
    locked_until: null,
    awaits_password: false,
  });
}

export interface UserTerms extends Restriction {
  readonly name: string;
  readonly role: Role;
}

export async function setTerms(writer: AccountWriter, userId: string, terms: UserTerms): Promise<void> {
  const { name, role, storeIds, warehouseIds } = terms;
  const ids = { store_ids: storeIds && [...storeIds], warehouse_ids: warehouseIds && [...warehouseIds] };
  await updateUser(writer, userId, { name, role, ...ids });
}

/** Locks the account's users until the transaction ends. @returns the ids of the active owners */
export async function lockOwners(writer: AccountWriter): Promise<string[]> {
  await writer.rawQuery('select 1 from accounts where account_id = $1 for no key update', []);
  const rows = await writer.rawQuery<{ userId: string }>(
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
};

/** Lists the users of the account, newest first, including disabled ones. */
export function listNewestUsers(scope: AccountScope, page: NewestPage): Promise<Newest<ListedUser>> {
  const list = {
    from: 'from users where account_id = $1',
    columns: `user_id as "userId", name, phone, email, role, store_ids as "storeIds", warehouse_ids as "warehouseIds",
      awaits_password as "awaitsPassword", locked_until as "lockedUntil", created_at as "createdAt",
      disabled_at as "disabledAt"`,
    id: 'users.user_id',
    parameters: [],
  };
  return readNewest<ListedUser>(scope, list, page);
}

async function updateUser(
  writer: AccountWriter,
  userId: string,
  values: Updateable<UsersTable>,
): Promise<void> {
  await writer.global
    .updateTable('users')
    .set(values)
    .where('account_id', '=', writer.accountId)
    .where('user_id', '=', userId)
    .execute();
}
