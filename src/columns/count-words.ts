import { BYTES, type ColumnArray, type ColumnKind } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import * as loops from './loops.ts';
import type { Chosen } from './row-bits.ts';
import type { Segment } from './segment.ts';
import type { Slices } from './slices.ts';

/** With more codes, several counters for each code no longer fit into the processor's cache. */
const FEW_CODES = 2 ** 16;

/** Up to this number of pairs of codes, all their counters fit into the processor's cache. */
const FEW_PAIRS = 2 ** 11;

export interface RowCounter {
  /** Adds the first `size` of the chosen rows of a segment. */
  add(segment: Segment, chosen: Chosen, size: number): void;
  end(): void;
}

/** Combines counters: two columns with few codes are counted together. */
export function together(counters: readonly WordCounter[]): readonly RowCounter[] {
  const left: WordCounter[] = [];
  const pairs: RowCounter[] = [];
  for (const counter of counters) {
    const nth = left.findIndex((other) => other.isPair(counter));
    if (nth < 0) left.push(counter);
    else pairs.push(new PairCounter(left.splice(nth, 1)[0] as WordCounter, counter));
  }
  return [...left, ...pairs];
}

export class WordCounter implements RowCounter {
  readonly #table: ColumnTable;
  readonly #column: string;
  readonly #index: number;
  /** The number of codes of the column, including 0. */
  readonly codes: number;
  /** The distance between two counters of one code; 0 if each code has one counter. */
  readonly #apart: number;
  readonly #counts: Uint32Array;

  constructor(table: ColumnTable, column: string) {
    this.#table = table;
    this.#column = column;
    this.#index = table.index(column);
    this.codes = codesOf(table, this.#index, table.kind(column));
    this.#apart = this.codes > FEW_CODES ? 0 : this.codes;
    this.#counts = new Uint32Array(Math.max(this.codes, this.#apart * loops.LANES));
  }

  columnOf(segment: Segment): ColumnArray {
    return segment.columns[this.#index] as ColumnArray;
  }

  /** Tells whether two columns can be counted together: both have few codes of 8 or 16 bits. */
  isPair(other: WordCounter): boolean {
    const bytes = BYTES[this.#table.kind(this.#column)];
    return (
      bytes <= 2 && bytes === BYTES[other.#table.kind(other.#column)] && this.codes * other.codes <= FEW_PAIRS
    );
  }

  /** Adds rows with this code that another counter has counted. */
  addCount(code: number, count: number): void {
    this.#counts[code] = (this.#counts[code] as number) + count;
  }

  end(): void {}

  add(segment: Segment, chosen: Chosen, size: number): void {
    const column = this.columnOf(segment);
    const kind = this.#table.kind(this.#column);
    const counts = this.#counts;
    const apart = this.#apart;
    if (kind === 'word8') loops.count8(column as Uint8Array, chosen, size, counts, apart);
    else if (kind === 'word32' || kind === 'set')
      loops.count32(column as Uint32Array, chosen, size, counts, apart);
    else loops.count16(column as Uint16Array, chosen, size, counts, apart);
  }

  /**
   * The number of rows for each word, or for each number as text. Rows without a value are left out.
   *
   * @param more further counts of the same column
   */
  async result(more: WordCounter | null, slices: Slices): Promise<Map<string, number>> {
    const words = this.#table.dictionary(this.#column);
    const kind = this.#table.kind(this.#column);
    const sums = new Uint32Array(this.codes);
    await this.#addTo(sums, slices);
    if (more !== null) await more.#addTo(sums, slices);
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

  /** Adds this column's counts to `sums`, by code. */
  async #addTo(sums: Uint32Array, slices: Slices): Promise<void> {
    const counts = this.#counts;
    for (let begin = 0; begin < counts.length; begin += this.codes) {
      await slices.inParts(this.codes, (from, to) => {
        for (let code = from; code < to; code += 1) {
          sums[code] = (sums[code] as number) + (counts[begin + code] as number);
        }
      });
    }
  }

  async #ofSets(counts: Uint32Array, words: number, slices: Slices): Promise<Uint32Array> {
    const sets = this.#table.sets(this.#column);
    const ofWords = new Uint32Array(words);
    await slices.inParts(sets.size, (from, to) => sets.countWords(counts, ofWords, from, to));
    return ofWords;
  }
}

/** Counts rows by the words of two columns at once: each pair of words has a counter. */
class PairCounter implements RowCounter {
  readonly #one: WordCounter;
  readonly #other: WordCounter;
  readonly #pairs: number;
  readonly #counts: Uint32Array;

  constructor(one: WordCounter, other: WordCounter) {
    this.#one = one;
    this.#other = other;
    this.#pairs = one.codes * other.codes;
    this.#counts = new Uint32Array(this.#pairs * loops.PAIR_LANES);
  }

  add(segment: Segment, chosen: Chosen, size: number): void {
    const [one, other] = [this.#one.columnOf(segment), this.#other.columnOf(segment)];
    const count = one instanceof Uint8Array ? loops.countPairs8 : loops.countPairs16;
    count(one as never, other as never, chosen, size, this.#counts, this.#other.codes, this.#pairs);
  }

  end(): void {
    const { codes } = this.#other;
    for (let nth = 0; nth < this.#counts.length; nth += 1) {
      const pair = nth % this.#pairs;
      const count = this.#counts[nth] as number;
      this.#one.addCount(Math.floor(pair / codes), count);
      this.#other.addCount(pair % codes, count);
    }
  }
}

function codesOf(table: ColumnTable, index: number, kind: ColumnKind): number {
  if (kind === 'set') return table.setsAt(index).size;
  if (kind !== 'number16') return table.dictionaryAt(index).size;
  return table.segments.reduce((most, { highest }) => Math.max(most, highest[index] as number), 0) + 1;
}
