import { type Prepared, prepare, rowsWithin, selectBefore } from './column-conditions.ts';
import type { ColumnTable } from './column-table.ts';
import type { ColumnCondition, ColumnTest } from './column-tests.ts';
import { together, WordCounter } from './count-words.ts';
import { addRows, chosenRows, dropRows, keepRows, listRows, noRows, type RowBits } from './row-bits.ts';
import type { Segment } from './segment.ts';
import { Slices } from './slices.ts';

/** A column to count rows by. Its `own` conditions are on the same column and do not reduce its counts. */
export interface Facet {
  readonly column: string;
  /** Every condition belongs to at most one facet. */
  readonly own: readonly ColumnCondition[];
}

/** The number of rows that fulfil all conditions, and for each facet the number of rows for each word. */
export interface CountedFacets {
  readonly total: number;
  readonly counts: readonly ReadonlyMap<string, number>[];
}

/**
 * Counts, for each facet, the rows that fulfil all conditions except the facet's own. A row that fails
 * conditions of two facets is not counted at all, so most rows are dropped early. Rows that fulfil all
 * conditions are counted once for all facets of a column. The table must not change meanwhile.
 */
export async function countFacets(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  facets: readonly Facet[],
): Promise<CountedFacets> {
  const prepared = prepare(table, conditions);
  const passing = new Map(facets.map(({ column }) => [column, new WordCounter(table, column)]));
  const sieve = new Sieve(prepared, facets);
  const failing = new Map(sieve.groups.map(({ facet }) => [facet, new WordCounter(table, facet.column)]));
  const counters = together([...passing.values()]);
  const chosen = chosenRows();
  const slices = new Slices();
  let total = 0;
  for (const [index, segment] of table.segments.entries()) {
    const [from, to] = rowsWithin(prepared, index, segment);
    if (from === to) continue;
    sieve.take(index, segment);
    const size = listRows(sieve.passing, chosen);
    total += size;
    for (const counter of counters) {
      if (size > 0) counter.add(segment, chosen, size);
      const rest = slices.rest();
      if (rest !== null) await rest;
    }
    for (const { facet, rows } of sieve.groups)
      failing.get(facet)?.add(segment, chosen, listRows(rows, chosen));
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
  for (const counter of counters) counter.end();
  const counts: ReadonlyMap<string, number>[] = [];
  for (const facet of facets) {
    const all = passing.get(facet.column) as WordCounter;
    counts.push(await all.result(failing.get(facet) ?? null, slices));
  }
  return { total, counts };
}

/** The conditions of one facet, and the rows that fail only these conditions. */
interface OwnGroup {
  readonly facet: Facet;
  readonly tests: readonly ColumnTest[];
  readonly rows: RowBits;
}

/** Separates the rows that pass all conditions, and for each facet the rows that fail only its own. */
class Sieve {
  readonly passing = noRows();
  readonly groups: readonly OwnGroup[];
  readonly #prepared: Prepared;
  /** The conditions that belong to no facet. A row that fails one of them is not counted. */
  readonly #others: readonly ColumnTest[];
  readonly #kept = noRows();

  constructor(prepared: Prepared, facets: readonly Facet[]) {
    this.#prepared = prepared;
    const left = new Set(prepared.tests);
    this.groups = facets.flatMap((facet) => {
      const tests = [...left].filter(({ condition }) => facet.own.includes(condition));
      for (const test of tests) left.delete(test);
      return tests.length === 0 ? [] : [{ facet, tests, rows: noRows() }];
    });
    this.#others = [...left];
  }

  take(index: number, segment: Segment): void {
    const { passing } = this;
    const kept = this.#kept;
    selectBefore(this.#prepared, index, segment, passing);
    for (const test of this.#others) test.keep(segment, passing);
    for (const [nth, group] of this.groups.entries()) {
      // These rows can still count: they have passed all conditions so far, or failed only one group.
      kept.set(passing);
      for (const { rows } of this.groups.slice(0, nth)) addRows(kept, rows);
      for (const test of group.tests) test.keep(segment, kept);
      for (const { rows } of this.groups.slice(0, nth)) keepRows(rows, kept);
      group.rows.set(passing);
      dropRows(group.rows, kept);
      keepRows(passing, kept);
    }
  }
}
