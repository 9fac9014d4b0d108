import type { Slices } from '../slices.ts';
import type { ColumnArray, ColumnKind } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import type { Segment } from './segment.ts';

/** Counts rows by the word of a column, or by its number of 16 bits. */
export class WordCounter {
  readonly #table: ColumnTable;
  readonly #column: string;
  readonly #index: number;
  readonly #kind: ColumnKind;
  readonly #counts: Uint32Array;

  constructor(table: ColumnTable, column: string) {
    this.#table = table;
    this.#column = column;
    this.#index = table.index(column);
    this.#kind = table.kind(column);
    this.#counts = new Uint32Array(codesOf(table, this.#index, this.#kind));
  }

  /** Adds rows of a segment. */
  add(segment: Segment, rows: Uint16Array): void {
    const column = segment.columns[this.#index] as ColumnArray;
    const counts = this.#counts;
    for (let i = 0; i < rows.length; i += 1) {
      const code = column[rows[i] as number] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  }

  /** The number of rows for each word, or for each number as text. Rows without a value are left out. */
  async result(slices: Slices): Promise<Map<string, number>> {
    const words = this.#table.dictionary(this.#column);
    const counts = this.#kind === 'set' ? await this.#ofSets(words.size, slices) : this.#counts;
    const result = new Map<string, number>();
    await slices.inParts(counts.length, (from, to) => {
      for (let code = Math.max(from, 1); code < to; code += 1) {
        const count = counts[code] as number;
        if (count === 0) continue;
        result.set(this.#kind === 'number16' ? String(code - 1) : (words.word(code) as string), count);
      }
    });
    return result;
  }

  async #ofSets(words: number, slices: Slices): Promise<Uint32Array> {
    const sets = this.#table.sets(this.#column);
    const ofWords = new Uint32Array(words);
    await slices.inParts(sets.size, (from, to) => sets.countWords(this.#counts, ofWords, from, to));
    return ofWords;
  }
}

function codesOf(table: ColumnTable, index: number, kind: ColumnKind): number {
  if (kind === 'set') return table.setsAt(index).size;
  if (kind !== 'number16') return table.dictionaryAt(index).size;
  return table.segments.reduce((most, { highest }) => Math.max(most, highest[index] as number), 0) + 1;
}
