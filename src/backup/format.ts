import pg from 'pg';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { SCHEMA } from '../storage/database.ts';

/**
 * A backup is a gzipped text. docs/how-to/back-up.md describes it for a reader without this code.
 *
 *     {"dakiya_backup":1,...}                      the header, one line of JSON
 *     copy dakiya.accounts (account_id, ...) from stdin;
 *     <rows in the text format of COPY>
 *     \.                                           and so on for every table
 *     copy pending_jobs (task_identifier, ...) from stdin;
 *     <rows>
 *     \.
 *     {"rows":{"accounts":2,...},"jobs":0}         the end, one line of JSON
 */
export const FORMAT = 1;

/** Ends the rows of a section. No row looks like it, because COPY doubles every backslash. */
export const END_OF_ROWS = '\\.\n';

const Header = Type.Object({
  /** The format number. It is the first key of the first line in every format. */
  dakiya_backup: Type.Literal(FORMAT),
  release: Type.String(),
  made_at: Type.String(),
  postgresql: Type.String(),
  /** The applied migrations of the data, in order. */
  migrations: Type.Array(
    Type.Object({ number: Type.Integer(), name: Type.String(), checksum: Type.String() }),
    { minItems: 1 },
  ),
  /** All tables with their saved columns; generated columns are computed again by the restore. */
  tables: Type.Array(
    Type.Object({ name: Type.String(), columns: Type.Array(Type.String(), { minItems: 1 }) }),
  ),
  sequences: Type.Array(
    Type.Object({ name: Type.String(), last_value: Type.String(), is_called: Type.Boolean() }),
  ),
  /** Tells whether the database had a job queue, even an empty one. */
  job_queue: Type.Boolean(),
});

const End = Type.Object({
  rows: Type.Record(Type.String(), Type.Integer()),
  jobs: Type.Integer(),
});

export type BackupHeader = Static<typeof Header>;

export type BackupEnd = Static<typeof End>;

/** The rows of one table, or the jobs. */
export interface Section {
  /** The name of the table, quoted where needed. */
  readonly target: string;
  readonly columns: readonly string[];
}

export function tableSection(table: { name: string; columns: readonly string[] }): Section {
  return { target: inSchema(table.name), columns: table.columns };
}

/** Returns the name of a table or sequence for use in SQL, with the schema. */
export function inSchema(name: string): string {
  return `${SCHEMA}.${pg.escapeIdentifier(name)}`;
}

export function copyLine(section: Section): string {
  return `copy ${section.target} (${columnList(section.columns)}) from stdin;\n`;
}

export function columnList(columns: readonly string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}

/** Reads the format number from the first line of a text; null if it is not a backup. */
export function formatOf(line: string): number | null {
  const { dakiya_backup: format } = (parse(line) ?? {}) as { dakiya_backup?: unknown };
  return typeof format === 'number' ? format : null;
}

/** Reads a header of this format; null for anything else. */
export function readHeader(line: string): BackupHeader | null {
  const value = parse(line);
  return Value.Check(Header, value) ? value : null;
}

export function readEnd(line: string): BackupEnd | null {
  const value = parse(line);
  return Value.Check(End, value) ? value : null;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
