import type { ColumnArray } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import { type ColumnCondition, chooseRows, chosenRows, prepare } from './conditions.ts';
import { percentilesOf } from './percentiles.ts';
import type { Segment } from './segment.ts';
import { Slices } from './slices.ts';

/** What is summed up of the rows of a group. Columns of numbers; a row without a number adds nothing. */
export type Measure =
  /** How many have a number there. */
  | { readonly kind: 'present'; readonly column: string }
  /** The sum of amounts. */
  | { readonly kind: 'sum'; readonly column: string }
  /** How many have both. */
  | { readonly kind: 'both'; readonly column: string; readonly other: string }
  /** How many have a second there that falls on the other's day, or before. */
  | { readonly kind: 'byDay'; readonly column: string; readonly day: string; readonly zoneSeconds: number }
  /** Of the minutes from one second to another, those that these shares of the rows do not pass. */
  | {
      readonly kind: 'minutes';
      readonly from: string;
      readonly until: string;
      readonly shares: readonly number[];
    };

/** Spans of time that rows are grouped by: the number of the one that a second falls into. */
export interface TimeBuckets {
  /** A column of seconds; null for the time of the table's order. */
  readonly column: string | null;
  /** Whole steps of so many seconds, counted from `zoneSeconds` before 1970, and what each belongs to. */
  readonly stepSeconds: number;
  readonly zoneSeconds: number;
  readonly bucketOf: (step: number) => number;
}

export interface Grouping {
  readonly buckets: TimeBuckets | null;
  /** Columns of words. A row with a set of words counts for each of them. */
  readonly by: readonly string[];
  readonly measures: readonly Measure[];
  /** More groups are refused. */
  readonly mostGroups: number;
}

/** The rows of one group. */
export interface GroupSums {
  readonly bucket: number | null;
  /** Of each column that was grouped by; null where the rows have none. */
  readonly words: readonly (string | null)[];
  readonly rows: number;
  /** One for each measure, in turn: a number, or one for each share; null where there is nothing to measure. */
  readonly values: readonly (number | readonly number[] | null)[];
}

const DAY_SECONDS = 86_400;

/**
 * Groups the rows that fulfil all conditions, and sums each group up. Rows without a time for their bucket are in none.
 * The table must not change meanwhile.
 *
 * @returns null where there are more groups than are wanted
 */
