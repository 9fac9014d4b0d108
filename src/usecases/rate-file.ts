import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { keepRow } from '../domain/rates/rows/kept-rows.ts';
import { type RateKind, ROW_FORMATS, type RowOfKind } from '../domain/rates/rows/rate-kinds.ts';
import type { KnownNames, RowFormat } from '../domain/rates/rows/row-format.ts';
import type { RowProblem } from '../domain/row-problem.ts';
import type { ProposedRow } from '../storage/rate-changes.ts';

/** One line of a file: a row, or what is wrong with it. */
export type FileLine =
  | { readonly row: ProposedRow; readonly problems: null }
  | { readonly row: null; readonly problems: readonly RowProblem[] };

/** Longer than any row there is; a quote that is never closed must not take the rest of the file with it. */
const LONGEST_LINE = 20_000;

interface CsvRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads the CSV file of one kind of rows, line by line, with no more than a few in memory. The header names
 * every column of the kind, in any order: one that is mistyped or left out would empty cells that mean money.
 */
export async function* readRateFile<Kind extends RateKind>(
  kind: Kind,
  known: KnownNames,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<FileLine> {
  const format: RowFormat<RowOfKind[Kind]> = ROW_FORMATS[kind];
  let header: string[] | null = null;
  try {
    for await (const { record, info } of parseCsv(content)) {
      if (header === null) {
        header = record.map((name) => name.trim().toLowerCase());
        const problems = headerProblems(header, format.columns);
        if (problems.length === 0) continue;
        yield { row: null, problems };
        return;
      }
      yield readLine(kind, format, known, header, record, info.lines);
    }
  } catch (error) {
    const problem = unreadable(error);
    if (problem === null) throw error;
    yield { row: null, problems: [problem] };
    return;
  }
  if (header === null) yield { row: null, problems: headerProblems([], format.columns) };
}

function parseCsv(content: AsyncIterable<Buffer>): AsyncIterable<CsvRecord> {
  const parser = parse({
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
  });
  // What goes wrong is thrown to whoever reads the parser.
  return pipeline(Readable.from(decode(content)), parser, () => undefined);
}

/** Text in another encoding is refused, and not imported with its letters replaced. */
async function* decode(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function headerProblems(header: readonly string[], columns: readonly string[]): RowProblem[] {
  const missing = columns.filter((column) => !header.includes(column));
  const unknown = header.filter((name) => !columns.includes(name));
  const twice = header.filter((name, index) => columns.includes(name) && header.indexOf(name) !== index);
  const problem = (reason: string): RowProblem => ({ line: 1, column: null, reason });
  return [
    ...(missing.length > 0 ? [problem(`the header does not name ${missing.join(', ')}`)] : []),
    ...(unknown.length > 0
      ? [problem(`the header names ${unknown.map((name) => `"${name}"`).join(', ')}, which is no column`)]
      : []),
    ...(twice.length > 0 ? [problem(`the header names ${twice.join(', ')} twice`)] : []),
  ];
}

function readLine<Kind extends RateKind>(
  kind: Kind,
  format: RowFormat<RowOfKind[Kind]>,
  known: KnownNames,
  header: readonly string[],
  cells: readonly string[],
  line: number,
): FileLine {
  if (cells.length !== header.length) {
    const reason = `${cells.length} cells, where the header has ${header.length}`;
    return { row: null, problems: [{ line, column: null, reason }] };
  }
  const texts: Record<string, string | undefined> = {};
  for (const [index, column] of header.entries()) texts[column] = cells[index];
  const { row, problems } = format.read(texts, known);
  if (problems !== null) return { row: null, problems: problems.map((problem) => ({ line, ...problem })) };
  return { row: { kind, key: format.keyOf(row), line, cells: keepRow(kind, row) }, problems: null };
}

function unreadable(error: unknown): RowProblem | null {
  if (error instanceof CsvError) {
    const line = Number((error as { lines?: unknown }).lines ?? 1);
    const reason =
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'the line is too long: is a quote not closed?'
        : error.message.replace(/ at line \d+/, '');
    return { line, column: null, reason };
  }
  if ((error as { code?: unknown }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return { line: 1, column: null, reason: 'the file is not UTF-8: save it as "CSV UTF-8"' };
  }
  return null;
}
