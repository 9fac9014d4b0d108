import type { OrderDraft } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import type { ImportOrder } from '../../storage/imports/import-orders.ts';
import { listWarehouses } from '../../storage/warehouses/warehouses.ts';
import { columnKey } from './columns.ts';
import type { FileColumn, RowRefusal, RowWarning } from './import-kind.ts';
import { JSON_HEADER } from './json-lines.ts';
import { findOrderColumns, ITEM_FIELDS } from './order-columns.ts';
import {
  type GatheredOrder,
  gatherOrder,
  type OrderRow,
  type OrderRowNote,
  orderRowOf,
  sumOfItems,
} from './order-rows.ts';
import type { ReadOrder } from './read-order.ts';
import type { RefusedRow } from './read-rows.ts';

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

export type RowOwner = { readonly orderKey: string } | RowRefusal;

/** Reads the rows of one file of orders: CSV with a header, or lines of JSON. */
export class OrderFile {
  /** Null for lines of JSON. */
  readonly #columns: readonly FileColumn[] | null;
  readonly #called: ReadonlyMap<string, string>;

  /** @throws Problem `refused` if no column has the order id */
  constructor(header: readonly string[]) {
    const isJson = header.length === JSON_HEADER.length && columnKey(header[0] ?? '') === JSON_HEADER[0];
    this.#columns = isJson ? null : findOrderColumns(header);
    this.#called = new Map(
      this.columns.flatMap(({ field, name }) => (field === null ? [] : [[field, name]])),
    );
    if (!isJson && !this.#called.has('order_id')) {
      throw refused(['The file has no column for order_id', 'nothing of the file was imported']);
    }
  }

  get columns(): readonly FileColumn[] {
    return this.#columns ?? [];
  }

  ownerOf(cells: readonly string[]): RowOwner {
    const row = this.#rowOf(0, cells);
    if (typeof row === 'string') return { column: null, code: 'unreadable', reason: row };
    const key = row.fields.order_id;
    if (typeof key !== 'string' && typeof key !== 'number') {
      return { column: this.called('order_id'), field: 'order_id', code: 'required', reason: 'is required' };
    }
    const orderKey = String(key).trim();
    if (!NOT_KEPT.test(orderKey)) return { orderKey };
    const reason = 'contains characters that are not allowed';
    return { column: this.called('order_id'), field: 'order_id', code: 'invalid', reason };
  }

  called(field: string): string {
    return this.#called.get(field) ?? field;
  }

  rowsOf({ rows }: ImportOrder): OrderRow[] {
    return rows.flatMap(({ line, cells }) => {
      const row = this.#rowOf(line, cells);
      return typeof row === 'string' ? [] : [row];
    });
  }

  #rowOf(line: number, cells: readonly string[]): OrderRow | string {
    if (this.#columns !== null) return orderRowOf(line, cells, this.#columns);
    let sent: unknown;
    try {
      sent = JSON.parse(cells[0] ?? '');
    } catch {
      return 'the line is not valid JSON';
    }
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      return 'the line is not a JSON object';
    if (isDeeperThan(sent, MOST_LEVELS)) return `the line is nested more than ${MOST_LEVELS} levels deep`;
    const given = Object.entries(sent).filter(([, value]) => value !== null && value !== '');
    return { line, fields: Object.fromEntries(given) };
  }
}

/** Control characters and unpaired surrogates are refused. */
const NOT_KEPT = /[\p{Cc}\p{Cs}]/u;

/** The deepest nesting; an order needs three levels. */
const MOST_LEVELS = 8;

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(one, levels - 1));
}

/** Reads the orders of a file like the bodies of requests for new orders. */
export class OrderJudge {
  readonly #file: OrderFile;
  readonly #read: ReadOrder;
  readonly #warehouses: ReadonlyMap<string, readonly string[]>;
  readonly #orderDate: string;

  private constructor(
    file: OrderFile,
    read: ReadOrder,
    warehouses: ReadonlyMap<string, readonly string[]>,
    orderDate: string,
  ) {
    this.#file = file;
    this.#read = read;
    this.#warehouses = warehouses;
    this.#orderDate = orderDate;
  }

  /** @param createdAt the time when the file was received: the date of orders without a date */
  static async open(
    scope: AccountScope,
    file: OrderFile,
    read: ReadOrder,
    createdAt: Date,
  ): Promise<OrderJudge> {
    const warehouses = new Map<string, string[]>();
    for (const { name, warehouseId, isActive } of await listWarehouses(scope)) {
      if (!isActive) continue;
      warehouses.set(columnKey(name), [...(warehouses.get(columnKey(name)) ?? []), warehouseId]);
    }
    return new OrderJudge(file, read, warehouses, createdAt.toISOString());
  }

  judge(order: ImportOrder): JudgedOrder {
    const gathered = gatherOrder(this.#file.rowsOf(order));
    if ('problems' in gathered) return { problems: gathered.problems };
    const { body, repeats } = gathered.order;
    const noteOf = (detail: ProblemDetail | OrderDoubt) => placed(order.firstLine, gathered.order, detail);
    const { warehouse_name: warehouseName, ...rest } = body;
    const sent: Record<string, unknown> = { order_date: this.#orderDate, ...rest };
    const problems: OrderRowNote[] = [];
    if (typeof sent.tags === 'string') sent.tags = sent.tags.split(',').map((tag) => tag.trim());
    if (sent.sub_total === undefined) sent.sub_total = sumOfItems(sent.order_items as unknown[]);
    if (sent.warehouse_id === undefined && warehouseName !== undefined) {
      const name = typeof warehouseName === 'object' ? '' : columnKey(String(warehouseName));
      const [id, ...others] = this.#warehouses.get(name) ?? [];
      if (id !== undefined && others.length === 0) sent.warehouse_id = id;
      else {
        const reason =
          id === undefined
            ? 'is not an active warehouse of this account'
            : 'is the name of several warehouses';
        problems.push(
          noteOf({
            field: 'warehouse_name',
            code: id === undefined ? 'unknown' : 'invalid',
            message: reason,
          }),
        );
      }
    }
    const read = this.#read(sent);
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
      const reason = `The order is rejected: see line ${other}`;
      const elsewhere = { column: null, code: 'conflict' as const, reason };
      return { line, cells, refusals: refusals.length > 0 ? refusals : [elsewhere] };
    });
  }

  /** Names the column of a note. */
  warningOf({ field, ...note }: OrderRowNote): RowWarning {
    return { ...note, field, column: field === null ? null : this.#file.called(field) };
  }
}

/** Files name warehouses rather than give their ids. */
const NO_WAREHOUSE = fieldProblem('warehouse_name', 'required', 'warehouse_name is required');

const FIELD_OF_ITEM = new Map(Object.entries(ITEM_FIELDS).map(([field, name]) => [name as string, field]));

/** Places a problem or a doubt at the row of its field or item, without the field in its sentence. */
function placed(
  firstLine: number,
  { itemLines, fieldLines }: GatheredOrder,
  { field, message, ...detail }: ProblemDetail | OrderDoubt,
): OrderRowNote {
  const reason =
    field !== null && message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
  const [, index, name] = /^order_items\[(\d+)\]\.(\w+)$/.exec(field ?? '') ?? [];
  if (index !== undefined && name !== undefined) {
    const line = itemLines[Number(index)] ?? firstLine;
    return { ...detail, line, field: FIELD_OF_ITEM.get(name) ?? name, reason };
  }
  return { ...detail, line: fieldLines.get(field ?? '') ?? firstLine, field, reason };
}
