import type { IncomingColumn } from '../../columns/column-table.ts';
import { ID_WORDS } from '../../columns/row-key.ts';

/** PostgreSQL's numbers for the types whose elements are not text. */
const BOOL = 16;
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

/** What reads one element, from a place on, of so many bytes. */
type ReadElement = (bytes: Buffer, from: number, length: number) => string | number;

const int8 = (bytes: Buffer, from: number) =>
  bytes.readInt32BE(from) * 4_294_967_296 + bytes.readUInt32BE(from + 4);

/** Times are Unix milliseconds, dates days since 1970; truth is a word. */
const READERS: Readonly<Record<number, ReadElement>> = {
  [BOOL]: (bytes, from) => (bytes[from] === 1 ? 'true' : 'false'),
  [INT8]: int8,
  [INT2]: (bytes, from) => bytes.readInt16BE(from),
  [INT4]: (bytes, from) => bytes.readInt32BE(from),
  [DATE]: (bytes, from) => bytes.readInt32BE(from) + EPOCH_DAYS,
  [TIMESTAMPTZ]: (bytes, from) => Math.floor(int8(bytes, from) / 1000) + EPOCH_MS,
  [UUID]: (bytes, from) => {
    const digits = bytes.toString('hex', from, from + 16);
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
  },
};

/** Words that were read last, by a few of their bytes: most come again, and making a text of bytes is dear. */
const RECENT = 1_024;
const recent = new Array<{ readonly bytes: Buffer; readonly text: string } | undefined>(RECENT);
const SHORT = 64;

const readText: ReadElement = (bytes, from, length) => {
  const end = from + length;
  if (length === 0 || length > SHORT) return bytes.toString('utf8', from, end);
  const middle = bytes[from + (length >>> 1)] as number;
  const mixed = (bytes[from] as number) * 31 + middle * 131 + (bytes[end - 1] as number) * 1_009 + length;
  const known = recent[mixed % RECENT];
  if (known !== undefined && isSame(known.bytes, bytes, from, length)) return known.text;
  const text = bytes.toString('utf8', from, end);
  recent[mixed % RECENT] = { bytes: Buffer.from(bytes.subarray(from, end)), text };
  return text;
};

function isSame(known: Buffer, bytes: Buffer, from: number, length: number): boolean {
  if (known.length !== length) return false;
  for (let i = 0; i < length; i += 1) if (known[i] !== bytes[from + i]) return false;
  return true;
}

/** The elements of an array of one dimension, as `array_send` writes it; null is none. */
export function readArray(bytes: Buffer | null): IncomingColumn {
  if (bytes === null || bytes.readInt32BE(0) === 0) return [];
  const read = READERS[bytes.readInt32BE(8)] ?? readText;
  const values = new Array<string | number | null>(bytes.readInt32BE(12));
  let at = HEADER_BYTES;
  for (let i = 0; i < values.length; i += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    values[i] = length < 0 ? null : read(bytes, at, length);
    if (length > 0) at += length;
  }
  return values;
}

/** As `readArray`, of ids, each as its words. */
export function readIds(bytes: Buffer | null): Uint32Array {
  if (bytes === null || bytes.readInt32BE(0) === 0) return new Uint32Array(0);
  const count = bytes.readInt32BE(12);
  const ids = new Uint32Array(count * ID_WORDS);
  for (let i = 0; i < count; i += 1) {
    const at = HEADER_BYTES + 4 + i * 20;
    for (let word = 0; word < ID_WORDS; word += 1)
      ids[i * ID_WORDS + word] = bytes.readUInt32BE(at + word * 4);
  }
  return ids;
}
