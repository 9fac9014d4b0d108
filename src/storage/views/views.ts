import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';

export interface View {
  readonly viewId: string;
  /** The user or key that created the view. */
  readonly ownerId: string | null;
  readonly ownerName: string;
  readonly name: string;
  readonly page: string;
  /** The query string of the page's address. */
  readonly query: string;
  readonly isShared: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const COLUMNS = `view_id as "viewId", owner_id as "ownerId", owner_name as "ownerName", name, page, query,
  is_shared as "isShared", created_at as "createdAt", updated_at as "updatedAt"`;

/** Lists a person's own views and the shared views, newest first. @param ofPage null for all pages */
export function listViews(
  scope: AccountScope,
  personId: string | null,
  ofPage: string | null,
  page: NewestPage,
): Promise<Newest<View>> {
  const list = {
    from: `from views where account_id = $1 and (is_shared or owner_id = $2) and ($3::text is null or page = $3)`,
    columns: COLUMNS,
    id: 'views.view_id',
    parameters: [personId, ofPage],
  };
  return readNewest<View>(scope, list, page);
}

/** Locks a view that a person may see until the transaction ends; null if there is none. */
export async function lockView(
  writer: AccountWriter,
  viewId: string,
  personId: string | null,
): Promise<View | null> {
  const [row] = await writer.rawQuery<View>(
    `select ${COLUMNS} from views where account_id = $1 and view_id = $2 and (is_shared or owner_id = $3) for update`,
    [viewId, personId],
  );
  return row ?? null;
}

/** Locks the number of a person's views until the transaction ends. @returns their number */
export async function lockViewsOf(writer: AccountWriter, personId: string | null): Promise<number> {
  await writer.rawQuery('select 1 from accounts where account_id = $1 for no key update', []);
  const [row] = await writer.rawQuery<{ views: number }>(
    'select count(*)::integer as views from views where account_id = $1 and owner_id is not distinct from $2',
    [personId],
  );
  return row?.views ?? 0;
}

export async function saveView(writer: AccountWriter, view: View): Promise<void> {
  await writer.rawChange(
    `insert into views (account_id, view_id, owner_id, owner_name, name, page, query, is_shared, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, view_id) do update
        set name = excluded.name, query = excluded.query, is_shared = excluded.is_shared, updated_at = excluded.updated_at`,
    [
      view.viewId,
      view.ownerId,
      view.ownerName,
      view.name,
      view.page,
      view.query,
      view.isShared,
      view.createdAt,
      view.updatedAt,
    ],
  );
}

export async function removeView(writer: AccountWriter, viewId: string): Promise<void> {
  await writer.rawChange('delete from views where account_id = $1 and view_id = $2', [viewId]);
}
