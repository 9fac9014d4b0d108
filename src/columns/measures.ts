import type { Slices } from '../slices.ts';
import type { ColumnArray } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import { withRoom } from './lists.ts';
import { percentilesOf } from './percentiles.ts';
import type { Segment } from './segment.ts';

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

/** Adds what the rows of a segment add to the sum of each group. */
type Adder = (segment: Segment, assigned: AssignedRows, sums: Float64Array) => void;

/** Stored numbers are one higher, and 0 means absent. Nothing branches: the processor would mispredict it. */
function adderOf(table: ColumnTable, measure: Exclude<Measure, { kind: 'minutes' }>): Adder {
  const index = table.index(measure.column);
  if (measure.kind === 'sum') {
    return (segment, { rows, groupOf, assigned }, sums) => {
      const amounts = segment.columns[index] as ColumnArray;
      for (let i = 0; i < assigned; i += 1) {
        addTo(sums, groupOf[i] as number, amounts[rows[i] as number] as number);
      }
    };
  }
  if (measure.kind === 'byDay') {
    const dayIndex = table.index(measure.day);
    const { zoneSeconds } = measure;
    return (segment, { rows, groupOf, assigned }, sums) => {
      const seconds = segment.columns[index] as ColumnArray;
      const days = segment.columns[dayIndex] as ColumnArray;
      for (let i = 0; i < assigned; i += 1) {
        const second = seconds[rows[i] as number] as number;
        const day = days[rows[i] as number] as number;
        const isByDay = Number(second - 1 + zoneSeconds < day * DAY_SECONDS);
        addTo(sums, groupOf[i] as number, isByDay & Number(second > 0) & Number(day > 0));
      }
    };
  }
  const otherIndex = measure.kind === 'both' ? table.index(measure.other) : index;
  return (segment, { rows, groupOf, assigned }, sums) => {
    const values = segment.columns[index] as ColumnArray;
    const others = segment.columns[otherIndex] as ColumnArray;
    for (let i = 0; i < assigned; i += 1) {
      const row = rows[i] as number;
      addTo(sums, groupOf[i] as number, Number(values[row] !== 0) & Number(others[row] !== 0));
    }
  };
}

function addTo(sums: Float64Array, group: number, value: number): void {
  sums[group] = (sums[group] as number) + value;
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

/** Collects the minutes of each group. */
class Minutes implements Sum {
  readonly #from: number;
  readonly #until: number;
  readonly #shares: readonly number[];
  readonly #ofGroups: number[][] = [];

  constructor(table: ColumnTable, { from, until, shares }: Extract<Measure, { kind: 'minutes' }>) {
    this.#from = table.index(from);
    this.#until = table.index(until);
    this.#shares = shares;
  }

  add(segment: Segment, { rows, groupOf, assigned, count }: AssignedRows): void {
    const from = segment.columns[this.#from] as Uint32Array;
    const until = segment.columns[this.#until] as Uint32Array;
    while (this.#ofGroups.length < count) this.#ofGroups.push([]);
    for (let i = 0; i < assigned; i += 1) {
      const row = rows[i] as number;
      const first = from[row] as number;
      const last = until[row] as number;
      if (first !== 0 && last >= first)
        this.#ofGroups[groupOf[i] as number]?.push(Math.floor((last - first) / 60));
    }
  }

  async result(_groups: number, slices: Slices): Promise<(readonly number[] | null)[]> {
    const percentiles: (readonly number[] | null)[] = [];
    for (const minutes of this.#ofGroups)
      percentiles.push(await percentilesOf(minutes, this.#shares, slices));
    return percentiles;
  }
}
