import type { ColumnArray, ColumnKind } from './column-kinds.ts';
import type { ColumnTable, Place } from './column-table.ts';
import * as loops from './loops.ts';
import type { RowKey } from './row-key.ts';
import { SEGMENT_ROWS, type Segment } from './segment.ts';

/** What is asked of the rows. Several conditions must all hold. */
export type ColumnCondition =
  /** The column's word is one of these, or one of its set is. */
  | { readonly column: string; readonly among: readonly string[] }
  /** The column's number is there and within these, both included. */
  | { readonly column: string; readonly from?: number; readonly until?: number }
  /** The row's time in the table's order, both included. */
  | { readonly placed: { readonly from?: number; readonly until?: number } }
  /** The row is one of these. */
  | { readonly rows: readonly RowKey[] };

/** One condition, made ready to be asked of segment after segment. */
interface Test {
  /** Of all rows from one to another. @returns how many were chosen */
  readonly choose: (segment: Segment, from: number, to: number, chosen: loops.Chosen) => number;
  /** Of those that were chosen. @returns how many are left */
  readonly keep: (segment: Segment, chosen: loops.Chosen, size: number) => number;
}

/** Conditions made ready: `tests` has one for each that asks a column, in their order. */
export interface Prepared {
  readonly tests: readonly Test[];
  /** The first row, and the first behind the last one, that times in the order leave. */
  readonly from: Place;
  readonly until: Place;
  /** The rows of all sets that were named, by segment; null where none was. */
  readonly named: ReadonlyMap<number, Uint16Array> | null;
}

const LOWEST_ID = new Uint32Array(4);

/** Makes conditions ready for a table as it is now: a change of the table makes this void. */
export function prepare(table: ColumnTable, conditions: readonly ColumnCondition[]): Prepared {
  let from: Place = { segment: 0, row: 0 };
  let until: Place = { segment: table.segments.length, row: 0 };
  let named: ReadonlyMap<number, Uint16Array> | null = null;
  const tests: Test[] = [];
  for (const condition of conditions) {
    if ('placed' in condition) {
      const { from: low, until: high } = condition.placed;
      if (low !== undefined) from = later(from, table.lowerBound({ at: low, id: LOWEST_ID }));
      // Times are whole milliseconds: what is not above one is below the next.
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

/** The rows of a segment that the times in the order leave. */
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

/** Writes the rows of a segment that fulfil everything into a list, in order. @returns how many */
export function chooseRows(
  prepared: Prepared,
  index: number,
  segment: Segment,
  chosen: loops.Chosen,
): number {
  const [from, to] = rowsWithin(prepared, index, segment);
  const { tests, named } = prepared;
  let size = named === null && tests.length > 0 ? 0 : chooseBefore(prepared, index, from, to, chosen);
  for (const [nth, test] of tests.entries()) {
    size =
      nth === 0 && named === null ? test.choose(segment, from, to, chosen) : test.keep(segment, chosen, size);
    if (size === 0) return 0;
  }
  return size;
}

/** As `chooseRows`, before any column is asked. */
export function chooseBefore(
  { named }: Prepared,
  index: number,
  from: number,
  to: number,
  chosen: loops.Chosen,
): number {
  let size = 0;
  if (named === null) {
    for (let row = from; row < to; row += 1) chosen[size++] = row;
    return size;
  }
  for (const row of named.get(index) ?? []) {
    if (row >= from && row < to) chosen[size++] = row;
  }
  return size;
}

/** Where named rows stand, of those that are left of earlier sets. Rows that are not there are no rows. */
function namedRows(
  table: ColumnTable,
  keys: readonly RowKey[],
  before: ReadonlyMap<number, Uint16Array> | null,
): ReadonlyMap<number, Uint16Array> {
  const found = new Map<number, Set<number>>();
  for (const key of keys) {
    const place = table.find(key);
    if (place === null) continue;
    const rows = found.get(place.segment) ?? new Set();
    found.set(place.segment, rows.add(place.row));
  }
  const left = [...found].map(([segment, rows]) => {
    const earlierRows = before === null ? null : new Set(before.get(segment));
    const both = [...rows].filter((row) => earlierRows?.has(row) ?? true);
    return [segment, Uint16Array.from(both.sort((a, b) => a - b))] as const;
  });
  return new Map(left);
}

type ColumnTest = Exclude<ColumnCondition, { placed: object } | { rows: readonly RowKey[] }>;

function testOf(table: ColumnTable, condition: ColumnTest): Test {
  const index = table.index(condition.column);
  const kind = table.kind(condition.column);
  if ('among' in condition) {
    const words = table.dictionary(condition.column);
    const marked = new Uint8Array(words.size);
    for (const word of condition.among) {
      const code = words.find(word);
      if (code !== undefined) marked[code] = 1;
    }
    return amongTest(table, kind, index, marked);
  }
  const { from = 0, until = Number.MAX_SAFE_INTEGER } = condition;
  // As numbers are kept, 0 is none.
  return betweenTest(kind, index, Math.max(Math.ceil(from), 0) + 1, Math.floor(until) + 1);
}

function amongTest(table: ColumnTable, kind: ColumnKind, index: number, marked: Uint8Array): Test {
  const of = <A extends ColumnArray>(segment: Segment) => segment.columns[index] as A;
  if (kind === 'word8') {
    return {
      choose: (segment, from, to, chosen) => loops.among8(of<Uint8Array>(segment), marked, from, to, chosen),
      keep: (segment, chosen, size) => loops.keepAmong8(of<Uint8Array>(segment), marked, chosen, size),
    };
  }
  if (kind === 'word16') {
    return {
      choose: (segment, from, to, chosen) =>
        loops.among16(of<Uint16Array>(segment), marked, from, to, chosen),
      keep: (segment, chosen, size) => loops.keepAmong16(of<Uint16Array>(segment), marked, chosen, size),
    };
  }
  if (kind === 'word32') {
    return {
      choose: (segment, from, to, chosen) =>
        loops.among32(of<Uint32Array>(segment), marked, from, to, chosen),
      keep: (segment, chosen, size) => loops.keepAmong32(of<Uint32Array>(segment), marked, chosen, size),
    };
  }
  if (kind !== 'set') throw new Error(`A column of ${kind} holds no words`);
  const keep = (segment: Segment, chosen: loops.Chosen, size: number) =>
    loops.keepSets(of<Uint32Array>(segment), table.sets, marked, chosen, size);
  return {
    choose: (segment, from, to, chosen) => {
      for (let row = from; row < to; row += 1) chosen[row - from] = row;
      return keep(segment, chosen, to - from);
    },
    keep,
  };
}

function betweenTest(kind: ColumnKind, index: number, low: number, high: number): Test {
  const of = <A extends ColumnArray>(segment: Segment) => segment.columns[index] as A;
  if (kind === 'number16') {
    return {
      choose: (segment, from, to, chosen) =>
        loops.between16(of<Uint16Array>(segment), low, high, from, to, chosen),
      keep: (segment, chosen, size) => loops.keepBetween16(of<Uint16Array>(segment), low, high, chosen, size),
    };
  }
  if (kind !== 'number32') throw new Error(`A column of ${kind} holds no numbers in an order`);
  return {
    choose: (segment, from, to, chosen) =>
      loops.between32(of<Uint32Array>(segment), low, high, from, to, chosen),
    keep: (segment, chosen, size) => loops.keepBetween32(of<Uint32Array>(segment), low, high, chosen, size),
  };
}

/** A list for the rows of one segment. */
export function chosenRows(): loops.Chosen {
  return new Uint16Array(SEGMENT_ROWS);
}
