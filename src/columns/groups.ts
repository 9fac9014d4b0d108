import type { ColumnArray } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import { type Dictionary, NOTHING } from './dictionary.ts';
import { withRoom } from './lists.ts';
import type { AssignedRows, Measure } from './measures.ts';
import { SEGMENT_ROWS, type Segment } from './segment.ts';
import type { WordSets } from './word-sets.ts';

/** The time buckets to group rows by. `bucketOf` returns the bucket of a step. */
export interface TimeBuckets {
  /** A column with times in seconds; null for the time of the table's order. */
  readonly column: string | null;
  /** The length of a step in seconds. Steps are counted from `zoneSeconds` before 1970. */
  readonly stepSeconds: number;
  readonly zoneSeconds: number;
  readonly bucketOf: (step: number) => number;
}

export interface Grouping {
  readonly buckets: TimeBuckets | null;
  /** Columns of words. A row with several words in a set counts for each word. */
  readonly by: readonly string[];
  readonly measures: readonly Measure[];
  /** With more groups than this, the query is refused. */
  readonly mostGroups: number;
}

/** Groups of rows as parallel lists. One object for each of thousands of groups would cost too much. */
export interface SummedGroups {
  readonly count: number;
  readonly rows: ArrayLike<number>;
  /**
   * A list for each measure, in order, with an entry for each group: a number, or a number for each share;
   * null if there is nothing to measure.
   */
  readonly values: readonly ArrayLike<number | readonly number[] | null>[];
  readonly bucketOf: (group: number) => number | null;
  /** The word of a group in the nth column; null for rows without a word. */
  readonly wordOf: (group: number, nth: number) => string | null;
}

export class Groups implements AssignedRows {
  /** The last assigned rows and their groups. A row with several words appears once for each word. */
  rows = new Uint16Array(SEGMENT_ROWS);
  groupOf = new Uint32Array(SEGMENT_ROWS);
  assigned = 0;
  readonly #table: ColumnTable;
  readonly #grouping: Grouping;
  readonly #indexes: readonly number[];
  readonly #sizes: readonly number[];
  readonly #timeIndex: number | null;
  /** The keys of rows, computed from the index of the bucket in `#buckets` and the codes of the words. */
  #keys = new Float64Array(SEGMENT_ROWS);
  readonly #perBucket: number;
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
      if (this.#table.kind(column) === 'set') this.#spread(values, this.#table.sets(column), size);
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
    if (this.#timeIndex === null) this.#takeTimes(segment.at, 1000, 0, buckets, chosen);
    else this.#takeTimes(segment.columns[this.#timeIndex] as Uint32Array, 1, 1, buckets, chosen);
  }

  /** @param units per second @param more stored times are higher by this; with 1, a stored 0 means absent */
  #takeTimes(
    times: Float64Array | Uint32Array,
    units: number,
    more: number,
    { stepSeconds, zoneSeconds }: TimeBuckets,
    chosen: Uint16Array,
  ): void {
    const { rows } = this;
    const keys = this.#keys;
    const length = stepSeconds * units;
    let n = 0;
    // Neighbouring rows usually belong to the same step.
    let last = Number.NaN;
    let place = 0;
    for (let i = 0; i < chosen.length; i += 1) {
      const row = chosen[i] as number;
      const time = times[row] as number;
      if (time < more) continue;
      const step = Math.floor((time - more + zoneSeconds * units) / length);
      if (step !== last) place = this.#placeOf(step);
      last = step;
      rows[n] = row;
      keys[n] = place;
      n += 1;
    }
    this.assigned = n;
  }

  /** The index of the step's bucket in `#buckets`. */
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
    const { rows, assigned } = this;
    const keys = this.#keys;
    for (let i = 0; i < assigned; i += 1) {
      keys[i] = (keys[i] as number) * size + (values[rows[i] as number] as number);
    }
  }

  #spread(values: ColumnArray, sets: WordSets, size: number): void {
    const rows: number[] = [];
    const keys: number[] = [];
    for (let i = 0; i < this.assigned; i += 1) {
      const row = this.rows[i] as number;
      const key = (this.#keys[i] as number) * size;
      const set = values[row] as number;
      const end = sets.end(set);
      for (let at = sets.begin(set); at < end; at += 1) {
        rows.push(row);
        keys.push(key + sets.codeAt(at));
      }
      if (set !== NOTHING) continue;
      rows.push(row);
      keys.push(key);
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
    const { groupOf, assigned } = this;
    const keys = this.#keys;
    for (let i = 0; i < assigned; i += 1) {
      const key = keys[i] as number;
      const group = this.#byKey.get(key) ?? this.#addGroup(key);
      groupOf[i] = group;
      this.#counts[group] = (this.#counts[group] as number) + 1;
    }
  }

  #addGroup(key: number): number {
    const group = this.#keyOf.push(key) - 1;
    this.#byKey.set(key, group);
    this.#counts = withRoom(this.#counts, group + 1);
    return group;
  }

  /** @param values for each measure, by group */
  summed(values: SummedGroups['values']): SummedGroups {
    const { by, buckets } = this.#grouping;
    const keyOf = this.#keyOf;
    const sizes = this.#sizes;
    const dictionaries = by.map((column) => this.#table.dictionary(column));
    // The factor of each column's code in the key.
    const steps = sizes.map((_, nth) => sizes.slice(nth + 1).reduce((product, size) => product * size, 1));
    const part = (group: number, step: number) => Math.floor((keyOf[group] as number) / step);
    return {
      count: keyOf.length,
      rows: this.#counts,
      values,
      bucketOf: (group) =>
        buckets === null ? null : (this.#buckets[part(group, this.#perBucket)] as number),
      wordOf: (group, nth) =>
        (dictionaries[nth] as Dictionary).word(part(group, steps[nth] as number) % (sizes[nth] as number)),
    };
  }
}
