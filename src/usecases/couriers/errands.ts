import { SYSTEM } from '../../domain/actor.ts';
import { textOf } from '../../partners/answer-fields.ts';
import { Problem } from '../../problems/problem.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  type ErrandTable,
  type ErrandValues,
  settleErrand,
  type TakenErrand,
  takeDueErrands,
} from '../../storage/couriers/errands.ts';
import type { ProcessParts } from '../health/job-workers.ts';
import { inLanes } from '../in-lanes.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type Service } from '../service.ts';

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
export interface Errand<Table extends ErrandTable, Parts extends Service = Service> {
  readonly table: Table;
  /** Asks the courier, outside of any transaction. */
  ask(service: Parts, due: TakenErrand<Table>): Promise<ErrandOutcome<Table>>;
  /**
   * The outcome of a failed try.
   *
   * @param reason what follows the partner's name: `did not answer within 10 s`
   */
  fails(service: Parts, due: TakenErrand<Table>, reason: Sentence): ErrandOutcome<Table>;
  /** Changes what else depends on the outcome, in the transaction that writes it, and records the change. */
  settle?(
    writer: AccountWriter,
    service: Parts,
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
export function roundOf<Table extends ErrandTable, Parts extends Service>(
  errand: Errand<Table, Parts>,
): ErrandRound<Parts> {
  const round: RunRound<Parts> = async (service, onError, isStopped = () => false) => {
    const failures: unknown[] = [];
    await inLanes<TakenErrand<Table>>({
      atOnce: CALLS_AT_ONCE,
      take: (most, except) => {
        const now = service.now();
        const until = new Date(now.getTime() + TAKEN_MS);
        const { processId } = service;
        return takeDueErrands(service.database, errand.table, { now, until, most, processId }, except);
      },
      laneOf: ({ lane }) => lane,
      work: (due) => inParallel(CALLS_AT_ONCE, due, (one) => runErrand(service, errand, one)),
      onError: onError ?? ((error) => failures.push(error)),
      isStopped,
    });
    if (failures.length > 0) throw failures[0];
  };
  return Object.assign(round, { table: errand.table });
}

type RunRound<Parts> = (
  service: Parts & Pick<ProcessParts, 'processId'>,
  onError?: (error: unknown) => void,
  isStopped?: () => boolean,
) => Promise<void>;

/** The round of a kind of errand, and the table that has them. */
export type ErrandRound<Parts> = RunRound<Parts> & { readonly table: ErrandTable };

/** What people read of an error of ours, as what follows the partner's name. */
export const OUR_ERROR = say(
  'put_off_by_our_error',
  'is put off because of an error in this service, which its log shows',
);

/**
 * Does one errand, and writes the outcome unless another process has taken the errand, or it has changed. After an error of ours, the
 * errand counts as failed, like after an error of the partner: people see it, and it waits.
 *
 * @throws the error of ours, after that was written
 */
export async function runErrand<Table extends ErrandTable, Parts extends Service>(
  service: Parts,
  errand: Errand<Table, Parts>,
  due: TakenErrand<Table>,
): Promise<void> {
  try {
    await conclude(service, errand, due, await errand.ask(service, due));
  } catch (error) {
    if (isBusy(error)) return conclude(service, errand, due, waits(service, due, error));
    const outcome = errand.fails(service, due, OUR_ERROR);
    // What depends on the outcome may be what failed. If nothing can be written, the errand is due when its claim ends.
    await conclude(service, errand, due, outcome, error)
      .catch(() => conclude(service, { table: errand.table }, due, outcome, error))
      .catch(() => undefined);
    throw error;
  }
}

async function conclude<Table extends ErrandTable, Parts extends Service>(
  service: Parts,
  { table, settle }: Pick<Errand<Table, Parts>, 'table' | 'settle'>,
  due: TakenErrand<Table>,
  outcome: ErrandOutcome<Table>,
  ourError: unknown = null,
): Promise<void> {
  const [nextTryAt, values] = whatNext(service.now(), due.tries, outcome);
  await service.database.change(due.accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.skipAudit('the errand itself changes no data of the account');
    const ourWords = ourError === null ? null : (textOf(String(ourError).slice(0, LONGEST_ERROR)) ?? '');
    if (await settleErrand(writer, table, due, { nextTryAt, values, ourError: ourWords })) {
      await settle?.(writer, service, due, outcome);
    }
  });
}

const LONGEST_ERROR = 300;

/** Somebody else is still working on it, or the service is overloaded. */
function isBusy(error: unknown): error is Problem {
  return error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'conflict');
}

/** Nothing has failed: it is only tried again. */
function waits<Table extends ErrandTable>(
  service: Service,
  due: TakenErrand<Table>,
  { retryAfterSeconds = 1 }: Problem,
): ErrandOutcome<Table> {
  const wait = growingWait(due.tries, retryAfterSeconds * 1_000, FIRST_WAIT_MS);
  return { next: {}, at: new Date(service.now().getTime() + wait) };
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
