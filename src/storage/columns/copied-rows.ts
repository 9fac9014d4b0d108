import type { ValueReader } from '../../columns/column-table.ts';
import { withRoom } from '../../columns/lists.ts';
import { ID_WORDS } from '../../columns/row-key.ts';
import { idAt, millisecondsAt, numberAt, viewOf, wordAt } from './binary-values.ts';

/** A message of PostgreSQL that begins with `d` contains one row. */
const ROW_MESSAGE = 'd'.charCodeAt(0);
const MESSAGE_HEAD_BYTES = 5;
/** The length of the header of COPY's output: signature, flags, and the length of the extension. */
const HEAD_BYTES = 19;
const EXTENSION_AT = 15;
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;

interface Viewed {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Some of the copied rows, read by column. */
export class CopiedRows {
  readonly size: number;
  readonly #viewed: Viewed;
  readonly #types: readonly number[];
  /** The positions of the values, row by row. */
  readonly #places: Uint32Array;

  constructor(viewed: Viewed, types: readonly number[], places: Uint32Array) {
    this.#viewed = viewed;
    this.#types = types;
    this.#places = places;
    this.size = places.length / types.length;
  }

  column(nth: number): ValueReader {
    return new CopiedValues(this.#viewed, this.#places, nth, this.#types);
  }

  /** Reads a column of ids as words; an absent id is all zeros. */
  ids(nth: number): Uint32Array {
    const { view } = this.#viewed;
    const ids = new Uint32Array(this.size * ID_WORDS);
    for (let row = 0; row < this.size; row += 1) {
      const from = this.#places[row * this.#types.length + nth] as number;
      if (view.getInt32(from - LENGTH_BYTES) >= 0) idAt(view, from, ids, row * ID_WORDS);
    }
    return ids;
  }

  /** Reads a column of times, in Unix milliseconds. */
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
}

/** Parses the rows of a COPY as they arrive. The next call overwrites the result. */
export class CopyReader {
  readonly #types: readonly number[];
  readonly #room = new Room();
  readonly #places: Places;

  /** @param types PostgreSQL's type number of each column */
  constructor(types: readonly number[]) {
    this.#types = types;
    this.#places = new Places(types.length);
  }

  /** @param part the next of PostgreSQL's messages, split at any byte */
  take(part: Uint8Array): CopiedRows {
    this.#room.add(part);
    const places = this.#places.find(this.#room);
    return new CopiedRows(this.#room, this.#types, places);
  }
}

/** Bytes that are not parsed yet. The buffer is reused: new ones kept the garbage collector busy. */
class Room implements Viewed {
  bytes: Buffer = Buffer.allocUnsafeSlow(0);
  view = viewOf(this.bytes);
  size = 0;
  /** The position up to which the bytes are parsed. */
  read = 0;

  add(part: Uint8Array): void {
    const unread = this.size - this.read;
    const needed = unread + part.length;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.bytes.copy(larger, 0, this.read, this.size);
      this.bytes = larger;
      this.view = viewOf(larger);
    } else this.bytes.copyWithin(0, this.read, this.size);
    this.bytes.set(part, unread);
    this.size = needed;
    this.read = 0;
  }
}

class Places {
  #list = new Uint32Array(0);
  #isHead = true;
  readonly #columns: number;

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Parses complete messages. @returns the positions of the values, by row; the next call overwrites them */
  find(room: Room): Uint32Array {
    const { view, size } = room;
    const columns = this.#columns;
    // A row has at least one length for each value.
    this.#list = withRoom(this.#list, Math.ceil(size / (COUNT_BYTES + columns * LENGTH_BYTES)) * columns);
    const list = this.#list;
    let n = 0;
    let { read } = room;
    while (read + MESSAGE_HEAD_BYTES <= size) {
      const end = read + 1 + view.getUint32(read + 1);
      if (end > size) break;
      if (view.getUint8(read) === ROW_MESSAGE) {
        let at = read + MESSAGE_HEAD_BYTES;
        if (this.#isHead) at += HEAD_BYTES + view.getInt32(at + EXTENSION_AT);
        this.#isHead = false;
        // A message with -1 columns follows the last row.
        if (at < end && view.getInt16(at) === columns) {
          at += COUNT_BYTES;
          for (let nth = 0; nth < columns; nth += 1) {
            const length = view.getInt32(at);
            at += LENGTH_BYTES;
            list[n] = at;
            n += 1;
            if (length > 0) at += length;
          }
        }
      }
      read = end;
    }
    room.read = read;
    return list.subarray(0, n);
  }
}
