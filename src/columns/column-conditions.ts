import type { ColumnTable, Place } from './column-table.ts';
import { type ColumnCondition, type ColumnTest, testOf } from './column-tests.ts';
import { addRow, countRows, keepRows, noRows, type RowBits, setRange } from './row-bits.ts';
import { ID_WORDS, type RowKeys } from './row-key.ts';
import type { Segment } from './segment.ts';

export interface Prepared {
  /** One test for each condition on a column, the most selective first. */
  readonly tests: readonly ColumnTest[];
  /** The first row within the time conditions, and the row after the last one. */
  readonly from: Place;
  readonly until: Place;
  /** The rows that are in all given sets, by segment; null if no set was given. */
  readonly named: ReadonlyMap<number, RowBits> | null;
}

const LOWEST_ID = new Uint32Array(4);

/** Prepares conditions for the table's current state. Any change of the table makes the result invalid. */
export function prepare(table: ColumnTable, conditions: readonly ColumnCondition[]): Prepared {
  let from: Place = { segment: 0, row: 0 };
  let until: Place = { segment: table.segments.length, row: 0 };
  let named: Prepared['named'] = null;
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
  const within = table.segments.slice(from.segment, until.segment + 1);
  return { tests: fewestFirst(tests, within), from, until, named };
}

/** The number of segments whose middle rows are sampled to estimate how many rows a test leaves. */
const TRIED_SEGMENTS = 16;
const TRIED_ROWS = 512;

/** Sorts the tests so that the most selective ones run first. */
function fewestFirst(tests: readonly ColumnTest[], segments: readonly Segment[]): readonly ColumnTest[] {
  if (tests.length < 2) return tests;
  const rows = noRows();
  const step = Math.max(segments.length / TRIED_SEGMENTS, 1);
  const left = new Map(tests.map((test) => [test, 0]));
  for (let at = 0; at < segments.length; at += step) {
    const segment = segments[Math.floor(at)] as Segment;
    const from = Math.max((segment.size - TRIED_ROWS) >>> 1, 0);
    for (const test of tests) {
      setRange(rows, from, Math.min(from + TRIED_ROWS, segment.size));
      test.keep(segment, rows);
      left.set(test, (left.get(test) as number) + countRows(rows));
    }
  }
  return tests.toSorted((a, b) => (left.get(a) as number) - (left.get(b) as number));
}

function later(a: Place, b: Place): Place {
  return a.segment > b.segment || (a.segment === b.segment && a.row > b.row) ? a : b;
}

function earlier(a: Place, b: Place): Place {
  return later(a, b) === a ? b : a;
}

/** The range of rows of a segment within the time conditions. */
export function rowsWithin(
  { from, until }: Prepared,
  index: number,
  segment: Segment,
): [from: number, to: number] {
  if (index < from.segment || index > until.segment) return [0, 0];
  const first = index === from.segment ? from.row : 0;
  const end = index === until.segment ? until.row : segment.size;
  return first < end ? [first, end] : [0, 0];
}

/** Sets `rows` to the rows of a segment that fulfil all conditions. */
export function selectRows(prepared: Prepared, index: number, segment: Segment, rows: RowBits): void {
  if (prepared.tests.every((test) => test.mayPass(segment))) {
    selectBefore(prepared, index, segment, rows);
    for (const test of prepared.tests) test.keep(segment, rows);
  } else rows.fill(0);
}

/** Sets `rows` to the rows within the time conditions and the given sets, before any column is tested. */
export function selectBefore(prepared: Prepared, index: number, segment: Segment, rows: RowBits): void {
  const [from, to] = rowsWithin(prepared, index, segment);
  setRange(rows, from, to);
  if (prepared.named !== null) keepRows(rows, prepared.named.get(index) ?? noRows());
}

/** The places of rows by segment, without unknown rows and without rows that are missing in `before`. */
function namedRows(
  table: ColumnTable,
  { at, ids }: RowKeys,
  before: Prepared['named'],
): NonNullable<Prepared['named']> {
  const found = new Map<number, RowBits>();
  for (let i = 0; i < at.length; i += 1) {
    const place = table.find({ at: at[i] as number, id: ids.subarray(i * ID_WORDS, (i + 1) * ID_WORDS) });
    if (place === null) continue;
    const rows = found.get(place.segment) ?? noRows();
    found.set(place.segment, rows);
    addRow(rows, place.row);
  }
  if (before !== null) {
    for (const [segment, rows] of found) keepRows(rows, before.get(segment) ?? noRows());
  }
  return found;
}
