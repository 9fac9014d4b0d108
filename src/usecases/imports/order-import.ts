import { SYSTEM } from '../../domain/actor.ts';
import { maskedError } from '../../domain/messages/mask.ts';
import { MOST_ORDER_ITEMS, orderNameOf } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import { Problem, type ProblemDetail, sentenceOf } from '../../problems/problem.ts';
import { allOf, detailsOf, type Sentence, say } from '../../problems/sentence.ts';
import { Slices } from '../../slices.ts';
import type { AccountScope, AccountWriter } from '../../storage/account-scope.ts';
import { findReferencesOfOrders } from '../../storage/booking/order-references.ts';
import {
  addImportRows,
  dropImportRows,
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
  type FileReading,
  findHeader,
  findImport,
  listRejections,
  type StoredImport,
} from '../../storage/imports/imports.ts';
import {
  type KeptProfile,
  listKeptProfiles,
  type MatchedColumns,
} from '../../storage/imports/kept-profiles.ts';
import { ahead } from '../ahead.ts';
import { assertAnyCarrier } from '../booking/book-with-carriers.ts';
import type { BookingParts } from '../booking/booking-parts.ts';
import { judgeReferences } from '../booking/check-references.ts';
import { createOrder } from '../booking/create-order.ts';
import { orchestrateOrder } from '../booking/orchestrate-order.ts';
import type { OrderResult } from '../booking/order-result.ts';
import { newConsignment, prepareOrder, quoteOrder } from '../booking/prepare-order.ts';
import { orderReaderOf } from '../booking/read-order.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { inParallel } from '../in-parallel.ts';
import {
  actingFor,
  assertMayGoOn,
  changeUnrecorded,
  type Maker,
  Stopped,
  takeFor,
} from '../jobs/acting-for.ts';
import type { ListingParts } from '../long-work.ts';
import type { RateParts } from '../rates/quote-source.ts';
import { type AccountContext, changeBy, type Service } from '../service.ts';
import type { ForAllRows } from './complete-order.ts';
import type { ImportParts } from './import-failure.ts';
import {
  type ImportKind,
  type ImportRequest,
  makerOf,
  type OnRefused,
  type OnWarned,
} from './import-kind.ts';
import { countOrderColumns, ofService, type ReadBy, recogniseProfile } from './order-columns.ts';
import {
  type JudgedOrder,
  type JudgeFacts,
  OrderFile,
  OrderJudge,
  placed,
  readJudgeFacts,
} from './order-files.ts';
import type { OrderRowNote } from './order-rows.ts';
import { NOTHING_TO_SHIP } from './profiles/profile.ts';
import { rejectionsOf } from './refusal-sentence.ts';

interface OrderImportOptions {
  /** True if each order is booked as soon as it exists. */
  readonly book: boolean;
  /** The profile that the sender named, or its id in imports that an older release has begun. */
  readonly profile?: ReadBy | string | null;
  /** The columns that the sender has matched. */
  readonly columns?: MatchedColumns;
  readonly forAll?: ForAllRows;
}

/**
 * @param reading how the file was written, as far as it is known
 * @param kept the profiles of the account, if the file may be one of them
 */
function openFile(
  header: readonly string[],
  options: ImportRequest['options'],
  reading: Pick<FileReading, 'form' | 'headerLine' | 'dateOrder' | 'readBy'> | null,
  kept: readonly KeptProfile[] = [],
): OrderFile {
  const { profile, columns = {}, forAll = {} } = options as unknown as OrderImportOptions;
  const named = typeof profile === 'string' ? ofService(profile) : profile;
  const found = reading?.readBy ?? named ?? recogniseProfile(header, kept);
  const rules = {
    dateOrder: reading?.dateOrder ?? 'day first',
    hasDayNumbers: reading?.form === 'xlsx',
  } as const;
  const readBy = { ...found, columns: { ...found.columns, ...columns } };
  return new OrderFile({ header, readBy, forAll, headerLine: reading?.headerLine ?? 1, rules });
}

const AT_ONCE = 6;
const TAKEN_AT_ONCE = 60;
/** Few, because the garbage collector copies what is kept, and stops all requests meanwhile: 500 took three times as long. */
const CHECKED_AT_ONCE = 100;
/** The same limit as for a request body. */
const MOST_CHARACTERS_OF_ORDER = 1_000_000;

