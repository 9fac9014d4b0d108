import type { IncomingValue } from '../../columns/column-table.ts';
import { ID_WORDS } from '../../columns/row-key.ts';

/** PostgreSQL's type numbers of the types that are not text. */
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const UUID = 2950;

/** The moment from which PostgreSQL counts times and days. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const EPOCH_S = EPOCH_MS / 1000;
const EPOCH_DAYS = EPOCH_S / 86_400;

/** Reads a number in PostgreSQL's binary format: a time as Unix seconds, a date as days since 1970. */
export function numberAt(type: number, view: DataView, from: number): number {
  switch (type) {
    case INT2:
      return view.getInt16(from);
    case INT4:
      return view.getInt32(from);
    case INT8:
      return int8(view, from);
    case DATE:
      return view.getInt32(from) + EPOCH_DAYS;
    default:
      return Math.floor(int8(view, from) / 1_000_000) + EPOCH_S;
  }
}

/** Reads a time as Unix milliseconds. */
export function millisecondsAt(view: DataView, from: number): number {
  return Math.floor(int8(view, from) / 1000) + EPOCH_MS;
}

function int8(view: DataView, from: number): number {
  return view.getInt32(from) * 4_294_967_296 + view.getUint32(from + 4);
}

export function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** Reads a word; a boolean is also a word. */
export function wordAt(type: number, bytes: Buffer, from: number, length: number): string {
  if (type === BOOL) return bytes[from] === 1 ? 'true' : 'false';
  if (type !== UUID) return bytes.toString('utf8', from, from + length);
  const digits = bytes.toString('hex', from, from + 16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

/** Reads the words of a text array, as `array_send` writes it. */
function wordsAt(bytes: Buffer, from: number, length: number): string[] {
  const array = bytes.subarray(from, from + length);
  return elementsOf(array, (type, at, size) => wordAt(type, array, at, size));
}

/** Writes the words of an id into a list. */
export function idAt(view: DataView, from: number, ids: Uint32Array, at: number): void {
  for (let word = 0; word < ID_WORDS; word += 1) ids[at + word] = view.getUint32(from + word * 4);
}

const ARRAY_HEAD_BYTES = 20;

/** @param read called with each element's type, position and length; the length is negative for null */
function elementsOf<T>(array: Buffer, read: (type: number, at: number, length: number) => T): T[] {
  const dimensions = array.readInt32BE(0);
  const count = dimensions === 0 ? 0 : array.readInt32BE(12);
  const type = array.readInt32BE(8);
  let at = ARRAY_HEAD_BYTES;
  return Array.from({ length: count }, () => {
    const length = array.readInt32BE(at);
    const element = read(type, at + 4, length);
    at += 4 + Math.max(length, 0);
    return element;
  });
}

/** Reads all elements of an array, or no elements for null. A set is a nested `array_send` output. */
export function readArray(array: Buffer | null): IncomingValue[] {
  if (array === null) return [];
  const view = viewOf(array);
  return elementsOf(array, (type, at, length) => {
    if (length < 0) return null;
    switch (type) {
      case BYTEA:
        return wordsAt(array, at, length);
      case INT2:
      case INT4:
      case INT8:
      case DATE:
      case TIMESTAMPTZ:
        return numberAt(type, view, at);
      default:
        return wordAt(type, array, at, length);
    }
  });
}

const LENGTH_BYTES = 4;
const TIME_BYTES = 8;
const ID_BYTES = 16;

/** Reads the times of an array without nulls, as Unix milliseconds. */
export function readTimes(array: Buffer | null): Float64Array {
  const times = new Float64Array(countOf(array, TIME_BYTES));
  if (array === null) return times;
  const view = viewOf(array);
  for (let nth = 0; nth < times.length; nth += 1) times[nth] = millisecondsAt(view, placeOf(nth, TIME_BYTES));
  return times;
}

/** Reads the ids of an array without nulls, as words. */
export function readIds(array: Buffer | null): Uint32Array {
  const count = countOf(array, ID_BYTES);
  const ids = new Uint32Array(count * ID_WORDS);
  if (array === null) return ids;
  const view = viewOf(array);
  for (let nth = 0; nth < count; nth += 1) idAt(view, placeOf(nth, ID_BYTES), ids, nth * ID_WORDS);
  return ids;
}

/** The number of elements of an array with elements of equal length. */
function countOf(array: Buffer | null, bytes: number): number {
  return array === null ? 0 : Math.max((array.length - ARRAY_HEAD_BYTES) / (LENGTH_BYTES + bytes), 0);
}

function placeOf(nth: number, bytes: number): number {
  return ARRAY_HEAD_BYTES + nth * (LENGTH_BYTES + bytes) + LENGTH_BYTES;
}
