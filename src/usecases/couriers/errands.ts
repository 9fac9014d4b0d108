import { SYSTEM } from '../../domain/actor.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type ErrandTable,
  type ErrandValues,
  settleErrand,
  type TakenErrand,
  takeDueErrands,
} from '../../storage/couriers/errands.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type ShippingService } from '../service.ts';

/** The number of simultaneous courier calls in a round. */
export const CALLS_AT_ONCE = 20;
export const ANSWER_WITHIN_MS = 30_000;
/** The time after which a process loses its claims: longer than any courier call. */
export const TAKEN_MS = 2 * 60_000;

/** The wait after a courier could not be reached or did not answer. It doubles after each try. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/**
 * What came of an errand: it is `done`, or tried `again` after a growing wait, or due once more `at` a time. All have the columns to
 * write.
 */
export type ErrandOutcome<Table extends ErrandTable> =
  | { readonly done: ErrandValues<Table> }
  | { readonly again: ErrandValues<Table> }
  | { readonly next: ErrandValues<Table>; readonly at: Date };

/** A kind of errand to couriers: a row of its table says what is due, and what came of it. */
export interface Errand<Table extends ErrandTable> {
  readonly table: Table;
  /** Asks the courier, outside of any transaction. */
  ask(service: ShippingService, due: TakenErrand<Table>): Promise<ErrandOutcome<Table>>;
  /** Changes what else depends on the outcome, in the transaction that writes it, and records the change. */
  settle?(
    writer: AccountWriter,
    service: ShippingService,
    due: TakenErrand<Table>,
    outcome: ErrandOutcome<Table>,
  ): Promise<void>;
}

/**
 * Makes the round of a kind of errand, which does those that are due until few are left. Any number of processes may run it at
 * once. It throws the first unexpected error, after all were tried.
 */
export function roundOf<Table extends ErrandTable>(
  errand: Errand<Table>,
): (service: ShippingService, isStopped?: () => boolean) => Promise<void> {
  return async (service, isStopped = () => false) => {
    for (let taken = CALLS_AT_ONCE; taken === CALLS_AT_ONCE && !isStopped(); ) {
      const now = service.now();
      const until = new Date(now.getTime() + TAKEN_MS);
      const due = await takeDueErrands(service.database, errand.table, { now, until, most: CALLS_AT_ONCE });
      taken = due.length;
      // All at once, so that a partner that hangs delays no other account, and no errand waits until its claim
      // ends and another process does it again.
      await inParallel(CALLS_AT_ONCE, due, (one) => runErrand(service, errand, one));
    }
  };
}

/** Does one errand, and writes the outcome unless the errand has changed meanwhile. */
export async function runErrand<Table extends ErrandTable>(
  service: ShippingService,
  { table, ask, settle }: Errand<Table>,
  due: TakenErrand<Table>,
): Promise<void> {
  const outcome = await ask(service, due);
  const [nextTryAt, values] = whatNext(service.now(), due.tries, outcome);
  await service.database.change(due.accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.skipAudit('the errand itself changes no data of the account');
    if (await settleErrand(writer, table, due, nextTryAt, values)) {
      await settle?.(writer, service, due, outcome);
    }
  });
}

function whatNext<Table extends ErrandTable>(
  now: Date,
  tries: number,
  outcome: ErrandOutcome<Table>,
): readonly [nextTryAt: Date | null, ErrandValues<Table>] {
  if ('again' in outcome) return [nextTryOf(now, tries), outcome.again];
  return 'next' in outcome ? [outcome.at, outcome.next] : [null, outcome.done];
}

function nextTryOf(now: Date, tries: number): Date {
  return new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS));
}
