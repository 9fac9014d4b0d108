import type { ToldMoney } from '../../domain/money/told-money.ts';
import type { DoubtCode } from '../../domain/orders/order-doubts.ts';
import type { ProblemCode } from '../../problems/problem.ts';
import { asWritten, type Sentence, type SentenceValues } from '../../problems/sentence.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { type Newest, type NewestPage, readNewest, timeColumn, timeOrNullColumn } from '../newest-page.ts';
import { ACTOR, type WithActor, withActor } from '../stored-actor.ts';
import { readSentence, sentenceColumn, storedOrNull, storedSentence } from '../stored-sentence.ts';
import type { MatchedColumns } from './kept-profiles.ts';

export const IMPORT_KINDS = ['remittance', 'courier_invoice', 'orders'] as const;
export type ImportKindName = (typeof IMPORT_KINDS)[number];

/** `arriving`: the file is being sent; not shown. `stopped`: its creator lost the permission. */
export const IMPORT_STATES = ['arriving', 'waiting', 'running', 'done', 'failed', 'stopped'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

const LISTED = columns({
  importId: column<string>(),
  kind: column<ImportKindName>(),
  state: column<ImportState>(),
  ...ACTOR.fields,
  /** The name of the file, if it is known. */
  source: column<string | null>(),
  options: column<Readonly<Record<string, unknown>>>(),
  bytes: column<number>(),
  bytesRead: column<number>(),
  rows: column<number>(),
  rejected: column<number>(),
  counts: column<Readonly<Record<string, number>>>(),
  /** The reason why nothing was imported, or why the import was stopped; else null. */
  failure: sentenceColumn(),
  /** The report of a check, which imports nothing; null for an import. */
  checkReport: {
    ...column<CheckReport | null>(),
    read: (stored) => (stored === null ? null : readReport(stored as StoredReport)),
  },
  /** Null before the file is read, and for files that an older release has read. */
  reading: column<FileReading | null>(),
  createdAt: timeColumn(),
  startedAt: timeOrNullColumn(),
  finishedAt: timeOrNullColumn(),
});

export type StoredImport = WithActor<RowOf<typeof LISTED.fields>> & {
  /** Of a courier's file, at the end. In a list, without `differences`. */
  readonly money: StoredMoney | null;
};

type Row = RowOf<typeof LISTED.fields> & Pick<StoredImport, 'money'>;

function importOfRow(row: Row): StoredImport {
  return withActor(LISTED.read(row));
}

export type StoredMoney = Omit<ToldMoney, 'differences'> & Partial<ToldMoney>;

/** The first problems and warnings of a check, by line. */
export interface CheckReport {
  /** Notes about rows that would be refused. */
  readonly problems: readonly LineNote[];
  /** Notes about rows that would be accepted. */
  readonly warnings: readonly LineNote[];
  readonly warned: number;
  /** The columns that would be ignored. */
  readonly unknownColumns: readonly string[];
  /** All columns. Not in reports that the previous release has stored. */
  readonly columns?: readonly { readonly name: string; readonly field: string | null }[];
}

/** How a file was read. */
export interface FileReading {
  readonly form: 'csv' | 'xlsx' | 'jsonl';
  /** Null for a workbook. */
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' | null;
  /** Null for a workbook and lines of JSON. */
  readonly separator: ',' | ';' | '\t' | '|' | null;
  /** The sheet of a workbook, else null. */
  readonly sheet: string | null;
  /** The line of the column names. */
  readonly headerLine: number;
  readonly dateOrder: 'day first' | 'month first';
  /** The number of rows of totals, which are left out. */
  readonly totals: number;
  /** The kind of a file of orders: `shopify`, or a name that the account keeps. Else null. */
  readonly profile: string | null;
  /** How the columns of a file of orders are read, also if the kept profile changes meanwhile. */
  readonly readBy?: { readonly name: string; readonly base: string; readonly columns: MatchedColumns };
  /** The fields that every order needs and the file has no column for. */
  readonly missing: readonly string[];
  /** Why orders are left out. */
  readonly leftOut: readonly { readonly orders: number; readonly because: Sentence }[];
  /** What is odd about the whole file. */
  readonly notes: readonly Sentence[];
}

export type NoteCode = ProblemCode | DoubtCode;

/** A sentence about a row. `column` is the column's name in the file; null means the whole row. */
export interface LineNote {
  readonly line: number;
  readonly column: string | null;
  /** Our name of the column, if it is about one. */
  readonly field?: string | null;
  /** Not in reports that the previous release has stored. */
  readonly code?: NoteCode;
  readonly message: Sentence;
  /** A value that would fit, if one is known. */
  readonly expected?: string;
}

/** A note in JSON. Older releases wrote and read only the text. */
type StoredNote = Omit<LineNote, 'message'> & {
  readonly message: string;
  readonly template?: string;
  readonly values?: SentenceValues;
};

type StoredReport = Omit<CheckReport, 'problems' | 'warnings'> & {
  readonly problems: readonly StoredNote[];
  readonly warnings: readonly StoredNote[];
};

/** Adds an import before its file arrives. */
export async function beginImport(
  writer: AccountWriter,
  { importId, kind, source, options }: Pick<StoredImport, 'importId' | 'kind' | 'source' | 'options'>,
): Promise<void> {
  writer.skipAudit('nobody is shown a file that has not come whole');
  await writer.change(
    `insert into imports (account_id, import_id, created_at, kind, actor_kind, actor_id, actor_name, source, options)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      importId,
      writer.now,
      kind,
      writer.actor.kind,
      writer.actor.id,
      writer.actor.name,
      source,
      JSON.stringify(options),
    ],
  );
}

const ADD_PIECE = {
  name: 'add-import-piece',
  text: 'insert into import_pieces (account_id, import_id, piece, bytes) values ($1, $2, $3, $4)',
};

export async function addPiece(
  database: Database,
  accountId: string,
  importId: string,
  piece: number,
  bytes: Buffer,
): Promise<void> {
  await database.changeAtOnce(accountId, ADD_PIECE, [importId, piece, bytes]);
}

/** Reads the file as it was received, part by part. */
export async function* readPieces(scope: AccountScope, importId: string): AsyncGenerator<Buffer> {
  for (let piece = 0; ; piece += 1) {
    const [row] = await scope.read<{ bytes: Buffer }>(
      'select bytes from import_pieces where account_id = $1 and import_id = $2 and piece = $3',
      [importId, piece],
    );
    if (row === undefined) return;
    yield row.bytes;
  }
}

/** Removes an import that was never shown to anybody. */
export async function dropImport(writer: AccountWriter, importId: string): Promise<void> {
  writer.skipAudit('nobody was told of it');
  for (const table of ['import_pieces', 'import_rejections', 'imports']) {
    await writer.change(`delete from ${table} where account_id = $1 and import_id = $2`, [importId]);
  }
}

/** Stores the report of a check, and deletes its file. */
export async function keepCheck(
  writer: AccountWriter,
  importId: string,
  check: Pick<ImportEnd, 'rows' | 'rejected' | 'counts' | 'header' | 'money' | 'reading'> & {
    readonly report: CheckReport;
  },
): Promise<void> {
  writer.skipAudit('nothing of the account changes');
  await writer.change('delete from import_pieces where account_id = $1 and import_id = $2', [importId]);
  await writer.change(
    `update imports set state = 'done', started_at = created_at, finished_at = $3, rows = $4, rejected = $5, counts = $6,
        header = $7, check_report = $8, money = $9, reading = $10
      where account_id = $1 and import_id = $2`,
    [
      importId,
      writer.now,
      check.rows,
      check.rejected,
      JSON.stringify(check.counts),
      check.header,
      JSON.stringify(storedReport(check.report)),
      check.money && JSON.stringify(check.money),
      check.reading && JSON.stringify(check.reading),
    ],
  );
}

/** Marks the file as complete and the import as waiting for its turn. */
export async function importArrived(writer: AccountWriter, importId: string, bytes: number): Promise<void> {
  await writer.change(
    "update imports set state = 'waiting', bytes = $3 where account_id = $1 and import_id = $2",
    [importId, bytes],
  );
}

/** Reads the account's unfinished imports, and the bytes of all imports that arrived since a time. */
export async function readImportUsage(
  scope: AccountScope,
  since: Date,
): Promise<{ readonly open: number; readonly bytes: number }> {
  const [row] = await scope.read<{ open: number; bytes: number }>(
    `select count(*) filter (where state in ('waiting', 'running')) as open, coalesce(sum(bytes), 0)::float8 as bytes
       from imports where account_id = $1 and (created_at >= $2 or state in ('waiting', 'running'))`,
    [since],
  );
  return row ?? { open: 0, bytes: 0 };
}

/** Records an import's progress in a separate transaction, so that readers see it. */
export async function noteProgress(
  database: Database,
  accountId: string,
  importId: string,
  progress: { readonly at: Date; readonly rows: number; readonly bytesRead: number },
): Promise<void> {
  const statement = {
    name: 'note-import-progress',
    text: `update imports set state = 'running', started_at = coalesce(started_at, $3), rows = $4, bytes_read = $5
      where account_id = $1 and import_id = $2 and state in ('waiting', 'running')`,
  };
  await database.changeAtOnce(accountId, statement, [
    importId,
    progress.at,
    progress.rows,
    progress.bytesRead,
  ]);
}

export interface ImportEnd {
  readonly state: 'done' | 'failed' | 'stopped';
  readonly rows: number;
  readonly rejected: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly header: readonly string[] | null;
  readonly money: ToldMoney | null;
  readonly failure: Sentence | null;
  readonly reading: FileReading | null;
}

export async function endImport(writer: AccountWriter, importId: string, end: ImportEnd): Promise<void> {
  await writer.change(
    `update imports set state = $3::import_state, rows = $4, rejected = $5, counts = $6, header = $7, failure = $8, finished_at = $9,
        money = $10, reading = $11, bytes_read = case when $3::import_state = 'done' then bytes else bytes_read end
      where account_id = $1 and import_id = $2`,
    [
      importId,
      end.state,
      end.rows,
      end.rejected,
      JSON.stringify(end.counts),
      end.header,
      storedOrNull(end.failure),
      writer.now,
      end.money && JSON.stringify(end.money),
      end.reading && JSON.stringify(end.reading),
    ],
  );
}

export interface Rejection {
  readonly line: number;
  readonly cells: readonly string[];
  readonly errors: readonly Sentence[];
}

export async function addRejections(
  writer: AccountWriter,
  importId: string,
  rejections: readonly Rejection[],
): Promise<void> {
  await writer.change(
    `insert into import_rejections (account_id, import_id, line, cells, errors, characters)
     select $1, $2, r.line, array(select json_array_elements_text(r.cells)), array(select json_array_elements_text(r.errors)),
            r.characters
       from json_to_recordset($3) as r (line integer, cells json, errors json, characters integer)`,
    [
      importId,
      JSON.stringify(
        rejections.map(({ errors, ...row }) => ({
          ...row,
          errors: errors.map(storedSentence),
          characters: charactersOf(row.cells),
        })),
      ),
    ],
  );
}

export function charactersOf(cells: readonly string[]): number {
  return cells.reduce((sum, { length }) => sum + length, 0);
}

/** The limit of characters in rows that are read together. */
const CHARACTERS_AT_ONCE = 1_000_000;

/** Lists rejected rows after a line, by line. Long rows give fewer than `limit`, but at least one. */
export async function listRejections(
  scope: AccountScope,
  importId: string,
  afterLine: number,
  limit: number,
): Promise<Rejection[]> {
  const rows = await scope.read<Omit<Rejection, 'errors'> & { readonly errors: readonly string[] }>(
    `select line, cells, errors
       from (select *, sum(characters) over (order by line) - characters as before
               from (select line, cells, errors, characters from import_rejections
                      where account_id = $1 and import_id = $2 and line > $3 order by line limit $4) found) sized
      where before < ${CHARACTERS_AT_ONCE} order by line`,
    [importId, afterLine, limit],
  );
  return rows.map((row) => ({ ...row, errors: row.errors.map(readSentence) }));
}

/** Finds an import as shown to the account; null if none has this id. */
export async function findImport(scope: AccountScope, importId: string): Promise<StoredImport | null> {
  const [row] = await scope.read<Row>(
    `select ${LISTED.selected()}, money from imports where account_id = $1 and import_id = $2 and state <> 'arriving'`,
    [importId],
  );
  return row === undefined ? null : importOfRow(row);
}

/** Reads the header line of an import's file; null if the file was never read. */
export async function findHeader(scope: AccountScope, importId: string): Promise<string[] | null> {
  const [row] = await scope.read<{ header: string[] | null }>(
    'select header from imports where account_id = $1 and import_id = $2',
    [importId],
  );
  return row?.header ?? null;
}

/** Lists the account's imports, newest first, without checks. */
export async function listImports(
  scope: AccountScope,
  page: NewestPage & { readonly kinds: readonly ImportKindName[] | null },
): Promise<Newest<StoredImport>> {
  const found = await readNewest<Row>(
    scope,
    {
      from: "from imports where account_id = $1 and state <> 'arriving' and check_report is null and ($2::import_kind[] is null or kind = any($2))",
      columns: `${LISTED.selected()}, money - 'differences' as money`,
      id: 'imports.import_id',
      parameters: [page.kinds],
    },
    page,
  );
  return { ...found, rows: found.rows.map(importOfRow) };
}

/** Locks an account's imports, so that they run one after the other. @returns the import's state, or null */
export async function lockImport(writer: AccountWriter, importId: string): Promise<ImportState | null> {
  await writer.read('select pg_advisory_xact_lock(hashtextextended($1::uuid::text, $2))', [IMPORT_LOCK]);
  const [row] = await writer.read<{ state: ImportState }>(
    'select state from imports where account_id = $1 and import_id = $2',
    [importId],
  );
  return row?.state ?? null;
}

/** A lock number that no other lock of this service uses. */
const IMPORT_LOCK = 0x696d70;

export async function findSaidColumns(
  scope: AccountScope,
  kind: ImportKindName,
  courier: string,
): Promise<Record<string, string>> {
  const [row] = await scope.read<{ columns: Record<string, string> }>(
    'select columns from import_columns where account_id = $1 and kind = $2 and courier = $3',
    [kind, courier],
  );
  return row?.columns ?? {};
}

export async function keepSaidColumns(
  writer: AccountWriter,
  kind: ImportKindName,
  courier: string,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  await writer.change(
    `insert into import_columns (account_id, kind, courier, columns, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, kind, courier) do update set columns = excluded.columns, updated_at = excluded.updated_at`,
    [kind, courier, JSON.stringify(columns), writer.now],
  );
}

/** Deletes files of old imports, old checks, and incomplete files. The results of imports stay. */
export async function forgetImportFiles(
  database: Database,
  { older, arriving }: { older: Date; arriving: Date },
): Promise<void> {
  await database.run(
    `with old as (
       select account_id, import_id from imports i
        where (created_at < $1 and exists (select from import_pieces p where p.account_id = i.account_id and p.import_id = i.import_id))
           or (check_report is not null and created_at < $1)
           or (state = 'arriving' and created_at < $2)
        order by created_at limit 20
     ), pieces as (
       delete from import_pieces p using old where p.account_id = old.account_id and p.import_id = old.import_id
     ), rows as (
       delete from import_rows r using old where r.account_id = old.account_id and r.import_id = old.import_id
     ), orders as (
       delete from import_orders o using old where o.account_id = old.account_id and o.import_id = old.import_id
     ), rejections as (
       delete from import_rejections r using old where r.account_id = old.account_id and r.import_id = old.import_id
     )
     delete from imports i using old
      where i.account_id = old.account_id and i.import_id = old.import_id
        and (i.state = 'arriving' or i.check_report is not null)`,
    [older, arriving],
  );
}

function storedReport({ problems, warnings, ...report }: CheckReport): StoredReport {
  const stored = ({ message: { text, template, values }, ...note }: LineNote): StoredNote => {
    return { ...note, message: text, template, values };
  };
  return { ...report, problems: problems.map(stored), warnings: warnings.map(stored) };
}

function readReport({ problems, warnings, ...report }: StoredReport): CheckReport {
  const read = ({ message: text, template, values = {}, ...note }: StoredNote): LineNote => {
    return { ...note, message: template === undefined ? asWritten(text) : { template, values, text } };
  };
  return { ...report, problems: problems.map(read), warnings: warnings.map(read) };
}
