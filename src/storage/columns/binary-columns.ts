import type { IncomingValue, ValueReader } from '../../columns/column-table.ts';
import { ID_WORDS } from '../../columns/row-key.ts';

/** PostgreSQL's numbers for the types whose elements are not text. */
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const UUID = 2950;

const HEADER_BYTES = 20;
/** Where PostgreSQL counts times and days from. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const EPOCH_DAYS = EPOCH_MS / 86_400_000;
const NOTHING = Buffer.alloc(HEADER_BYTES);

/**
 * The elements of an array of one dimension, one after the other, as `array_send` writes it; null is none. Times are Unix
 * seconds, dates days since 1970; truth is a word, and a set is what `array_send` writes of it again.
 */
export class ArrayReader implements ValueReader {
  readonly bytes: Buffer;
  from = HEADER_BYTES;
  length = 0;
  readonly count: number;
  readonly #type: number;

  constructor(array: Buffer | null) {
    this.bytes = array === null || array.readInt32BE(0) === 0 ? NOTHING : array;
    this.#type = this.bytes.readInt32BE(8);
    this.count = this.bytes.readInt32BE(12);
  }

  next(): boolean {
    const at = this.from + Math.max(this.length, 0);
    this.length = this.bytes.readInt32BE(at);
    this.from = at + 4;
    return this.length >= 0;
  }

  number(): number {
    const { bytes, from } = this;
    switch (this.#type) {
      case INT2:
        return bytes.readInt16BE(from);
      case INT4:
        return bytes.readInt32BE(from);
      case INT8:
        return int8(bytes, from);
      case DATE:
        return bytes.readInt32BE(from) + EPOCH_DAYS;
      default:
        return Math.floor(this.milliseconds() / 1000);
    }
  }

  /** Of a time. */
  milliseconds(): number {
    return Math.floor(int8(this.bytes, this.from) / 1000) + EPOCH_MS;
  }

  word(): string {
    const { bytes, from, length } = this;
    if (this.#type === BOOL) return bytes[from] === 1 ? 'true' : 'false';
    if (this.#type !== UUID) return bytes.toString('utf8', from, from + length);
    const digits = bytes.toString('hex', from, from + 16);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
  }

  words(): string[] {
    const each = new ArrayReader(this.bytes.subarray(this.from, this.from + this.length));
    return Array.from({ length: each.count }, () => {
      each.next();
      return each.word();
    });
  }

  /** The value as it comes in by itself. */
  value(): IncomingValue {
    switch (this.#type) {
      case BYTEA:
        return this.words();
      case INT2:
      case INT4:
      case INT8:
      case DATE:
      case TIMESTAMPTZ:
        return this.number();
      default:
        return this.word();
    }
  }
}

function int8(bytes: Buffer, from: number): number {
  return bytes.readInt32BE(from) * 4_294_967_296 + bytes.readUInt32BE(from + 4);
}

/** All elements of an array. */
export function readArray(array: Buffer | null): IncomingValue[] {
  const reader = new ArrayReader(array);
  return Array.from({ length: reader.count }, () => (reader.next() ? reader.value() : null));
}

/** The times of an array, in Unix milliseconds. */
export function readTimes(array: Buffer | null): number[] {
  const reader = new ArrayReader(array);
  return Array.from({ length: reader.count }, () => {
    reader.next();
    return reader.milliseconds();
  });
}

/** The ids of an array, each as its words. */
export function readIds(array: Buffer | null): Uint32Array {
  const { bytes, count } = new ArrayReader(array);
  const ids = new Uint32Array(count * ID_WORDS);
  for (let i = 0; i < count; i += 1) {
    const at = HEADER_BYTES + 4 + i * 20;
    for (let word = 0; word < ID_WORDS; word += 1)
      ids[i * ID_WORDS + word] = bytes.readUInt32BE(at + word * 4);
  }
  return ids;
}
