import { stringify } from 'csv-stringify/sync';
import { parseForeignJson } from '../../problems/foreign-json.ts';
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
  type Rejection,
  type StoredImport,
  type StoredMoney,
} from '../../storage/imports/imports.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { writeWorkbook } from '../workbook/write-workbook.ts';
import { REASONS } from './refusal-sentence.ts';

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
  const table = rejectedTable(account, importId, client.signal);
  return longWork.inParts({ accountId, ...client }, csvOf(table, reading?.separator ?? ','));
}

/**
 * Returns the rejected rows in the form in which the file came: as `rejectedRows`, as a workbook, or as lines of JSON with `errors`.
 *
 * @throws Problem `not_found`
 */
export async function rejectedFile(
  account: AccountContext & ListingParts,
  importId: string,
  client: Client,
): Promise<{ readonly form: FileReading['form']; readonly parts: AsyncGenerator<Buffer, void, undefined> }> {
  const { accountId, longWork } = account;
  const { reading } = await getImport(account, importId);
  const form = reading?.form ?? 'csv';
  const pieces = {
    csv: () => csvOf(rejectedTable(account, importId, client.signal), reading?.separator ?? ','),
    xlsx: () => writeWorkbook(rejectedTable(account, importId, client.signal)),
    jsonl: () => jsonLinesOf(rejectionsIn(account, importId, client.signal)),
  }[form]();
  return { form, parts: longWork.inParts({ accountId, ...client }, pieces) };
}

async function* rejectionsIn(
  { database, accountId }: Imports,
  importId: string,
  signal: AbortSignal,
): AsyncGenerator<readonly Rejection[]> {
  const scope = database.account(accountId, signal);
  for (let after = 0; ; ) {
    const rows = await listRejections(scope, importId, after, REJECTIONS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.line;
  }
}

/** The header, then the rejected rows, with a last column that says why. */
async function* rejectedTable(
  account: Imports,
  importId: string,
  signal: AbortSignal,
): AsyncGenerator<readonly (readonly string[])[]> {
  const header = (await findHeader(account.database.account(account.accountId, signal), importId)) ?? [];
  yield [[...header, REASONS]];
  for await (const rows of rejectionsIn(account, importId, signal)) {
    yield rows.map(({ cells, errors }) => [
      ...filled(cells, header.length),
      errors.map(({ text }) => text).join('; '),
    ]);
  }
}

async function* csvOf(
  table: AsyncIterable<readonly (readonly string[])[]>,
  separator: string,
): AsyncGenerator<string, void, undefined> {
  let mark = BYTE_ORDER_MARK;
  for await (const rows of table) {
    yield mark + csv(rows, separator);
    mark = '';
  }
}

async function* jsonLinesOf(
  rejections: AsyncIterable<readonly Rejection[]>,
): AsyncGenerator<string, void, undefined> {
  for await (const rows of rejections) {
    yield rows.map(({ cells, errors }) => `${withErrors(cells[0] ?? '', errors)}\n`).join('');
  }
}

/** The line as it was sent, which numbers in it may need, and why it is rejected. */
function withErrors(line: string, errors: Rejection['errors']): string {
  const reasons = { [REASONS]: errors.map(({ text }) => text) };
  if (!isJsonObject(line)) return JSON.stringify({ line, ...reasons });
  const open = line.slice(0, line.lastIndexOf('}')).trimEnd();
  return `${open}${open === '{' ? '' : ','}${JSON.stringify(reasons).slice(1)}`;
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

function isJsonObject(line: string): boolean {
  try {
    const sent = parseForeignJson(line);
    return typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  } catch {
    return false;
  }
}

function filled(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: Math.max(columns, cells.length) }, (_, index) => cells[index] ?? '');
}

function csv(rows: readonly (readonly string[])[], delimiter: string): string {
  return stringify(rows as string[][], { delimiter, escape_formulas: true, record_delimiter: 'windows' });
}
