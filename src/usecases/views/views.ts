import { notFound, Problem, refused } from '../../problems/problem.ts';
import { say, word } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import {
  listViews,
  lockView,
  lockViewsOf,
  removeView,
  saveView,
  type View,
} from '../../storage/views/views.ts';
import { mayCall } from '../accounts/permissions.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';

export type { View };

const MOST_VIEWS = 200;
const TOO_MANY = say('too_many_views', 'You have {most} views, which is the limit: delete one first', {
  most: MOST_VIEWS,
});

/** Returns a page of the caller's own views and the shared views, newest first. */
export function listSeenViews(
  { database, accountId, actor }: AccountContext,
  ofPage: string | null,
  page: NewestPage,
): Promise<Newest<View>> {
  return listViews(database.account(accountId), actor.id, ofPage, page);
}

/** @throws Problem `forbidden` if a viewer shares a view; `refused` above 200 views of one person */
export async function createView<Answer>(
  account: AccountContext,
  wanted: Pick<View, 'name' | 'page' | 'query' | 'isShared'>,
  answer: WriteAnswer<View, Answer>,
): Promise<Answer> {
  if (wanted.isShared) assertMayShare(account);
  const { actor } = account;
  return account.database.change(account.accountId, changeBy(account, actor), async (writer) => {
    if ((await lockViewsOf(writer, actor.id)) >= MOST_VIEWS) throw refused(TOO_MANY);
    const at = writer.now.toISOString();
    const owner = { ownerId: actor.id, ownerName: actor.name };
    const view = { ...wanted, ...owner, viewId: writer.newId(), createdAt: at, updatedAt: at };
    await saveView(writer, view);
    await recordChange(writer, 'view.saved', view);
    return answer(writer, view);
  });
}

/** @throws Problem `not_found` for another person's private view; `forbidden` for another's shared view */
export async function changeView(
  account: AccountContext,
  viewId: string,
  changes: Partial<Pick<View, 'name' | 'query' | 'isShared'>>,
): Promise<View> {
  if (changes.isShared === true) assertMayShare(account);
  return onOwnView(account, viewId, async (writer, view) => {
    const changed = { ...view, ...changes, updatedAt: writer.now.toISOString() };
    await saveView(writer, changed);
    await recordChange(writer, 'view.changed', changed);
    return changed;
  });
}

/** @throws Problem as `changeView` */
export async function deleteView(account: AccountContext, viewId: string): Promise<void> {
  await onOwnView(account, viewId, async (writer, view) => {
    await removeView(writer, viewId);
    await recordChange(writer, 'view.removed', view);
  });
}

function onOwnView<T>(
  account: AccountContext,
  viewId: string,
  work: (writer: AccountWriter, view: View) => Promise<T>,
): Promise<T> {
  const { actor } = account;
  return account.database.change(account.accountId, changeBy(account, actor), async (writer) => {
    const view = await lockView(writer, viewId, actor.id);
    if (view === null) throw notFound('View');
    if (view.ownerId !== actor.id && !mayCall(account, 'owner'))
      throw new Problem(
        'forbidden',
        say('view_of_another', 'This view belongs to {owner}: only they and owners can change it', {
          owner: view.ownerName,
        }),
      );
    return work(writer, view);
  });
}

function assertMayShare(account: AccountContext): void {
  if (!mayCall(account, 'packer'))
    throw new Problem(
      'forbidden',
      say(
        'sharing_requires_role',
        'Sharing a view requires the role {role}; you are signed in as {own_role}',
        {
          role: word('packer'),
          own_role: word(account.role),
        },
      ),
    );
}

async function recordChange(writer: AccountWriter, action: string, view: View): Promise<void> {
  const { viewId, name, page, query, isShared } = view;
  const changes = { name, page, query, is_shared: isShared };
  await writer.record({ action, subjectKind: 'view', subjectId: viewId, changes });
}
