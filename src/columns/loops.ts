// The loops over rows. The same few lines are repeated for each width of a column, because V8 compiles a loop
// for the array types that it has seen, and a loop that sees all types is three times slower. If many of 32
// rows are chosen, all are tested without a branch (which the processor would mispredict), four in each step
// to save loop overhead. If few are chosen, only these rows are tested.

import { BIT_WORDS, type Chosen, countOf, type RowBits } from './row-bits.ts';

/** Up to this number of chosen rows among 32, the rows are tested one at a time. */
const FEW = 8;

/** The marks of 8-bit codes, and the marks of two adjacent codes at once, with one bit for each code. */
export interface Marks8 {
  readonly marked: Uint8Array;
  readonly ofPairs: Uint8Array;
}

/** @param marked 1 or 0 for each code */
export function marks8(marked: Uint8Array): Marks8 {
  const ofPairs = new Uint8Array(2 ** 16);
  // Works for both byte orders.
  const two = new Uint8Array(2);
  const read = new Uint16Array(two.buffer);
  for (let first = 0; first < marked.length; first += 1) {
    two[0] = first;
    for (let second = 0; second < marked.length; second += 1) {
      two[1] = second;
      ofPairs[read[0] as number] = (marked[first] as number) | ((marked[second] as number) << 1);
    }
  }
  return { marked, ofPairs };
}

/** Keeps the rows whose code is marked. */
export function keepAmong8(column: Uint8Array, { marked, ofPairs }: Marks8, rows: RowBits): void {
  const pairs = new Uint16Array(column.buffer, column.byteOffset, column.length >>> 1);
  for (let at = 0; at < BIT_WORDS; at += 1) {
    const before = rows[at] as number;
    if (before === 0) continue;
    let passing = 0;
    if (countOf(before) > FEW) {
      const pair = at << 4;
      for (let nth = 0; nth < 16; nth += 4) {
        const first = pair + nth;
        passing |=
          ((ofPairs[pairs[first] as number] as number) |
            ((ofPairs[pairs[first + 1] as number] as number) << 2) |
            ((ofPairs[pairs[first + 2] as number] as number) << 4) |
            ((ofPairs[pairs[first + 3] as number] as number) << 6)) <<
          (nth << 1);
      }
    } else {
      const row = at << 5;
      for (let left = before; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        passing |= (marked[column[row + bit] as number] as number) << bit;
      }
    }
    rows[at] = before & passing;
  }
}

export function keepAmong16(column: Uint16Array, marked: Uint8Array, rows: RowBits): void {
  for (let at = 0; at < BIT_WORDS; at += 1) {
    const before = rows[at] as number;
    if (before === 0) continue;
    const row = at << 5;
    let passing = 0;
    if (countOf(before) > FEW) {
      for (let bit = 0; bit < 32; bit += 4) {
        const first = row + bit;
        passing |=
          ((marked[column[first] as number] as number) |
            ((marked[column[first + 1] as number] as number) << 1) |
            ((marked[column[first + 2] as number] as number) << 2) |
            ((marked[column[first + 3] as number] as number) << 3)) <<
          bit;
      }
    } else {
      for (let left = before; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        passing |= (marked[column[row + bit] as number] as number) << bit;
      }
    }
    rows[at] = before & passing;
  }
}

export function keepAmong32(column: Uint32Array, marked: Uint8Array, rows: RowBits): void {
  for (let at = 0; at < BIT_WORDS; at += 1) {
    const before = rows[at] as number;
    if (before === 0) continue;
    const row = at << 5;
    let passing = 0;
    if (countOf(before) > FEW) {
      for (let bit = 0; bit < 32; bit += 4) {
        const first = row + bit;
        passing |=
          ((marked[column[first] as number] as number) |
            ((marked[column[first + 1] as number] as number) << 1) |
            ((marked[column[first + 2] as number] as number) << 2) |
            ((marked[column[first + 3] as number] as number) << 3)) <<
          bit;
      }
    } else {
      for (let left = before; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        passing |= (marked[column[row + bit] as number] as number) << bit;
      }
    }
    rows[at] = before & passing;
  }
}

/** Keeps the rows whose number is from `low` to `high`, both included. */
export function keepBetween16(column: Uint16Array, low: number, high: number, rows: RowBits): void {
  for (let at = 0; at < BIT_WORDS; at += 1) {
    const before = rows[at] as number;
    if (before === 0) continue;
    const row = at << 5;
    let failing = 0;
    if (countOf(before) > FEW) {
      for (let bit = 0; bit < 32; bit += 4) {
        const first = row + bit;
        const one = column[first] as number;
        const two = column[first + 1] as number;
        const three = column[first + 2] as number;
        const four = column[first + 3] as number;
        failing |=
          ((((one - low) | (high - one)) >>> 31) |
            ((((two - low) | (high - two)) >>> 31) << 1) |
            ((((three - low) | (high - three)) >>> 31) << 2) |
            ((((four - low) | (high - four)) >>> 31) << 3)) <<
          bit;
      }
    } else {
      for (let left = before; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const value = column[row + bit] as number;
        failing |= (((value - low) | (high - value)) >>> 31) << bit;
      }
    }
    rows[at] = before & ~failing;
  }
}