/**
 * The waits before an order is tried again that failed because of the service. A deadlock ends at once, and a
 * restart of a courier or a database takes up to a minute. After the last try the order is rejected, and the
 * merchant is notified.
 */
const RETRY_AFTER_MS = [5_000, 60_000];
const TRIES = RETRY_AFTER_MS.length + 1;
const FAILED = say(
  'order_failed',
  'The service failed {tries} times at this order and skipped it: send it again, or ask your operator, who finds the reason in the log',
  { tries: TRIES },
);

/**
 * Files of orders. One transaction stores their rows and groups them into orders. Later, in turns, each order
 * is created in a separate transaction, which also records its result.
 */
export const orderFiles: ImportKind<{ readonly orderKey: string; readonly cells: readonly string[] }> = {
  known: async (scope, { options }) => {
    const { columns } = options as unknown as OrderImportOptions;
    return countOrderColumns(await listKeptProfiles(scope), columns);
  },
  open: async (service, writer, request, header, form) => {
    const file = openFile(
      header,
      request.options,
      { ...form, dateOrder: 'day first' },
      await listKeptProfiles(writer),
    );
    const leftOut = new LeftOut();
    const finish = async <T>(work: () => Promise<T>) => {
      await dropImportRows(writer, request.importId, leftOut.ofNothing());
      return work();
    };
    return {
      columns: file.columns,
      money: null,
      dateColumns: file.dateColumns,
      setDateOrder: (dateOrder) => file.setDateOrder(dateOrder),
      told: () => ({
        profile: file.facts.readBy.name,
        readBy: file.facts.readBy,
        missing: file.missing,
        leftOut: leftOut.counts(),
      }),
      read: (cells) => {
        const owner = file.ownerOf(cells);
        if ('reason' in owner) return { refusals: [owner] };
        const { orderKey, hasItem } = owner;
        if (leftOut.has(orderKey, file.reasonToLeaveOut(cells))) return { leftOut: true };
        leftOut.see(orderKey, hasItem);
        return { row: { orderKey, cells } };
      },
      take: async (rows) => {
        await addImportRows(
          writer,
          request.importId,
          [...rows].map(([line, row]) => ({ line, ...row })),
        );
        return new Map();
      },
      finish: () => finish(async () => ({ orders: await gather(writer, request), created: 0, booked: 0 })),
      rehearse: (onRefused, onWarned) =>
        finish(() => rehearse(service, writer, request, file, { onRefused, onWarned })),
    };
  },
};

/** The orders of a file that are left out, with their reasons. */
class LeftOut {
  readonly #keys = new Set<string>();
  readonly #reasons = new Map<string, { because: Sentence; orders: number }>();
  /** Orders without an item in the parcel so far, and those with one. */
  readonly #empty = new Set<string>();
  readonly #shipped = new Set<string>();

  /** Tells whether an order is left out, now or because of an earlier row. */
  has(orderKey: string, because: Sentence | null): boolean {
    if (because !== null) this.#add(orderKey, because);
    return this.#keys.has(orderKey);
  }

