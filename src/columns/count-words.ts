import type { ColumnArray, ColumnKind } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import * as loops from './loops.ts';
import type { Chosen } from './row-bits.ts';
import type { Segment } from './segment.ts';
import type { Slices } from './slices.ts';

/** Of more codes, one is seldom counted up twice in a row, and its counters would be more than the processor keeps at hand. */
const FEW_CODES = 2 ** 16;

/** Counts rows of segments by the words of a column. */
export class WordCounter {
  readonly #table: ColumnTable;
  readonly #column: string;
  readonly #index: number;
  readonly #codes: number;
  /** How far the counters of a code stand apart; 0 where it has one. */
  readonly #apart: number;
  readonly #counts: Uint32Array;

  constructor(table: ColumnTable, column: string) {
    this.#table = table;
    this.#column = column;
    this.#index = table.index(column);
    this.#codes = codesOf(table, this.#index, table.kind(column));
    this.#apart = this.#codes > FEW_CODES ? 0 : this.#codes;
    this.#counts = new Uint32Array(Math.max(this.#codes, this.#apart * loops.LANES));
  }

  /** Adds the first `size` rows of those that were chosen of a segment. */
  add(segment: Segment, chosen: Chosen, size: number): void {
    const column = segment.columns[this.#index] as ColumnArray;
    const kind = this.#table.kind(this.#column);
    const counts = this.#counts;
    const apart = this.#apart;
    if (kind === 'word8') loops.count8(column as Uint8Array, chosen, size, counts, apart);
    else if (kind === 'word32' || kind === 'set')
      loops.count32(column as Uint32Array, chosen, size, counts, apart);
    else loops.count16(column as Uint16Array, chosen, size, counts, apart);
  }

  /** The number of rows of each word that any has; of numbers, of each number as text. Rows without one are left out. Asked once. */
  async result(slices: Slices): Promise<Map<string, number>> {
    const words = this.#table.dictionary(this.#column);
    const kind = this.#table.kind(this.#column);
    const sums = this.#sums();
    const counts = kind === 'set' ? await this.#ofSets(sums, words.size, slices) : sums;
    const result = new Map<string, number>();
    await slices.inParts(counts.length, (from, to) => {
      for (let code = Math.max(from, 1); code < to; code += 1) {
        const count = counts[code] as number;
        if (count > 0)
          result.set(kind === 'number16' ? String(code - 1) : (words.word(code) as string), count);
      }
    });
    return result;
  }

  /** By code. */
  #sums(): Uint32Array {
    const sums = this.#counts.subarray(0, this.#codes);
    for (let begin = this.#codes; begin < this.#counts.length; begin += this.#codes) {
      for (let code = 0; code < this.#codes; code += 1) {
        sums[code] = (sums[code] as number) + (this.#counts[begin + code] as number);
      }
    }
    return sums;
  }

  /** Of words, by how often each set is there. */
  async #ofSets(counts: Uint32Array, words: number, slices: Slices): Promise<Uint32Array> {
    const sets = this.#table.sets(this.#column);
    const ofWords = new Uint32Array(words);
    await slices.inParts(sets.size, (from, to) => sets.countWords(counts, ofWords, from, to));
    return ofWords;
  }
}

/** How many codes a column has, 0 included. */
function codesOf(table: ColumnTable, index: number, kind: ColumnKind): number {
  if (kind === 'set') return table.setsAt(index).size;
  if (kind !== 'number16') return table.dictionaryAt(index).size;
  return table.segments.reduce((most, { highest }) => Math.max(most, highest[index] as number), 0) + 1;
}
