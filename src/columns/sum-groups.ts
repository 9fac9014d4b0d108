import type { ColumnArray } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import { type ColumnCondition, chooseRows, chosenRows, prepare } from './conditions.ts';
import { percentilesOf } from './percentiles.ts';
import { SEGMENT_ROWS, type Segment } from './segment.ts';
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
      for (const sum of sums) sum.add(segment, groups);
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

/** Up to so many groups that there could be stand in a list by their key; of more, those that there are in a map. */
const MOST_LISTED = 2 ** 22;

/** Which group each row belongs to. */
class Groups {
  /** The rows that were assigned last, and their groups: a row with several words stands there for each. */
  rows = new Uint16Array(SEGMENT_ROWS);
  groupOf = new Uint32Array(SEGMENT_ROWS);
  assigned = 0;
  readonly #table: ColumnTable;
  readonly #grouping: Grouping;
  readonly #indexes: readonly number[];
  readonly #sizes: readonly number[];
  readonly #timeIndex: number | null;
  /** Keys of rows: of the bucket by its place in the list of those met so far, and of each word. */
  #keys = new Float64Array(SEGMENT_ROWS);
  readonly #perBucket: number;
  /** One more than the group of each key. */
  #listed = new Uint32Array(0);
  readonly #byKey = new Map<number, number>();
  readonly #keyOf: number[] = [];
  #counts = new Uint32Array(64);
  readonly #buckets: number[] = [];
  readonly #placeOfBucket = new Map<number, number>();
  readonly #placeOfStep = new Map<number, number>();

  constructor(table: ColumnTable, grouping: Grouping) {
    this.#table = table;
    this.#grouping = grouping;
    this.#indexes = grouping.by.map((column) => table.index(column));
    this.#sizes = grouping.by.map((column) => table.dictionary(column).size);
    this.#perBucket = this.#sizes.reduce((product, size) => product * size, 1);
    const time = grouping.buckets?.column ?? null;
    this.#timeIndex = time === null ? null : table.index(time);
  }

  get count(): number {
    return this.#keyOf.length;
  }

  assign(segment: Segment, chosen: Uint16Array): void {
    this.#takeBuckets(segment, chosen);
    for (const [nth, column] of this.#grouping.by.entries()) {
      const values = segment.columns[this.#indexes[nth] as number] as ColumnArray;
      const size = this.#sizes[nth] as number;
      if (this.#table.kind(column) === 'set') this.#spread(values, size);
      else this.#multiply(values, size);
    }
    this.#takeGroups();
  }

  #takeBuckets(segment: Segment, chosen: Uint16Array): void {
    const { buckets } = this.#grouping;
    if (buckets === null) {
      this.rows.set(chosen);
      this.#keys.fill(0, 0, chosen.length);
      this.assigned = chosen.length;
      return;
    }
    const { stepSeconds, zoneSeconds } = buckets;
    const seconds = this.#timeIndex === null ? null : (segment.columns[this.#timeIndex] as Uint32Array);
    let n = 0;
    let lastStep = Number.NaN;
    let place = 0;
    for (const row of chosen) {
      const kept =
        seconds === null ? Math.floor((segment.at[row] as number) / 1000) + 1 : (seconds[row] as number);
      if (kept === 0) continue;
      const step = Math.floor((kept - 1 + zoneSeconds) / stepSeconds);
      if (step !== lastStep) place = this.#placeOf(step);
      lastStep = step;
      this.rows[n] = row;
      this.#keys[n] = place;
      n += 1;
    }
    this.assigned = n;
  }

  /** Where the bucket of a step stands in the list of buckets. */
  #placeOf(step: number): number {
    const known = this.#placeOfStep.get(step);
    if (known !== undefined) return known;
    const bucket = (this.#grouping.buckets as TimeBuckets).bucketOf(step);
    const place = this.#placeOfBucket.get(bucket) ?? this.#buckets.push(bucket) - 1;
    this.#placeOfBucket.set(bucket, place);
    this.#placeOfStep.set(step, place);
    return place;
  }

  #multiply(values: ColumnArray, size: number): void {
    const { rows } = this;
    const keys = this.#keys;
    for (let i = 0; i < this.assigned; i += 1) {
      keys[i] = (keys[i] as number) * size + (values[rows[i] as number] as number);
    }
  }

