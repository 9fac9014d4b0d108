import type { OrderDraft } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import {
  type JsonLimits,
  parseForeignJson,
  TooMuchJsonError,
  USUAL_JSON,
} from '../../problems/foreign-json.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import { about, fieldNamed, type Sentence, say } from '../../problems/sentence.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import type { ImportOrder } from '../../storage/imports/import-orders.ts';
import { listWarehouses } from '../../storage/warehouses/warehouses.ts';
import type { ReadOrder } from '../booking/read-order.ts';
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
} from './order-rows.ts';
import { textOfCell } from './read-cells.ts';
import { NOTHING_IMPORTED, type RefusedRow } from './read-rows.ts';

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
      throw refused([NO_ORDER_ID, NOTHING_IMPORTED]);
    }
  }

  get columns(): readonly FileColumn[] {
    return this.#columns ?? [];
  }

  ownerOf(cells: readonly string[]): RowOwner {
    const row = this.#rowOf(0, cells);
    if ('text' in row) return { column: null, code: 'unreadable', reason: row };
    const key = row.fields.order_id;
    if (typeof key !== 'string' && typeof key !== 'number') {
      return { column: this.called('order_id'), field: 'order_id', code: 'required', reason: IS_REQUIRED };
    }
    const orderKey = String(key);
    if (!NOT_KEPT.test(orderKey)) return { orderKey };
    return { column: this.called('order_id'), field: 'order_id', code: 'invalid', reason: HAS_NOT_ALLOWED };
  }

  called(field: string): string {
    return this.#called.get(field) ?? field;
  }

  rowsOf({ rows }: ImportOrder): OrderRow[] {
    return rows.flatMap(({ line, cells }) => {
      const row = this.#rowOf(line, cells);
      return 'text' in row ? [] : [row];
    });
  }

  #rowOf(line: number, cells: readonly string[]): OrderRow | Sentence {
    if (this.#columns !== null) return orderRowOf(line, cells, this.#columns);
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
      .filter(([, value]) => value !== null && value !== '');
    return { line, fields: Object.fromEntries(given) };
  }
}

/** Control characters and unpaired surrogates are refused. */
const NOT_KEPT = /[\p{Cc}\p{Cs}]/u;

/** An order needs three levels. */
const ROW_JSON: JsonLimits = { ...USUAL_JSON, levels: 8 };

const NO_ORDER_ID = say('file_has_no_order_id', 'The file has no column for order_id');
const IS_REQUIRED = say('cell_is_required', 'is required');
const HAS_NOT_ALLOWED = say('cell_has_not_allowed', 'contains characters that are not allowed');

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
      const reason = say('order_rejected_see_line', 'The order is rejected: see line {line}', {
        line: other,
      });
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
const NO_WAREHOUSE = fieldProblem('warehouse_name', 'required', about('is_required', 'is required'));
const NO_ACTIVE_WAREHOUSE = about('is_no_active_warehouse', 'is not an active warehouse of this account');
const SEVERAL_WAREHOUSES = about('names_several_warehouses', 'is the name of several warehouses');

const FIELD_OF_ITEM = new Map(Object.entries(ITEM_FIELDS).map(([field, name]) => [name as string, field]));

/** Places a problem or a doubt at the row of its field or item, without the field in its sentence. */
function placed(
  firstLine: number,
  { itemLines, fieldLines }: GatheredOrder,
  { field, message, template, values, ...detail }: ProblemDetail | OrderDoubt,
): OrderRowNote {
  const isNamed = field !== null && message.startsWith(`${field} `);
  const reason = { template, values, text: isNamed ? message.slice(field.length + 1) : message };
  const [, index, name] = /^order_items\[(\d+)\]\.(\w+)$/.exec(field ?? '') ?? [];
  if (index !== undefined && name !== undefined) {
    const line = itemLines[Number(index)] ?? firstLine;
    const ofRow = FIELD_OF_ITEM.get(name) ?? name;
    const said = { ...reason, values: { ...values, ...('field' in values && { field: fieldNamed(ofRow) }) } };
    return { ...detail, line, field: ofRow, reason: said };
  }
  return { ...detail, line: fieldLines.get(field ?? '') ?? firstLine, field, reason };
}
