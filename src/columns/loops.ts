// The loops over rows. The same few lines stand here once for each width of a column: V8 compiles a loop for the arrays
// that it has met, and one that meets all of them is three times slower. A row that is chosen is written down always and
// counted only where it matches, which spares the processor a guess.

import type { ValueSets } from './value-sets.ts';

/** Places of rows in a segment. */
export type Chosen = Uint16Array;

/** Chooses among all rows from one to another those whose code is marked. @returns how many */
export function among8(
  column: Uint8Array,
  marked: Uint8Array,
  from: number,
  to: number,
  chosen: Chosen,
): number {
  let n = 0;
  for (let row = from; row < to; row += 1) {
    chosen[n] = row;
    n += marked[column[row] as number] as number;
  }
  return n;
}

export function among16(
  column: Uint16Array,
  marked: Uint8Array,
  from: number,
  to: number,
  chosen: Chosen,
): number {
  let n = 0;
  for (let row = from; row < to; row += 1) {
    chosen[n] = row;
    n += marked[column[row] as number] as number;
  }
  return n;
}

export function among32(
  column: Uint32Array,
  marked: Uint8Array,
  from: number,
  to: number,
  chosen: Chosen,
): number {
  let n = 0;
  for (let row = from; row < to; row += 1) {
    chosen[n] = row;
    n += marked[column[row] as number] as number;
  }
  return n;
}

/** Chooses those whose number is from `low` to `high`, both included. */
export function between16(
  column: Uint16Array,
  low: number,
  high: number,
  from: number,
  to: number,
  chosen: Chosen,
): number {
  let n = 0;
  for (let row = from; row < to; row += 1) {
    const value = column[row] as number;
    chosen[n] = row;
    n += value >= low && value <= high ? 1 : 0;
  }
  return n;
}

export function between32(
  column: Uint32Array,
  low: number,
  high: number,
  from: number,
  to: number,
  chosen: Chosen,
): number {
  let n = 0;
  for (let row = from; row < to; row += 1) {
    const value = column[row] as number;
    chosen[n] = row;
    n += value >= low && value <= high ? 1 : 0;
  }
  return n;
}

/** Keeps of the first `size` that were chosen those whose code is marked. @returns how many */
export function keepAmong8(column: Uint8Array, marked: Uint8Array, chosen: Chosen, size: number): number {
  let n = 0;
  for (let i = 0; i < size; i += 1) {
    const row = chosen[i] as number;
    chosen[n] = row;
    n += marked[column[row] as number] as number;
  }
  return n;
}

export function keepAmong16(column: Uint16Array, marked: Uint8Array, chosen: Chosen, size: number): number {
  let n = 0;
  for (let i = 0; i < size; i += 1) {
    const row = chosen[i] as number;
    chosen[n] = row;
    n += marked[column[row] as number] as number;
  }
  return n;
}

export function keepAmong32(column: Uint32Array, marked: Uint8Array, chosen: Chosen, size: number): number {
  let n = 0;
  for (let i = 0; i < size; i += 1) {
    const row = chosen[i] as number;
    chosen[n] = row;
    n += marked[column[row] as number] as number;
  }
  return n;
}

export function keepBetween16(
  column: Uint16Array,
  low: number,
  high: number,
  chosen: Chosen,
  size: number,
): number {
  let n = 0;
  for (let i = 0; i < size; i += 1) {
    const row = chosen[i] as number;
    const value = column[row] as number;
    chosen[n] = row;
    n += value >= low && value <= high ? 1 : 0;
  }
  return n;
}

export function keepBetween32(
  column: Uint32Array,
  low: number,
  high: number,
  chosen: Chosen,
  size: number,
): number {
  let n = 0;
  for (let i = 0; i < size; i += 1) {
    const row = chosen[i] as number;
    const value = column[row] as number;
    chosen[n] = row;
    n += value >= low && value <= high ? 1 : 0;
  }
  return n;
}

export function keepSets(
  column: Uint32Array,
  sets: ValueSets,
  marked: Uint8Array,
  chosen: Chosen,
  size: number,
): number {
  let n = 0;
  for (let i = 0; i < size; i += 1) {
    const row = chosen[i] as number;
    if (sets.hasAny(column[row] as number, marked)) {
      chosen[n] = row;
      n += 1;
    }
  }
  return n;
}

/** Adds to the number of each code, of the first `size` rows that were chosen. */
export function count8(column: Uint8Array, chosen: Chosen, size: number, counts: Uint32Array): void {
  for (let i = 0; i < size; i += 1) {
    const code = column[chosen[i] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}

export function count16(column: Uint16Array, chosen: Chosen, size: number, counts: Uint32Array): void {
  for (let i = 0; i < size; i += 1) {
    const code = column[chosen[i] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}

export function count32(column: Uint32Array, chosen: Chosen, size: number, counts: Uint32Array): void {
  for (let i = 0; i < size; i += 1) {
    const code = column[chosen[i] as number] as number;
    counts[code] = (counts[code] as number) + 1;
  }
}

export function countSets(
  column: Uint32Array,
  sets: ValueSets,
  chosen: Chosen,
  size: number,
  counts: Uint32Array,
): void {
  for (let i = 0; i < size; i += 1) sets.countEach(column[chosen[i] as number] as number, counts);
}
