import type { ColumnArray } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import { withRoom } from './lists.ts';
import { type GroupedNumbers, percentilesOfGroups } from './percentiles.ts';
import type { Segment } from './segment.ts';
import type { Slices } from './slices.ts';

/** A measure of a group's rows, from columns of numbers. Rows without the number add nothing. */
export type Measure =
  /** Counts rows that have a number in this column. */
  | { readonly kind: 'present'; readonly column: string }
  | { readonly kind: 'sum'; readonly column: string }
  /** Counts rows that have a number in both columns. */
  | { readonly kind: 'both'; readonly column: string; readonly other: string }
  /** Counts rows whose time, in seconds, is on or before the other column's day. */
  | { readonly kind: 'byDay'; readonly column: string; readonly day: string; readonly zoneSeconds: number }
  /** Percentiles of the minutes between two times in seconds. */
  | {
      readonly kind: 'minutes';
      readonly from: string;
      readonly until: string;
      readonly shares: readonly number[];
    };

export interface AssignedRows {
  readonly rows: Uint16Array;
  readonly groupOf: Uint32Array;
  readonly assigned: number;
  readonly count: number;
}

const DAY_SECONDS = 86_400;

export interface Sum {
  add(segment: Segment, assigned: AssignedRows): void;
  result(groups: number, slices: Slices): Promise<ArrayLike<number | readonly number[] | null>>;
}

export function sumOf(table: ColumnTable, measure: Measure): Sum {
  if (measure.kind === 'minutes') return new Minutes(table, measure);
  return new Total(adderOf(table, measure));
}

type Adder = (segment: Segment, assigned: AssignedRows, sums: Float64Array) => void;

/** Returns the loop for a measure. Each measure has a separate loop, for the reason given in `loops`. */
function adderOf(table: ColumnTable, measure: Exclude<Measure, { kind: 'minutes' }>): Adder {
  const index = table.index(measure.column);
  if (measure.kind === 'sum') {
    return (segment, { rows, groupOf, assigned }, sums) => {
      const amounts = segment.columns[index] as Int32Array;
      for (let i = 0; i < assigned; i += 1) {
        const group = groupOf[i] as number;
        sums[group] = (sums[group] as number) + (amounts[rows[i] as number] as number);
      }
    };
  }
  if (measure.kind === 'present') {
    return (segment, { rows, groupOf, assigned }, sums) => {
      const values = segment.columns[index] as Uint32Array;
      for (let i = 0; i < assigned; i += 1) {
        const group = groupOf[i] as number;
        sums[group] = (sums[group] as number) + isThere(values[rows[i] as number] as number);
      }
    };
  }
  if (measure.kind === 'both') {
    const otherIndex = table.index(measure.other);
    return (segment, { rows, groupOf, assigned }, sums) => {
      const values = segment.columns[index] as Uint32Array;
      const others = segment.columns[otherIndex] as ColumnArray;
      for (let i = 0; i < assigned; i += 1) {
        const row = rows[i] as number;
        const group = groupOf[i] as number;
        sums[group] =
          (sums[group] as number) + (isThere(values[row] as number) & isThere(others[row] as number));
      }
    };
  }
  const { zoneSeconds } = measure;
  const dayIndex = table.index(measure.day);
  return (segment, { rows, groupOf, assigned }, sums) => {
    const seconds = segment.columns[index] as Uint32Array;
    const days = segment.columns[dayIndex] as Uint16Array;
    for (let i = 0; i < assigned; i += 1) {
      const row = rows[i] as number;
      const group = groupOf[i] as number;
      const second = seconds[row] as number;
      const day = days[row] as number;
      // Both stored numbers are one higher.
      const isBefore = Number(second - 1 + zoneSeconds < day * DAY_SECONDS);
      sums[group] = (sums[group] as number) + (isThere(second) & isThere(day) & isBefore);
    }
  };
}

/** Returns 1 for a stored number, else 0. It has no branch, which the processor would mispredict. */
function isThere(kept: number): number {
  return (kept | 0 | -(kept | 0)) >>> 31;
}

class Total implements Sum {
  readonly #add: Adder;
  #sums = new Float64Array(64);

  constructor(add: Adder) {
    this.#add = add;
  }

  add(segment: Segment, assigned: AssignedRows): void {
    this.#sums = withRoom(this.#sums, assigned.count);
    this.#add(segment, assigned, this.#sums);
  }

  async result(groups: number): Promise<Float64Array> {
    return this.#sums.subarray(0, groups);
  }
}

/** Minutes of rows with their groups, in one list for each segment: a growing list would be copied often. */
class Minutes implements Sum {
  readonly #from: number;
  readonly #until: number;
  readonly #shares: readonly number[];
  readonly #lists: GroupedNumbers[] = [];

  constructor(table: ColumnTable, { from, until, shares }: Extract<Measure, { kind: 'minutes' }>) {
    this.#from = table.index(from);
    this.#until = table.index(until);
    this.#shares = shares;
  }

  add(segment: Segment, { rows, groupOf, assigned }: AssignedRows): void {
    const from = segment.columns[this.#from] as Uint32Array;
    const until = segment.columns[this.#until] as Uint32Array;
    const minutes = new Uint32Array(assigned);
    const groups = new Uint32Array(assigned);
    let n = 0;
    for (let i = 0; i < assigned; i += 1) {
      const row = rows[i] as number;
      const first = from[row] as number;
      const last = until[row] as number;
      // The next row overwrites this entry if this row has no minutes.
      minutes[n] = (last - first) / 60;
      groups[n] = groupOf[i] as number;
      n += isThere(first) & Number(last >= first);
    }
    this.#lists.push({ groupOf: groups.subarray(0, n), numbers: minutes.subarray(0, n) });
  }

  result(groups: number, slices: Slices): Promise<(readonly number[] | null)[]> {
    return percentilesOfGroups(this.#lists, groups, this.#shares, slices);
  }
}
