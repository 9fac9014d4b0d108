import { type Sentence, say } from '../../problems/sentence.ts';
import {
  CENTIMETRES,
  type DateOrder,
  destroyedCell,
  PERCENT,
  readDigitsCell,
  readKilogramsCell,
  readNumberCell,
  readNumberWithUnit,
  readPaymentCell,
  readRupeesCell,
  readTimeCell,
  readYesNoCell,
  textOfCell,
} from '../../reading/cells.ts';
import type { NoteCode } from '../../storage/imports/imports.ts';
import { dayOfNumber } from '../workbook/cell-formats.ts';
import type { ColumnUse, OrderColumns } from './order-columns.ts';
import { CELLS, type FileField, ITEM_CELLS, type LeaveOut, OTHER_ITEM_CELLS } from './profiles/profile.ts';

/** What happens to an item of a file: it is in the parcel, or only paid with it, or in another parcel. */
export type ItemFate = 'in the parcel' | 'only paid' | 'left out';

/** An item of a row, indexed by fields, without blank cells. */
export interface FileItem {
  readonly line: number;
  readonly product: number | null;
  readonly fate: ItemFate;
  readonly values: Readonly<Record<string, unknown>>;
  /** The item as a line of JSON has it, by the names of a request. */
  readonly sent?: unknown;
}

/** A row of a file of orders, indexed by fields, without blank cells. */
export interface OrderRow {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly items: readonly FileItem[];
  readonly problems: readonly OrderRowNote[];
}

/** A problem or a warning. */
export interface OrderRowNote {
  readonly line: number;
  readonly field: string | null;
  /** The number of the product across the row. */
  readonly product?: number | null;
  readonly code: NoteCode;
  readonly reason: Sentence;
  readonly expected?: string;
}

/** An order of a file: its fields in the form of a request body, and its items. */
export interface GatheredOrder {
  readonly body: Readonly<Record<string, unknown>>;
  readonly items: readonly FileItem[];
  /** The line of each field. */
  readonly fieldLines: ReadonlyMap<string, number>;
  /** Warnings about rows that are in the file twice. */
  readonly repeats: readonly OrderRowNote[];
}

/** How cells are read that a file may write in several ways. */
export interface CellRules {
  readonly dateOrder: DateOrder;
  /** True if numbers in date columns may be days: in a workbook. */
  readonly hasDayNumbers: boolean;
}

const OF_ITEM: ReadonlySet<string> = new Set([...Object.keys(ITEM_CELLS), ...Object.keys(OTHER_ITEM_CELLS)]);

/** Cells of several columns, which are one text. */
const JOINED: ReadonlySet<FileField> = new Set([
  'billing_address_2',
  'shipping_address_2',
  'tax_names',
  'item_text',
]);

/** Reads a row. What a reader of cells does not know stays as it is: the reader of requests says what is wrong with it. */
export function orderRowOf(
  line: number,
  cells: readonly string[],
  columns: OrderColumns,
  rules: CellRules,
): OrderRow {
  const { profile, uses } = columns;
  const fields: Record<string, unknown> = {};
  const items = new Map<number | null, Record<string, unknown>>();
  const problems: OrderRowNote[] = [];
  for (const use of uses) {
    const { field, at, product } = use;
    const cell = textOfCell(cells[at]);
    if (cell === '' || profile.blanks?.includes(cell.toLowerCase())) continue;
    const isOfItem = OF_ITEM.has(field);
    const own = isOfItem ? (items.get(field === 'item_text' ? null : product) ?? {}) : fields;
    const before = own[field];
    if (before !== undefined && !JOINED.has(field)) continue;
    const destroyed = destroyedCell(cell);
    if (destroyed !== null) {
      problems.push({ line, field, product, code: 'unreadable', reason: destroyed });
      continue;
    }
    const value = textOfField(cell, use, rules);
    own[field] = before === undefined ? value : `${before}${field === 'item_text' ? '\n' : ', '}${value}`;
    if (isOfItem) items.set(field === 'item_text' ? null : product, own);
  }
  const fate = fateOf(cells, columns);
  if (items.size === 0) items.set(null, {});
  return {
    line,
    fields,
    problems,
    items: [...items].map(([product, values]) => ({ line, product, fate, values })),
  };
}

