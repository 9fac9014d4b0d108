import type { OrderDraft } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import type { ShopRules } from '../../domain/shops/shop-rules.ts';
import {
  type JsonLimits,
  parseForeignJson,
  TooMuchJsonError,
  USUAL_JSON,
} from '../../problems/foreign-json.ts';
import { fieldProblem, type ProblemDetail } from '../../problems/problem.ts';
import { about, fieldNamed, type Sentence, say } from '../../problems/sentence.ts';
import { type DateOrder, textOfCell } from '../../reading/cells.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import type { ImportOrder } from '../../storage/imports/import-orders.ts';
import { listShops } from '../../storage/shops/shops.ts';
import { listWarehouses } from '../../storage/warehouses/warehouses.ts';
import type { ReadOrder } from '../booking/read-order.ts';
import { columnKey } from './columns.ts';
import { completeOrder, type ForAllRows } from './complete-order.ts';
import type { FileColumn, RowRefusal, RowWarning } from './import-kind.ts';
import { JSON_HEADER } from './json-lines.ts';
import {
  assertOrderIds,
  findOrderColumns,
  missingColumns,
  type OrderColumns,
  type ReadBy,
} from './order-columns.ts';
import {
  type CellRules,
  type FileItem,
  type GatheredOrder,
  gatherOrder,
  isLeftOut,
  jsonRowOf,
  type OrderRow,
  type OrderRowNote,
  orderRowOf,
} from './order-rows.ts';
import { OWN } from './profiles/own.ts';
import type { Profile } from './profiles/profile.ts';
import type { RefusedRow } from './read-rows.ts';
import { REASONS } from './refusal-sentence.ts';

/** An order of a file that can be created, or the problems of its rows. */
export type JudgedOrder =
  | {
      readonly draft: OrderDraft;
      readonly carrierId: string | null;
      readonly doubts: readonly OrderDoubt[];
      readonly repeats: readonly OrderRowNote[];
      readonly places: OrderPlaces;
      readonly problems?: never;
    }
  | { readonly problems: readonly OrderRowNote[] };

/** Where an order is in its file. */
export interface OrderPlaces {
  readonly firstLine: number;
  readonly items: readonly Pick<FileItem, 'line' | 'product'>[];
  /** The line of each field. */
  readonly fieldLines: GatheredOrder['fieldLines'];
}

export type RowOwner = { readonly orderKey: string; readonly hasItem: boolean } | RowRefusal;

/** What the reader of a file must know. */
export interface OrderFileFacts {
  readonly header: readonly string[];
  readonly readBy: ReadBy;
  readonly forAll: ForAllRows;
  readonly headerLine: number;
  readonly rules: CellRules;
}

/** A row that is left out. */
export interface LeftOutRow {
  readonly orderKey: string;
  readonly because: Sentence;
}

/** Reads the rows of one file of orders: a table with a header, or lines of JSON. */
export class OrderFile {
  /** Null for lines of JSON. */
  readonly #columns: OrderColumns | null;
  readonly #summed: ReadonlySet<string>;
  #facts: OrderFileFacts;

  /** @throws Problem `refused` if no column has the order id */
  constructor(facts: OrderFileFacts) {
    const { header, readBy, forAll, headerLine } = facts;
    const isJson = header.length === JSON_HEADER.length && columnKey(header[0] ?? '') === JSON_HEADER[0];
    this.#facts = facts;
    this.#columns = isJson ? null : findOrderColumns(header, readBy.base, readBy.columns);
    this.#summed = new Set(this.#columns?.profile.summed);
    if (this.#columns !== null) assertOrderIds(header, headerLine, this.#columns, forAll);
  }

  get facts(): OrderFileFacts {
    return this.#facts;
  }

  setDateOrder(dateOrder: DateOrder): void {
    this.#facts = { ...this.#facts, rules: { ...this.#facts.rules, dateOrder } };
  }

  get columns(): readonly FileColumn[] {
    return this.#columns?.all ?? [];
  }

  /** The indexes of the columns with dates. */
  get dateColumns(): number[] {
    return this.#columns?.uses.flatMap(({ field, at }) => (field === 'order_date' ? [at] : [])) ?? [];
  }

  get profile(): Profile {
    return this.#columns?.profile ?? OWN;
  }

  /** The fields that every order needs, and that neither a column nor a value for all rows gives. */
  get missing(): readonly string[] {
    return this.#columns === null ? [] : missingColumns(this.#columns, this.#facts.forAll);
  }

  ownerOf(cells: readonly string[]): RowOwner {
    const row = this.#rowOf(0, cells);
    if ('text' in row) return { column: null, code: 'unreadable', reason: row };
    const key = row.fields.order_id;
    const column = this.called('order_id');
    const destroyed = row.problems.find(({ field }) => field === 'order_id');
    if (destroyed !== undefined)
      return { column, field: 'order_id', code: destroyed.code, reason: destroyed.reason };
    if (typeof key !== 'string' && typeof key !== 'number') {
      return { column, field: 'order_id', code: 'required', reason: IS_REQUIRED };
    }
    const orderKey = String(key);
    if (!NOT_KEPT.test(orderKey))
      return { orderKey, hasItem: row.items.some(({ fate }) => fate === 'in the parcel') };
    return { column, field: 'order_id', code: 'invalid', reason: HAS_NOT_ALLOWED };
  }

  /** Returns why the order of a row is left out; null if it is not. */
  reasonToLeaveOut(cells: readonly string[]): Sentence | null {
    const columns = this.#columns;
    if (columns === null) return null;
    return columns.profile.leaveOut?.find((rule) => isLeftOut(rule, cells, columns))?.because ?? null;
  }

  /** Returns the file's name of the column that gives a field. */
  called(field: string, product: number | null = null): string {
    const use = this.#columns?.uses.find(
      (one) => one.field === field && (product === null || one.product === product),
    );
    return (use && this.columns[use.at]?.name) ?? field;
  }

