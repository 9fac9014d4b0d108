import {
  CODES,
  type ColumnKind,
  type ColumnSchema,
  checkedAmount,
  columnArray,
  numberKeeper,
} from './column-kinds.ts';
import { Dictionary, type KnownWords, NOTHING } from './dictionary.ts';
import { GatheredWords } from './gathered-words.ts';
import { KnownBytes } from './known-bytes.ts';
import { ID_WORDS, type RowKey, type RowKeys } from './row-key.ts';
import { SEGMENT_BITS, SEGMENT_ROWS, Segment, type SegmentLists } from './segment.ts';
import { type SetLists, WordSets } from './word-sets.ts';

/** A word, a number, or the words of a set; null means absent. */
export type IncomingValue = string | number | readonly string[] | null;

export type IncomingColumn = readonly IncomingValue[];

/** Reads a column's values from bytes. Equal values have equal bytes. For sets, a value is one word. */
export interface ValueReader {
  readonly view: DataView;
  /** The position of the current value. */
  readonly from: number;
  readonly length: number;
  /** Moves to the next value. @returns false if it is absent */
  next(): boolean;
  number(): number;
  word(): string;
}

/** Incoming rows, by column. An existing row keeps its values in columns that are missing here. */
export interface IncomingRows extends RowKeys {
  readonly columns: Readonly<Record<string, IncomingColumn>>;
}

/** The numbers of the rows to fill, and for each row the index of its value. Values are in order. */
export interface FilledRows {
  readonly rows: ArrayLike<number>;
  readonly nth: ArrayLike<number>;
}

export interface Place {
  readonly segment: number;
  readonly row: number;
}

/** A part of a table. Another table can take it over in less than a millisecond. */
export type TablePart =
  | { readonly segment: SegmentLists }
  | { readonly column: number; readonly words: KnownWords }
  | { readonly column: number; readonly sets: SetLists };

const WORDS_AT_ONCE = 1_000;

/** Stands for the number of a row that a table does not have. */
export const NOWHERE = 2 ** 32 - 1;

const ROW_BYTES = 8 + ID_WORDS * 4;

/**
 * A table in memory, stored by column in segments. Rows are in the order of their keys; a row with an
 * existing key replaces the old row. Nothing here is asynchronous, so readers see the rows after the last
 * complete change.
 */
export class ColumnTable {
  readonly schema: ColumnSchema;
  readonly segments: Segment[] = [];
  readonly #names: readonly string[];
  readonly #kinds: readonly ColumnKind[];
  readonly #dictionaries: readonly Dictionary[];
  readonly #sets: readonly WordSets[];
  readonly #segmentBytes: number;
  /** While a table is filled, by column: a cache of values that arrive as bytes, and the words of sets. */
  readonly #known = new Map<number, KnownBytes>();
  readonly #gathered = new Map<number, GatheredWords>();

