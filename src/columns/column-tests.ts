import type { ChosenRows } from './chosen-rows.ts';
import type { ColumnArray, ColumnKind } from './column-kinds.ts';
import type { ColumnTable } from './column-table.ts';
import type { RowKeys } from './row-key.ts';
import type { Segment } from './segment.ts';

/** A condition on rows. If there are several, a row must fulfil all of them. */
export type ColumnCondition =
  /** The column's word is one of these; in a set, at least one of its words is. */
  | { readonly column: string; readonly among: readonly string[] }
  /** The column's number is present and within these bounds, both included. */
  | { readonly column: string; readonly from?: number; readonly until?: number }
  /** The column's amount is present or absent; 0 counts as absent. */
  | { readonly column: string; readonly isThere: boolean }
  /** The row's time in the table's order is within these bounds, both included. */
  | { readonly placed: { readonly from?: number; readonly until?: number } }
  | { readonly rows: RowKeys };

export type ColumnQuestion = Exclude<ColumnCondition, { placed: object } | { rows: RowKeys }>;

/** One condition, prepared for testing one segment after another. */
export interface ColumnTest {
  readonly condition: ColumnQuestion;
  /** Tells from the lowest and highest values of a segment whether any of its rows can pass. */
  readonly mayPass: (segment: Segment) => boolean;
  /** Removes the rows of a segment that do not pass. */
  readonly keep: (segment: Segment, chosen: ChosenRows) => void;
}

export function testOf(table: ColumnTable, condition: ColumnQuestion): ColumnTest {
  const index = table.index(condition.column);
  const kind = table.kind(condition.column);
  const [mayPass, keep] = testParts(table, kind, index, condition);
  return {
    condition,
    mayPass,
    keep: (segment, chosen) => {
      if (mayPass(segment)) keep(segment, chosen);
      else chosen.clear();
    },
  };
}

type TestParts = readonly [mayPass: ColumnTest['mayPass'], keep: ColumnTest['keep']];

function testParts(
  table: ColumnTable,
  kind: ColumnKind,
  index: number,
  condition: ColumnQuestion,
): TestParts {
  if ('among' in condition) return among(table, kind, index, condition.among);
  if ('isThere' in condition) return isThere(kind, index, condition.isThere);
  return between(kind, index, condition.from ?? 0, condition.until ?? Number.MAX_SAFE_INTEGER);
}

function among(table: ColumnTable, kind: ColumnKind, index: number, wanted: readonly string[]): TestParts {
  if (kind !== 'set' && !kind.startsWith('word')) throw new Error(`A column of ${kind} holds no words`);
  const words = table.dictionaryAt(index);
  const codes = wanted.flatMap((word) => words.find(word) ?? []);
  const marked = new Uint8Array(words.size);
  for (const code of codes) marked[code] = 1;
  const kept = kind === 'set' ? table.setsAt(index).marked(marked) : marked;
  return [
    () => codes.length > 0,
    (segment, chosen) => chosen.keepMarked(segment.columns[index] as ColumnArray, kept),
  ];
}

const MOST = { number16: 2 ** 16 - 1, number32: 2 ** 32 - 1 };

function between(kind: ColumnKind, index: number, from: number, until: number): TestParts {
  if (kind !== 'number16' && kind !== 'number32') {
    throw new Error(`A column of ${kind} holds no numbers in an order`);
  }
  // A stored number is higher by one, and 0 means absent.
  const low = Math.max(Math.ceil(from), 0) + 1;
  const high = Math.min(Math.floor(until) + 1, MOST[kind]);
  const mayPass = ({ lowest, highest }: Segment) =>
    low <= high && (lowest[index] as number) <= high && (highest[index] as number) >= low;
  return [mayPass, (segment, chosen) => chosen.keepBetween(segment.columns[index] as ColumnArray, low, high)];
}

function isThere(kind: ColumnKind, index: number, isWanted: boolean): TestParts {
  if (kind !== 'amount') throw new Error(`A column of ${kind} holds no amounts`);
  return [
    () => true,
    (segment, chosen) => chosen.keepBetween(segment.columns[index] as ColumnArray, 0, 0, !isWanted),
  ];
}
