import { SYSTEM } from '../../domain/actor.ts';
import { maskedError } from '../../domain/messages/mask.ts';
import { orderNameOf } from '../../domain/orders/order.ts';
import { Problem } from '../../problems/problem.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findReferencesOfOrders } from '../../storage/booking/order-references.ts';
import {
  addImportRows,
  endOrderImport,
  gatherImportOrders,
  hasOrdersLeft,
  type ImportOrder,
  keepImportOrder,
  listImportOrders,
  releaseImportOrders,
  sumUpImport,
  takeImportOrders,
  tryOrderAgain,
} from '../../storage/imports/import-orders.ts';
import {
  addRejections,
  findHeader,
  findImport,
  listRejections,
  type StoredImport,
} from '../../storage/imports/imports.ts';
import { assertAnyCarrier } from '../booking/book-with-carriers.ts';
import { judgeReferences } from '../booking/check-references.ts';
import { chooseCarriers, quotableOf, quoteRequestOf } from '../booking/choose-carriers.ts';
import { createOrder } from '../booking/create-order.ts';
import { orchestrateOrder } from '../booking/orchestrate-order.ts';
import type { OrderResult } from '../booking/order-result.ts';
import { inParallel } from '../in-parallel.ts';
import {
  actingFor,
  assertMayGoOn,
  changeUnrecorded,
  type Maker,
  Stopped,
  takeFor,
} from '../jobs/acting-for.ts';
import { type AccountContext, changeBy, type ShippingService } from '../service.ts';
import {
  type ImportKind,
  type ImportRequest,
  makerOf,
  type OnRefused,
  type OnWarned,
} from './import-kind.ts';
import { OrderFile, OrderJudge } from './order-files.ts';
import { MOST_ROWS_OF_ORDER, type OrderRowProblem } from './order-rows.ts';
import { rejectionsOf } from './refusal-sentence.ts';

interface OrderImportOptions {
  /** True if each order is booked as soon as it exists. */
  readonly book: boolean;
}

const AT_ONCE = 6;
const TAKEN_AT_ONCE = 60;
const CHECKED_AT_ONCE = 500;
/** The same limit as for a request body. */
const MOST_CHARACTERS_OF_ORDER = 1_000_000;

/**
 * The waits before an order is tried again that failed because of the service. A deadlock ends at once, and a
 * restart of a courier or a database takes up to a minute. After the last try the order is rejected, and the
 * merchant is notified.
 */
const RETRY_AFTER_MS = [5_000, 60_000];
const TRIES = RETRY_AFTER_MS.length + 1;
const FAILED = `The service failed ${TRIES} times at this order and skipped it: send it again, or ask your operator, who finds the reason in the log`;

/**
 * Files of orders. One transaction stores their rows and groups them into orders. Later, in turns, each order
 * is created in a separate transaction, which also records its result.
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
      rehearse: (onRefused, onWarned) => rehearse(service, writer, request, file, { onRefused, onWarned }),
    };
  },
};

/** Groups the rows of a file into orders, and rejects orders with too many rows or characters. */
function gather(writer: AccountWriter, { importId }: ImportRequest): Promise<number> {
  return gatherImportOrders(writer, importId, {
    rows: MOST_ROWS_OF_ORDER,
    characters: MOST_CHARACTERS_OF_ORDER,
    tooMany: `More than ${MOST_ROWS_OF_ORDER} rows have this order id`,
    tooLong: `The rows of this order id have more than ${MOST_CHARACTERS_OF_ORDER} characters together`,
  });
}

/** Checks all orders without creating any. */
async function rehearse(
  service: Pick<ShippingService, 'now'>,
  writer: AccountWriter,
  request: ImportRequest,
  file: OrderFile,
  { onRefused, onWarned }: { readonly onRefused: OnRefused; readonly onWarned: OnWarned },
): Promise<Record<string, number>> {
  // The context is complete, because only requests start checks.
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
    const { wrong, odd } = await judgeOrders(account, writer, judge, some, book);
    right += some.length - wrong.size;
    const warned = [...odd].map(([{ firstLine: line }, warnings]) => ({ line, warnings }));
    onWarned(warned.sort((one, other) => one.line - other.line));
    await onRefused(
      some.flatMap((order) => {
        const problems = wrong.get(order);
        return problems === undefined ? [] : judge.refusedRows(order, problems);
      }),
    );
  }
  return { orders, created: right, booked: book ? right : 0 };
}

/** The problems of orders that would not be created, and the warnings about others. */
interface JudgedOrders {
  readonly wrong: Map<ImportOrder, readonly OrderRowProblem[]>;
  readonly odd: Map<ImportOrder, readonly string[]>;
}

