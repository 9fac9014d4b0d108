import { Problem } from '../../problems/problem.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import {
  addImportRows,
  endOrderImport,
  gatherImportOrders,
  type ImportOrder,
  keepImportOrder,
  listImportOrders,
  listLeftImportOrders,
  sumUpImport,
  takeImportOrders,
} from '../../storage/imports/import-orders.ts';
import {
  addRejections,
  findHeader,
  findImport,
  listRejections,
  type StoredImport,
} from '../../storage/imports/imports.ts';
import { checkReferences } from '../booking/check-references.ts';
import { chooseCarriers, quotableOf, quoteRequestOf } from '../booking/choose-carriers.ts';
import { createAndKeep } from '../booking/create-order.ts';
import { orchestrateAndKeep } from '../booking/orchestrate-order.ts';
import type { OrderResult } from '../booking/order-result.ts';
import { inParallel } from '../in-parallel.ts';
import { actingFor, changeUnrecorded } from '../jobs/acting-for.ts';
import { type AccountContext, changeBy, type ShippingService } from '../service.ts';
import type { ImportKind, ImportRequest, OnRefused } from './import-kind.ts';
import { type JudgedOrder, OrderFile, OrderJudge } from './order-files.ts';
import { MOST_ROWS_OF_ORDER, type OrderRowProblem } from './order-rows.ts';
import { rejectionsOf } from './refusal-sentence.ts';

/** What a file of orders is imported with. */
interface OrderImportOptions {
  /** Whether each is booked as soon as it is made. */
  readonly book: boolean;
}

/** So many orders are made at a time. */
const AT_ONCE = 6;
const TAKEN_AT_ONCE = 60;
const CHECKED_AT_ONCE = 100;

/**
 * Files of orders: their rows are kept and gathered into orders in one transaction, and the orders are made in turns
 * after that: a transaction of theirs each, in which it is also kept what became of them.
 */
export const orderFiles: ImportKind<{ readonly orderKey: string; readonly cells: readonly string[] }> = {
  open: async (service, writer, request, header) => {
    const file = new OrderFile(header);
    return {
      unknownColumns: file.unknownColumns,
      read: (cells) => {
        const owner = file.ownerOf(cells);
        return 'reason' in owner
          ? { refusals: [{ column: null, reason: owner.reason }] }
          : { row: { orderKey: owner.orderKey, cells } };
      },
      take: async (rows) => {
        await addImportRows(
          writer,
          request.importId,
          [...rows].map(([line, row]) => ({ line, ...row })),
        );
        return new Map();
      },
      finish: async () => ({ orders: await gather(writer, request), created: 0, booked: 0 }),
      rehearse: (onRefused) => rehearse(service, writer, request, file, onRefused),
    };
  },
};

/** Makes orders of the rows of a file; of an order id that has more than an order can have, all are rejected. */
function gather(writer: AccountWriter, { importId }: ImportRequest): Promise<number> {
  return gatherImportOrders(writer, importId, {
    rows: MOST_ROWS_OF_ORDER,
    error: `More than ${MOST_ROWS_OF_ORDER} rows have this order id`,
  });
}

/** Judges every order, and makes none. */
async function rehearse(
  service: Pick<ShippingService, 'now'>,
  writer: AccountWriter,
  request: ImportRequest,
  file: OrderFile,
  onRefused: OnRefused,
): Promise<Record<string, number>> {
  // A check is asked for by a request, whose context is a whole one.
  const account = service as AccountContext;
  const { book } = request.options as unknown as OrderImportOptions;
  const judge = await OrderJudge.open(writer, file, account.readOrder, account.now());
  const orders = await gather(writer, request);
  let right = 0;
  for (let after = 0; ; ) {
    const some = await listRejections(writer, request.importId, after, CHECKED_AT_ONCE);
    const last = some.at(-1);
    if (last === undefined) break;
    after = last.line;
    await onRefused(
      some.map(({ errors, ...row }) => ({
        ...row,
        refusals: errors.map((reason) => ({ column: null, reason })),
      })),
    );
  }
  for (let after = -1; ; ) {
    const some = await listImportOrders(writer, request.importId, after, CHECKED_AT_ONCE);
    const last = some.at(-1);
    if (last === undefined) break;
    after = last.firstLine;
    const judged = new Map<ImportOrder, readonly OrderRowProblem[]>();
    for (const order of some) {
      const problems = await problemsOf(account, writer, order, judge.judge(order), book);
      if (problems.length > 0) judged.set(order, problems);
    }
    right += some.length - judged.size;
    const refused = some.flatMap((order) => {
      const problems = judged.get(order);
      return problems === undefined ? [] : judge.refusedRows(order, problems);
    });
    await onRefused(refused);
  }
  return { orders, created: right, booked: book ? right : 0 };
}

