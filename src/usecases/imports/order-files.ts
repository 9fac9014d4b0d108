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
import { textOfCell } from '../../reading/cells.ts';
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
      /** Places a problem or a doubt about the order at its row. */
      readonly noteOf: (detail: ProblemDetail | OrderDoubt) => OrderRowNote;
      readonly problems?: never;
    }
  | { readonly problems: readonly OrderRowNote[] };

export type RowOwner = { readonly orderKey: string; readonly hasItem: boolean } | RowRefusal;

/** What the reader of a file must know beside its header. */
export interface OrderFileOptions {
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
  readonly forAll: ForAllRows;
  readonly readBy: ReadBy;
  rules: CellRules;

  /** @throws Problem `refused` if no column has the order id */
  constructor(header: readonly string[], { readBy, forAll, headerLine, rules }: OrderFileOptions) {
    const isJson = header.length === JSON_HEADER.length && columnKey(header[0] ?? '') === JSON_HEADER[0];
    this.readBy = readBy;
    this.forAll = forAll;
    this.rules = rules;
    this.#columns = isJson ? null : findOrderColumns(header, readBy.base, readBy.columns);
    this.#summed = new Set(this.#columns?.profile.summed);
    if (this.#columns !== null) assertOrderIds(header, headerLine, this.#columns, forAll);
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
    return this.#columns === null ? [] : missingColumns(this.#columns, this.forAll);
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
    if (this.#columns !== null) return orderRowOf(line, cells, this.#columns, this.rules);
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

/** Reads the orders of a file like the bodies of requests for new orders. */
export class OrderJudge {
  readonly #file: OrderFile;
  readonly #read: ReadOrder;
  readonly #warehouses: ReadonlyMap<string, readonly string[]>;
  readonly #createdAt: Date;
  readonly #sizes: ShopRules['skuSizes'];

  private constructor(
    file: OrderFile,
    read: ReadOrder,
    warehouses: ReadonlyMap<string, readonly string[]>,
    createdAt: Date,
    sizes: ShopRules['skuSizes'],
  ) {
    this.#sizes = sizes;
    this.#file = file;
    this.#read = read;
    this.#warehouses = warehouses;
    this.#createdAt = createdAt;
  }

  /** @param createdAt the time when the file was received: the date of orders without a date */
  static async open(
    scope: AccountScope,
    file: OrderFile,
    read: ReadOrder,
    createdAt: Date,
  ): Promise<OrderJudge> {
    const warehouses = new Map<string, string[]>();
    const active = (await listWarehouses(scope)).filter(({ isActive }) => isActive);
    for (const { name, warehouseId } of active) {
      warehouses.set(columnKey(name), [...(warehouses.get(columnKey(name)) ?? []), warehouseId]);
    }
    for (const { code, warehouseId } of active) {
      if (code !== null && !warehouses.has(columnKey(code))) warehouses.set(columnKey(code), [warehouseId]);
    }
    const sizes = (await listShops(scope)).flatMap(({ rules }) => rules.skuSizes);
    return new OrderJudge(file, read, warehouses, createdAt, sizes);
  }

  judge(order: ImportOrder): JudgedOrder {
    const gathered = this.#file.gather(order);
    if ('problems' in gathered) return { problems: gathered.problems };
    const { repeats, fieldLines } = gathered.order;
    const completed = completeOrder(gathered.order, this.#file.profile, this.#file.forAll, this.#sizes);
    const places = { items: completed.items, fieldLines };
    const noteOf = (detail: ProblemDetail | OrderDoubt) => placed(order.firstLine, places, detail);
    const { warehouse_name: warehouseName, ...rest } = completed.sent;
    const sent: Record<string, unknown> = { ...rest };
    const problems: OrderRowNote[] = [];
    if (typeof sent.tags === 'string') sent.tags = sent.tags.split(',').map((tag) => tag.trim());
    if (sent.warehouse_id === undefined && warehouseName !== undefined) {
      const name = typeof warehouseName === 'object' ? '' : columnKey(String(warehouseName));
      const [id, ...others] = this.#warehouses.get(name) ?? [];
      if (id !== undefined && others.length === 0) sent.warehouse_id = id;
      else {
        const problem =
          id === undefined
            ? fieldProblem('warehouse_name', 'unknown', NO_ACTIVE_WAREHOUSE)
            : fieldProblem('warehouse_name', 'invalid', SEVERAL_WAREHOUSES);
        problems.push(noteOf(problem));
      }
    }
    const read = this.#read(sent, this.#createdAt);
    if ('problems' in read) {
      const isTold = problems.length > 0;
      for (const problem of read.problems) {
        if (problem.field !== 'warehouse_id') problems.push(noteOf(problem));
        else if (!isTold) problems.push(noteOf(problem.code === 'required' ? NO_WAREHOUSE : problem));
      }
    }
    return 'problems' in read || problems.length > 0 ? { problems } : { ...read, repeats, noteOf };
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
function placed(
  firstLine: number,
  { items, fieldLines }: Pick<GatheredOrder, 'items' | 'fieldLines'>,
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