  /** @param meant maps a word to its canonical word; only for columns of words */
  constructor(schema: ColumnSchema, meant: Readonly<Record<string, (word: string) => string>> = {}) {
    this.schema = schema;
    this.#names = Object.keys(schema);
    this.#kinds = Object.values(schema);
    this.#dictionaries = this.#kinds.map(
      (kind, index) => new Dictionary(CODES[kind], meant[this.#names[index] as string]),
    );
    this.#sets = this.#kinds.map(() => new WordSets());
    const row = this.#kinds.reduce((sum, kind) => sum + columnArray(kind, 1).byteLength, ROW_BYTES);
    this.#segmentBytes = row * SEGMENT_ROWS;
  }

  /** Yields all parts, for a table with the same columns in another thread. This table is then unusable. */
  *parts(): Generator<TablePart, void, undefined> {
    for (const [column, dictionary] of this.#dictionaries.entries()) {
      for (const words of dictionary.known(WORDS_AT_ONCE)) yield { column, words };
    }
    for (const [column, kind] of this.#kinds.entries()) {
      if (kind === 'set') yield { column, sets: this.setsAt(column).lists };
    }
    for (const segment of this.segments) yield { segment };
  }

  take(part: TablePart): void {
    if ('segment' in part) this.segments.push(new Segment(part.segment));
    else if ('words' in part) this.dictionaryAt(part.column).take(part.words);
    else this.setsAt(part.column).take(part.sets);
  }

  /** Completes the sets of the columns that were filled so far, and drops the caches. */
  endFilling(): void {
    const { rows } = this;
    for (const [index, gathered] of this.#gathered) {
      const sets = this.setsAt(index);
      gathered.each(rows, (row, codes) => this.#set(row, index, sets.add(codes)));
    }
    this.#gathered.clear();
    this.#known.clear();
  }

  get rows(): number {
    return this.segments.reduce((sum, { size }) => sum + size, 0);
  }

  /** The approximate memory use in bytes. */
  get bytes(): number {
    const words = this.#dictionaries.reduce((sum, { bytes }) => sum + bytes, 0);
    const sets = this.#sets.reduce((sum, { bytes }) => sum + bytes, 0);
    return this.segments.length * this.#segmentBytes + words + sets;
  }

  /** The index of a column in each segment. */
  index(column: string): number {
    const index = this.#names.indexOf(column);
    if (index < 0) throw new Error(`There is no column ${column}`);
    return index;
  }

  kind(column: string): ColumnKind {
    return this.#kinds[this.index(column)] as ColumnKind;
  }

  dictionary(column: string): Dictionary {
    return this.dictionaryAt(this.index(column));
  }

  dictionaryAt(index: number): Dictionary {
    return this.#dictionaries[index] as Dictionary;
  }

  sets(column: string): WordSets {
    return this.setsAt(this.index(column));
  }

  setsAt(index: number): WordSets {
    return this.#sets[index] as WordSets;
  }

  /**
   * Appends rows with empty columns, in order; `fill` then writes their values.
   *
   * @returns the number of the first new row; if rows are only appended, they are numbered in order from 0
   */
  append(at: Float64Array, ids: Uint32Array): number {
    const first = this.rows;
    for (let from = 0; from < at.length; ) {
      const last = this.segments.at(-1);
      const segment = last === undefined || last.size === SEGMENT_ROWS ? this.#addSegment() : last;
      const end = Math.min(at.length, from + SEGMENT_ROWS - segment.size);
      segment.at.set(at.subarray(from, end), segment.size);
      segment.ids.set(ids.subarray(from * ID_WORDS, end * ID_WORDS), segment.size * ID_WORDS);
      segment.size += end - from;
      from = end;
    }
    return first;
  }

  /** Writes a column of the given rows; in a column of sets, words are added. @throws DoesNotFit */
  fill(column: string, values: ValueReader, { rows, nth }: FilledRows): void {
    const index = this.index(column);
    const kept = this.#reading(index);
    const gathered = this.#gatheredAt(index);
    let read = -1;
    let value = 0;
    for (let i = 0; i < rows.length; i += 1) {
      const wanted = nth[i] as number;
      if (read < wanted) {
        let isThere = false;
        for (; read < wanted; read += 1) isThere = values.next();
        value = isThere ? kept(values) : 0;
      }
      const row = rows[i] as number;
      if (gathered === null) this.#set(row, index, value);
      else if (value !== NOTHING) gathered.add(row, value);
    }
  }

  #set(row: number, index: number, value: number): void {
    (this.segments[row >>> SEGMENT_BITS] as Segment).set(row & (SEGMENT_ROWS - 1), index, value);
  }

  /** Returns null for columns that are not sets. */
  #gatheredAt(index: number): GatheredWords | null {
    if (this.#kinds[index] !== 'set') return null;
    const gathered = this.#gathered.get(index) ?? new GatheredWords();
    this.#gathered.set(index, gathered);
    return gathered;
  }

  #reading(index: number): (value: ValueReader) => number {
    const kind = this.#kinds[index] as ColumnKind;
    if (kind === 'amount') return (value) => checkedAmount(value.number());
    if (kind === 'number16' || kind === 'number32') {
      const kept = numberKeeper(kind);
      return (value) => kept(value.number());
    }
    const words = this.#dictionaries[index] as Dictionary;
    const known = this.#known.get(index) ?? new KnownBytes();
    this.#known.set(index, known);
    return (value) => known.find(value) ?? known.add(value, words.add(value.word()));
  }

  /** Adds and replaces rows. @throws DoesNotFit for a bad value, and then the table is unusable */
  put(rows: IncomingRows): void {
    const { at, ids } = rows;
    for (let i = 0; i < at.length; i += 1) {
      this.#makePlace({ at: at[i] as number, id: ids.subarray(i * ID_WORDS, (i + 1) * ID_WORDS) });
    }
    const found = this.find(rows);
    for (const [index, name] of this.#names.entries()) {
      const values = rows.columns[name];
      if (values !== undefined) this.#write(index, values, found);
    }
  }

