import { Slices } from '../slices.ts';
import { ChosenRows } from './chosen-rows.ts';
import { chooseRows, prepare, rowsWithin } from './column-conditions.ts';
import type { ColumnTable } from './column-table.ts';
import type { ColumnCondition } from './column-tests.ts';
import { WordCounter } from './count-words.ts';

/** A column to count rows by. Its `own` conditions are on the same column and do not reduce its counts. */
export interface Facet {
  readonly column: string;
  readonly own: readonly ColumnCondition[];
}

/** The number of rows that fulfil all conditions, and for each facet the number of rows for each word. */
export interface CountedFacets {
  readonly total: number;
  readonly counts: readonly ReadonlyMap<string, number>[];
}

/**
 * Counts, for each facet, the rows that fulfil all conditions except the facet's own. The table must not
 * change meanwhile.
 */
export async function countFacets(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  facets: readonly Facet[],
): Promise<CountedFacets> {
  const prepared = prepare(table, conditions);
  const counters = facets.map(({ column, own }) => ({
    counter: new WordCounter(table, column),
    tests: prepared.tests.filter(({ condition }) => !own.includes(condition)),
  }));
  // These facets count the rows that pass all tests.
  const [ofAll, others] = [true, false].map((isOfAll) =>
    counters.filter(({ tests }) => (tests.length === prepared.tests.length) === isOfAll),
  ) as [typeof counters, typeof counters];
  const chosen = new ChosenRows();
  const slices = new Slices();
  let total = 0;
  for (const [index, segment] of table.segments.entries()) {
    const [from, to] = rowsWithin(prepared, index, segment);
    if (from === to) continue;
    chooseRows(prepared, index, segment, chosen);
    total += chosen.size;
    for (const { counter } of ofAll) counter.add(segment, chosen.rows);
    for (const { counter, tests } of others) {
      chooseRows(prepared, index, segment, chosen, tests);
      counter.add(segment, chosen.rows);
      const rest = slices.rest();
      if (rest !== null) await rest;
    }
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
  const counts: ReadonlyMap<string, number>[] = [];
  for (const { counter } of counters) counts.push(await counter.result(slices));
  return { total, counts };
}
