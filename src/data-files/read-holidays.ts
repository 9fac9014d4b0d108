import type { ClosedDays, Holidays } from '../domain/calendar/holidays.ts';
import { isStateCode } from '../domain/pincodes/states.ts';
import { judgeContent } from './judge-content.ts';

const { wrong, asRecord } = judgeContent('holidays');

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Lists that close more than this are a mistake; below it, every year keeps over 100 working days. */
const MOST_WEEKDAYS_OFF = 3;
const MOST_DAYS_EVERY_YEAR = 50;

/**
 * Reads the content of `data/holidays.in.json`, parsed.
 *
 * @throws StartupError naming what is wrong, and where.
 */
export function readHolidays(content: unknown): Holidays {
  const file = asRecord(content, 'the file');
  const off = file.weekly_off ?? [];
  if (!Array.isArray(off)) throw wrong('"weekly_off" must be a list of weekdays');
  const weeklyOff = WEEKDAYS.map(() => false);
  for (const day of off) {
    const weekday = WEEKDAYS.indexOf(String(day).toLowerCase());
    if (weekday < 0) throw wrong(`"weekly_off" names "${day}", which is no weekday`);
    weeklyOff[weekday] = true;
  }
  if (weeklyOff.filter((isOff) => isOff).length > MOST_WEEKDAYS_OFF) {
    throw wrong(`"weekly_off" names more than ${MOST_WEEKDAYS_OFF} days`);
  }

  const everyYear = Object.keys(asRecord(file.every_year ?? {}, '"every_year"'));
  const dated = Object.keys(asRecord(file.dated ?? {}, '"dated"'));
  const national = closedDays([...everyYear, ...dated], 'every_year and dated');
  const byState = new Map<string, ClosedDays>();
  for (const [state, days] of Object.entries(asRecord(file.by_state ?? {}, '"by_state"'))) {
    if (!isStateCode(state)) throw wrong(`"by_state" names "${state}", which is no state code`);
    const own = closedDays(Object.keys(asRecord(days, `"by_state.${state}"`)), `by_state.${state}`);
    if (own.everyYear.size + own.dated.size > 0) byState.set(state, own);
  }
  return { weeklyOff, national, byState };
}

/** Both kinds of key stand in one object under a state: `05-01` and `2026-03-03`. */
function closedDays(keys: readonly string[], where: string): ClosedDays {
  const everyYear = new Set<string>();
  const dated = new Set<string>();
  for (const key of keys) {
    if (isDate(`2024-${key}`)) everyYear.add(key);
    else if (isDate(key)) dated.add(key);
    else throw wrong(`"${key}" in ${where} is not a day such as 01-26 or 2027-03-22`);
  }
  if (everyYear.size > MOST_DAYS_EVERY_YEAR) {
    throw wrong(`${where} closes more than ${MOST_DAYS_EVERY_YEAR} days of every year`);
  }
  return { everyYear, dated };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
