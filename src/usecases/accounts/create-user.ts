import { validate } from 'uuid';
import type { Actor } from '../../domain/actor.ts';
import type { Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import {
  insertUser,
  type ListedUser,
  USER_EMAIL_TAKEN,
  USER_PHONE_TAKEN,
  type User,
} from '../../storage/accounts/users.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { findStore } from '../../storage/stores/stores.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import { assertAccount } from './assert-account.ts';
import { hashOfNobody, hashPassword, passwordProblem } from './passwords.ts';
import { readUsername } from './username.ts';

/** A user to be made. */
export interface NewUser extends Restriction {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  /** Null for one who is invited, and sets one by a link. */
  readonly password: string | null;
  readonly role: Role;
}

/** The default role of a user, who may do and see everything. */
const OWNER = { role: 'owner', storeIds: null, warehouseIds: null } as const;

/**
 * Makes a user of an account, who signs in with a password.
 *
 * @throws Problem `refused` with one sentence for each thing wrong; `not_found` for an unknown account
 */
export async function createUser(
  service: Service,
  actor: Actor,
  accountId: string,
  user: Omit<NewUser, keyof typeof OWNER> & Partial<NewUser>,
): Promise<{ userId: string }> {
  const row = await readyUser(service, service.database.account(accountId), { ...OWNER, ...user });
  await assertAccount(service, accountId);
  return tellingWhoseItIs(() =>
    service.database.change(accountId, changeBy(service, actor), (writer) => keepUser(writer, row)),
  );
}

/**
 * An owner makes a user of the account.
 *
 * @throws Problem `refused` with one sentence for each thing wrong
 */
export async function createAccountUser<Told>(
  account: AccountContext,
  user: NewUser,
  answer: WriteAnswer<ListedUser, Told>,
): Promise<Told> {
  const { database, accountId, actor } = account;
  const row = await readyUser(account, database.account(accountId), user);
  return tellingWhoseItIs(() =>
    database.change(accountId, changeBy(account, actor), async (writer) => {
      await keepUser(writer, row);
      const createdAt = writer.now.toISOString();
      return answer(writer, { ...row, createdAt, lockedUntil: null, disabledAt: null });
    }),
  );
}

type UserRow = Parameters<typeof insertUser>[1] & Pick<User, 'storeIds' | 'warehouseIds'>;

/** Judges a new user, and hashes the password. @throws Problem `refused` */
export async function readyUser(service: Service, scope: AccountScope, user: NewUser): Promise<UserRow> {
  const phone = user.phone === null ? null : readUsername(user.phone);
  const email = user.email === null ? null : readUsername(user.email);
  const problems: (ProblemDetail | string)[] = [];
  if (user.phone === null && user.email === null)
    problems.push(fieldProblem('email', 'required', 'a user needs a phone or an email'));
  if (user.phone !== null && !(phone && 'phone' in phone))
    problems.push(fieldProblem('phone', 'invalid', 'phone is not an Indian mobile number'));
  if (user.email !== null && !(email && 'email' in email))
    problems.push(fieldProblem('email', 'invalid', 'email is not an email address'));
  const unfit = user.password === null ? null : passwordProblem(user.password);
  if (unfit !== null) problems.push(fieldProblem('password', 'invalid', unfit));
  problems.push(...(await restrictionProblems(scope, user)));
  if (problems.length > 0) throw refused(problems);
  const { password, name, role, storeIds, warehouseIds } = user;
  return {
    userId: service.newId(),
    name,
    role,
    storeIds: storeIds && [...storeIds],
    warehouseIds: warehouseIds && [...warehouseIds],
    phone: phone && 'phone' in phone ? phone.phone : null,
    email: email && 'email' in email ? email.email : null,
    passwordHash:
      password === null
        ? hashOfNobody(service.passwordCost)
        : await hashPassword(password, service.passwordCost),
    awaitsPassword: password === null,
  };
}

/** Makes the user inside a change that is under way. */
export async function keepUser(writer: AccountWriter, row: UserRow): Promise<{ userId: string }> {
  await insertUser(writer, row);
  const { userId, name, role, storeIds, warehouseIds, awaitsPassword } = row;
  await writer.record({
    action: awaitsPassword ? 'user.invited' : 'user.created',
    subjectKind: 'user',
    subjectId: userId,
    changes: { name, role, store_ids: storeIds, warehouse_ids: warehouseIds },
  });
  return { userId };
}

/** Says in a sentence whose phone or email it is already. */
export async function tellingWhoseItIs<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const [constraint, field] of [
      [USER_PHONE_TAKEN, 'phone'],
      [USER_EMAIL_TAKEN, 'email'],
    ] as const) {
      if (violatesUnique(error, constraint))
        throw refused(fieldProblem(field, 'taken', `${field} belongs to another user already`));
    }
    throw error;
  }
}

/** Checks a restriction. */
export async function restrictionProblems(
  scope: AccountScope,
  { role, storeIds, warehouseIds }: Restriction & { readonly role: Role },
): Promise<ProblemDetail[]> {
  const problems: ProblemDetail[] = [];
  if (role === 'owner' && (storeIds !== null || warehouseIds !== null)) {
    const sentence = 'an owner sees the whole account: leave store_ids and warehouse_ids out';
    problems.push(fieldProblem('role', 'not_allowed', sentence));
  }
  const lists = [
    { field: 'store_ids', what: 'store', ids: storeIds, find: findStore },
    { field: 'warehouse_ids', what: 'warehouse', ids: warehouseIds, find: findWarehouse },
  ] as const;
  for (const { field, what, ids, find } of lists) {
    if (ids?.length === 0)
      problems.push(fieldProblem(field, 'too_short', `${field} must name one, or be left out for all`));
    for (const id of new Set(ids ?? [])) {
      if (!validate(id) || (await find(scope, id)) === null)
        problems.push(fieldProblem(field, 'unknown', `${field}: ${id} is not a ${what} of this account`));
    }
  }
  return problems;
}