/** A row of JSON lines: a body of a request, or one item beside its order. */
export function jsonRowOf(line: number, sent: Readonly<Record<string, unknown>>): OrderRow {
  const { order_items: listed, ...rest } = sent;
  const own = Object.entries(rest);
  const fields = Object.fromEntries(own.filter(([name]) => !OF_ITEM.has(name)));
  const values = Object.fromEntries(own.filter(([name]) => OF_ITEM.has(name)));
  const item = { line, product: null, fate: 'in the parcel' as const };
  const items = Array.isArray(listed)
    ? listed.map((one: unknown) => ({ ...item, values: {}, sent: one }))
    : [{ ...item, values }];
  return { line, fields, items, problems: [] };
}

function textOfField(cell: string, { field, weightUnit }: ColumnUse, rules: CellRules): string {
  return readCell(cell, field, weightUnit, rules) ?? cell;
}

function readCell(
  cell: string,
  field: FileField,
  weightUnit: ColumnUse['weightUnit'],
  { dateOrder, hasDayNumbers }: CellRules,
): string | null {
  switch (CELLS[field]) {
    case 'rupees':
      return readRupeesCell(cell);
    case 'count':
      return readNumberCell(cell);
    case 'centimetres':
      return readNumberWithUnit(cell, CENTIMETRES);
    case 'percent':
      return readNumberWithUnit(cell, PERCENT);
    case 'weight':
      return readKilogramsCell(cell, weightUnit);
    case 'digits':
      return readDigitsCell(cell);
    case 'id':
      return /^\d{4,20}\.0{1,4}$|e/i.test(cell) ? readDigitsCell(cell) : cell;
    case 'time':
      return readTimeCell((hasDayNumbers ? dayOfNumber(cell) : null) ?? cell, dateOrder);
    case 'payment':
      return readPaymentCell(cell);
    case 'yes or no': {
      const answer = readYesNoCell(cell);
      return answer === null ? null : String(answer);
    }
    default:
      return cell;
  }
}

/** Tells whether a rule leaves a row or an item out. */
export function isLeftOut(
  rule: LeaveOut,
  cells: readonly string[],
  { find }: Pick<OrderColumns, 'find'>,
): boolean {
  const at = find(rule.column);
  const cell = at < 0 ? '' : textOfCell(cells[at]).toLowerCase();
  if (cell === '') return false;
  if (rule.when === 'filled') return true;
  const words = [cell, cell.replaceAll('_', ' ')];
  return 'not' in rule.when
    ? !rule.when.not.some((one) => words.includes(one))
    : rule.when.some((one) => words.includes(one));
}

function fateOf(cells: readonly string[], columns: OrderColumns): ItemFate {
  const { leaveOutItems = [], notInParcel = [] } = columns.profile;
  if (leaveOutItems.some((rule) => isLeftOut(rule, cells, columns))) return 'left out';
  return notInParcel.some((rule) => isLeftOut(rule, cells, columns)) ? 'only paid' : 'in the parcel';
}

/**
 * Makes one order from the rows with its order id. A field that is blank in one row is taken from the others; rows that differ are
 * refused.
 *
 * @param summed the fields of which each row has a part
 */
export function gatherOrder(
  rows: readonly OrderRow[],
  summed: ReadonlySet<string>,
): { readonly order: GatheredOrder } | { readonly problems: readonly OrderRowNote[] } {
  const body: Record<string, unknown> = {};
  const from = new Map<string, number>();
  const problems: OrderRowNote[] = rows.flatMap((row) => row.problems);
  for (const { line, fields } of rows) {
    for (const [field, value] of Object.entries(fields)) {
      if (!from.has(field)) {
        body[field] = value;
        from.set(field, line);
      } else if (summed.has(field)) body[field] = sumOf(body[field], value);
      else if (JSON.stringify(body[field]) !== JSON.stringify(value)) {
        const reason = say('differs_from_line', 'differs from line {line} of the same order', {
          line: from.get(field) ?? 0,
        });
        problems.push({ line, field, code: 'conflict', reason });
      }
    }
  }
  if (problems.length > 0) return { problems };
  const items = rows.flatMap((row) => row.items);
  return { order: { body, items, fieldLines: from, repeats: repeatsIn(rows) } };
}

function sumOf(one: unknown, other: unknown): unknown {
  const sum = Math.round(Number(one) * 100) + Math.round(Number(other) * 100);
  return Number.isFinite(sum) ? String(sum / 100) : one;
}

/** Returns a warning for each row that is the same as an earlier one of its order. */
function repeatsIn(rows: readonly OrderRow[]): OrderRowNote[] {
  if (rows.length < 2) return [];
  const first = new Map<string, number>();
  return rows.flatMap(({ line, fields, items }) => {
    const key = JSON.stringify([fields, items.map(({ values }) => values)]);
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
