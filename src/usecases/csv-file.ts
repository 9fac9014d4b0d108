import { pipeline, Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import type { RowProblem } from '../problems/row-problem.ts';
import { say } from '../problems/sentence.ts';
import { NotUtf8 } from './file-text.ts';

/** The cells of a line, or the problem that makes the file unreadable from this line on. */
export type CsvLine =
  | { readonly line: number; readonly cells: readonly string[]; readonly problem: null }
  | { readonly line: number; readonly cells: null; readonly problem: RowProblem };

/** Longer than any real row, so that an unclosed quote does not swallow the rest of the file. */
const LONGEST_LINE = 20_000;

interface CsvRecord {
  readonly line: number;
  readonly cells: string[];
}

/** The last line that was read without a problem; an unclosed quote begins after it. */
interface Progress {
  lastLine: number;
}

export interface CsvForm {
  readonly separator: string;
  /** The number of lines before the text. */
  readonly linesBefore: number;
}

/**
 * Reads the text of a CSV file line by line, including its header, and holds only a few lines in memory. Skips rows of
 * empty cells, which spreadsheets leave. Ends after the first unreadable line.
 */
export async function* readCsv(
  text: AsyncIterable<string>,
  { separator, linesBefore }: CsvForm = { separator: ',', linesBefore: 0 },
): AsyncGenerator<CsvLine> {
  const progress: Progress = { lastLine: 0 };
  try {
    for await (const { line, cells } of parseCsv(text, separator, progress)) {
      yield { line: line + linesBefore, cells, problem: null };
    }
  } catch (error) {
    const problem = unreadable(error, progress, linesBefore);
    if (problem === null) throw error;
    yield { line: problem.line, cells: null, problem };
  }
}

function parseCsv(
  text: AsyncIterable<string>,
  separator: string,
  progress: Progress,
): AsyncIterable<CsvRecord> {
  const parser = parse({
    delimiter: separator,
    // All three, because a row that somebody added by hand may end differently from the header.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_LINE,
  });
  allowAnyLength(parser);
  // The parser's option `info` also gives the line of a record, but copies twenty numbers for each record,
  // which took half of the time.
  const push = parser.push.bind(parser);
  parser.push = (cells: string[] | null) => {
    if (cells === null) return push(null);
    progress.lastLine = parser.info.lines;
    return push({ line: parser.info.lines, cells });
  };
  // The reader of the parser gets the errors.
  return pipeline(Readable.from(text), parser, () => undefined);
}

/**
 * Avoids the cost of `relax_column_count`: for each row of another length, the parser makes an error object
 * with a stack, even though it does not throw it. 99,000 short rows took 2 s.
 */
function allowAnyLength(parser: Parser): void {
  const { state } = parser as unknown as { state: { record: unknown[]; expectedRecordLength: number } };
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set: () => undefined,
  });
}

/** Removes empty cells at the end, but leaves at least `least` cells. */
export function withoutTrailingBlanks(cells: readonly string[], least: number): readonly string[] {
  let length = cells.length;
  while (length > least && (cells[length - 1] ?? '').trim() === '') length -= 1;
  return length === cells.length ? cells : cells.slice(0, length);
}

const NOT_UTF8 = say('not_utf8', 'the file is not UTF-8: save it as "CSV UTF-8"');
const LINE_TOO_LONG = say('line_too_long', 'the line is too long: check for a quote that is not closed');
const QUOTE_NOT_CLOSED = say('quote_not_closed', 'a quote is opened but not closed');
const QUOTE_INSIDE_CELL = say(
  'quote_inside_cell',
  'a quote inside a cell: put the whole cell in quotes, and double the quotes inside',
);

function unreadable(error: unknown, { lastLine: last }: Progress, linesBefore: number): RowProblem | null {
  const lastLine = last + linesBefore;
  if (error instanceof NotUtf8) {
    return { line: error.line, column: null, reason: NOT_UTF8 };
  }
  if (!(error instanceof CsvError)) return null;
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return {
        line: lastLine + 1,
        column: null,
        reason: LINE_TOO_LONG,
      };
    case 'CSV_QUOTE_NOT_CLOSED':
      return { line: lastLine + 1, column: null, reason: QUOTE_NOT_CLOSED };
    default: {
      const line = linesBefore + Number((error as { lines?: unknown }).lines ?? 1);
      return { line, column: null, reason: QUOTE_INSIDE_CELL };
    }
  }
}
