import type { ColumnArray } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import * as loops from './loops.ts';
import type { Chosen } from './row-bits.ts';
import type { Segment } from './segment.ts';

/** Counts rows of segments by the words of a column. */
export class WordCounter {
  readonly #table: ColumnTable;
  readonly #column: string;
  readonly #index: number;
  readonly #codes: number;
  readonly #counts: Uint32Array;

  constructor(table: ColumnTable, column: string) {
    this.#table = table;
    this.#column = column;
    this.#index = table.index(column);
    this.#codes =
      table.kind(column) === 'number16' ? largest(table, this.#index) + 1 : table.dictionary(column).size;
    this.#counts = new Uint32Array(this.#codes * loops.LANES);
  }

  /** Adds the first `size` rows of those that were chosen of a segment. */
  add(segment: Segment, chosen: Chosen, size: number): void {
    const column = segment.columns[this.#index] as ColumnArray;
    const kind = this.#table.kind(this.#column);
    const counts = this.#counts;
    const codes = this.#codes;
    if (kind === 'set') loops.countSets(column as Uint32Array, this.#table.sets, chosen, size, counts);
    else if (kind === 'word8') loops.count8(column as Uint8Array, chosen, size, counts, codes);
    else if (kind === 'word32') loops.count32(column as Uint32Array, chosen, size, counts, codes);
    else loops.count16(column as Uint16Array, chosen, size, counts, codes);
  }

  /** The number of rows of each word that any has; of numbers, of each number as text. Rows without one are left out. */
  result(): Map<string, number> {
    const words = this.#table.dictionary(this.#column);
    const isNumber = this.#table.kind(this.#column) === 'number16';
    const result = new Map<string, number>();
    for (let code = 1; code < this.#codes; code += 1) {
      let count = 0;
      for (let lane = 0; lane < loops.LANES; lane += 1)
        count += this.#counts[lane * this.#codes + code] as number;
      if (count > 0) result.set(isNumber ? String(code - 1) : (words.word(code) as string), count);
    }
    return result;
  }
}

/** The largest number of a column, as it is kept. */
function largest(table: ColumnTable, index: number): number {
  return table.segments.reduce((most, { highest }) => Math.max(most, highest[index] as number), 0);
}
