import {
  type ClosedDays,
  type Holidays,
  isHoliday,
  isOfAnyYear,
  MOST_DAYS_EVERY_YEAR,
  MOST_WEEKDAYS_OFF,
  WEEKDAYS,
} from '../domain/calendar/holidays.ts';
import { isStateCode } from '../domain/pincodes/states.ts';
import { judgeContent } from './judge-content.ts';

const { wrong, asRecord } = judgeContent('holidays');
const NAMES: readonly string[] = WEEKDAYS;

/** Reads the parsed `data/holidays.in.json`. @throws StartupError naming the error and its place */
export function readHolidays(content: unknown): Holidays {
  const file = asRecord(content, 'the file');
  const off = file.weekly_off ?? [];
  if (!Array.isArray(off)) throw wrong('"weekly_off" must be a list of weekdays');
  const weeklyOff: boolean[] = WEEKDAYS.map(() => false);
  for (const day of off) {
    const weekday = NAMES.indexOf(String(day).toLowerCase());
    if (weekday < 0) throw wrong(`"weekly_off" names "${day}", which is no weekday`);
    weeklyOff[weekday] = true;
  }
  if (weeklyOff.filter((isOff) => isOff).length > MOST_WEEKDAYS_OFF) {
    throw wrong(`"weekly_off" names more than ${MOST_WEEKDAYS_OFF} days`);
  }

  const everyYear = asRecord(file.every_year ?? {}, '"every_year"');
  const dated = asRecord(file.dated ?? {}, '"dated"');
  const national = closedDays({ ...everyYear, ...dated }, 'every_year and dated');
  const byState = new Map<string, ClosedDays>();
  for (const [state, days] of Object.entries(asRecord(file.by_state ?? {}, '"by_state"'))) {
    if (!isStateCode(state)) throw wrong(`"by_state" names "${state}", which is no state code`);
    const own = closedDays(asRecord(days, `"by_state.${state}"`), `by_state.${state}`);
    if (own.everyYear.size + own.dated.size > 0) byState.set(state, own);
  }
  return { weeklyOff, national, byState };
}

/** Reads closed days. There are two kinds of keys: `05-01` for every year, `2026-03-03` for one year. */
function closedDays(names: Record<string, unknown>, where: string): ClosedDays {
  const everyYear = new Map<string, string>();
  const dated = new Map<string, string>();
  for (const [key, name] of Object.entries(names)) {
    if (!isHoliday(key)) throw wrong(`"${key}" in ${where} is not a day such as 01-26 or 2027-03-22`);
    (isOfAnyYear(key) ? everyYear : dated).set(key, String(name));
  }
  if (everyYear.size > MOST_DAYS_EVERY_YEAR) {
    throw wrong(`${where} closes more than ${MOST_DAYS_EVERY_YEAR} days of every year`);
  }
  return { everyYear, dated };
}
