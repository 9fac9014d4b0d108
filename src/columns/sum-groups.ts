import { prepare, selectRows } from './column-conditions.ts';
import type { ColumnTable } from './column-table.ts';
import type { ColumnCondition } from './column-tests.ts';
import { type Grouping, Groups, type SummedGroups } from './groups.ts';
import { sumOf } from './measures.ts';
import { chosenRows, listRows, noRows } from './row-bits.ts';
import { Slices } from './slices.ts';

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
  const rows = noRows();
  const chosen = chosenRows();
  const slices = new Slices();
  for (const [index, segment] of table.segments.entries()) {
    selectRows(prepared, index, segment, rows);
    const size = listRows(rows, chosen);
    if (size > 0) {
      groups.assign(segment, chosen.subarray(0, size));
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