/** Keeps the rows whose amount is present, or the rows whose amount is absent. 0 means absent. */
export function keepAmounts(column: Int32Array, isThere: boolean, rows: RowBits): void {
  const turned = isThere ? 0 : -1;
  for (let at = 0; at < BIT_WORDS; at += 1) {
    const before = rows[at] as number;
    if (before === 0) continue;
    const row = at << 5;
    let there = 0;
    if (countOf(before) > FEW) {
      for (let bit = 0; bit < 32; bit += 4) {
        const first = row + bit;
        const one = column[first] as number;
        const two = column[first + 1] as number;
        const three = column[first + 2] as number;
        const four = column[first + 3] as number;
        there |=
          (((one | -one) >>> 31) |
            (((two | -two) >>> 31) << 1) |
            (((three | -three) >>> 31) << 2) |
            (((four | -four) >>> 31) << 3)) <<
          bit;
      }
    } else {
      for (let left = before; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        const amount = column[row + bit] as number;
        there |= ((amount | -amount) >>> 31) << bit;
      }
    }
    rows[at] = before & (there ^ turned);
  }
}

/** @param span `high` minus `low`, both as signed 32-bit numbers, to avoid floating point */
export function keepBetween32(column: Uint32Array, low: number, span: number, rows: RowBits): void {
  for (let at = 0; at < BIT_WORDS; at += 1) {
    const before = rows[at] as number;
    if (before === 0) continue;
    const row = at << 5;
    let failing = 0;
    if (countOf(before) > FEW) {
      for (let bit = 0; bit < 32; bit += 2) {
        const one = (((column[row + bit] as number) | 0) - low) | 0;
        const two = (((column[row + bit + 1] as number) | 0) - low) | 0;
        failing |= (isAbove(one, span) | (isAbove(two, span) << 1)) << bit;
      }
    } else {
      for (let left = before; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        failing |= isAbove((((column[row + bit] as number) | 0) - low) | 0, span) << bit;
      }
    }
    rows[at] = before & ~failing;
  }
}

/** Returns 1 if a number is above the span, unsigned; a number below `low` has wrapped around. */
function isAbove(above: number, span: number): number {
  return ((~span & above) | ((~span | above) & (span - above))) >>> 31;
}

/** The number of counters for each code. With only one, the processor would wait when a code repeats. */
export const LANES = 4;

/** Counts the codes of the first `size` chosen rows. The counters of one code are `apart` apart. */
export function count8(
  column: Uint8Array,
  chosen: Chosen,
  size: number,
  counts: Uint32Array,
  apart: number,
): void {
  const whole = size & -LANES;
  for (let i = 0; i < whole; i += LANES) {
    addOne(counts, column[chosen[i] as number] as number);
    addOne(counts, apart + (column[chosen[i + 1] as number] as number));
    addOne(counts, 2 * apart + (column[chosen[i + 2] as number] as number));
    addOne(counts, 3 * apart + (column[chosen[i + 3] as number] as number));
  }
  for (let i = whole; i < size; i += 1) addOne(counts, column[chosen[i] as number] as number);
}

export function count16(
  column: Uint16Array,
  chosen: Chosen,
  size: number,
  counts: Uint32Array,
  apart: number,
): void {
  const whole = size & -LANES;
  for (let i = 0; i < whole; i += LANES) {
    addOne(counts, column[chosen[i] as number] as number);
    addOne(counts, apart + (column[chosen[i + 1] as number] as number));
    addOne(counts, 2 * apart + (column[chosen[i + 2] as number] as number));
    addOne(counts, 3 * apart + (column[chosen[i + 3] as number] as number));
  }
  for (let i = whole; i < size; i += 1) addOne(counts, column[chosen[i] as number] as number);
}

export function count32(
  column: Uint32Array,
  chosen: Chosen,
  size: number,
  counts: Uint32Array,
  apart: number,
): void {
  const whole = size & -LANES;
  for (let i = 0; i < whole; i += LANES) {
    addOne(counts, column[chosen[i] as number] as number);
    addOne(counts, apart + (column[chosen[i + 1] as number] as number));
    addOne(counts, 2 * apart + (column[chosen[i + 2] as number] as number));
    addOne(counts, 3 * apart + (column[chosen[i + 3] as number] as number));
  }
  for (let i = whole; i < size; i += 1) addOne(counts, column[chosen[i] as number] as number);
}

export const PAIR_LANES = 2;

/** Counts pairs of codes. The number of a pair is the first code times `codes` plus the second code. */
export function countPairs8(
  ones: Uint8Array,
  others: Uint8Array,
  chosen: Chosen,
  size: number,
  counts: Uint32Array,
  codes: number,
  apart: number,
): void {
  const whole = size & -PAIR_LANES;
  for (let i = 0; i < whole; i += PAIR_LANES) {
    const first = chosen[i] as number;
    const second = chosen[i + 1] as number;
    addOne(counts, (ones[first] as number) * codes + (others[first] as number));
    addOne(counts, apart + (ones[second] as number) * codes + (others[second] as number));
  }
  for (let i = whole; i < size; i += 1) {
    const row = chosen[i] as number;
    addOne(counts, (ones[row] as number) * codes + (others[row] as number));
  }
}

export function countPairs16(
  ones: Uint16Array,
  others: Uint16Array,
  chosen: Chosen,
  size: number,
  counts: Uint32Array,
  codes: number,
  apart: number,
): void {
  const whole = size & -PAIR_LANES;
  for (let i = 0; i < whole; i += PAIR_LANES) {
    const first = chosen[i] as number;
    const second = chosen[i + 1] as number;
    addOne(counts, (ones[first] as number) * codes + (others[first] as number));
    addOne(counts, apart + (ones[second] as number) * codes + (others[second] as number));
  }
  for (let i = whole; i < size; i += 1) {
    const row = chosen[i] as number;
    addOne(counts, (ones[row] as number) * codes + (others[row] as number));
  }
}

function addOne(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}
