import { SYSTEM } from '../../domain/actor.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type ErrandTable,
  type ErrandValues,
  settleErrand,
  type TakenErrand,
  takeDueErrands,
} from '../../storage/couriers/errands.ts';
import { inLanes } from '../in-lanes.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type ShippingService } from '../service.ts';

/** The number of simultaneous errands of a kind, without those that wait for a slow partner. */
export const CALLS_AT_ONCE = 20;
export const ANSWER_WITHIN_MS = 30_000;
/** The time after which a process loses its claims: longer than any errand. */
export const TAKEN_MS = 2 * 60_000;

/** The wait after a courier could not be reached or did not answer. It doubles after each try. */
export const FIRST_WAIT_MS = 30_000;
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
 * Makes the round of a kind of errand, which does those that are due until none is left. Any number of processes may run it at
 * once.
 *
 * @param onError called with unexpected errors; by default the round throws the first one, after all were tried
 */
export function roundOf<Table extends ErrandTable>(
  errand: Errand<Table>,
): (
  service: ShippingService,
  onError?: (error: unknown) => void,
  isStopped?: () => boolean,
) => Promise<void> {
  return async (service, onError, isStopped = () => false) => {
    const failures: unknown[] = [];
    await inLanes<TakenErrand<Table>>({
      atOnce: CALLS_AT_ONCE,
      take: (most, except) => {
        const now = service.now();
        const until = new Date(now.getTime() + TAKEN_MS);
        return takeDueErrands(service.database, errand.table, { now, until, most }, except);
      },
      laneOf: ({ lane }) => lane,
      work: (due) => inParallel(CALLS_AT_ONCE, due, (one) => runErrand(service, errand, one)),
      onError: onError ?? ((error) => failures.push(error)),
      isStopped,
    });
    if (failures.length > 0) throw failures[0];
  };
}

/** Does one errand, and writes the outcome unless another process has taken the errand, or it has changed. */
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
  const values = writtenBy(outcome);
  if ('again' in outcome) {
    return [new Date(now.getTime() + growingWait(tries, FIRST_WAIT_MS, LONGEST_WAIT_MS)), values];
  }
  return ['next' in outcome ? outcome.at : null, values];
}

/** The columns that an outcome writes. */
export function writtenBy<Table extends ErrandTable>(outcome: ErrandOutcome<Table>): ErrandValues<Table> {
  if ('again' in outcome) return outcome.again;
  return 'next' in outcome ? outcome.next : outcome.done;
}

/** A wait that doubles after each try. */
export function growingWait(tries: number, firstMs: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** (tries - 1), longestMs);
}
