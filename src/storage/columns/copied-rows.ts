import type { ValueReader } from '../../columns/column-table.ts';
import { ID_WORDS } from '../../columns/row-key.ts';
import type { CopiedBytes } from '../account-copies.ts';
import { idAt, millisecondsAt, numberAt, viewOf, wordAt, wordsAt } from './binary-values.ts';

/** What COPY writes first: its signature, flags and the length of what else it says of itself. */
const HEAD_BYTES = 19;
const EXTENSION_AT = 15;
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;

/** Bytes, and the numbers in them. */
interface Viewed {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Some of the rows that were copied, by column. */
export class CopiedRows {
  readonly size: number;
  readonly #viewed: Viewed;
  readonly #types: readonly number[];
  /** Where each value stands, row by row. */
  readonly #places: Uint32Array;

  constructor(viewed: Viewed, types: readonly number[], places: Uint32Array) {
    this.#viewed = viewed;
    this.#types = types;
    this.#places = places;
    this.size = places.length / types.length;
  }

  /** The values of a column, one after the other. */
  column(nth: number): ValueReader {
    return new CopiedValues(this.#viewed, this.#places, nth, this.#types);
  }

  /** A column of ids, each as its words; of zeros where there is none. */
  ids(nth: number): Uint32Array {
    const { view } = this.#viewed;
    const ids = new Uint32Array(this.size * ID_WORDS);
    for (let row = 0; row < this.size; row += 1) {
      const from = this.#places[row * this.#types.length + nth] as number;
      if (view.getInt32(from - LENGTH_BYTES) >= 0) idAt(view, from, ids, row * ID_WORDS);
    }
    return ids;
  }

  /** A column of times, in Unix milliseconds. */
  times(nth: number): Float64Array {
    const times = new Float64Array(this.size);
    for (let row = 0; row < this.size; row += 1) {
      times[row] = millisecondsAt(this.#viewed.view, this.#places[row * this.#types.length + nth] as number);
    }
    return times;
  }
}

class CopiedValues implements ValueReader {
  readonly view: DataView;
  from = 0;
  length = 0;
  readonly #bytes: Buffer;
  readonly #places: Uint32Array;
  readonly #columns: number;
  readonly #type: number;
  #next: number;

  constructor({ bytes, view }: Viewed, places: Uint32Array, nth: number, types: readonly number[]) {
    this.view = view;
    this.#bytes = bytes;
    this.#places = places;
    this.#columns = types.length;
    this.#type = types[nth] as number;
    this.#next = nth;
  }

  next(): boolean {
    this.from = this.#places[this.#next] as number;
    this.length = this.view.getInt32(this.from - LENGTH_BYTES);
    this.#next += this.#columns;
    return this.length >= 0;
  }

  number(): number {
    return numberAt(this.#type, this.view, this.from);
  }

  word(): string {
    return wordAt(this.#type, this.#bytes, this.from, this.length);
  }

  words(): string[] {
    return wordsAt(this.#bytes, this.from, this.length);
  }
}

/** Takes the rows of a copy apart, as many at a time as have come; they are void when the next are asked for. */
export async function* copiedRows({ types, parts }: CopiedBytes): AsyncGenerator<CopiedRows> {
  const places = new Places(types.length);
  const room = new Room();
  let isHead = true;
  for await (const part of parts) {
    room.add(part);
    if (isHead && room.size < HEAD_BYTES) continue;
    const begin = isHead ? HEAD_BYTES + room.view.getInt32(EXTENSION_AT) : 0;
    isHead = false;
    const end = places.find(room.view, begin, room.size);
    if (places.size > 0) yield new CopiedRows(room, types, places.list.subarray(0, places.size));
    room.drop(end);
  }
}

/** What has come and is not read yet: the same bytes over and over, since making room for each part kept the collector busy. */
class Room implements Viewed {
  bytes: Buffer = Buffer.allocUnsafeSlow(0);
  view = viewOf(this.bytes);
  size = 0;

  add(part: Buffer): void {
    const needed = this.size + part.length;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.bytes.copy(larger, 0, 0, this.size);
      this.bytes = larger;
      this.view = viewOf(larger);
    }
    part.copy(this.bytes, this.size);
    this.size = needed;
  }

  /** The bytes before are read. */
  drop(end: number): void {
    this.bytes.copyWithin(0, end, this.size);
    this.size -= end;
  }
}

/** Where the values of the rows stand that are there whole, row by row. */
class Places {
  list = new Uint32Array(0);
  size = 0;
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** @returns where the last of these rows ends */
  find(view: DataView, begin: number, size: number): number {
    const columns = this.#columns;
    // A row has a length for each value at least.
    const most = Math.ceil(size / (COUNT_BYTES + columns * LENGTH_BYTES)) * columns;
    if (this.list.length < most) this.list = new Uint32Array(2 * most);
    const { list } = this;
    let n = 0;
    let end = begin;
    while (end + COUNT_BYTES <= size && view.getInt16(end) === columns) {
      let at = end + COUNT_BYTES;
      let nth = 0;
      for (; nth < columns && at + LENGTH_BYTES <= size; nth += 1) {
        const length = view.getInt32(at);
        at += LENGTH_BYTES;
        list[n + nth] = at;
        if (length > 0) at += length;
      }
      if (nth < columns || at > size) break;
      n += columns;
      end = at;
    }
    this.size = n;
    return end;
  }
}
