import type { ColumnTable, Place } from './column-table.ts';
import { type ColumnCondition, chooseRows, chosenRows, prepare, rowsWithin } from './conditions.ts';
import { ID_WORDS, idText, type RowKey } from './row-key.ts';
import type { Segment } from './segment.ts';
import { Slices } from './slices.ts';

/** Which rows of those that match are shown. */
export interface WantedPage {
  readonly order: 'asc' | 'desc';
  /** The rows behind this place; null for all. */
  readonly after: RowKey | null;
  /** So many of them are passed over. */
  readonly skip: number;
  readonly limit: number;
}

/** A page of rows, by their ids, and how many match in all. */
export interface FoundPage {
  readonly total: number;
  readonly ids: readonly string[];
}

/** Finds the rows that fulfil all conditions: how many they are, and a page of them. The table must not change meanwhile. */
export async function findPage(
  table: ColumnTable,
  conditions: readonly ColumnCondition[],
  { order, after, skip, limit }: WantedPage,
): Promise<FoundPage> {
  const prepared = prepare(table, conditions);
  const isAll = prepared.tests.length === 0 && prepared.named === null;
  const edge = after === null ? null : table.lowerBound(after);
  const slices = new Slices();
  const chosen = chosenRows();
  const ids: string[] = [];
  let total = 0;
  let passed = 0;
  const count = table.segments.length;
  for (let nth = 0; nth < count; nth += 1) {
    const index = order === 'asc' ? nth : count - 1 - nth;
    const segment = table.segments[index] as Segment;
    const [from, to] = rowsWithin(prepared, index, segment);
    if (from === to) continue;
    const isShown = ids.length < limit && isBehind(index, edge, order);
    if (isAll && (!isShown || (passed + to - from <= skip && edge?.segment !== index))) {
      // Nobody looks at these rows one by one.
      total += to - from;
      if (isShown) passed += to - from;
      continue;
    }
    const size = chooseRows(prepared, index, segment, chosen);
    total += size;
    if (isShown) {
      for (let i = 0; i < size && ids.length < limit; i += 1) {
        const row = chosen[order === 'asc' ? i : size - 1 - i] as number;
        if (after !== null && edge?.segment === index && !isRowBehind(segment, row, after, order)) continue;
        if (passed < skip) passed += 1;
        else ids.push(idText(segment.ids, row * ID_WORDS));
      }
    }
    const rest = slices.rest();
    if (rest !== null) await rest;
  }
  return { total, ids };
}

/** Whether rows of a segment can stand behind a place that was found in the order of time. */
function isBehind(index: number, edge: Place | null, order: 'asc' | 'desc'): boolean {
  if (edge === null) return true;
  return order === 'asc' ? index >= edge.segment : index <= edge.segment;
}

function isRowBehind(segment: Segment, row: number, after: RowKey, order: 'asc' | 'desc'): boolean {
  const comparison = segment.compare(row, after.at, after.id, 0);
  return order === 'asc' ? comparison > 0 : comparison < 0;
}