/** Checks orders as creation and booking would. A booking refusal is a warning unless the import books. */
async function judgeOrders(
  account: AccountContext,
  scope: AccountScope,
  judge: OrderJudge,
  orders: readonly ImportOrder[],
  book: boolean,
): Promise<JudgedOrders> {
  const judged = orders.map((order) => ({ order, ...judge.judge(order) }));
  const right = judged.flatMap((one) => (one.problems === undefined ? [one] : []));
  const named = right.map(({ draft }) => ({ ...orderNameOf(draft), ...draft }));
  const found = await findReferencesOfOrders(scope, named);
  const wrong = new Map<ImportOrder, readonly OrderRowProblem[]>();
  const odd = new Map<ImportOrder, readonly string[]>();
  for (const { order, problems } of judged) if (problems !== undefined) wrong.set(order, problems);
  await inParallel(AT_ONCE, [...right.entries()], async ([index, { order, draft, carrierId, warnings }]) => {
    const references = found[index];
    if (references === undefined) throw new Error('An order was not looked up');
    let unbooked: readonly string[] = [];
    try {
      const { warehouse } = judgeReferences(draft, references);
      const quotable = quotableOf(draft, warehouse, draft.parcel);
      const quote = await account.quotes.quote(account.accountId, quoteRequestOf(quotable), account.now());
      const refusal = await refusalOf(async () => {
        const candidates = await chooseCarriers(account, quotable, carrierId, quote);
        await assertAnyCarrier(account, { order: draft, warehouse, candidates });
      });
      if (refusal !== null && book) throw refusal;
      unbooked = refusal?.sentences ?? [];
    } catch (error) {
      wrong.set(order, problemsOfRefusal(order, error));
    }
    // Booking and creation give the same warning about a weight; the set removes the duplicate.
    const all = new Set([...warnings, ...unbooked]);
    for (const { reason } of wrong.get(order) ?? []) all.delete(reason);
    if (all.size > 0) odd.set(order, [...all]);
  });
  return { wrong, odd };
}

/** @throws the error, unless it is a refusal */
async function refusalOf(work: () => Promise<void>): Promise<Problem | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'refused') throw error;
    return error;
  }
}

/** @throws the error, unless it is a refusal */
function problemsOfRefusal(order: ImportOrder, error: unknown): OrderRowProblem[] {
  if (!(error instanceof Problem) || error.kind !== 'refused') throw error;
  return error.sentences.map((reason) => ({ line: order.firstLine, field: null, reason }));
}

/**
 * Continues an import of orders for one turn. Repeats the unfinished work of a dead process: an order is
 * created in the transaction that records it, so no order is created twice. An order that fails because of
 * the service waits for another try, while the others continue. The import stops if its creator has lost the
 * permission.
 *
 * @param mayGoOn called before each portion
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
  const maker = makerOf(accountId, found);
  const account = await actingFor(service, accountId, found.actor);
  await changeUnrecorded(account, (writer) => releaseImportOrders(writer, importId));
  let failure: string | null = null;
  try {
    await makeOrders(service, found, new OrderFile(header), maker, mayGoOn);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    failure = error.message;
    // This releases orders that were taken but not created.
    await changeUnrecorded(account, (writer) => releaseImportOrders(writer, importId));
  }
  await changeUnrecorded(account, (writer) => sumUpImport(writer, importId));
  if (failure === null && (await hasOrdersLeft(scope, importId))) return;
  const by = failure === null ? found.actor : SYSTEM;
  await service.database.change(accountId, changeBy(service, by), async (writer) => {
    await endOrderImport(writer, importId, failure);
    await writer.record({
      action: failure === null ? 'orders.imported' : 'import.stopped',
      subjectKind: 'import',
      subjectId: importId,
      changes: { source: found.source, rows: found.rows, ...(failure !== null && { reason: failure }) },
    });
  });
}

async function makeOrders(
  service: ShippingService,
  found: StoredImport,
  file: OrderFile,
  maker: Maker,
  mayGoOn: () => boolean,
): Promise<void> {
  const { importId, createdAt } = found;
  for (let after = -1; ; ) {
    const { account, taken } = await takeFor(service, maker, (writer) =>
      takeImportOrders(writer, importId, after, TAKEN_AT_ONCE),
    );
    if (taken.length === 0) return;
    after = Math.max(after, ...taken.map(({ firstLine }) => firstLine));
    const seen = account.database.account(account.accountId);
    const judge = await OrderJudge.open(seen, file, service.readOrder, createdAt);
    await inParallel(AT_ONCE, taken, async (order) => {
      await assertMayGoOn(seen, service, maker);
      await makeOrder(account, found, judge, order).catch((error: unknown) =>
        tryAgain(account, importId, judge, order, error),
      );
    });
    if (!mayGoOn()) return;
  }
}

/** Thrown to roll back, because another process has created the order meanwhile. */
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
  const keep = async (writer: AccountWriter, { booking, shipmentId }: OrderResult) => {
    const state = booking === null ? 'created' : 'booked';
    if (!(await keepImportOrder(writer, importId, order.firstLine, state, shipmentId)))
      throw new MadeMeanwhile();
  };
  try {
    if ((options as unknown as OrderImportOptions).book) {
      await orchestrateOrder(account, draft, { carrierId, printLabel: false }, keep);
    } else {
      await createOrder(account, draft, keep);
    }
  } catch (error) {
    if (error instanceof MadeMeanwhile) return;
    await reject(account, importId, judge, order, problemsOfRefusal(order, error));
  }
}

/**
 * Schedules another try of an order that failed because of the service, or rejects the order, so that the
 * other orders continue. @throws if the database is down
 */
async function tryAgain(
  account: AccountContext,
  importId: string,
  judge: OrderJudge,
  order: ImportOrder,
  error: unknown,
): Promise<void> {
  const { accountId, importFailures } = account;
  const wait = RETRY_AFTER_MS[order.tries];
  const isRejected = wait === undefined;
  if (isRejected) {
    const reason = error instanceof Problem && error.cause === undefined ? error.message : FAILED;
    await reject(account, importId, judge, order, [{ line: order.firstLine, field: null, reason }]);
  } else {
    await changeUnrecorded(account, (writer) => tryOrderAgain(writer, importId, order, wait));
  }
  const failure = { accountId, importId, line: order.firstLine, attempt: order.tries + 1, isRejected };
  importFailures.emit('failed', { ...failure, error: maskedError(error) });
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
