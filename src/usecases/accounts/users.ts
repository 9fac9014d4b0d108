import parsePhoneNumber from 'libphonenumber-js/mobile';
import { validate } from 'uuid';
import type { Actor } from '../../domain/actor.ts';
import type { Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import {
  fieldProblem,
  notFound,
  Problem,
  type ProblemDetail,
  type ProblemInput,
  refused,
} from '../../problems/problem.ts';
import { about, fieldNamed, say, word } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { revokeTokensOf } from '../../storage/accounts/credentials.ts';
import { endSessionsOf } from '../../storage/accounts/sessions.ts';
import { endSignInLinksOf } from '../../storage/accounts/sign-in-links.ts';
import {
  findUser,
  findUserById,
  insertUser,
  type ListedUser,
  listUsers,
  lockOwners,
  setDisabled,
  setTerms,
  USER_EMAIL_TAKEN,
  USER_PHONE_TAKEN,
  type User,
  type Username,
  unlock,
} from '../../storage/accounts/users.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { findStore } from '../../storage/stores/stores.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountActor, type AccountContext, changeBy, type Service } from '../service.ts';
import { assertAccount } from './accounts.ts';
import {
  hashOfNobody,
  hashPassword,
  type PasswordParts,
  type PeopleParts,
  passwordProblem,
} from './passwords.ts';

const EMAIL = /^[^\s@<>]{1,64}@[^\s@<>]{1,190}$/;

/** Reads a username: an email address, or an Indian mobile number. Null for anything else. */
export function readUsername(text: string): Username | null {
  const trimmed = text.trim();
  if (EMAIL.test(trimmed)) return { email: trimmed.toLowerCase() };
  const phone = trimmed.length <= 30 ? parsePhoneNumber(trimmed, 'IN') : undefined;
  if (!phone?.isValid() || phone.country !== 'IN') return null;
  return { phone: phone.nationalNumber };
}

export interface NewUser extends Restriction {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  /** Null for an invited user, who sets a password with a link. */
  readonly password: string | null;
  readonly role: Role;
}

/** The default rights of a user: everything. */
const OWNER = { role: 'owner', storeIds: null, warehouseIds: null } as const;

/**
 * Creates a user of an account, who signs in with a password.
 *
 * @throws Problem `refused` with a sentence for each problem; `not_found` for an unknown account
 */
export async function createUser(
  service: Service & PasswordParts,
  actor: Actor,
  accountId: string,
  user: Omit<NewUser, keyof typeof OWNER> & Partial<NewUser>,
): Promise<{ userId: string }> {
  const row = await readyUser(service, service.database.account(accountId), { ...OWNER, ...user });
  await assertAccount(service, accountId);
  return explainTakenContact(() =>
    service.database.change(accountId, changeBy(service, actor), (writer) => keepUser(writer, row)),
  );
}

/** Creates a user of the caller's account; the caller must be an owner. @throws Problem `refused` */
export async function createAccountUser<Answer>(
  account: AccountContext & PasswordParts,
  user: NewUser,
  answer: WriteAnswer<ListedUser, Answer>,
): Promise<Answer> {
  const { database, accountId, actor } = account;
  const row = await readyUser(account, database.account(accountId), user);
  return explainTakenContact(() =>
    database.change(accountId, changeBy(account, actor), async (writer) => {
      await keepUser(writer, row);
      const createdAt = writer.now.toISOString();
      return answer(writer, { ...row, createdAt, lockedUntil: null, disabledAt: null, signedInAt: null });
    }),
  );
}

const NEEDS_CONTACT = say('user_needs_contact', 'a user needs a phone or an email');
const NO_MOBILE = about('is_no_mobile', 'is not an Indian mobile number');
const NO_EMAIL = about('is_no_email', 'is not an email address');

type UserRow = Parameters<typeof insertUser>[1] & Pick<User, 'storeIds' | 'warehouseIds'>;

