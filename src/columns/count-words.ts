import type { ColumnArray } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import * as loops from './loops.ts';
import type { Segment } from './segment.ts';

/** Counts rows of segments by the words of a column. */
export class WordCounter {
  readonly #table: ColumnTable;
  readonly #column: string;
  readonly #index: number;
  readonly #counts: Uint32Array;

  constructor(table: ColumnTable, column: string) {
    this.#table = table;
    this.#column = column;
    this.#index = table.index(column);
    const kind = table.kind(column);
    const codes = kind === 'number16' ? 2 ** 16 : table.dictionary(column).size;
    this.#counts = new Uint32Array(codes);
  }

  /** Adds the first `size` rows of those that were chosen of a segment. */
  add(segment: Segment, chosen: loops.Chosen, size: number): void {
    const column = segment.columns[this.#index] as ColumnArray;
    const kind = this.#table.kind(this.#column);
    const counts = this.#counts;
    if (kind === 'set') loops.countSets(column as Uint32Array, this.#table.sets, chosen, size, counts);
    else if (kind === 'word8') loops.count8(column as Uint8Array, chosen, size, counts);
    else if (kind === 'word32') loops.count32(column as Uint32Array, chosen, size, counts);
    else loops.count16(column as Uint16Array, chosen, size, counts);
  }

  /** The number of rows of each word that any has; of numbers, of each number as text. Rows without one are left out. */
  result(): Map<string, number> {
    const words = this.#table.dictionary(this.#column);
    const isNumber = this.#table.kind(this.#column) === 'number16';
    const result = new Map<string, number>();
    this.#counts.forEach((count, code) => {
      if (count > 0 && code > 0)
        result.set(isNumber ? String(code - 1) : (words.word(code) as string), count);
    });
    return result;
  }
}
