import type { Restriction } from '../../domain/people.ts';
import type { Role } from '../../domain/role.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { revokeTokensOf } from '../../storage/accounts/credentials.ts';
import { endSessionsOf } from '../../storage/accounts/sessions.ts';
import { endSignInLinksOf } from '../../storage/accounts/sign-in-links.ts';
import { findUserById, lockOwners, setDisabled, setTerms, type User } from '../../storage/accounts/users.ts';
import { type AccountActor, changeBy, type ShippingService } from '../service.ts';
import { restrictionProblems } from './create-user.ts';

/** Changes of a user; parts that are left out stay. */
export interface UserChanges extends Partial<Restriction> {
  readonly name?: string;
  readonly role?: Role;
  readonly disabled?: boolean;
}

/**
 * Changes what a user may do and see, or shuts the user out, in this process at once and in every other within a second.
 *
 * @throws Problem `not_found`; `refused` also where nobody would be left who may sign in as an owner
 */
export async function changeUser(
  account: AccountActor & Partial<Pick<ShippingService, 'peopleChanges'>>,
  userId: string,
  changes: UserChanges,
): Promise<User> {
  const { database, accountId, actor } = account;
  const changed = await database.change(accountId, changeBy(account, actor), async (writer) => {
    const owners = await lockOwners(writer);
    const user = await findUserById({ global: writer.global }, userId);
    if (user?.accountId !== accountId) throw notFound('User');
    const { name, role, storeIds, warehouseIds } = { ...user, ...changes };
    const terms = { name, role, storeIds, warehouseIds };
    const isDisabled = changes.disabled ?? user.disabledAt !== null;
    const isLast = owners.includes(userId) && owners.length === 1;
    const problems = await restrictionProblems(writer, terms);
    if (problems.length > 0) throw refused(problems);
    if (isLast && (isDisabled || role !== 'owner'))
      throw refused('This is the last owner who can sign in: make somebody else an owner first');
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