  gather(order: ImportOrder): ReturnType<typeof gatherOrder> {
    const rows = order.rows.flatMap(({ line, cells }) => {
      const row = this.#rowOf(line, cells);
      return 'text' in row ? [] : [row];
    });
    return gatherOrder(rows, this.#summed);
  }

  #rowOf(line: number, cells: readonly string[]): OrderRow | Sentence {
    if (this.#columns !== null) return orderRowOf(line, cells, this.#columns, this.#facts.rules);
    let sent: unknown;
    try {
      sent = parseForeignJson(cells[0] ?? '', ROW_JSON);
    } catch (error) {
      if (!(error instanceof TooMuchJsonError)) return say('line_not_json', 'the line is not valid JSON');
      return say('line_holds_too_much', 'the line {excess}', { excess: error.sentence });
    }
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      return say('line_not_json_object', 'the line is not a JSON object');
    const given = Object.entries(sent)
      .map(([name, value]) => [
        name,
        name === 'order_id' && typeof value === 'string' ? textOfCell(value) : value,
      ])
      .filter(([name, value]) => name !== REASONS && value !== null && value !== '');
    return jsonRowOf(line, Object.fromEntries(given));
  }
}

/** Control characters and unpaired surrogates are refused. */
const NOT_KEPT = /[\p{Cc}\p{Cs}]/u;

/** An order needs three levels. */
const ROW_JSON: JsonLimits = { ...USUAL_JSON, levels: 8 };

const IS_REQUIRED = say('cell_is_required', 'is required');
const HAS_NOT_ALLOWED = say('cell_has_not_allowed', 'contains characters that are not allowed');

/** What the judge of a file's orders must know beside the pincode directory: plain data, for any thread. */
export interface JudgeFacts {
  readonly file: OrderFileFacts;
  /** The ids of active warehouses by names and codes in the form of `columnKey`. */
  readonly warehouses: ReadonlyMap<string, readonly string[]>;
  readonly sizes: ShopRules['skuSizes'];
  /** The time when the file was received: the date of orders without a date. */
  readonly createdAt: Date;
}

export async function readJudgeFacts(
  scope: AccountScope,
  file: OrderFileFacts,
  createdAt: Date,
): Promise<JudgeFacts> {
  const warehouses = new Map<string, string[]>();
  const active = (await listWarehouses(scope)).filter(({ isActive }) => isActive);
  for (const { name, warehouseId } of active) {
    warehouses.set(columnKey(name), [...(warehouses.get(columnKey(name)) ?? []), warehouseId]);
  }
  for (const { code, warehouseId } of active) {
    if (code !== null && !warehouses.has(columnKey(code))) warehouses.set(columnKey(code), [warehouseId]);
  }
  const sizes = (await listShops(scope)).flatMap(({ rules }) => rules.skuSizes);
  return { file, warehouses, sizes, createdAt };
}

/** Reads the orders of a file like the bodies of requests for new orders. */
export class OrderJudge {
  readonly #facts: JudgeFacts;
  readonly #file: OrderFile;
  readonly #read: ReadOrder;

  constructor(facts: JudgeFacts, read: ReadOrder) {
    this.#facts = facts;
    this.#file = new OrderFile(facts.file);
    this.#read = read;
  }

