import { type Prepared, prepare, rowsWithin, selectBefore } from './column-conditions.ts';
import type { ColumnTable } from './column-table.ts';
import type { ColumnCondition, ColumnTest } from './column-tests.ts';
import { together, WordCounter } from './count-words.ts';
import { addRows, chosenRows, dropRows, keepRows, listRows, noRows, type RowBits } from './row-bits.ts';
import type { Segment } from './segment.ts';
import { Slices } from './slices.ts';

/** A column to count by, with the conditions on the same column, which do not narrow its counts. */
export interface Facet {
  readonly column: string;
  /** No condition belongs to two facets. */
  readonly own: readonly ColumnCondition[];
}

/** The number of rows that fulfil all conditions, and for each facet the number of rows by word. */
export interface CountedFacets {
  readonly total: number;
  readonly counts: readonly ReadonlyMap<string, number>[];
}

/**
 * Counts, for each facet, the rows that fulfil all conditions except the facet's own. A row that fails the
 * conditions of two facets counts nowhere, so most rows are dropped early. Rows that fulfil everything are
 * counted once for all facets of a column. The table must not change meanwhile.
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

/** The conditions of one facet, and the rows that fail only these. */
interface OwnGroup {
  readonly facet: Facet;
  readonly tests: readonly ColumnTest[];
  readonly rows: RowBits;
}

/** Splits rows into those that pass everything and those that fail only one facet's own conditions. */
class Sieve {
  readonly passing = noRows();
  readonly groups: readonly OwnGroup[];
  readonly #prepared: Prepared;
  /** Conditions of no facet: a row that fails one of them counts nowhere. */
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
      // Rows that can still count: those that pass everything so far, or fail one group.
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
