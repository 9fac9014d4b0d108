import { Slices } from '../slices.ts';
import { ChosenRows } from './chosen-rows.ts';
import { chooseRows, prepare, rowsWithin } from './column-conditions.ts';
import type { ColumnTable } from './column-table.ts';
import type { ColumnCondition } from './column-tests.ts';
import type { FoundPage } from './find-page.ts';
import { compareIds, ID_WORDS, idText } from './row-key.ts';
import { SEGMENT_BITS, SEGMENT_ROWS, type Segment } from './segment.ts';

/** The page of matching rows to return, in the order of a column, and by id if numbers are equal. */
export interface WantedSortedPage {
  /** A column of kind `number32`; a row without a number sorts as 0. */
  readonly by: string;
  readonly order: 'asc' | 'desc';
  /** The page starts after this row; null starts with the first row. */
  readonly after: { readonly number: number; readonly id: Uint32Array } | null;
  readonly skip: number;
  readonly limit: number;
}

/**
 * Finds the rows that fulfil all conditions: their total, and one page in the order of a column. The table
 * must not change meanwhile.
 */
export async function findSortedPage(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  wanted: WantedSortedPage,
): Promise<FoundPage> {
  const prepared = prepare(table, conditions);
  const first = new FirstRows(table, wanted);
  const slices = new Slices();
  const chosen = new ChosenRows();
  const count = table.segments.length;
  let total = 0;
  for (let step = 0; step < count; step += 1) {
    // The newest rows were usually scanned last. If they come first, fewer rows enter the list and are pushed
    // out again later.
    const index = wanted.order === 'asc' ? step : count - 1 - step;
    const segment = table.segments[index] as Segment;
    const [from, to] = rowsWithin(prepared, index, segment);
    if (from === to) continue;
    chooseRows(prepared, index, segment, chosen);
    total += chosen.size;
    first.add(index, chosen.rows);
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
  return { total, ids: first.ids() };
}

/** Rows are sorted only when this many times the wanted number is collected, so that sorting is rare. */
const KEPT = 4;

/** Keeps the first rows of all added rows, in the order of the list. */
class FirstRows {
  readonly #table: ColumnTable;
  readonly #wanted: WantedSortedPage;
  readonly #column: number;
  readonly #sign: 1 | -1;
  readonly #most: number;
  /** The indexes of rows, counted over all segments. */
  #kept: number[] = [];
  /** A row whose number is after this number cannot be among the first rows any more. */
  #last = Number.POSITIVE_INFINITY;

  constructor(table: ColumnTable, wanted: WantedSortedPage) {
    this.#table = table;
    this.#wanted = wanted;
    this.#column = table.index(wanted.by);
    this.#sign = wanted.order === 'asc' ? 1 : -1;
    this.#most = wanted.skip + wanted.limit;
  }

  add(index: number, rows: Uint16Array): void {
    const { after } = this.#wanted;
    const segment = this.#table.segments[index] as Segment;
    const numbers = segment.columns[this.#column] as Uint32Array;
    const least = after === null ? Number.NEGATIVE_INFINITY : this.#sign * after.number;
    for (const row of rows) {
      const number = this.#sign * numberOf(numbers[row] as number);
      if (number < least || number > this.#last) continue;
      if (
        number === least &&
        this.#sign * compareIds(segment.ids, row * ID_WORDS, after?.id as Uint32Array, 0) <= 0
      ) {
        continue;
      }
      this.#kept.push(index * SEGMENT_ROWS + row);
      if (this.#kept.length >= KEPT * this.#most) this.#drop();
    }
  }

  ids(): string[] {
    const { skip } = this.#wanted;
    this.#drop();
    return this.#kept.slice(skip).map((place) => idText(this.#segment(place).ids, rowAt(place) * ID_WORDS));
  }

  /** Keeps only the first rows, in order. */
  #drop(): void {
    this.#kept = this.#kept.sort((a, b) => this.#compare(a, b)).slice(0, this.#most);
    const last = this.#kept.at(-1);
    if (last !== undefined && this.#kept.length === this.#most) this.#last = this.#sign * this.#number(last);
  }

  /** Compares two rows by number, then by id. */
  #compare(a: number, b: number): number {
    const difference = this.#number(a) - this.#number(b);
    if (difference !== 0) return this.#sign * difference;
    const [one, other] = [this.#segment(a).ids, this.#segment(b).ids];
    return this.#sign * compareIds(one, rowAt(a) * ID_WORDS, other, rowAt(b) * ID_WORDS);
  }

  #number(place: number): number {
    return numberOf((this.#segment(place).columns[this.#column] as Uint32Array)[rowAt(place)] as number);
  }

  #segment(place: number): Segment {
    return this.#table.segments[place >>> SEGMENT_BITS] as Segment;
  }
}

function rowAt(place: number): number {
  return place & (SEGMENT_ROWS - 1);
}

/** Converts a stored value into its number: stored numbers are one higher. An absent number counts as 0. */
function numberOf(kept: number): number {
  return Math.max(kept - 1, 0);
}
