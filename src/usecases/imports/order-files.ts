import type { OrderDraft } from '../../domain/orders/order.ts';
import { refused } from '../../problems/problem.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import type { ImportOrder } from '../../storage/imports/import-orders.ts';
import { listWarehouses } from '../../storage/warehouses/warehouses.ts';
import { columnKey } from './columns.ts';
import { JSON_HEADER } from './json-lines.ts';
import { findOrderColumns, ITEM_FIELDS, type OrderColumns } from './order-columns.ts';
import { gatherOrder, type OrderRow, type OrderRowProblem, orderRowOf, sumOfItems } from './order-rows.ts';
import type { ReadOrder } from './read-order.ts';
import type { RefusedRow } from './read-rows.ts';

/** An order of a file that can be created, or the problems of its rows. */
export type JudgedOrder =
  | {
      readonly draft: OrderDraft;
      readonly carrierId: string | null;
      readonly warnings: readonly string[];
      readonly problems?: never;
    }
  | { readonly problems: readonly OrderRowProblem[] };

export type RowOwner = { readonly orderKey: string } | { readonly reason: string };

/** Reads the rows of one file of orders: CSV with a header, or lines of JSON. */
export class OrderFile {
  readonly #columns: OrderColumns | null;
  readonly #called: ReadonlyMap<string, string>;

  /** @throws Problem `refused` if no column has the order id */
  constructor(header: readonly string[]) {
    const isJson = header.length === JSON_HEADER.length && columnKey(header[0] ?? '') === JSON_HEADER[0];
    this.#columns = isJson ? null : findOrderColumns(header);
    const fields = this.#columns?.fields ?? [];
    this.#called = new Map(
      fields.flatMap((field, at) => (field === null ? [] : [[field, header[at] ?? field]])),
    );
    if (this.#columns !== null && !fields.includes('order_id')) {
      throw refused(['The file has no column for order_id', 'nothing of the file was imported']);
    }
  }

  get unknownColumns(): readonly string[] {
    return this.#columns?.unknown ?? [];
  }

  ownerOf(cells: readonly string[]): RowOwner {
    const row = this.#rowOf(0, cells);
    if (typeof row === 'string') return { reason: row };
    const key = row.fields.order_id;
    if (typeof key !== 'string' && typeof key !== 'number') {
      return { reason: `${this.called('order_id')} is required` };
    }
    const orderKey = String(key).trim();
    return NOT_KEPT.test(orderKey)
      ? { reason: `${this.called('order_id')} contains characters that are not allowed` }
      : { orderKey };
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

/** Checks the orders of a file like new orders, except for problems that only the creation can find. */
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
    const { body, itemLines } = gathered.order;
    const { warehouse_name: warehouseName, ...rest } = body;
    const sent: Record<string, unknown> = { order_date: this.#orderDate, ...rest };
    const problems: OrderRowProblem[] = [];
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
        problems.push({ line: order.firstLine, field: 'warehouse_name', reason });
      }
    }
    const read = this.#read(sent);
    if ('problems' in read) {
      const isTold = problems.length > 0;
      for (const { field, message } of read.problems) {
        if (isTold && field === 'warehouse_id') continue;
        problems.push(rowProblemOf(order.firstLine, itemLines, field, message));
      }
    }
    return 'problems' in read || problems.length > 0 ? { problems } : read;
  }

  /** Returns the rows of a rejected order, each with its problems. */
  refusedRows(order: ImportOrder, problems: readonly OrderRowProblem[]): RefusedRow[] {
    const byLine = new Map<number, OrderRowProblem[]>();
    for (const problem of problems) {
      const own = byLine.get(problem.line);
      if (own === undefined) byLine.set(problem.line, [problem]);
      else own.push(problem);
    }
    return order.rows.map(({ line, cells }) => {
      const refusals = (byLine.get(line) ?? []).map(({ field, reason }) => {
        return { column: field === null ? null : this.#file.called(field), reason };
      });
      const other = problems.find((problem) => problem.line !== line)?.line ?? order.firstLine;
      const elsewhere = { column: null, reason: `The order is rejected: see line ${other}` };
      return { line, cells, refusals: refusals.length > 0 ? refusals : [elsewhere] };
    });
  }
}

const FIELD_OF_ITEM = new Map(Object.entries(ITEM_FIELDS).map(([field, name]) => [name as string, field]));

/** Converts a problem of an item into a problem of its row. */
function rowProblemOf(
  firstLine: number,
  itemLines: readonly number[],
  field: string | null,
  message: string,
): OrderRowProblem {
  const reason =
    field !== null && message.startsWith(`${field} `) ? message.slice(field.length + 1) : message;
  const [, index, name] = /^order_items\[(\d+)\]\.(\w+)$/.exec(field ?? '') ?? [];
  if (index === undefined || name === undefined) return { line: firstLine, field, reason };
  return { line: itemLines[Number(index)] ?? firstLine, field: FIELD_OF_ITEM.get(name) ?? name, reason };
}