async function problemsOf(
  account: AccountContext,
  scope: AccountScope,
  order: ImportOrder,
  judged: JudgedOrder,
  book: boolean,
): Promise<readonly OrderRowProblem[]> {
  if (judged.problems !== undefined) return judged.problems;
  const { draft, carrierId } = judged;
  try {
    const { warehouse } = await checkReferences(account, draft, scope);
    if (!book) return [];
    const quotable = quotableOf(draft, warehouse, draft.parcel);
    const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
    await chooseCarriers(account, quotable, carrierId, quote);
    return [];
  } catch (error) {
    return problemsOfRefusal(order, error);
  }
}

/** @throws what is no refusal */
function problemsOfRefusal(order: ImportOrder, error: unknown): OrderRowProblem[] {
  if (!(error instanceof Problem) || error.kind !== 'refused') throw error;
  return error.sentences.map((reason) => ({ line: order.firstLine, field: null, reason }));
}

/**
 * Goes on with an import of orders for a turn. What a process was at that died is begun again: an order is made in
 * the transaction in which it is kept that it is, so that none is made twice.
 *
 * @param mayGoOn asked before each portion
 */
export async function workOnOrderImport(
  service: ShippingService,
  accountId: string,
  importId: string,
  mayGoOn: () => boolean,
): Promise<void> {
  const scope = service.database.account(accountId);
  const found = await findImport(scope, importId);
  const header = await findHeader(scope, importId);
  if (found === null || header === null) return;
  const account = actingFor(service, accountId, found.actor);
  const judge = await OrderJudge.open(scope, new OrderFile(header), service.readOrder, found.createdAt);
  const work = (order: ImportOrder) => makeOrder(account, found, judge, order);
  await inParallel(AT_ONCE, await listLeftImportOrders(scope, importId), work);
  let isOver = false;
  do {
    const orders = await takeImportOrders(service.database, accountId, importId, TAKEN_AT_ONCE);
    isOver = orders.length === 0;
    await inParallel(AT_ONCE, orders, work);
  } while (!isOver && mayGoOn());
  await changeUnrecorded(account, (writer) => sumUpImport(writer, importId));
  if (!isOver) return;
  await account.database.change(accountId, changeBy(service, found.actor), async (writer) => {
    await endOrderImport(writer, importId);
    await writer.record({
      action: 'orders.imported',
      subjectKind: 'import',
      subjectId: importId,
      changes: { source: found.source, rows: found.rows },
    });
  });
}

/** Keeps nothing else than that another process has made the order meanwhile. */
class MadeMeanwhile extends Error {}

async function makeOrder(
  account: AccountContext,
  { importId, options }: StoredImport,
  judge: OrderJudge,
  order: ImportOrder,
): Promise<void> {
  const judged = judge.judge(order);
  if (judged.problems !== undefined) return reject(account, importId, judge, order, judged.problems);
  const { draft, carrierId } = judged;
  let result: OrderResult | null = null;
  const encode = (made: OrderResult) => {
    result = made;
    return '';
  };
  const keep = async (writer: AccountWriter) => {
    const { booking, shipmentId } = result as unknown as OrderResult;
    const state = booking === null ? 'created' : 'booked';
    if (!(await keepImportOrder(writer, importId, order.firstLine, state, shipmentId)))
      throw new MadeMeanwhile();
  };
  try {
    if ((options as unknown as OrderImportOptions).book) {
      await orchestrateAndKeep(account, draft, { carrierId, printLabel: false }, encode, keep);
    } else {
      await createAndKeep(account, draft, encode, keep);
    }
  } catch (error) {
    if (error instanceof MadeMeanwhile) return;
    await reject(account, importId, judge, order, problemsOfRefusal(order, error));
  }
}

async function reject(
  account: AccountContext,
  importId: string,
  judge: OrderJudge,
  order: ImportOrder,
  problems: readonly OrderRowProblem[],
): Promise<void> {
  await changeUnrecorded(account, async (writer) => {
    if (!(await keepImportOrder(writer, importId, order.firstLine, 'rejected', null))) return;
    await addRejections(writer, importId, rejectionsOf(judge.refusedRows(order, problems)));
  });
}
