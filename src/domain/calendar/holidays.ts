import { isInYears } from '../india-time.ts';

export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A list with more weekdays off or yearly holidays is a mistake. Holidays of a single year do not count. */
export const MOST_WEEKDAYS_OFF = 3;
export const MOST_DAYS_EVERY_YEAR = 50;

/** The days on which couriers neither pick up nor deliver, from `data/holidays.in.json`. */
export interface Holidays {
  /** Indexed by weekday, 0 for Sunday: true if that weekday is always off. */
  readonly weeklyOff: readonly boolean[];
  readonly national: ClosedDays;
  /** Holidays of single states, in addition to national holidays. */
  readonly byState: ReadonlyMap<string, ClosedDays>;
}

export interface ClosedDays {
  /** The names of holidays of every year, indexed by `MM-DD`. */
  readonly everyYear: ReadonlyMap<string, string>;
  /** The names of holidays of a single year, indexed by `YYYY-MM-DD`. */
  readonly dated: ReadonlyMap<string, string>;
}

/** Holidays in a form for people. */
export interface HolidayList {
  readonly weeklyOff: readonly Weekday[];
  readonly days: readonly ListedHoliday[];
}

export interface ListedHoliday {
  /** `01-26` of every year, or `2027-03-22`. */
  readonly day: string;
  readonly name: string;
  /** The code of the only state with this holiday; null for all of India. */
  readonly state: string | null;
}

/** Lists the holidays of every year first, then the others by date; national ones before those of states. */
export function listHolidays({ weeklyOff, national, byState }: Holidays): HolidayList {
  const listed = ([state, { everyYear, dated }]: readonly [string | null, ClosedDays]) =>
    [...everyYear, ...dated].map(([day, name]) => ({ day, name, state }));
  const order = ({ day, state }: ListedHoliday) => `${day} ${state ?? ''}`;
  return {
    weeklyOff: WEEKDAYS.filter((_, weekday) => weeklyOff[weekday]),
    days: [[null, national] as const, ...byState]
      .flatMap(listed)
      .sort((a, b) => (order(a) < order(b) ? -1 : 1)),
  };
}

/** Converts a list to the form that calendars use. */
export function holidaysOf({ weeklyOff, days }: HolidayList): Holidays {
  const closed = (state: string | null): ClosedDays => {
    const own = days.filter((one) => one.state === state);
    const names = (isOfEveryYear: boolean) =>
      new Map(
        own.filter(({ day }) => isOfAnyYear(day) === isOfEveryYear).map(({ day, name }) => [day, name]),
      );
    return { everyYear: names(true), dated: names(false) };
  };
  const states = new Set(days.flatMap(({ state }) => (state === null ? [] : [state])));
  return {
    weeklyOff: WEEKDAYS.map((weekday) => weeklyOff.includes(weekday)),
    national: closed(null),
    byState: new Map([...states].map((state) => [state, closed(state)])),
  };
}

/** Tells whether a holiday is on the same date every year (`01-26`). */
export function isOfAnyYear(day: string): boolean {
  return day.length === 'MM-DD'.length;
}

/** Tells whether a text is a day that exists: `01-26` or `2027-03-22`. */
export function isHoliday(text: string): boolean {
  const date = isOfAnyYear(text) ? `2024-${text}` : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const read = new Date(Date.UTC(year, month - 1, day));
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === day && isInYears(read.getTime());
}

/**
 * Tells whether a year has national holidays that move (Holi, Diwali). Without them, dates may be promised on
 * holidays, so a warning is given at start.
 */
export function hasDatedHolidays(holidays: Holidays, year: number): boolean {
  for (const date of holidays.national.dated.keys()) {
    if (date.startsWith(`${year}-`)) return true;
  }
  return false;
}
