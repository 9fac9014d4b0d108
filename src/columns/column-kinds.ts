import { DoesNotFit } from './does-not-fit.ts';

/**
 * The storage of a column. Words are codes of 8, 16 or 32 bits; `set` holds any number of words. Numbers are
 * integers up to 65,534 (`number16`) or 4,294,967,294 (`number32`), or absent. An `amount` is a signed 32-bit
 * number; 0 means absent.
 */
export type ColumnKind = 'word8' | 'word16' | 'word32' | 'set' | 'number16' | 'number32' | 'amount';

export type ColumnSchema = Readonly<Record<string, ColumnKind>>;

export type ColumnArray = Uint8Array | Uint16Array | Uint32Array | Int32Array;

const MAKERS: Record<ColumnKind, (rows: number) => ColumnArray> = {
  word8: (rows) => new Uint8Array(rows),
  word16: (rows) => new Uint16Array(rows),
  word32: (rows) => new Uint32Array(rows),
  set: (rows) => new Uint32Array(rows),
  number16: (rows) => new Uint16Array(rows),
  number32: (rows) => new Uint32Array(rows),
  amount: (rows) => new Int32Array(rows),
};

export function columnArray(kind: ColumnKind, rows: number): ColumnArray {
  return MAKERS[kind](rows);
}

/** The size of one value in bytes. */
export const BYTES = Object.fromEntries(
  Object.entries(MAKERS).map(([kind, make]) => [kind, make(0).BYTES_PER_ELEMENT]),
) as Readonly<Record<ColumnKind, number>>;

/** The most codes in a column of words; 0 for columns of numbers. */
export const CODES: Record<ColumnKind, number> = {
  word8: 2 ** 8,
  word16: 2 ** 16,
  word32: 2 ** 32,
  set: 2 ** 32,
  number16: 0,
  number32: 0,
  amount: 0,
};

const LARGEST = { number16: 2 ** 16 - 2, number32: 2 ** 32 - 2 };
const LARGEST_AMOUNT = 2 ** 31 - 1;

/** Returns a function that stores a number plus one, so that 0 means none. It throws `DoesNotFit`. */
export function numberKeeper(kind: 'number16' | 'number32'): (value: number) => number {
  const largest = LARGEST[kind];
  return (value) => {
    if (!Number.isInteger(value) || value < 0 || value > largest) throw new DoesNotFit(`${value} as ${kind}`);
    return value + 1;
  };
}

/** Checks that an amount fits its column. @throws DoesNotFit */
export function checkedAmount(value: number): number {
  if (!Number.isInteger(value) || Math.abs(value) > LARGEST_AMOUNT) {
    throw new DoesNotFit(`${value} as an amount`);
  }
  return value;
}
