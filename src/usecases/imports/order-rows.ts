import { type Sentence, say } from '../../problems/sentence.ts';
import type { NoteCode } from '../../storage/imports/imports.ts';
import type { FileColumn } from './import-kind.ts';
import { ITEM_FIELDS } from './order-columns.ts';
import { textOfCell } from './read-cells.ts';

/** A row of a file of orders, indexed by fields, without blank cells. */
export interface OrderRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A problem or a warning. */
export interface OrderRowNote {
  readonly line: number;
  readonly field: string | null;
  readonly code: NoteCode;
  readonly reason: Sentence;
  readonly expected?: string;
}

/** An order in the form of a request body. */
export interface GatheredOrder {
  readonly body: Record<string, unknown>;
  /** The line of each item. */
  readonly itemLines: readonly number[];
  /** The line of each field. */
  readonly fieldLines: ReadonlyMap<string, number>;
  /** Warnings about rows that are in the file twice. */
  readonly repeats: readonly OrderRowNote[];
}

const ITEM_NAMES: ReadonlySet<string> = new Set(Object.keys(ITEM_FIELDS));

export function orderRowOf(line: number, cells: readonly string[], columns: readonly FileColumn[]): OrderRow {
  const entries = columns.flatMap(({ field }, index) => {
    const cell = textOfCell(cells[index]);
    return field === null || cell === '' ? [] : [[field, cell] as const];
  });
  return { line, fields: Object.fromEntries(entries) };
}

/**
 * Makes one order from the rows with its order id. A field that is blank in one row is taken from the others;
 * rows that differ are refused. Each row is an item, unless it contains a list of items.
 */
export function gatherOrder(
  rows: readonly OrderRow[],
): { readonly order: GatheredOrder } | { readonly problems: readonly OrderRowNote[] } {
  const body: Record<string, unknown> = {};
  const from = new Map<string, number>();
  const items: unknown[] = [];
  const itemLines: number[] = [];
  const problems: OrderRowNote[] = [];
  for (const { line, fields } of rows) {
    const item: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(fields)) {
      if (ITEM_NAMES.has(field)) item[ITEM_FIELDS[field as keyof typeof ITEM_FIELDS]] = value;
      else if (field === 'order_items') continue;
      else if (!from.has(field)) {
        body[field] = value;
        from.set(field, line);
      } else if (JSON.stringify(body[field]) !== JSON.stringify(value)) {
        const reason = say('differs_from_line', 'differs from line {line} of the same order', {
          line: from.get(field) ?? 0,
        });
        problems.push({ line, field, code: 'conflict', reason });
      }
    }
    const own = Array.isArray(fields.order_items) ? fields.order_items : [item];
    for (const one of own) {
      items.push(one);
      itemLines.push(line);
    }
  }
  if (problems.length > 0) return { problems };
  const repeats = repeatsIn(rows);
  return { order: { body: { ...body, order_items: items }, itemLines, fieldLines: from, repeats } };
}

/** Returns a warning for each row that is the same as an earlier one of its order. */
function repeatsIn(rows: readonly OrderRow[]): OrderRowNote[] {
  if (rows.length < 2) return [];
  const first = new Map<string, number>();
  return rows.flatMap(({ line, fields }) => {
    const key = JSON.stringify(fields);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, line);
      return [];
    }
    const reason = say(
      'row_is_repeated',
      'The row is the same as line {line}: its item is in the order twice',
      { line: before },
    );
    return [{ line, field: null, code: 'repeated_row' as const, reason }];
  });
}
