import { stringify } from 'csv-stringify/sync';
import { notFound } from '../../domain/errors.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import {
  findHeader,
  findImport,
  type ImportKindName,
  type ImportState,
  listImports,
  listRejections,
  type StoredImport,
} from '../../storage/imports/imports.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { Client } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

export type { ImportKindName, ImportState, StoredImport };

const REJECTIONS_AT_ONCE = 1_000;
/** Spreadsheets read UTF-8 as such only after this. */
const BYTE_ORDER_MARK = '\ufeff';

/** The account's imports, newest first (contract: further endpoints). */
export function listAccountImports(
  { database, accountId }: AccountContext,
  page: NewestPage & { readonly kind: ImportKindName | null },
): Promise<Newest<StoredImport>> {
  return listImports(database.account(accountId), page);
}

/** @throws Problem `not_found` */
export async function getImport(
  { database, accountId }: AccountContext,
  importId: string,
): Promise<StoredImport> {
  const found = await findImport(database.account(accountId), importId);
  if (found === null) throw notFound('Import');
  return found;
}

/**
 * The rows of an import that were not taken, as they were sent, with what is wrong in a last column: so that they can
 * be put right and sent again. Cells that a spreadsheet would take for a formula get an apostrophe in front.
 *
 * @throws Problem `not_found`
 */
export async function rejectedRows(
  account: AccountContext,
  importId: string,
  client: Client,
): Promise<AsyncGenerator<Buffer, void, undefined>> {
  const { database, accountId, longWork } = account;
  await getImport(account, importId);
  const scope = database.account(accountId, client.signal);
  return longWork.inParts({ accountId, ...client }, rejectedLines(scope, importId));
}

/** The same, wherever it goes. */
export async function* rejectedLines(
  scope: AccountScope,
  importId: string,
): AsyncGenerator<string, void, undefined> {
  const header = (await findHeader(scope, importId)) ?? [];
  yield BYTE_ORDER_MARK + csv([[...header, 'errors']]);
  for (let after = 0; ; ) {
    const rows = await listRejections(scope, importId, after, REJECTIONS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield csv(rows.map(({ cells, errors }) => [...filled(cells, header.length), errors.join('; ')]));
    after = last.line;
  }
}

function filled(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: Math.max(columns, cells.length) }, (_, index) => cells[index] ?? '');
}

function csv(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' });
}
