import type { RowProblem } from '../../problems/row-problem.ts';
import { keepRow } from '../../rate-files/kept-rows.ts';
import { type RateKind, ROW_FORMATS, type RowOfKind } from '../../rate-files/rate-kinds.ts';
import type { KnownNames, RowFormat } from '../../rate-files/row-format.ts';
import type { ProposedRow } from '../../storage/rates/rate-changes.ts';
import { readCsv, withoutTrailingBlanks } from '../csv-file.ts';

/** One line of a file: a row, or what is wrong with it. */
export type FileLine =
  | { readonly row: ProposedRow; readonly problems: null }
  | { readonly row: null; readonly problems: readonly RowProblem[] };

/**
 * Reads the CSV file of one kind of rows, line by line, with no more than a few in memory. The header names
 * every column of the kind, in any order: one that is mistyped or left out would empty cells that mean money.
 * What spreadsheets leave behind says nothing: empty cells after the last column, and rows of empty cells.
 */
export async function* readRateFile<Kind extends RateKind>(
  kind: Kind,
  known: KnownNames,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<FileLine> {
  const format: RowFormat<RowOfKind[Kind]> = ROW_FORMATS[kind];
  let header: string[] | null = null;
  for await (const { line, cells, problem } of readCsv(content)) {
    if (problem !== null) {
      yield { row: null, problems: [problem] };
      return;
    }
    if (header === null) {
      header = withoutTrailingBlanks(cells, 0).map((name) => name.trim().toLowerCase());
      const problems = headerProblems(header, format.columns);
      if (problems.length === 0) continue;
      yield { row: null, problems };
      return;
    }
    yield readLine(kind, format, known, header, cells, line);
  }
  if (header === null) yield { row: null, problems: headerProblems([], format.columns) };
}

/** What stands between cells in files that are not separated by commas. */
const OTHER_SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;

function headerProblems(header: readonly string[], columns: readonly string[]): RowProblem[] {
  for (const [separator, name] of OTHER_SEPARATORS) {
    const names = header.join(',').split(separator);
    if (names.length > 1 && names.some((cell) => columns.includes(cell.trim()))) {
      const reason = `the cells are separated by ${name}: save the file with commas between them, and points in decimals`;
      return [{ line: 1, column: null, reason }];
    }
  }
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
  record: readonly string[],
  line: number,
): FileLine {
  const cells = withoutTrailingBlanks(record, header.length);
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
