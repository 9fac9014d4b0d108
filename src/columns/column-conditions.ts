import type { ChosenRows } from './chosen-rows.ts';
import type { ColumnTable, Place } from './column-table.ts';
import { type ColumnCondition, type ColumnTest, testOf } from './column-tests.ts';
import { ID_WORDS, type RowKeys } from './row-key.ts';
import { SEGMENT_ROWS, type Segment } from './segment.ts';

export interface Prepared {
  /** One test for each condition on a column. */
  readonly tests: readonly ColumnTest[];
  /** The first row within the time conditions, and the row after the last one. */
  readonly from: Place;
  readonly until: Place;
  /** The rows that are in all given sets, by segment: 1 for each such row; null if no set was given. */
  readonly named: NamedRows | null;
}

/** A segment without such a row may be missing. */
type NamedRows = ReadonlyMap<number, Uint8Array>;

const LOWEST_ID = new Uint32Array(4);

/** Prepares conditions for the table's current state. Any change of the table makes the result invalid. */
export function prepare(table: ColumnTable, conditions: readonly ColumnCondition[]): Prepared {
  let from: Place = { segment: 0, row: 0 };
  let until: Place = { segment: table.segments.length, row: 0 };
  let named: NamedRows | null = null;
  const tests: ColumnTest[] = [];
  for (const condition of conditions) {
    if ('placed' in condition) {
      const { from: low, until: high } = condition.placed;
      if (low !== undefined) from = later(from, table.lowerBound({ at: low, id: LOWEST_ID }));
      // Times are whole milliseconds, so `<= t` is the same as `< t + 1`.
      if (high !== undefined) until = earlier(until, table.lowerBound({ at: high + 1, id: LOWEST_ID }));
    } else if ('rows' in condition) named = namedRows(table, condition.rows, named);
    else tests.push(testOf(table, condition));
  }
  return { tests, from, until, named };
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
  chosen.choose(...rowsWithin(prepared, index, segment), prepared.named?.get(index));
  for (const test of tests) test.keep(segment, chosen);
}

/** The rows by segment, without unknown rows and without rows that are missing in `before`. */
function namedRows(table: ColumnTable, { at, ids }: RowKeys, before: NamedRows | null): NamedRows {
  const found = new Map<number, Uint8Array>();
  for (let i = 0; i < at.length; i += 1) {
    const place = table.find({ at: at[i] as number, id: ids.subarray(i * ID_WORDS, (i + 1) * ID_WORDS) });
    if (place === null) continue;
    if (before !== null && before.get(place.segment)?.[place.row] !== 1) continue;
    const rows = found.get(place.segment) ?? new Uint8Array(SEGMENT_ROWS);
    rows[place.row] = 1;
    found.set(place.segment, rows);
  }
  return found;
}
