import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';

const CHANGING = columns({
  name: column<string>(),
  /** The query string of the page's address. */
  query: column<string>(),
  isShared: column<boolean>(),
  updatedAt: column<string>(),
});
const VIEW = columns({
  viewId: column<string>(),
  /** The user or key that created the view. */
  ownerId: column<string | null>(),
  ownerName: column<string>(),
  page: column<string>(),
  createdAt: column<string>(),
  ...CHANGING.fields,
});

export type View = RowOf<typeof VIEW.fields>;

/** Lists a person's own views and the shared views, newest first. @param ofPage null for all pages */
export function listViews(
  scope: AccountScope,
  personId: string | null,
  ofPage: string | null,
  page: NewestPage,
): Promise<Newest<View>> {
  const list = {
    from: `from views where account_id = $1 and (is_shared or owner_id = $2) and ($3::text is null or page = $3)`,
    columns: VIEW.selected(),
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
  const [row] = await writer.read<View>(
    `select ${VIEW.selected()} from views where account_id = $1 and view_id = $2 and (is_shared or owner_id = $3) for update`,
    [viewId, personId],
  );
  return row ?? null;
}

/** Locks the number of a person's views until the transaction ends. @returns their number */
export async function lockViewsOf(writer: AccountWriter, personId: string | null): Promise<number> {
  await writer.read('select 1 from accounts where account_id = $1 for no key update', []);
  const [row] = await writer.read<{ views: number }>(
    'select count(*) as views from views where account_id = $1 and owner_id is not distinct from $2',
    [personId],
  );
  return row?.views ?? 0;
}

export async function saveView(writer: AccountWriter, view: View): Promise<void> {
  await writer.change(
    `insert into views (account_id, ${VIEW.columns}) values ($1, ${VIEW.parameters(2)})
     on conflict (account_id, view_id) do update set ${CHANGING.excluded}`,
    VIEW.values(view),
  );
}

export async function removeView(writer: AccountWriter, viewId: string): Promise<void> {
  await writer.change('delete from views where account_id = $1 and view_id = $2', [viewId]);
}