  /** The numbers of the rows with these keys; `NOWHERE` without one. Keys near the one before are found faster. */
  find({ at, ids }: RowKeys): Uint32Array {
    const found = new Uint32Array(at.length).fill(NOWHERE);
    let place: Place = { segment: 0, row: 0 };
    for (let i = 0; i < at.length; i += 1) {
      const time = at[i] as number;
      place = this.#lowerBound(time, ids, i * ID_WORDS, place);
      const segment = this.segments[place.segment];
      if (segment === undefined || place.row >= segment.size) continue;
      if (segment.compare(place.row, time, ids, i * ID_WORDS) === 0) {
        found[i] = place.segment * SEGMENT_ROWS + place.row;
      }
    }
    return found;
  }

  /** The place of the first row with a key that is not below this one; else the place after the last row. */
  lowerBound({ at, id }: RowKey): Place {
    return this.#lowerBound(at, id, 0, { segment: 0, row: 0 });
  }

  #lowerBound(at: number, ids: Uint32Array, from: number, near: Place): Place {
    let low = 0;
    let high = this.segments.length;
    const before = this.segments[near.segment];
    if (
      before !== undefined &&
      before.compare(near.row, at, ids, from) < 0 &&
      before.compare(before.size - 1, at, ids, from) >= 0
    ) {
      low = near.segment;
      high = low;
    }
    // Binary search for the first segment whose last row is not below the key.
    while (low < high) {
      const middle = (low + high) >>> 1;
      const segment = this.segments[middle] as Segment;
      if (segment.compare(segment.size - 1, at, ids, from) < 0) low = middle + 1;
      else high = middle;
    }
    const row = this.segments[low]?.lowerBound(at, ids, from, low === near.segment ? near.row : 0) ?? 0;
    return { segment: low, row };
  }

  /** Inserts an empty row with this key, unless there is one. */
  #makePlace(key: RowKey): void {
    const last = this.segments.at(-1);
    if (last === undefined || last.compare(last.size - 1, key.at, key.id, 0) < 0) {
      const segment = last === undefined || last.size === SEGMENT_ROWS ? this.#addSegment() : last;
      segment.size += 1;
      this.#setKey(segment, segment.size - 1, key);
      return;
    }
    const { segment: index, row } = this.lowerBound(key);
    const segment = this.segments[index] as Segment;
    if (segment.compare(row, key.at, key.id, 0) === 0) return;
    if (segment.size === SEGMENT_ROWS) {
      const upper = Segment.ofKinds(this.#kinds);
      segment.splitInto(upper);
      this.segments.splice(index + 1, 0, upper);
      this.#makePlace(key);
      return;
    }
    segment.makeRoom(row);
    this.#setKey(segment, row, key);
    for (const column of segment.columns) column[row] = 0;
  }

  #addSegment(): Segment {
    const segment = Segment.ofKinds(this.#kinds);
    this.segments.push(segment);
    return segment;
  }

  #setKey(segment: Segment, row: number, { at, id }: RowKey): void {
    segment.at[row] = at;
    segment.ids.set(id, row * ID_WORDS);
  }

  #write(index: number, values: IncomingColumn, rows: Uint32Array): void {
    const kept = this.#keeper(index);
    for (const [i, row] of rows.entries()) this.#set(row, index, kept(values[i] ?? null));
  }

  /** Returns the function that converts a column's value into its stored form. */
  #keeper(index: number): (value: IncomingColumn[number]) => number {
    const kind = this.#kinds[index] as ColumnKind;
    const words = this.#dictionaries[index] as Dictionary;
    if (kind === 'set') return (value) => this.#keptSet(index, (value ?? []) as readonly string[]);
    if (kind === 'amount') return (value) => (value === null ? 0 : checkedAmount(value as number));
    if (kind === 'number16' || kind === 'number32') {
      const kept = numberKeeper(kind);
      return (value) => (value === null ? 0 : kept(value as number));
    }
    return (value) => (value === null ? 0 : words.add(value as string));
  }

  #keptSet(index: number, value: readonly string[]): number {
    const words = this.dictionaryAt(index);
    const codes = value.map((word) => words.add(word));
    return this.setsAt(index).add([...new Set(codes)].sort((a, b) => a - b));
  }
}