/** Checks a new user, and hashes the password. @throws Problem `refused` */
export async function readyUser(
  service: Service & PasswordParts,
  scope: AccountScope,
  user: NewUser,
): Promise<UserRow> {
  const phone = user.phone === null ? null : readUsername(user.phone);
  const email = user.email === null ? null : readUsername(user.email);
  const problems: ProblemInput[] = [];
  if (user.phone === null && user.email === null)
    problems.push(fieldProblem('email', 'required', NEEDS_CONTACT));
  if (user.phone !== null && !(phone && 'phone' in phone))
    problems.push(fieldProblem('phone', 'invalid', NO_MOBILE));
  if (user.email !== null && !(email && 'email' in email))
    problems.push(fieldProblem('email', 'invalid', NO_EMAIL));
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

const CONTACT_TAKEN = about('contact_taken', 'is already used by another user');

/** Turns a violated unique constraint into a problem that says which contact is already in use. */
export async function explainTakenContact<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    for (const [constraint, field] of [
      [USER_PHONE_TAKEN, 'phone'],
      [USER_EMAIL_TAKEN, 'email'],
    ] as const) {
      if (violatesUnique(error, constraint)) throw refused(fieldProblem(field, 'taken', CONTACT_TAKEN));
    }
    throw error;
  }
}

const NO_ENTRY = about('must_have_entry', 'must have at least one entry; leave it out to allow all');

export async function restrictionProblems(
  scope: AccountScope,
  { role, storeIds, warehouseIds }: Restriction & { readonly role: Role },
): Promise<ProblemDetail[]> {
  const problems: ProblemDetail[] = [];
  if (role === 'owner' && (storeIds !== null || warehouseIds !== null)) {
    const sentence = say(
      'owner_sees_all',
      'an owner sees the whole account: leave out store_ids and warehouse_ids',
    );
    problems.push(fieldProblem('role', 'not_allowed', sentence));
  }
  const lists = [
    { field: 'store_ids', thing: word('a store'), ids: storeIds, find: findStore },
    { field: 'warehouse_ids', thing: word('a warehouse'), ids: warehouseIds, find: findWarehouse },
  ] as const;
  for (const { field, thing, ids, find } of lists) {
    if (ids?.length === 0) problems.push(fieldProblem(field, 'too_short', NO_ENTRY));
    for (const id of new Set(ids ?? [])) {
      if (!validate(id) || (await find(scope, id)) === null)
        problems.push(
          fieldProblem(
            field,
            'unknown',
            say('entry_not_of_account', '{field}: {value} is not {thing} of this account', {
              field: fieldNamed(field),
              value: id,
              thing,
            }),
          ),
        );
    }
  }
  return problems;
}

/** Changes of a user; missing fields stay unchanged. */
export interface UserChanges extends Partial<Restriction> {
  readonly name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
}

/**
 * Changes what a user may do and see, or disables the user: at once in this process, and within a second in
 * every other process.
 *
 * @throws Problem `not_found`; `refused` also if no active owner would be left
 */
export async function changeUser(
  account: AccountActor & Partial<PeopleParts>,
  userId: string,
  changes: UserChanges,
): Promise<User> {
  const { database, accountId, actor } = account;
  const changed = await database.change(accountId, changeBy(account, actor), async (writer) => {
    const owners = await lockOwners(writer);
    const user = await findUserById(writer, userId);
    if (user === null) throw notFound('User');
    const { name, role, storeIds, warehouseIds } = { ...user, ...changes };
    const terms = { name, role, storeIds, warehouseIds };
    const isDisabled = changes.disabled ?? user.disabledAt !== null;
    const isLast = owners.includes(userId) && owners.length === 1;
    const problems = await restrictionProblems(writer, terms);
    if (problems.length > 0) throw refused(problems);
    if (isLast && (isDisabled || role !== 'owner')) throw refused(LAST_OWNER);
    await setTerms(writer, userId, terms);
    const ended = isDisabled && user.disabledAt === null;
    if (ended) await setDisabled(writer, userId, writer.now);
    else if (!isDisabled && user.disabledAt !== null) await setDisabled(writer, userId, null);
    if (ended) {
      await revokeTokensOf(writer, userId);
      await endSessionsOf(writer, userId);
      await endSignInLinksOf(writer, userId);
    }
    await writer.record({
      action: ended ? 'user.disabled' : 'user.changed',
      subjectKind: 'user',
      subjectId: userId,
      changes: differences(user, { ...terms, isDisabled }),
    });
    return {
      ...user,
      ...terms,
      ...listsOf(terms),
      disabledAt: isDisabled ? (user.disabledAt ?? writer.now) : null,
    };
  });
  account.peopleChanges?.emit('changed', accountId);
  return changed;
}