export async function sumGroups(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  grouping: Grouping,
): Promise<GroupSums[] | null> {
  const prepared = prepare(table, conditions);
  const groups = new Groups(table, grouping);
  const sums = grouping.measures.map((measure) => sumOf(table, measure));
  const chosen = chosenRows();
  const slices = new Slices();
  for (const [index, segment] of table.segments.entries()) {
    const size = chooseRows(prepared, index, segment, chosen);
    if (size > 0) {
      groups.assign(segment, chosen.subarray(0, size));
      if (groups.count > grouping.mostGroups) return null;
      for (const sum of sums) sum.add(segment, groups.rows, groups.groupOf, groups.assigned);
    }
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
  const values: (number | readonly number[] | null)[][] = [];
  for (const sum of sums) {
    values.push(await sum.result(groups.count, slices));
  }
  return groups.result().map((group, at) => ({ ...group, values: values.map((of) => of[at] ?? null) }));
}

/** Which group each row belongs to. */
class Groups {
  /** The rows that were assigned last, and their groups: a row with several words stands there for each. */
  rows: number[] = [];
  groupOf: number[] = [];
  assigned = 0;
  readonly #table: ColumnTable;
  readonly #grouping: Grouping;
  readonly #indexes: readonly number[];
  readonly #sizes: readonly number[];
  readonly #timeIndex: number | null;
  readonly #byKey = new Map<number, number>();
  readonly #keys: number[] = [];
  readonly #counts: number[] = [];
  readonly #bucketOfStep = new Map<number, number>();

  constructor(table: ColumnTable, grouping: Grouping) {
    this.#table = table;
    this.#grouping = grouping;
    this.#indexes = grouping.by.map((column) => table.index(column));
    this.#sizes = grouping.by.map((column) => table.dictionary(column).size);
    const time = grouping.buckets?.column ?? null;
    this.#timeIndex = time === null ? null : table.index(time);
  }

  get count(): number {
    return this.#keys.length;
  }

  assign(segment: Segment, chosen: Uint16Array): void {
    const { by } = this.#grouping;
    let rows: number[] = [];
    let keys: number[] = [];
    for (const row of chosen) {
      const bucket = this.#bucket(segment, row);
      if (bucket === null) continue;
      rows.push(row);
      keys.push(bucket);
    }
    for (const [nth, column] of by.entries()) {
      const values = segment.columns[this.#indexes[nth] as number] as ColumnArray;
      const size = this.#sizes[nth] as number;
      if (this.#table.kind(column) === 'set') {
        const spreadRows: number[] = [];
        const spreadKeys: number[] = [];
        for (const [i, row] of rows.entries()) {
          const codes = this.#table.sets.codesOf(values[row] as number);
          for (const code of codes.length === 0 ? [0] : codes) {
            spreadRows.push(row);
            spreadKeys.push((keys[i] as number) * size + code);
          }
        }
        rows = spreadRows;
        keys = spreadKeys;
      } else {
        for (let i = 0; i < rows.length; i += 1) {
          keys[i] = (keys[i] as number) * size + (values[rows[i] as number] as number);
        }
      }
    }
    this.rows = rows;
    this.assigned = rows.length;
    this.groupOf = keys.map((key) => this.#group(key));
  }

  #bucket(segment: Segment, row: number): number | null {
    const { buckets } = this.#grouping;
    if (buckets === null) return 0;
    const kept =
      this.#timeIndex === null
        ? Math.floor((segment.at[row] as number) / 1000) + 1
        : ((segment.columns[this.#timeIndex] as ColumnArray)[row] as number);
    if (kept === 0) return null;
    const step = Math.floor((kept - 1 + buckets.zoneSeconds) / buckets.stepSeconds);
    let bucket = this.#bucketOfStep.get(step);
    if (bucket === undefined) {
      bucket = buckets.bucketOf(step);
      this.#bucketOfStep.set(step, bucket);
    }
    return bucket;
  }

  #group(key: number): number {
    let group = this.#byKey.get(key);
    if (group === undefined) {
      group = this.#keys.length;
      this.#byKey.set(key, group);
      this.#keys.push(key);
      this.#counts.push(0);
    }
    this.#counts[group] = (this.#counts[group] as number) + 1;
    return group;
  }

  result(): Omit<GroupSums, 'values'>[] {
    const { by, buckets } = this.#grouping;
    return this.#keys.map((key, group) => {
      let left = key;
      const words: (string | null)[] = [];
      for (let nth = by.length - 1; nth >= 0; nth -= 1) {
        const size = this.#sizes[nth] as number;
        words.unshift(this.#table.dictionary(by[nth] as string).word(left % size));
        left = Math.floor(left / size);
      }
      return { bucket: buckets === null ? null : left, words, rows: this.#counts[group] as number };
    });
  }
}

/** Sums one measure up, for every group. */
interface Sum {
  add(segment: Segment, rows: readonly number[], groupOf: readonly number[], size: number): void;
  result(groups: number, slices: Slices): Promise<(number | readonly number[] | null)[]>;
}

function sumOf(table: ColumnTable, measure: Measure): Sum {
  if (measure.kind === 'minutes') return new Minutes(table, measure);
  const index = table.index(measure.column);
  if (measure.kind === 'sum') return new Total(index, (value) => value);
  if (measure.kind === 'present') return new Total(index, (value) => (value > 0 ? 1 : 0));
  if (measure.kind === 'both') {
    return new Total(index, (value, other) => (value > 0 && other > 0 ? 1 : 0), table.index(measure.other));
  }
  const { zoneSeconds } = measure;
  const isByDay = (second: number, day: number) =>
    second > 0 && day > 0 && Math.floor((second - 1 + zoneSeconds) / DAY_SECONDS) <= day - 1 ? 1 : 0;
  return new Total(index, isByDay, table.index(measure.day));
}

class Total implements Sum {
  readonly #index: number;
  readonly #other: number;
  readonly #of: (value: number, other: number) => number;
  readonly #sums: number[] = [];

  constructor(index: number, of: (value: number, other: number) => number, other = index) {
    this.#index = index;
    this.#of = of;
    this.#other = other;
  }

  add(segment: Segment, rows: readonly number[], groupOf: readonly number[], size: number): void {
    const values = segment.columns[this.#index] as ColumnArray;
    const others = segment.columns[this.#other] as ColumnArray;
    for (let i = 0; i < size; i += 1) {
      const row = rows[i] as number;
      const group = groupOf[i] as number;
      this.#sums[group] = (this.#sums[group] ?? 0) + this.#of(values[row] as number, others[row] as number);
    }
  }

  async result(): Promise<number[]> {
    return this.#sums;
  }
}

class Minutes implements Sum {
  readonly #from: number;
  readonly #until: number;
  readonly #shares: readonly number[];
  readonly #minutes: number[][] = [];

  constructor(table: ColumnTable, { from, until, shares }: Extract<Measure, { kind: 'minutes' }>) {
    this.#from = table.index(from);
    this.#until = table.index(until);
    this.#shares = shares;
  }

  add(segment: Segment, rows: readonly number[], groupOf: readonly number[], size: number): void {
    const from = segment.columns[this.#from] as ColumnArray;
    const until = segment.columns[this.#until] as ColumnArray;
    for (let i = 0; i < size; i += 1) {
      const row = rows[i] as number;
      const first = from[row] as number;
      const last = until[row] as number;
      if (first === 0 || last < first) continue;
      const group = groupOf[i] as number;
      const minutes = this.#minutes[group] ?? [];
      this.#minutes[group] = minutes;
      minutes.push(Math.floor((last - first) / 60));
    }
  }

  async result(groups: number, slices: Slices): Promise<(readonly number[] | null)[]> {
    const result: (readonly number[] | null)[] = [];
    for (let group = 0; group < groups; group += 1) {
      const minutes = this.#minutes[group];
      result.push(minutes === undefined ? null : percentilesOf(minutes, this.#shares));
      const rest = slices.rest();
      if (rest !== null) await rest;
    }
    return result;
  }
}