  see(orderKey: string, hasItem: boolean): void {
    if (hasItem) {
      this.#shipped.add(orderKey);
      this.#empty.delete(orderKey);
    } else if (!this.#shipped.has(orderKey)) this.#empty.add(orderKey);
  }

  /** Leaves out the orders without an item in the parcel, and returns their ids. */
  ofNothing(): string[] {
    const keys = [...this.#empty];
    for (const key of keys) this.#add(key, NOTHING_TO_SHIP);
    return keys;
  }

  counts(): readonly { readonly orders: number; readonly because: Sentence }[] {
    return [...this.#reasons.values()];
  }

  #add(orderKey: string, because: Sentence): void {
    if (this.#keys.has(orderKey)) return;
    this.#keys.add(orderKey);
    const reason = this.#reasons.get(because.template) ?? { because, orders: 0 };
    reason.orders += 1;
    this.#reasons.set(because.template, reason);
  }
}

const TOO_MANY_ROWS = say('order_has_too_many_rows', 'More than {most} rows have this order id', {
  most: MOST_ORDER_ITEMS,
});
const TOO_LONG_ROWS = say(
  'order_rows_too_long',
  'The rows of this order id have more than {most} characters together',
  { most: MOST_CHARACTERS_OF_ORDER },
);

/** Groups the rows of a file into orders, and rejects orders with too many rows or characters. */
function gather(writer: AccountWriter, { importId }: ImportRequest): Promise<number> {
  return gatherImportOrders(writer, importId, {
    rows: MOST_ORDER_ITEMS,
    characters: MOST_CHARACTERS_OF_ORDER,
    tooMany: TOO_MANY_ROWS,
    tooLong: TOO_LONG_ROWS,
  });
}

/** Checks all orders without creating any. */
async function rehearse(
  service: Pick<Service, 'now'>,
  writer: AccountWriter,
  request: ImportRequest,
  file: OrderFile,
  { onRefused, onWarned }: { readonly onRefused: OnRefused; readonly onWarned: OnWarned },
): Promise<Record<string, number>> {
  // The context is complete, because only requests start checks.
  const account = service as CheckingAccount;
  const { book } = request.options as unknown as OrderImportOptions;
  const facts = await readJudgeFacts(writer, file.facts, account.now());
  const judge = new OrderJudge(facts, orderReaderOf(account));
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
        refusals: errors.map((reason) => ({ column: null, code: 'too_long', reason })),
      })),
    );
  }
  for await (const judged of ahead(judgedOrders(account, writer, request.importId, facts))) {
    const { wrong, odd } = await tryOrders(account, writer, judged, book);
    right += judged.length - wrong.size;
    const warned = [...odd].map(([order, notes]) => ({
      line: order.firstLine,
      isRefused: wrong.has(order),
      warnings: notes.map((note) => judge.warningOf(note)),
    }));
    onWarned(warned.sort((one, other) => one.line - other.line));
    await onRefused(
      judged.flatMap(({ order }) => {
        const problems = wrong.get(order);
        return problems === undefined ? [] : judge.refusedRows(order, problems);
      }),
    );
  }
  return { orders, created: right, booked: book ? right : 0 };
}

/** What checks an order. */
type CheckingAccount = AccountContext & CourierParts & RateParts & ImportParts;

type OrderWithJudgement = JudgedOrder & { readonly order: ImportOrder };

/** Judges the waiting orders of an import, some at once. */
async function* judgedOrders(
  { judgeOrders }: ImportParts,
  scope: AccountScope,
  importId: string,
  facts: JudgeFacts,
): AsyncGenerator<readonly OrderWithJudgement[], void, undefined> {
  for (let after = -1; ; ) {
    const orders = await listImportOrders(scope, importId, after, CHECKED_AT_ONCE);
    const last = orders.at(-1);
    if (last === undefined) return;
    after = last.firstLine;
    const judged = await judgeOrders(facts, orders);
    yield orders.flatMap((order, index) => {
      const one = judged[index];
      return one === undefined ? [] : [{ order, ...one }];
    });
  }
}

/** The problems of orders that would not be created, and the warnings about others. */
interface TriedOrders {
  readonly wrong: Map<ImportOrder, readonly OrderRowNote[]>;
  readonly odd: Map<ImportOrder, readonly OrderRowNote[]>;
}

/**
 * Takes every step of creating and booking orders that changes nothing and asks no carrier to book. A refusal
 * to book is a warning unless the import books. Other tasks of the process run in between.
 */
