import { Slices } from '../slices.ts';
import { ChosenRows } from './chosen-rows.ts';
import { chooseRows, prepare } from './column-conditions.ts';
import type { ColumnTable } from './column-table.ts';
import type { ColumnCondition } from './column-tests.ts';
import { type Grouping, Groups, type SummedGroups } from './groups.ts';
import { sumOf } from './measures.ts';

/**
 * Groups the rows that fulfil all conditions, and computes the measures of each group. Rows without a time
 * for the buckets belong to no group. The table must not change meanwhile.
 *
 * @returns null if there are more groups than allowed
 */
export async function sumGroups(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  grouping: Grouping,
): Promise<SummedGroups | null> {
  const prepared = prepare(table, conditions);
  const groups = new Groups(table, grouping);
  const sums = grouping.measures.map((measure) => sumOf(table, measure));
  const chosen = new ChosenRows();
  const slices = new Slices();
  for (const [index, segment] of table.segments.entries()) {
    chooseRows(prepared, index, segment, chosen);
    if (chosen.size > 0) {
      groups.assign(segment, chosen.rows);
      if (groups.count > grouping.mostGroups) return null;
      for (const sum of sums) sum.add(segment, groups);
    }
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
  const values: ArrayLike<number | readonly number[] | null>[] = [];
  for (const sum of sums) {
    values.push(await sum.result(groups.count, slices));
  }
  return groups.summed(values);
}
