import { stringify } from 'csv-stringify/sync';
import { notFound } from '../../problems/problem.ts';
import { allOf } from '../../problems/sentence.ts';
import {
  type CheckReport,
  type FileReading,
  findHeader,
  findImport,
  type ImportKindName,
  type ImportState,
  type LineNote,
  listImports,
  listRejections,
  type StoredImport,
  type StoredMoney,
} from '../../storage/imports/imports.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

export type { CheckReport, FileReading, ImportKindName, ImportState, StoredImport, StoredMoney };

type Imports = Pick<AccountContext, 'database' | 'accountId'>;

const REJECTIONS_AT_ONCE = 1_000;
const MOST_PROBLEMS = 100;
/** Spreadsheets recognise UTF-8 only by this mark. */
const BYTE_ORDER_MARK = '\ufeff';

/** Returns the account's imports, newest first, without checks. */
export function listAccountImports(
  { database, accountId }: Imports,
  page: NewestPage & { readonly kinds: readonly ImportKindName[] | null },
): Promise<Newest<StoredImport>> {
  return listImports(database.account(accountId), page);
}

/** @throws Problem `not_found` */
export async function getImport({ database, accountId }: Imports, importId: string): Promise<StoredImport> {
  const found = await findImport(database.account(accountId), importId);
  if (found === null) throw notFound('Import');
  return found;
}

/**
 * Returns the rejected rows of an import as they were sent, with the same separator, with the problem in a last column, so that they
 * can be corrected and sent again. A cell that a spreadsheet would read as a formula gets an apostrophe in
 * front.
 *
 * @throws Problem `not_found`
 */
export async function rejectedRows(
  account: AccountContext & ListingParts,
  importId: string,
  client: Client,
): Promise<AsyncGenerator<Buffer, void, undefined>> {
  const { accountId, longWork } = account;
  const { reading } = await getImport(account, importId);
  const separator = reading?.separator ?? ',';
  const lines = rejectedLines(account, importId, separator, client.signal);
  return longWork.inParts({ accountId, ...client }, lines);
}

async function* rejectedLines(
  { database, accountId }: Imports,
  importId: string,
  separator: string,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const scope = database.account(accountId, signal);
  const header = (await findHeader(scope, importId)) ?? [];
  yield BYTE_ORDER_MARK + csv([[...header, 'errors']], separator);
  for (let after = 0; ; ) {
    const rows = await listRejections(scope, importId, after, REJECTIONS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield csv(
      rows.map(({ cells, errors }) => [
        ...filled(cells, header.length),
        errors.map(({ text }) => text).join('; '),
      ]),
      separator,
    );
    after = last.line;
  }
}

/** Returns what is wrong with the first 100 rejected rows of a check, or of an import that has ended. */
export async function firstProblems(
  { database, accountId }: Imports,
  { importId, checkReport, finishedAt, rejected }: StoredImport,
): Promise<readonly LineNote[]> {
  if (checkReport !== null) return checkReport.problems;
  if (finishedAt === null || rejected === 0) return [];
  const rows = await listRejections(database.account(accountId), importId, 0, MOST_PROBLEMS);
  return rows.map(({ line, errors }) => ({ line, column: null, message: allOf(errors) }));
}

function filled(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: Math.max(columns, cells.length) }, (_, index) => cells[index] ?? '');
}

function csv(rows: readonly (readonly string[])[], delimiter: string): string {
  return stringify(rows as string[][], { delimiter, escape_formulas: true, record_delimiter: 'windows' });
}
