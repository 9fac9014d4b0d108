import type { RowProblem } from '../../problems/row-problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { type RateKind, ROW_FORMATS, type RowOfKind } from '../../rate-files/rate-kinds.ts';
import type { KnownNames, RowFormat } from '../../rate-files/row-format.ts';
import { keepRow, keepTexts, type StoredCells, storedTexts } from '../../rate-files/stored-rows.ts';
import { destroyedCell, textOfCell } from '../../reading/cells.ts';
import type { ProposedRow } from '../../storage/rates/rate-changes.ts';
import { withoutTrailingBlanks } from '../csv-file.ts';
import type { CountKnown } from '../file-form.ts';
import { readTable } from '../table-file.ts';

export type FileLine =
  | { readonly row: ProposedRow; readonly problems: null }
  | { readonly row: null; readonly problems: readonly RowProblem[] };

/**
 * Reads a CSV file with one kind of rows, line by line, and holds only a few lines in memory. The header must
 * contain every column of the kind, in any order: a missing or misspelled column would empty cells that mean
 * money. Only columns that later releases added may be missing: their values stay. Ignores what spreadsheets
 * leave: empty cells after the last column, and rows of empty cells.
 */
export async function* readRateFile<Kind extends RateKind>(
  kind: Kind,
  known: KnownNames,
  content: AsyncIterable<Buffer>,
  inForce: CellsInForce,
): AsyncGenerator<FileLine> {
  const format: RowFormat<RowOfKind[Kind]> = ROW_FORMATS[kind];
  let header: string[] | null = null;
  let leftOut: readonly string[] = [];
  for await (const { line, cells, problem } of readTable(content, countColumns(format.columns))) {
    if (problem !== null) {
      yield { row: null, problems: [problem] };
      return;
    }
    if (header === null) {
      header = withoutTrailingBlanks(cells, 0).map((name) => name.trim().toLowerCase());
      const named = header;
      const problems = headerProblems(header, format);
      leftOut = (format.addedColumns ?? []).filter((column) => !named.includes(column));
      if (problems.length === 0) continue;
      yield { row: null, problems };
      return;
    }
    const read = readLine(kind, format, known, header, cells, line);
    yield leftOut.length === 0 ? read : await keepLeftOut(kind, read, leftOut, inForce);
  }
  if (header === null) yield { row: null, problems: headerProblems([], format) };
}

/** Returns the current cells of the row with a key; null if no such row exists. */
export type CellsInForce = (key: string) => Promise<StoredCells | null>;

async function keepLeftOut(
  kind: RateKind,
  line: FileLine,
  leftOut: readonly string[],
  inForce: CellsInForce,
): Promise<FileLine> {
  if (line.row === null) return line;
  const before = await inForce(line.row.key);
  if (before === null) return line;
  const { columns } = ROW_FORMATS[kind];
  const [was, is] = [storedTexts(kind, before), storedTexts(kind, line.row.cells)];
  const texts = columns.map((column, index) => (leftOut.includes(column) ? was : is)[index] ?? '');
  return { row: { ...line.row, cells: keepTexts(kind, texts) }, problems: null };
}

function countColumns(columns: readonly string[]): CountKnown {
  return (cells) => cells.filter((cell) => columns.includes(cell.trim().toLowerCase())).length;
}

function headerProblems(
  header: readonly string[],
  { columns, addedColumns = [] }: Pick<RowFormat<unknown>, 'columns' | 'addedColumns'>,
): RowProblem[] {
  const missing = columns.filter((column) => !header.includes(column) && !addedColumns.includes(column));
  const unknown = header.filter((name) => !columns.includes(name));
  const twice = header.filter((name, index) => columns.includes(name) && header.indexOf(name) !== index);
  const problem = (reason: Sentence): RowProblem => ({ line: 1, column: null, reason });
  return [
    ...(missing.length > 0
      ? [problem(say('header_lacks', 'the header has no {columns}', { columns: missing }))]
      : []),
    ...(unknown.length > 0
      ? [
          problem(
            say('header_names_no_column', 'the header names {names}, which is no column', {
              names: unknown.map((name) => `"${name}"`),
            }),
          ),
        ]
      : []),
    ...(twice.length > 0
      ? [problem(say('header_has_twice', 'the header has {columns} twice', { columns: twice }))]
      : []),
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
    const reason = say('cells_differ', '{count} cells, but the header has {expected}', {
      count: cells.length,
      expected: header.length,
    });
    return { row: null, problems: [{ line, column: null, reason }] };
  }
  const texts: Record<string, string | undefined> = {};
  for (const [index, column] of header.entries()) texts[column] = cells[index];
  const destroyed = Object.entries(texts).flatMap(([column, text = '']) => {
    const reason = destroyedCell(textOfCell(text));
    return reason === null ? [] : [{ line, column, reason }];
  });
  if (destroyed.length > 0) return { row: null, problems: destroyed };
  const { row, problems } = format.read(texts, known);
  if (problems !== null) return { row: null, problems: problems.map((problem) => ({ line, ...problem })) };
  return { row: { kind, key: format.keyOf(row), line, cells: keepRow(kind, row) }, problems: null };
}