async function tryOrders(
  account: CheckingAccount,
  scope: AccountScope,
  judged: readonly OrderWithJudgement[],
  book: boolean,
): Promise<TriedOrders> {
  const slices = new Slices();
  const right = judged.flatMap((one) => (one.problems === undefined ? [one] : []));
  const named = right.map(({ draft }) => ({ ...orderNameOf(draft), ...draft }));
  const found = await findReferencesOfOrders(scope, named);
  const wrong = new Map<ImportOrder, readonly OrderRowNote[]>();
  const odd = new Map<ImportOrder, readonly OrderRowNote[]>();
  for (const { order, problems } of judged) if (problems !== undefined) wrong.set(order, problems);
  await inParallel(AT_ONCE, [...right.entries()], async ([index, { order, draft, carrierId, ...read }]) => {
    const references = found[index];
    if (references === undefined) throw new Error('An order was not looked up');
    let isCreated = false as boolean;
    let { doubts } = read;
    await slices.rest();
    const refusal = await refusalOf(async () => {
      const prepared = await quoteOrder(account, draft, judgeReferences(draft, references), read.doubts);
      doubts = prepared.doubts;
      isCreated = true;
      await assertAnyCarrier(account, await newConsignment(account, prepared, carrierId));
    });
    const { repeats, places } = read;
    const noteOf = (detail: ProblemDetail | OrderDoubt) => placed(places, detail);
    // Booking says the same about a weight as creation does.
    const doubtOf = new Map(doubts.map((doubt) => [doubt.message, doubt]));
    const problems = refusal?.problems ?? [];
    if (isCreated && !book) {
      const others = problems.filter(({ message }) => !doubtOf.has(message));
      odd.set(order, [...repeats, ...[...doubts, ...others].map(noteOf)]);
      return;
    }
    const said = new Set(problems.map(({ message }) => message));
    if (refusal !== null) {
      wrong.set(
        order,
        problems.map((problem) => noteOf(doubtOf.get(problem.message) ?? problem)),
      );
    }
    odd.set(order, [...repeats, ...doubts.filter(({ message }) => !said.has(message)).map(noteOf)]);
  });
  for (const [order, notes] of odd) if (notes.length === 0) odd.delete(order);
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

/**
 * Continues an import of orders for one turn. Repeats the unfinished work of a dead process: an order is
 * created in the transaction that records it, so no order is created twice. An order that fails because of
 * the service waits for another try, while the others continue. The import stops if its creator has lost the
 * permission.
 *
 * @param mayGoOn called before each portion
 */
export async function workOnOrderImport(
  service: Service & ListingParts & ImportParts & BookingParts,
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
  let failure: Sentence | null = null;
  try {
    await importOrders(service, found, openFile(header, found.options, found.reading), maker, mayGoOn);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    failure = error.sentence;
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
      changes: {
        source: found.source,
        rows: found.rows,
        ...(failure !== null && { reason: failure.text, reason_details: detailsOf(failure) }),
      },
    });
  });
}

async function importOrders(
  service: Service & ListingParts & ImportParts & BookingParts,
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
    const facts = await readJudgeFacts(seen, file.facts, createdAt);
    const judge = new OrderJudge(facts, orderReaderOf(service));
    await inParallel(AT_ONCE, taken, async (order) => {
      await assertMayGoOn(seen, service, maker);
      await importOrder(account, found, judge, order).catch((error: unknown) =>
        tryAgain(account, importId, judge, order, error),
      );
    });
    if (!mayGoOn()) return;
  }
}

/** Thrown to roll back, because another process has created the order meanwhile. */
class MadeMeanwhile extends Error {}

async function importOrder(
  account: AccountContext & BookingParts,
  { importId, options }: StoredImport,
  judge: OrderJudge,
  order: ImportOrder,
): Promise<void> {
  const judged = judge.judge(order);
  if (judged.problems !== undefined) return reject(account, importId, judge, order, judged.problems);
  const { draft, carrierId, places } = judged;
  const keep = async (writer: AccountWriter, { booking, shipmentId }: OrderResult) => {
    const state = booking === null ? 'created' : 'booked';
    if (!(await keepImportOrder(writer, importId, order.firstLine, state, shipmentId)))
      throw new MadeMeanwhile();
  };
  try {
    const { book } = options as unknown as OrderImportOptions;
    const refusal = await refusalOf(async () => {
      const prepared = await prepareOrder(account, draft);
      return book
        ? orchestrateOrder(account, prepared, { carrierId, printLabel: false }, keep)
        : createOrder(account, prepared, keep);
    });
    if (refusal !== null) {
      const problems = refusal.problems.map((problem) => placed(places, problem));
      await reject(account, importId, judge, order, problems);
    }
  } catch (error) {
    if (!(error instanceof MadeMeanwhile)) throw error;
  }
}

/**
 * Schedules another try of an order that failed because of the service, or rejects the order, so that the
 * other orders continue. @throws if the database is down
 */
async function tryAgain(
  account: AccountContext & ImportParts,
  importId: string,
  judge: OrderJudge,
  order: ImportOrder,
  error: unknown,
): Promise<void> {
  const { accountId, importFailures } = account;
  const wait = RETRY_AFTER_MS[order.tries];
  const isRejected = wait === undefined;
  if (isRejected) {
    const reason =
      error instanceof Problem && error.cause === undefined ? allOf(error.problems.map(sentenceOf)) : FAILED;
    const failed = { line: order.firstLine, field: null, code: 'failed', reason } as const;
    await reject(account, importId, judge, order, [failed]);
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
  problems: readonly OrderRowNote[],
): Promise<void> {
  await changeUnrecorded(account, async (writer) => {
    if (!(await keepImportOrder(writer, importId, order.firstLine, 'rejected', null))) return;
    await addRejections(writer, importId, rejectionsOf(judge.refusedRows(order, problems)));
  });
}
