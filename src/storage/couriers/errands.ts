import { type ColumnRecord, columns, type RowOf, snakeCase, written } from '../../resources/columns.ts';
import type { AccountWriter } from '../account-scope.ts';
import { isDead } from '../booking/processes.ts';
import { type DueTries, takeDueWork } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';

/**
 * A table whose rows are errands to couriers. Each has the columns `next_try_at`, null once its errand is
 * done, `tries` and `our_error`.
 */
export interface ErrandTable<
  Key extends ColumnRecord = ColumnRecord,
  Known extends ColumnRecord = ColumnRecord,
  Outcome extends ColumnRecord = ColumnRecord,
> {
  readonly name: string;
  /** The primary key after `account_id`. */
  readonly key: Key;
  /**
   * SQL: the connection that an errand of the row `w` asks. Errands of one connection share a lane.
   *
   * @param only limits a further table of that SQL, on a cluster
   */
  readonly lane: (only: (alias: string) => string) => string;
  /** What else an errand needs to know. */
  readonly known: Known;
  /** What is written of its outcome. */
  readonly outcome: Outcome;
  /** SQL: which rows take an outcome, if that is not only who took the errand. */
  readonly settles?: string;
  /**
   * True if only one process at a time may do an errand, even if a change makes it due again meanwhile. The table then has the column
   * `taken_until`. Without it, a second process may start the same errand.
   */
  readonly staysTaken?: boolean;
  /**
   * Columns of the key: errands that are the same in them are done one after the other, by all processes together. Only with
   * `staysTaken`. After a failure, the others wait for the next try, but not longer than a claim.
   */
  readonly inTurn?: readonly string[];
  /**
   * True if an errand may be done again at once when its process is dead, because a repeat changes nothing even if that process still
   * works. The table then has the column `taken_by`. Without it, the errand is due when its claim ends.
   */
  readonly isFreedOfTheDead?: boolean;
}

/** Declares a table with its exact types. */
export function errandTable<
  const Key extends ColumnRecord,
  const Known extends ColumnRecord,
  const Outcome extends ColumnRecord,
>(table: ErrandTable<Key, Known, Outcome>): ErrandTable<Key, Known, Outcome> {
  return table;
}

/** An errand that this process has taken. */
export type TakenErrand<Table extends ErrandTable> = RowOf<Table['key']> &
  RowOf<Table['known']> & {
    readonly accountId: string;
    /** Empty if it asks no connection. */
    readonly lane: string;
    /** At least 1. */
    readonly tries: number;
    /** The time until which no other process takes it. */
    readonly until: Date;
  };

/** Columns that are left out keep their values. */
export type ErrandValues<Table extends ErrandTable> = Partial<RowOf<Table['outcome']>>;

/** Which errands a process takes. */
export interface ErrandsToTake extends DueTries {
  readonly processId: string;
}

/**
 * Takes some due errands of all accounts, the longest due first, so that no other process does them.
 *
 * @param except lanes to leave out
 */
