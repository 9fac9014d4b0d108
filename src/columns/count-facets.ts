import type { ColumnTable } from './column-table.ts';
import {
  type ColumnCondition,
  chooseBefore,
  chosenRows,
  type Prepared,
  prepare,
  rowsWithin,
} from './conditions.ts';
import { WordCounter } from './count-words.ts';
import type * as loops from './loops.ts';
import { SEGMENT_ROWS, type Segment } from './segment.ts';
import { Slices } from './slices.ts';

/** What rows are counted by, and which conditions are its own: those do not narrow its numbers. */
export interface Facet {
  readonly column: string;
  readonly own: readonly ColumnCondition[];
}

/** How many rows fulfil everything, and by each facet the number of rows of each of its words. */
export interface CountedFacets {
  readonly total: number;
  readonly counts: readonly ReadonlyMap<string, number>[];
}

/**
 * Counts by each facet the rows that fulfil all conditions but the facet's own, each row looked at once. The table must
 * not change meanwhile.
 */
export async function countFacets(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  facets: readonly Facet[],
): Promise<CountedFacets> {
  const columnsAsked = conditions.filter((condition) => 'column' in condition);
  const prepared = prepare(table, conditions);
  const counters = facets.map(({ column }) => new WordCounter(table, column));
  const ownOf = facets.map(({ own }) => columnsAsked.map((condition) => own.includes(condition)));
  // Facets whose own conditions are the same are counted over the same rows.
  const none = columnsAsked.map(() => false);
  const groups = new Map([
    [String(none), { own: none as readonly boolean[], counters: [] as WordCounter[] }],
  ]);
  let total = 0;
  for (const [i, own] of ownOf.entries()) {
    const group = groups.get(String(own)) ?? { own, counters: [] };
    group.counters.push(counters[i] as WordCounter);
    groups.set(String(own), group);
  }
  const failures = new Failures(prepared);
  const chosen = chosenRows();
  const slices = new Slices();
  for (const [index, segment] of table.segments.entries()) {
    if (!failures.find(index, segment)) continue;
    for (const group of groups.values()) {
      const size = failures.choose(group.own, chosen);
      if (!group.own.includes(true)) total += size;
      for (const counter of group.counters) counter.add(segment, chosen, size);
      const rest = slices.rest();
      if (rest !== null) await rest;
    }
  }
  return { total, counts: counters.map((counter) => counter.result()) };
}

/** Which conditions the rows of a segment do not fulfil. */
class Failures {
  readonly #prepared: Prepared;
  readonly #rows = chosenRows();
  readonly #passing = chosenRows();
  /** For each row, the conditions that it fails, as bits. */
  readonly #failed = new Uint32Array(SEGMENT_ROWS);
  #size = 0;

  constructor(prepared: Prepared) {
    if (prepared.tests.length > 32) throw new Error('More conditions than facets can tell apart');
    this.#prepared = prepared;
  }

  /** Looks at a segment. @returns false where no row of it can match */
  find(index: number, segment: Segment): boolean {
    const [from, to] = rowsWithin(this.#prepared, index, segment);
    this.#size = chooseBefore(this.#prepared, index, from, to, this.#rows);
    if (this.#size === 0) return false;
    const { tests } = this.#prepared;
    const all = tests.length === 32 ? 0xffffffff : 2 ** tests.length - 1;
    this.#failed.fill(all, 0, segment.size);
    for (const [bit, test] of tests.entries()) {
      this.#passing.set(this.#rows.subarray(0, this.#size));
      const n = test.keep(segment, this.#passing, this.#size);
      clearBit(this.#failed, this.#passing, n, ~(1 << bit));
    }
    return true;
  }

  /** The rows that fail nothing but what does not count. @returns how many */
  choose(forgiven: readonly boolean[], chosen: loops.Chosen): number {
    const mask = forgiven.reduce((bits, isForgiven, bit) => (isForgiven ? bits : bits | (1 << bit)), 0);
    const rows = this.#rows;
    const failed = this.#failed;
    let n = 0;
    for (let i = 0; i < this.#size; i += 1) {
      const row = rows[i] as number;
      chosen[n] = row;
      n += ((failed[row] as number) & mask) === 0 ? 1 : 0;
    }
    return n;
  }
}

function clearBit(bits: Uint32Array, rows: loops.Chosen, size: number, mask: number): void {
  for (let i = 0; i < size; i += 1) {
    const row = rows[i] as number;
    bits[row] = (bits[row] as number) & mask;
  }
}
