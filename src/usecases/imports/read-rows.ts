import type { ToldMoney } from '../../domain/money/told-money.ts';
import { refused } from '../../problems/problem.ts';
import { rowProblemSentence } from '../../problems/row-problem.ts';
import { say, word } from '../../problems/sentence.ts';
import { charactersOf, type Rejection } from '../../storage/imports/imports.ts';
import { type CsvLine, readCsv, withoutTrailingBlanks } from '../csv-file.ts';
import type { FileColumn, OnWarned, RowRefusal, RowTaker } from './import-kind.ts';
import { readJsonLines } from './json-lines.ts';

/** The number of rows that are kept in memory and sent to the database at once; fewer if they are long. */
const PORTION = 500;
const PORTION_CHARACTERS = 1_000_000;
const MOST_ROWS = 100_000;
const MOST_COLUMNS = 200;
const TOO_MANY_ROWS = say('file_has_too_many_rows', 'The file has more than {most} rows: split it', {
  most: MOST_ROWS,
});
const TOO_MANY_COLUMNS = say('file_has_too_many_columns', 'The file has more than {most} columns', {
  most: MOST_COLUMNS,
});
export const NOTHING_IMPORTED = say('nothing_imported', 'nothing of the file was imported');

/** Returns the lines of a file in the format that its sender gave. */
export function readLines(
  content: AsyncIterable<Buffer>,
  options: Readonly<Record<string, unknown>>,
): AsyncIterable<CsvLine> {
  return options.format === 'jsonl' ? readJsonLines(content) : readCsv(content);
}

export interface RefusedRow extends Pick<Rejection, 'line' | 'cells'> {
  readonly refusals: readonly RowRefusal[];
}

export interface RowsRead {
  readonly header: readonly string[];
  readonly rows: number;
  readonly rejected: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly columns: readonly FileColumn[];
  readonly money: ToldMoney | null;
}

export interface ReadRowsOptions<Row> {
  readonly open: (header: readonly string[]) => Promise<RowTaker<Row>>;
  /** Called after each portion, in the order of the lines. */
  readonly onRefused: (rows: readonly RefusedRow[]) => Promise<void>;
  readonly onProgress: (rows: number) => Promise<void>;
  /** Only for a check. */
  readonly onWarned?: OnWarned;
}

/**
 * Reads the lines of a file and imports its rows, a portion at a time. Bad rows are skipped and reported. A
 * file that cannot be read to its end is refused completely.
 *
 * @throws Problem `refused`
 */
export async function readRows<Row>(
  records: AsyncIterable<CsvLine>,
  { open, onRefused, onProgress, onWarned }: ReadRowsOptions<Row>,
): Promise<RowsRead> {
  let header: readonly string[] | null = null;
  let taker: RowTaker<Row> | null = null;
  let rows = 0;
  let rejected = 0;
  let portion = new Portion<Row>();
  const takePortion = async () => {
    if (taker === null || portion.size === 0) return;
    const refusedRows = await portion.takenBy(taker);
    portion = new Portion();
    rejected += refusedRows.length;
    if (refusedRows.length > 0) await onRefused(refusedRows);
    await onProgress(rows);
  };
  for await (const { line, cells, problem } of records) {
    if (problem !== null) throw refused([rowProblemSentence(problem), NOTHING_IMPORTED]);
    if (header === null || taker === null) {
      header = headerOf(cells);
      taker = await open(header);
      continue;
    }
    rows += 1;
    if (rows > MOST_ROWS) throw refused(TOO_MANY_ROWS);
    portion.add(line, withoutTrailingBlanks(cells, header.length), header.length, taker);
    if (portion.isFull) await takePortion();
  }
  if (header === null || taker === null)
    throw refused(say('file_is_empty', 'The file is empty: the first line must have the column names'));
  await takePortion();
  if (onWarned === undefined || taker.rehearse === undefined) {
    const counts = await taker.finish();
    return { header, rows, rejected, counts, columns: taker.columns, money: taker.money };
  }
  const counts = await taker.rehearse(async (refusedRows) => {
    rejected += refusedRows.length;
    await onRefused(refusedRows);
  }, onWarned);
  return { header, rows, rejected, counts, columns: taker.columns, money: taker.money };
}

function headerOf(cells: readonly string[]): readonly string[] {
  const header = withoutTrailingBlanks(cells, 0);
  const [only = ''] = header;
  for (const [separator, name] of [
    [';', 'semicolons'],
    ['\t', 'tabs'],
  ] as const) {
    if (header.length === 1 && only.includes(separator)) {
      throw refused(
        say(
          'file_separated_by',
          'The cells are separated by {separator}: save the file with commas as separators and points in decimals',
          { separator: word(name) },
        ),
      );
    }
  }
  if (header.length > MOST_COLUMNS) throw refused(TOO_MANY_COLUMNS);
  return header;
}

/** Rows that are not imported yet, and rows that could not be read. */
class Portion<Row> {
  readonly #rows = new Map<number, Row>();
  readonly #cells = new Map<number, readonly string[]>();
  readonly #refused: RefusedRow[] = [];

  #characters = 0;

  get isFull(): boolean {
    return this.size === PORTION || this.#characters >= PORTION_CHARACTERS;
  }

  get size(): number {
    return this.#rows.size + this.#refused.length;
  }

  add(line: number, cells: readonly string[], columns: number, taker: RowTaker<Row>): void {
    this.#characters += charactersOf(cells);
    if (cells.length !== columns) {
      const reason = say('cells_differ', '{count} cells, but the header has {expected}', {
        count: cells.length,
        expected: columns,
      });
      this.#refused.push({ line, cells, refusals: [{ column: null, code: 'invalid', reason }] });
      return;
    }
    const read = taker.read(cells);
    if ('refusals' in read) {
      this.#refused.push({ line, cells, refusals: read.refusals });
      return;
    }
    this.#rows.set(line, read.row);
    this.#cells.set(line, cells);
  }

  async takenBy(taker: RowTaker<Row>): Promise<RefusedRow[]> {
    const refusals = await taker.take(this.#rows);
    const later = [...refusals].map(([line, reasons]) => ({
      line,
      cells: this.#cells.get(line) ?? [],
      refusals: reasons,
    }));
    return [...this.#refused, ...later].sort((a, b) => a.line - b.line);
  }
}
