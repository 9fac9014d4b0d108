import { dayOfDate, dayStart } from '../../domain/calendar/india-day.ts';
import { indiaDate } from '../../domain/india-time.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { about, fieldNamed, say } from '../../problems/sentence.ts';
import { type MonthOfCarrier, sumByMonth } from '../../storage/money/money-by-month.ts';
import type { Client, ListingParts } from '../long-work.ts';
import { listCarriersOfAccount } from '../rates/carriers.ts';
import type { RateBooks } from '../rates/rate-books.ts';
import type { AccountContext } from '../service.ts';

/** The money of one carrier in one month, in paise with GST. */
export interface CarrierMonth extends Omit<MonthOfCarrier, 'month'> {
  /** Like `2026-11`; null for COD that was paid without a delivery. */
  readonly month: string | null;
  readonly carrierName: string;
}

const USUAL_MONTHS = 6;
const MOST_MONTHS = 60;
const TOO_MANY_MONTHS = say('too_many_months', 'at most {most} months can be summed up at once', {
  most: MOST_MONTHS,
});

export interface MonthSpan {
  /** Like `2026-11`; both are included. */
  readonly first: string;
  readonly last: string;
  readonly carrierIds: readonly string[] | null;
  readonly stores: readonly string[] | null;
}

/** Sums up charges and COD by month and carrier, the newest month first. @throws Problem if `LongWork` is full */
export async function sumMoneyByMonth(
  account: AccountContext & ListingParts,
  rateBooks: RateBooks,
  { first, last, ...filters }: MonthSpan,
  { signal }: Pick<Client, 'signal'>,
): Promise<CarrierMonth[]> {
  const { database, accountId, longWork } = account;
  // With the month after the last, whose start ends the last.
  const length = numberOf(last) - numberOf(first) + 2;
  const numbers = Array.from({ length }, (_, at) => numberOf(first) + at);
  const [carriers, sums] = await Promise.all([
    listCarriersOfAccount(account, rateBooks),
    longWork.run({ accountId, signal }, () =>
      sumByMonth(database.account(accountId, signal), numbers.map(startOf), filters),
    ),
  ]);
  const names = new Map(carriers.map(({ carrier: { id, name } }) => [id, name]));
  return sums.map(({ month, carrierId, ...sum }) => {
    const number = numbers[month - 1];
    return {
      ...sum,
      month: number === undefined ? null : textOf(number),
      carrierId,
      carrierName: names.get(carrierId) ?? carrierId,
    };
  });
}

/**
 * Returns the months to sum up: the given ones, or the last six.
 *
 * @throws Problem `refused` if they are not in order, or too many
 */
export function monthsOf(
  now: Date,
  given: { readonly first?: string | undefined; readonly last?: string | undefined },
): Pick<MonthSpan, 'first' | 'last'> {
  const last = given.last ?? indiaDate(now.getTime()).slice(0, 7);
  const first = given.first ?? textOf(numberOf(last) - USUAL_MONTHS + 1);
  const months = numberOf(last) - numberOf(first) + 1;
  if (months < 1)
    throw refused(
      fieldProblem(
        'end_month',
        'invalid',
        about('must_not_be_before', 'must not be before {other}', { other: fieldNamed('start_month') }),
      ),
    );
  if (months > MOST_MONTHS) throw refused(fieldProblem('start_month', 'invalid', TOO_MANY_MONTHS));
  return { first, last };
}

/** The number of a month such as `2026-11`, counted from the year 0. */
function numberOf(month: string): number {
  const [year = 0, ofYear = 1] = month.split('-').map(Number);
  return year * 12 + ofYear - 1;
}

function textOf(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}

function startOf(number: number): number {
  return dayStart(dayOfDate(Math.floor(number / 12), (number % 12) + 1, 1));
}