const LAST_OWNER = say(
  'last_owner',
  'This is the last owner who can sign in: make another user an owner first',
);

function listsOf({ storeIds, warehouseIds }: Restriction) {
  return { storeIds: storeIds && [...storeIds], warehouseIds: warehouseIds && [...warehouseIds] };
}

function differences(
  before: User,
  after: Restriction & { readonly name: string; readonly role: Role; readonly isDisabled: boolean },
): Record<string, unknown> {
  const fields = [
    ['name', before.name, after.name],
    ['role', before.role, after.role],
    ['store_ids', before.storeIds, after.storeIds],
    ['warehouse_ids', before.warehouseIds, after.warehouseIds],
    ['disabled', before.disabledAt !== null, after.isDisabled],
  ] as const;
  return Object.fromEntries(
    fields
      .filter(([, from, to]) => JSON.stringify(from) !== JSON.stringify(to))
      .map(([field, from, to]) => [field, { from, to }]),
  );
}

/**
 * Disables a user, who can no longer sign in. Tokens and sessions end within 1 s in every process that
 * reaches the database, and within 30 s in others. Has no effect on a disabled user.
 *
 * @returns the number of ended tokens and sessions
 */
export async function disableUser(service: Service, actor: Actor, user: User): Promise<number> {
  if (user.disabledAt !== null) return 0;
  return service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    // Before the tokens, so that a simultaneous sign-in is either complete or refused.
    await setDisabled(writer, user.userId, writer.now);
    const tokens = (await revokeTokensOf(writer, user.userId)) + (await endSessionsOf(writer, user.userId));
    await endSignInLinksOf(writer, user.userId);
    await writer.record({
      action: 'user.disabled',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name, tokens_ended: tokens },
    });
    return tokens;
  });
}

/** Lets a disabled user sign in again; ended tokens stay ended. Has no effect on an active user. */
export async function enableUser(service: Service, actor: Actor, user: User): Promise<void> {
  if (user.disabledAt === null) return;
  await service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    await setDisabled(writer, user.userId, null);
    await writer.record({
      action: 'user.enabled',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name },
    });
  });
}

/**
 * Lets a user who is locked after wrong passwords try again at once.
 *
 * @returns false if the user was not locked
 */
export async function unlockUser(service: Service, actor: Actor, user: User): Promise<boolean> {
  if (user.lockedUntil === null || user.lockedUntil <= service.now()) return false;
  await service.database.change(user.accountId, changeBy(service, actor), async (writer) => {
    await unlock(writer, user.userId);
    await writer.record({
      action: 'user.unlocked',
      subjectKind: 'user',
      subjectId: user.userId,
      changes: { name: user.name },
    });
  });
  return true;
}

export type { User };

/** Returns all users of an account, oldest first. @throws Problem `not_found` for an unknown account */
export async function listAccountUsers(service: Service, accountId: string): Promise<User[]> {
  await assertAccount(service, accountId);
  return listUsers(service.database.account(accountId));
}

/**
 * Finds a user by the id, phone number or email address that the operator entered.
 *
 * @param accountId the only account whose users may be found; null for any
 * @throws Problem `refused` for a text that is none of these; `not_found` for an unknown user
 */
export async function findNamedUser(
  { database }: Service,
  named: string,
  accountId: string | null = null,
): Promise<User> {
  const username = readUsername(named);
  if (username === null && !validate(named)) {
    throw refused(
      say('names_no_user', '{user} is not the id, phone number or email address of a user', { user: named }),
    );
  }
  const user = await findUser(database, username ?? { userId: named });
  if (!user || user.accountId !== (accountId ?? user.accountId))
    throw new Problem('not_found', say('user_not_found', 'User {user} not found', { user: named }));
  return user;
}

/** Tells whether the text is the phone or email of the token's user; an API key has none. */
export async function isUser({ database, accountId, actor }: AccountContext, text: string): Promise<boolean> {
  const named = readUsername(text);
  if (named === null || actor.kind !== 'user' || actor.id === null) return false;
  const user = await findUserById(database.account(accountId), actor.id);
  return 'phone' in named ? user?.phone === named.phone : user?.email === named.email;
}