export async function takeDueErrands<Table extends ErrandTable>(
  database: Database,
  { name, key, lane, known, staysTaken, inTurn, isFreedOfTheDead }: Table,
  { now, until, most, processId }: ErrandsToTake,
  except: readonly string[],
): Promise<TakenErrand<Table>[]> {
  const keys = Object.keys(key).map(snakeCase);
  const isFree = staysTaken ? ' and (taken_until is null or taken_until <= $1)' : '';
  // The one with the lowest key goes first, so that two processes at once agree on it.
  const isBefore = `(o.taken_until > $1 or (o.next_try_at <= $1 and (${keys.map((column) => `o.${column}`)}) < (${keys.map((column) => `w.${column}`)})))`;
  const sameIn = (shared: readonly string[]) =>
    ['account_id', ...shared.map(snakeCase)].map((column) => `o.${column} = w.${column}`).join(' and ');
  const turn = (only: (alias: string) => string) =>
    inTurn === undefined
      ? ''
      : ` and not exists (select from ${name} o where ${sameIn(inTurn)} and ${isBefore}${only('o')})`;
  const take = `${staysTaken ? ', taken_until = $2' : ''}${isFreedOfTheDead ? ', taken_by = $5' : ''}`;
  const taker = isFreedOfTheDead ? [processId] : [];
  const all = columns({ ...key, ...known });
  const taken = await takeDueWork<TakenErrand<Table>>(
    database,
    {
      name: `take-due-${name}`,
      accounts: `select distinct account_id from ${name} where next_try_at <= $1 order by account_id`,
      // On a cluster, a change can return columns, but not what is made from them.
      text: (only) => {
        const laneText = `coalesce((${lane(only)})::text, '')`;
        return `with taken as (
          update ${name} r set next_try_at = $2, tries = tries + 1${take}
            from (select account_id, ${keys}, ${laneText} as lane from ${name} w
                   where next_try_at <= $1${isFree} and ${laneText} <> all($4::text[])${only('w')}${turn(only)}
                   order by next_try_at limit $3 for update of w skip locked) d
            where r.account_id = d.account_id and ${keys.map((column) => `r.${column} = d.${column}`).join(' and ')}${only('r')}
          returning r.*, d.lane
        )
        select account_id as "accountId", lane, ${all.selected()}, tries, next_try_at as until from taken`;
      },
    },
    { ofAccounts: [now], of: (share) => [now, until, share, except, ...taker] },
    most,
  );
  return taken.map((one) => all.read(one) as TakenErrand<Table>);
}

export interface SettledErrand<Table extends ErrandTable> {
  /** Null if it is done. */
  readonly nextTryAt: Date | null;
  readonly values: ErrandValues<Table>;
  /** The error of this service because of which it was put off; null without one. */
  readonly ourError: string | null;
}

/**
 * Writes the outcome of an errand.
 *
 * @returns false if another process has taken it since. Without `staysTaken`, also if it has changed meanwhile
 */
export async function settleErrand<Table extends ErrandTable>(
  writer: AccountWriter,
  { name, key, outcome, settles, staysTaken, isFreedOfTheDead }: Table,
  due: TakenErrand<Table>,
  { nextTryAt, values, ourError }: SettledErrand<Table>,
): Promise<boolean> {
  const parameters: unknown[] = [];
  const parameter = (value: unknown) => `$${1 + parameters.push(value)}`;
  const equals = ([column, value]: readonly [string, unknown]) =>
    `${snakeCase(column)} = ${parameter(value)}`;
  const set = Object.entries(values).map(([column, value]) =>
    equals([column, written(outcome[column], value)]),
  );
  set.push(equals(['ourError', ourError]));
  if (isFreedOfTheDead) set.push('taken_by = null');
  if (staysTaken) {
    // If a change made it due meanwhile, it stays due. After a failure, other processes wait too, but not longer than the claim.
    set.push(
      `next_try_at = case when next_try_at < taken_until then next_try_at else ${parameter(nextTryAt)} end`,
      equals(['takenUntil', nextTryAt !== null && nextTryAt > due.until ? due.until : nextTryAt]),
    );
  } else set.push(equals(['nextTryAt', nextTryAt]));
  const found = Object.entries<unknown>(due)
    .filter(([column]) => column in key)
    .map(equals);
  const isOurs = settles ?? equals([staysTaken ? 'takenUntil' : 'nextTryAt', due.until]);
  const settled = await writer.change(
    `update ${name} set ${set} where account_id = $1 and ${found.join(' and ')} and ${isOurs} returning 1`,
    parameters,
  );
  return settled.length > 0;
}

/**
 * Frees the errands that dead processes had taken, so that they are due now.
 *
 * @param until the time at which a claim from now would end
 * @param processId this process, which is alive even if it could not report that for a while
 */
export async function freeErrandsOfTheDead(
  database: Database,
  { name }: ErrandTable,
  { now, until, processId }: Omit<ErrandsToTake, 'most'>,
): Promise<void> {
  // A claim is a time of the next try, so only rows of the index of due errands are read.
  await database.run(
    `update ${name} set next_try_at = $1, taken_by = null
      where next_try_at <= $2 and taken_by <> $3 and ${isDead('taken_by')}`,
    [now, until, processId],
  );
}
