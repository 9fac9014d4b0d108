import { sql } from 'kysely';
import type { AccountWriter } from './account-scope.ts';
import type { Database } from './database.ts';

/** A person of an account, who signs in with a phone number or email address and a password. */
export interface User {
  readonly userId: string;
  readonly accountId: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly lockedUntil: Date | null;
}

/** How a user is named when signing in: ten digits of a phone, or an email address in lower case. */
export type Username = { readonly phone: string } | { readonly email: string };

export async function findUser(database: Database, username: Username): Promise<User | null> {
  const query = database.global
    .selectFrom('users')
    .select([
      'user_id as userId',
      'account_id as accountId',
      'name',
      'password_hash as passwordHash',
      'locked_until as lockedUntil',
    ]);
  const row = await ('phone' in username
    ? query.where('phone', '=', username.phone)
    : query.where('email', '=', username.email)
  ).executeTakeFirst();
  return row ?? null;
}

/** The constraints that keep a phone and an email to one user of the whole service. */
export const USER_PHONE_TAKEN = 'users_phone_key';
export const USER_EMAIL_TAKEN = 'users_email_key';

export async function insertUser(
  writer: AccountWriter,
  user: { userId: string; name: string; phone: string | null; email: string | null; passwordHash: string },
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
      created_at: writer.now,
    })
    .execute();
}

/**
 * Counts a wrong password. At the `limit`th in a row the user is locked until `lockedUntil` and the
 * count starts anew.
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

/** A right password ends the row of wrong ones. */
export async function clearWrongPasswords(writer: AccountWriter, userId: string): Promise<void> {
  await writer.global
    .updateTable('users')
    .set({ failed_attempts: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute();
}