  #spread(values: ColumnArray, size: number): void {
    const rows: number[] = [];
    const keys: number[] = [];
    for (let i = 0; i < this.assigned; i += 1) {
      const row = this.rows[i] as number;
      const codes = this.#table.sets.codesOf(values[row] as number);
      for (const code of codes.length === 0 ? [0] : codes) {
        rows.push(row);
        keys.push((this.#keys[i] as number) * size + code);
      }
    }
    this.assigned = rows.length;
    if (rows.length <= this.rows.length) {
      this.rows.set(rows);
      this.#keys.set(keys);
      return;
    }
    this.rows = Uint16Array.from(rows);
    this.#keys = Float64Array.from(keys);
    this.groupOf = new Uint32Array(rows.length);
  }

  #takeGroups(): void {
    const isListed = this.#perBucket * Math.max(this.#buckets.length, 1) <= MOST_LISTED;
    if (isListed) this.#makeList();
    else if (this.#listed.length > 0) this.#leaveList();
    for (let i = 0; i < this.assigned; i += 1) {
      const key = this.#keys[i] as number;
      const known = isListed ? (this.#listed[key] as number) : (this.#byKey.get(key) ?? 0);
      const group = known === 0 ? this.#addGroup(key, isListed) : known - 1;
      this.groupOf[i] = group;
      this.#counts[group] = (this.#counts[group] as number) + 1;
    }
  }

  #makeList(): void {
    const needed = this.#perBucket * Math.max(this.#buckets.length, 1);
    if (this.#listed.length >= needed) return;
    const longer = new Uint32Array(Math.min(needed * 2, MOST_LISTED));
    longer.set(this.#listed);
    this.#listed = longer;
  }

  #leaveList(): void {
    for (const [group, key] of this.#keyOf.entries()) this.#byKey.set(key, group + 1);
    this.#listed = new Uint32Array(0);
  }

  #addGroup(key: number, isListed: boolean): number {
    const group = this.#keyOf.push(key) - 1;
    if (isListed) this.#listed[key] = group + 1;
    else this.#byKey.set(key, group + 1);
    if (group === this.#counts.length) {
      const longer = new Uint32Array(2 * group);
      longer.set(this.#counts);
      this.#counts = longer;
    }
    return group;
  }

  result(): Omit<GroupSums, 'values'>[] {
    const { by, buckets } = this.#grouping;
    return this.#keyOf.map((key, group) => {
      let left = key;
      const words: (string | null)[] = [];
      for (let nth = by.length - 1; nth >= 0; nth -= 1) {
        const size = this.#sizes[nth] as number;
        words.unshift(this.#table.dictionary(by[nth] as string).word(left % size));
        left = Math.floor(left / size);
      }
      const bucket = buckets === null ? null : (this.#buckets[left] as number);
      return { bucket, words, rows: this.#counts[group] as number };
    });
  }
}

/** Sums one measure up, for every group. */
interface Sum {
  add(segment: Segment, groups: Groups): void;
  result(groups: number, slices: Slices): Promise<(number | readonly number[] | null)[]>;
}

function sumOf(table: ColumnTable, measure: Measure): Sum {
  if (measure.kind === 'minutes') return new Minutes(table, measure);
  return new Total(adderOf(table, measure));
}

/** Adds to the sum of each row's group. */
type Adder = (segment: Segment, groups: Groups, sums: Float64Array) => void;

/** A loop of its own for each measure, for the reason that `loops` gives. */
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
        sums[group] = (sums[group] as number) + ((values[rows[i] as number] as number) > 0 ? 1 : 0);
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
          (sums[group] as number) + ((values[row] as number) > 0 && (others[row] as number) > 0 ? 1 : 0);
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
      // Both are kept as one more than they are.
      const isByDay = second > 0 && day > 0 && second - 1 + zoneSeconds < day * DAY_SECONDS;
      sums[group] = (sums[group] as number) + (isByDay ? 1 : 0);
    }
  };
}

class Total implements Sum {
  readonly #add: Adder;
  #sums = new Float64Array(64);

  constructor(add: Adder) {
    this.#add = add;
  }

  add(segment: Segment, groups: Groups): void {
    if (this.#sums.length < groups.count) {
      const longer = new Float64Array(2 * groups.count);
      longer.set(this.#sums);
      this.#sums = longer;
    }
    this.#add(segment, groups, this.#sums);
  }

  async result(groups: number): Promise<number[]> {
    return [...this.#sums.subarray(0, groups)];
  }
}

class Minutes implements Sum {
  readonly #from: number;
  readonly #until: number;
  readonly #shares: readonly number[];
  /** Of every row that has some, and its group. */
  #minutes = new Uint32Array(SEGMENT_ROWS);
  #groupOf = new Uint32Array(SEGMENT_ROWS);
  #size = 0;

  constructor(table: ColumnTable, { from, until, shares }: Extract<Measure, { kind: 'minutes' }>) {
    this.#from = table.index(from);
    this.#until = table.index(until);
    this.#shares = shares;
  }

  add(segment: Segment, { rows, groupOf, assigned }: Groups): void {
    this.#makeRoom(assigned);
    const from = segment.columns[this.#from] as Uint32Array;
    const until = segment.columns[this.#until] as Uint32Array;
    let n = this.#size;
    for (let i = 0; i < assigned; i += 1) {
      const row = rows[i] as number;
      const first = from[row] as number;
      const last = until[row] as number;
      if (first === 0 || last < first) continue;
      this.#minutes[n] = Math.floor((last - first) / 60);
      this.#groupOf[n] = groupOf[i] as number;
      n += 1;
    }
    this.#size = n;
  }

  #makeRoom(more: number): void {
    if (this.#size + more <= this.#minutes.length) return;
    const longer = () => new Uint32Array(2 * (this.#size + more));
    const [minutes, groupOf] = [longer(), longer()];
    minutes.set(this.#minutes);
    groupOf.set(this.#groupOf);
    this.#minutes = minutes;
    this.#groupOf = groupOf;
  }

  async result(groups: number, slices: Slices): Promise<(readonly number[] | null)[]> {
    const ends = new Uint32Array(groups + 1);
    for (let i = 0; i < this.#size; i += 1) {
      const group = (this.#groupOf[i] as number) + 1;
      ends[group] = (ends[group] as number) + 1;
    }
    for (let group = 1; group <= groups; group += 1) {
      ends[group] = (ends[group] as number) + (ends[group - 1] as number);
    }
    // Those of a group side by side; `ends` has where each group begins, and at last where it ends.
    const grouped = new Uint32Array(this.#size);
    for (let i = 0; i < this.#size; i += 1) {
      const group = this.#groupOf[i] as number;
      grouped[ends[group] as number] = this.#minutes[i] as number;
      ends[group] = (ends[group] as number) + 1;
    }
    const result: (readonly number[] | null)[] = [];
    let begin = 0;
    for (let group = 0; group < groups; group += 1) {
      const end = ends[group] as number;
      result.push(begin === end ? null : percentilesOf(grouped.subarray(begin, end), this.#shares));
      begin = end;
      const rest = slices.rest();
      if (rest !== null) await rest;
    }
    return result;
  }
}
