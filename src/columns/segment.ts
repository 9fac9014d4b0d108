import { type ColumnArray, type ColumnKind, columnArray } from './column-kinds.ts';
import { compareIds, ID_WORDS } from './row-key.ts';

export const SEGMENT_BITS = 14;
/** The rows of a segment: few enough for the processor's cache, and to insert a row quickly. */
export const SEGMENT_ROWS = 2 ** SEGMENT_BITS;

export interface SegmentLists {
  readonly size: number;
  readonly at: Float64Array;
  readonly ids: Uint32Array;
  readonly columns: readonly ColumnArray[];
  /** The lowest and highest value of each column. Removing rows does not narrow them. */
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
}

/** Consecutive rows of a table, column by column. */
export class Segment implements SegmentLists {
  size: number;
  readonly at: SegmentLists['at'];
  readonly ids: SegmentLists['ids'];
  readonly columns: SegmentLists['columns'];
  readonly lowest: SegmentLists['lowest'];
  readonly highest: SegmentLists['highest'];

  constructor({ size, at, ids, columns, lowest, highest }: SegmentLists) {
    this.size = size;
    this.at = at;
    this.ids = ids;
    this.columns = columns;
    this.lowest = lowest;
    this.highest = highest;
  }

  /** Returns a segment without rows. */
  static ofKinds(kinds: readonly ColumnKind[]): Segment {
    return new Segment({
      size: 0,
      at: new Float64Array(SEGMENT_ROWS),
      ids: new Uint32Array(SEGMENT_ROWS * ID_WORDS),
      columns: kinds.map((kind) => columnArray(kind, SEGMENT_ROWS)),
      lowest: new Float64Array(kinds.length).fill(Number.POSITIVE_INFINITY),
      highest: new Float64Array(kinds.length),
    });
  }

  set(row: number, index: number, value: number): void {
    (this.columns[index] as ColumnArray)[row] = value;
    if (value === 0) return;
    if (value < (this.lowest[index] as number)) this.lowest[index] = value;
    if (value > (this.highest[index] as number)) this.highest[index] = value;
  }

  compare(row: number, at: number, ids: Uint32Array, from: number): number {
    return (this.at[row] as number) - at || compareIds(this.ids, row * ID_WORDS, ids, from);
  }

  /** The first row whose key is not below this key. @param near a row that is probably little before it */
  lowerBound(at: number, ids: Uint32Array, from: number, near = 0): number {
    let low = 0;
    let high = this.size;
    if (this.compare(near, at, ids, from) >= 0) high = near;
    else {
      low = near + 1;
      for (let step = 1; low + step < high; step *= 2) {
        if (this.compare(low + step, at, ids, from) >= 0) high = low + step;
        else low += step + 1;
      }
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, at, ids, from) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  makeRoom(row: number): void {
    const { size } = this;
    this.at.copyWithin(row + 1, row, size);
    this.ids.copyWithin((row + 1) * ID_WORDS, row * ID_WORDS, size * ID_WORDS);
    for (const column of this.columns) column.copyWithin(row + 1, row, size);
    this.size += 1;
  }

  /** Moves the upper half of the rows into an empty segment. */
  splitInto(upper: Segment): void {
    const from = this.size >>> 1;
    upper.at.set(this.at.subarray(from, this.size));
    upper.ids.set(this.ids.subarray(from * ID_WORDS, this.size * ID_WORDS));
    for (const [index, column] of this.columns.entries()) {
      (upper.columns[index] as ColumnArray).set(column.subarray(from, this.size));
    }
    upper.lowest.set(this.lowest);
    upper.highest.set(this.highest);
    upper.size = this.size - from;
    this.size = from;
  }
}
