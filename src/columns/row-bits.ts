import { SEGMENT_ROWS } from './segment.ts';

/** A bitmap of the rows of a segment. */
export type RowBits = Int32Array;

/** Row numbers in a segment, ascending. */
export type Chosen = Uint16Array;

export const BIT_WORDS = SEGMENT_ROWS / 32;

export function noRows(): RowBits {
  return new Int32Array(BIT_WORDS);
}

export function chosenRows(): Chosen {
  return new Uint16Array(SEGMENT_ROWS);
}

export function setRange(rows: RowBits, from: number, to: number): void {
  rows.fill(0);
  if (from >= to) return;
  const first = from >>> 5;
  const last = (to - 1) >>> 5;
  rows.fill(-1, first, last + 1);
  rows[first] = (rows[first] as number) & (-1 << (from & 31));
  rows[last] = (rows[last] as number) & (-1 >>> (31 - ((to - 1) & 31)));
}

export function addRow(rows: RowBits, row: number): void {
  rows[row >>> 5] = (rows[row >>> 5] as number) | (1 << (row & 31));
}

/** Counts the bits of a word of 32 rows. */
export function countOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countRows(rows: RowBits): number {
  let n = 0;
  for (let at = 0; at < BIT_WORDS; at += 1) n += countOf(rows[at] as number);
  return n;
}

/** Writes the row numbers into a list. @returns their count */
export function listRows(rows: RowBits, chosen: Chosen): number {
  let n = 0;
  for (let at = 0; at < BIT_WORDS; at += 1) {
    let left = rows[at] as number;
    const first = at << 5;
    while (left !== 0) {
      const lowest = left & -left;
      chosen[n] = first + 31 - Math.clz32(lowest);
      n += 1;
      left ^= lowest;
    }
  }
  return n;
}

/** Adds the second bitmap to the first. */
export function addRows(rows: RowBits, others: RowBits): void {
  for (let at = 0; at < BIT_WORDS; at += 1) rows[at] = (rows[at] as number) | (others[at] as number);
}

/** Keeps the rows of the first bitmap that are also in the second. */
export function keepRows(rows: RowBits, others: RowBits): void {
  for (let at = 0; at < BIT_WORDS; at += 1) rows[at] = (rows[at] as number) & (others[at] as number);
}

/** Keeps the rows of the first bitmap that are not in the second. */
export function dropRows(rows: RowBits, others: RowBits): void {
  for (let at = 0; at < BIT_WORDS; at += 1) rows[at] = (rows[at] as number) & ~(others[at] as number);
}
