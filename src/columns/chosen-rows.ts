import type { ColumnArray } from './column-kinds.ts';
import { SEGMENT_ROWS } from './segment.ts';

/** The chosen rows of one segment: their numbers, ascending. The list is reused for the next segment. */
export class ChosenRows {
  readonly #rows = new Uint16Array(SEGMENT_ROWS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The row numbers, until the next change. */
  get rows(): Uint16Array {
    return this.#rows.subarray(0, this.#size);
  }

  choose(from: number, to: number): void {
    for (let row = from; row < to; row += 1) this.#rows[row - from] = row;
    this.#size = to - from;
  }

  /** Chooses those of the given rows that are within the range. @param rows ascending */
  chooseNamed(from: number, to: number, rows: Uint16Array): void {
    this.#size = 0;
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] as number;
      this.#rows[this.#size] = row;
      this.#size += Number(row >= from && row < to);
    }
  }

  clear(): void {
    this.#size = 0;
  }

  /** Keeps the rows whose value is marked. @param marked 1 or 0 for each value of the column */
  keepMarked(column: ColumnArray, marked: Uint8Array): void {
    const rows = this.#rows;
    let kept = 0;
    // Each row is written and the next one overwrites it, because the processor would mispredict a branch.
    for (let i = 0; i < this.#size; i += 1) {
      const row = rows[i] as number;
      rows[kept] = row;
      kept += marked[column[row] as number] as number;
    }
    this.#size = kept;
  }

  /** Keeps the rows whose value is within these bounds, both included; or all others if not `isWithin`. */
  keepBetween(column: ColumnArray, low: number, high: number, isWithin = true): void {
    const rows = this.#rows;
    let kept = 0;
    for (let i = 0; i < this.#size; i += 1) {
      const row = rows[i] as number;
      const value = column[row] as number;
      rows[kept] = row;
      kept += Number((value >= low && value <= high) === isWithin);
    }
    this.#size = kept;
  }
}
