import {
  type HolidayList,
  hasDatedHolidays,
  holidaysOf,
  isOfAnyYear,
  listHolidays,
  MOST_DAYS_EVERY_YEAR,
} from '../../domain/calendar/holidays.ts';
import { indiaDate } from '../../domain/india-time.ts';
import { fieldProblem, type ProblemDetail, refused } from '../../problems/problem.ts';
import { about, say } from '../../problems/sentence.ts';
import { findHolidays, keepHolidays, removeHolidays } from '../../storage/rates/account-holidays.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { RateBooks } from './rate-books.ts';
import { bumpRateBookVersion } from './rate-versions.ts';

export type { HolidayList, ListedHoliday, Weekday } from '../../domain/calendar/holidays.ts';

/** The days on which couriers neither pick up nor deliver for the account. */
export interface AccountHolidays extends HolidayList {
  /** True if the account has a separate list and does not use the installation's. */
  readonly isOwn: boolean;
  /** The current year in India if the list has no movable holidays for it; otherwise null. */
  readonly lacksYear: number | null;
}

/** Returns the account's own list, else the installation's. */
export async function showHolidays(
  account: AccountContext,
  { ground }: Pick<RateBooks, 'ground'>,
): Promise<AccountHolidays> {
  const own = await findHolidays(account.database.account(account.accountId));
  const shown = own ?? listHolidays(ground.calendar.holidays);
  return { ...shown, isOwn: own !== null, lacksYear: lackedYear(account, shown) };
}

/** Replaces the account's list. Quotes use the new list within a second. @throws Problem `refused` */
export async function changeHolidays(account: AccountContext, sent: HolidayList): Promise<AccountHolidays> {
  const problems = judge(sent);
  if (problems.length > 0) throw refused(problems);
  const list = listHolidays(holidaysOf(sent));
  const { database, accountId, actor } = account;
  await database.change(accountId, changeBy(account, actor), async (writer) => {
    await keepHolidays(writer, list);
    await bumpRateBookVersion(writer, 'holidays changed');
    await writer.record({
      action: 'holidays.changed',
      subjectKind: 'account',
      subjectId: accountId,
      changes: { weekly_off: list.weeklyOff, days: list.days },
    });
  });
  return { ...list, isOwn: true, lacksYear: lackedYear(account, list) };
}

/** Removes the account's list, so that the installation's list applies. */
export async function forgetHolidays(account: AccountContext): Promise<void> {
  const { database, accountId, actor } = account;
  if ((await findHolidays(database.account(accountId))) === null) return;
  await database.change(accountId, changeBy(account, actor), async (writer) => {
    await removeHolidays(writer);
    await bumpRateBookVersion(writer, 'default holidays');
    await writer.record({
      action: 'holidays.removed',
      subjectKind: 'account',
      subjectId: accountId,
      changes: {},
    });
  });
}

const ALL_OF_INDIA = say('all_of_india', 'all of India');

/** Returns problems: a day twice in a state's list, or too many yearly days. */
function judge({ days }: HolidayList): ProblemDetail[] {
  const seen = new Set<string>();
  const problems: ProblemDetail[] = [];
  for (const [at, { day, state }] of days.entries()) {
    const place = state ?? ALL_OF_INDIA;
    const field = `days[${at}].day`;
    if (seen.has(`${day} ${state}`)) {
      const sentence = about('holiday_listed_twice', '{day} is listed twice for {place}', { day, place });
      problems.push(fieldProblem(field, 'taken', sentence));
    }
    seen.add(`${day} ${state}`);
  }
  for (const state of new Set(days.map((one) => one.state))) {
    const everyYear = days.filter((one) => one.state === state && isOfAnyYear(one.day));
    if (everyYear.length <= MOST_DAYS_EVERY_YEAR) continue;
    const sentence = about('too_many_holidays', 'has more than {most} holidays for every year in {place}', {
      most: MOST_DAYS_EVERY_YEAR,
      place: state ?? ALL_OF_INDIA,
    });
    problems.push(fieldProblem('days', 'too_long', sentence));
  }
  return problems;
}

function lackedYear({ now }: AccountContext, list: HolidayList): number | null {
  const year = Number(indiaDate(now().getTime()).slice(0, 4));
  return hasDatedHolidays(holidaysOf(list), year) ? null : year;
}
