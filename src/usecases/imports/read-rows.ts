import type { ToldMoney } from '../../domain/money/told-money.ts';
import { refused } from '../../problems/problem.ts';
import { rowProblemSentence } from '../../problems/row-problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { type DateOrder, dateOrderOf, textOfCell } from '../../reading/cells.ts';
import { Slices } from '../../slices.ts';
import { charactersOf, type FileReading, type Rejection } from '../../storage/imports/imports.ts';
import { type CsvLine, withoutTrailingBlanks } from '../csv-file.ts';
import { type CountKnown, type FileForm, newFileForm } from '../file-form.ts';
import { readTable } from '../table-file.ts';
import type { FileColumn, OnWarned, RowRefusal, RowTaker } from './import-kind.ts';
import { readJsonLines } from './json-lines.ts';

/** The number of rows that are kept in memory and sent to the database at once; fewer if they are long. */
const PORTION = 500;
const PORTION_CHARACTERS = 1_000_000;
const MOST_ROWS = 100_000;
const MOST_COLUMNS = 400;
const TOO_MANY_ROWS = say('file_has_too_many_rows', 'The file has more than {most} rows: split it', {
  most: MOST_ROWS,
});
const TOO_MANY_COLUMNS = say('file_has_too_many_columns', 'The file has more than {most} columns', {
  most: MOST_COLUMNS,
});
export const NOTHING_IMPORTED = say('nothing_imported', 'nothing of the file was imported');

/** A file whose lines can be read more than once, and how it is written. */
export interface FileLines {
  readonly form: FileForm;
  readonly open: () => AsyncIterable<CsvLine>;
}

/**
 * Returns the lines of a file in the format that its sender gave.
 *
 * @param content begins anew each time
 */
export function readLines(
  content: () => AsyncIterable<Buffer>,
  options: Readonly<Record<string, unknown>>,
  known: CountKnown,
): FileLines {
  const form = newFileForm();
  if (options.format !== 'jsonl') return { form, open: () => readTable(content(), known, form) };
  return { form: { ...form, form: 'jsonl', separator: null }, open: () => readJsonLines(content()) };
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
  readonly reading: FileReading;
}

export interface ReadRowsOptions<Row> {
  readonly open: (header: readonly string[], form: FileForm) => Promise<RowTaker<Row>>;
  /** Called after each portion, in the order of the lines. */
  readonly onRefused: (rows: readonly RefusedRow[]) => Promise<void>;
  readonly onProgress: (rows: number) => Promise<void>;
  /** Only for a check. */
  readonly onWarned?: OnWarned;
}

/**
 * Reads the lines of a file and imports its rows, a portion at a time. Bad rows are skipped and reported. A
 * file that cannot be read to its end is refused completely. Other tasks of the process run in between.
 *
 * @throws Problem `refused`
 */
export async function readRows<Row>(
  { form, open: openLines }: FileLines,
  { open, onRefused, onProgress, onWarned }: ReadRowsOptions<Row>,
): Promise<RowsRead> {
  const notes: Sentence[] = [];
  let dateOrder: DateOrder = 'day first';
  let totals = 0;
  let header: readonly string[] | null = null;
  let taker: RowTaker<Row> | null = null;
  let rows = 0;
  let rejected = 0;
  let portion = new Portion<Row>();
  const slices = new Slices();
  const takePortion = async () => {
    if (taker === null || portion.size === 0) return;
    const refusedRows = await portion.takenBy(taker);
    portion = new Portion();
    rejected += refusedRows.length;
    if (refusedRows.length > 0) await onRefused(refusedRows);
    await onProgress(rows);
  };
  for await (const { line, cells, problem } of openLines()) {
    if (problem !== null) throw refused([rowProblemSentence(problem), NOTHING_IMPORTED]);
    if (header === null || taker === null) {
      header = headerOf(cells);
      taker = await open(header, form);
      const { dateColumns = [] } = taker;
      if (dateColumns.length > 0) {
        const found = await findDateOrder(openLines(), dateColumns);
        if (found === 'either') notes.push(DAYS_ARE_FIRST);
        else dateOrder = found;
        taker.setDateOrder?.(dateOrder);
      }
      continue;
    }
    if (isOfTotals(cells)) {
      totals += 1;
      continue;
    }
    rows += 1;
    if (rows > MOST_ROWS) throw refused(TOO_MANY_ROWS);
    portion.add(line, rowOf(cells, header.length, form), header.length, taker);
    if (portion.isFull) await takePortion();
    await slices.rest();
  }
  if (header === null || taker === null)
    throw refused(say('file_is_empty', 'The file is empty: the first line must have the column names'));
  await takePortion();
  const { columns } = taker;
  const reading = () => ({
    ...{ profile: null, missing: [], leftOut: [], ...taker?.told?.() },
    ...{ ...form, dateOrder, totals, notes },
  });
  if (onWarned === undefined || taker.rehearse === undefined) {
    const counts = await taker.finish();
    return { header, rows, rejected, counts, columns, money: taker.money, reading: reading() };
  }
  const counts = await taker.rehearse(async (refusedRows) => {
    rejected += refusedRows.length;
    if (refusedRows.length > 0) await onRefused(refusedRows);
    await onProgress(rows);
  }, onWarned);
  return { header, rows, rejected, counts, columns, money: taker.money, reading: reading() };
}

function headerOf(cells: readonly string[]): readonly string[] {
  const header = withoutTrailingBlanks(cells, 0);
  if (header.length > MOST_COLUMNS) throw refused(TOO_MANY_COLUMNS);
  return header;
}

/** A cell of a workbook beyond the header is not shown above any name: only rows of text must have as many cells as the header. */
function rowOf(cells: readonly string[], columns: number, { form }: FileForm): readonly string[] {
  if (form !== 'xlsx') return withoutTrailingBlanks(cells, columns);
  return Array.from({ length: columns }, (_, at) => cells[at] ?? '');
}

const OF_TOTALS = /^(?:grand |sub[ -]?)?totals?\b[ :]*$/i;

/** Tells whether a row is the sum of the rows above it. */
function isOfTotals(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell.trim() !== '');
  return first !== undefined && first.length < 40 && OF_TOTALS.test(first.trim());
}

const DAYS_ARE_FIRST = say(
  'days_are_read_first',
  'Dates such as 03/04/2026 are read with the day first (3 April): nothing in the file says which part is the day',
);
/** As many dates that cannot be mistaken say that the column has no others. */
const ENOUGH_DATES = 300;

/** Finds which part of the dates in columns is the day; `either` if some could be both and none says. */
async function findDateOrder(
  lines: AsyncIterable<CsvLine>,
  columns: readonly number[],
): Promise<DateOrder | 'either'> {
  let isDoubtful = false;
  let isMonthFirst = false;
  let plain = 0;
  for await (const { cells } of lines) {
    for (const at of columns) {
      const cell = textOfCell(cells?.[at]);
      if (cell === '') continue;
      const says = dateOrderOf(cell);
      if (says === 'day first') return says;
      if (says === 'month first') isMonthFirst = true;
      else if (says === 'either') isDoubtful = true;
      else plain += 1;
    }
    if (!isDoubtful && !isMonthFirst && plain > ENOUGH_DATES) break;
  }
  if (isMonthFirst) return 'month first';
  return isDoubtful ? 'either' : 'day first';
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
    if ('leftOut' in read) return;
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