  judge(order: ImportOrder): JudgedOrder {
    const gathered = this.#file.gather(order);
    if ('problems' in gathered) return { problems: gathered.problems };
    const { repeats, fieldLines } = gathered.order;
    const { file, warehouses, sizes, createdAt } = this.#facts;
    const completed = completeOrder(gathered.order, this.#file.profile, file.forAll, sizes);
    const items = completed.items.map(({ line, product }) => ({ line, product }));
    const places = { firstLine: order.firstLine, items, fieldLines };
    const { warehouse_name: warehouseName, ...rest } = completed.sent;
    const sent: Record<string, unknown> = { ...rest };
    const problems: OrderRowNote[] = [];
    if (typeof sent.tags === 'string') sent.tags = sent.tags.split(',').map((tag) => tag.trim());
    if (sent.warehouse_id === undefined && warehouseName !== undefined) {
      const name = typeof warehouseName === 'object' ? '' : columnKey(String(warehouseName));
      const [id, ...others] = warehouses.get(name) ?? [];
      if (id !== undefined && others.length === 0) sent.warehouse_id = id;
      else {
        const problem =
          id === undefined
            ? fieldProblem('warehouse_name', 'unknown', NO_ACTIVE_WAREHOUSE)
            : fieldProblem('warehouse_name', 'invalid', SEVERAL_WAREHOUSES);
        problems.push(placed(places, problem));
      }
    }
    const read = this.#read(sent, createdAt);
    if ('problems' in read) {
      const isTold = problems.length > 0;
      for (const problem of read.problems) {
        if (problem.field !== 'warehouse_id') problems.push(placed(places, problem));
        else if (!isTold) problems.push(placed(places, problem.code === 'required' ? NO_WAREHOUSE : problem));
      }
    }
    return 'problems' in read || problems.length > 0 ? { problems } : { ...read, repeats, places };
  }

  /** Returns the rows of a rejected order, each with its problems. */
  refusedRows(order: ImportOrder, problems: readonly OrderRowNote[]): RefusedRow[] {
    const byLine = new Map<number, OrderRowNote[]>();
    for (const problem of problems) {
      const own = byLine.get(problem.line);
      if (own === undefined) byLine.set(problem.line, [problem]);
      else own.push(problem);
    }
    return order.rows.map(({ line, cells }) => {
      const refusals = (byLine.get(line) ?? []).map((problem) => this.warningOf(problem));
      const other = problems.find((problem) => problem.line !== line)?.line ?? order.firstLine;
      const reason = say('order_rejected_see_line', 'The order is rejected: see line {line}', {
        line: other,
      });
      const elsewhere = { column: null, code: 'conflict' as const, reason };
      return { line, cells, refusals: refusals.length > 0 ? refusals : [elsewhere] };
    });
  }

  /** Names the column of a note. */
  warningOf({ field, product, ...note }: OrderRowNote): RowWarning {
    return { ...note, field, column: field === null ? null : this.#file.called(field, product) };
  }
}

/** Files name warehouses rather than give their ids. */
const NO_WAREHOUSE = fieldProblem('warehouse_name', 'required', about('is_required', 'is required'));
const NO_ACTIVE_WAREHOUSE = about('is_no_active_warehouse', 'is not an active warehouse of this account');
const SEVERAL_WAREHOUSES = about('names_several_warehouses', 'is the name of several warehouses');

const FIELD_OF_ITEM: Readonly<Record<string, string>> = { name: 'item_name' };

/** Places a problem or a doubt at the row of its field or item, without the field in its sentence. */
export function placed(
  { firstLine, items, fieldLines }: OrderPlaces,
  { field, message, template, values, ...detail }: ProblemDetail | OrderDoubt,
): OrderRowNote {
  const isNamed = field !== null && message.startsWith(`${field} `);
  const reason = { template, values, text: isNamed ? message.slice(field.length + 1) : message };
  const [, index, name] = /^order_items\[(\d+)\]\.(\w+)$/.exec(field ?? '') ?? [];
  if (index !== undefined && name !== undefined) {
    const { line = firstLine, product = null } = items[Number(index)] ?? {};
    const ofRow = FIELD_OF_ITEM[name] ?? name;
    const said = { ...reason, values: { ...values, ...('field' in values && { field: fieldNamed(ofRow) }) } };
    return { ...detail, line, product, field: ofRow, reason: said };
  }
  return { ...detail, line: fieldLines.get(field ?? '') ?? firstLine, field, reason };
}
