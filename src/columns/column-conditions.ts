import type { ChosenRows } from './chosen-rows.ts';
import { type ColumnTable, NOWHERE, type Place } from './column-table.ts';
import { type ColumnCondition, type ColumnTest, testOf } from './column-tests.ts';
import type { RowKeys } from './row-key.ts';
import { SEGMENT_BITS, SEGMENT_ROWS, type Segment } from './segment.ts';

export interface Prepared {
  /** One test for each condition on a column. */
  readonly tests: readonly ColumnTest[];
  /** The first row within the time conditions, and the row after the last one. */
  readonly from: Place;
  readonly until: Place;
  /** The rows that are in all given sets, by segment; null if no set was given. */
  readonly named: NamedRows | null;
}

/** The numbers of a segment's rows, ascending. A segment without such a row may be missing. */
type NamedRows = ReadonlyMap<number, Uint16Array>;

const LOWEST_ID = new Uint32Array(4);

/** Prepares conditions for the table's current state. Any change of the table makes the result invalid. */
export function prepare(table: ColumnTable, conditions: readonly ColumnCondition[]): Prepared {
  let from: Place = { segment: 0, row: 0 };
  let until: Place = { segment: table.segments.length, row: 0 };
  const sets: RowKeys[] = [];
  const tests: ColumnTest[] = [];
  for (const condition of conditions) {
    if ('placed' in condition) {
      const { from: low, until: high } = condition.placed;
      if (low !== undefined) from = later(from, table.lowerBound({ at: low, id: LOWEST_ID }));
      // Times are whole milliseconds, so `<= t` is the same as `< t + 1`.
      if (high !== undefined) until = earlier(until, table.lowerBound({ at: high + 1, id: LOWEST_ID }));
    } else if ('rows' in condition) sets.push(condition.rows);
    else tests.push(testOf(table, condition));
  }
  return { tests, from, until, named: sets.length === 0 ? null : rowsInAll(table, sets) };
}

function later(a: Place, b: Place): Place {
  return a.segment > b.segment || (a.segment === b.segment && a.row > b.row) ? a : b;
}

function earlier(a: Place, b: Place): Place {
  return later(a, b) === a ? b : a;
}

/** The range of rows of a segment within the time conditions; empty if none of its rows is in the given sets. */
export function rowsWithin(
  { from, until, named }: Prepared,
  index: number,
  segment: Segment,
): [from: number, to: number] {
  if (index < from.segment || index > until.segment || named?.has(index) === false) return [0, 0];
  const first = index === from.segment ? from.row : 0;
  const end = index === until.segment ? until.row : segment.size;
  return first < end ? [first, end] : [0, 0];
}

/** Chooses the rows of a segment that fulfil the time conditions, are in the given sets and pass the tests. */
export function chooseRows(
  prepared: Prepared,
  index: number,
  segment: Segment,
  chosen: ChosenRows,
  tests = prepared.tests,
): void {
  if (!tests.every((test) => test.mayPass(segment))) {
    chosen.clear();
    return;
  }
  const [from, to] = rowsWithin(prepared, index, segment);
  const named = prepared.named?.get(index);
  if (named === undefined) chosen.choose(from, to);
  else chosen.chooseNamed(from, to, named);
  for (const test of tests) test.keep(segment, chosen);
}

/** Finds the rows that are in all sets. Unknown rows are left out. */
function rowsInAll(table: ColumnTable, sets: readonly RowKeys[]): NamedRows {
  /** By segment, the number of sets that each row was in, counted as long as no set lacks it. */
  const counts = new Map<number, Uint8Array>();
  for (const [before, keys] of sets.entries()) {
    for (const found of table.find(keys)) {
      if (found === NOWHERE) continue;
      const segment = found >>> SEGMENT_BITS;
      const row = found & (SEGMENT_ROWS - 1);
      const ofSegment = counts.get(segment) ?? new Uint8Array(SEGMENT_ROWS);
      if (ofSegment[row] === before) ofSegment[row] = before + 1;
      counts.set(segment, ofSegment);
    }
  }
  return new Map([...counts].map(([segment, ofSegment]) => [segment, rowsOf(ofSegment, sets.length)]));
}

/** The numbers of the rows with this count. */
function rowsOf(counts: Uint8Array, count: number): Uint16Array {
  const rows = new Uint16Array(SEGMENT_ROWS);
  let size = 0;
  for (let row = 0; row < SEGMENT_ROWS; row += 1) {
    rows[size] = row;
    size += Number(counts[row] === count);
  }
  return rows.slice(0, size);
}
