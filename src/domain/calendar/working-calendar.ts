import { STATE_CODES } from '../pincodes/states.ts';
import type { ClosedDays, Holidays } from './holidays.ts';
import { dayOfDate, textOfDay, weekdayOfDay, yearOfDay } from './india-day.ts';

/** The state index for national holidays only. */
export const NATION = -1;

/**
 * The working days of couriers in each state. States are indexes into `STATE_CODES`; days are those of
 * `india-day.ts`.
 *
 * The answers depend only on the holidays. A table is made when a state and year is first needed, and then
 * cached (4 KB; all states with only national holidays share a table), so counting any number of working days
 * is two array reads.
 */
export class WorkingCalendar {
  readonly holidays: Holidays;
  readonly #closedDays: readonly ClosedDays[];
  /** Indexed by state: an index into `#closedDays`; 0 stands for only the national holidays. */
  readonly #groupOf: Uint8Array;
  /** Indexed by that index: the table used last, and all tables by their first year. */
  readonly #latest: (WorkingDays | undefined)[] = [];
  readonly #tables: Map<number, WorkingDays>[] = [];
  readonly #texts = new Map<number, string>();

  constructor(holidays: Holidays) {
    this.holidays = holidays;
    const closedDays: ClosedDays[] = [{ everyYear: new Map(), dated: new Map() }];
    this.#groupOf = Uint8Array.from(STATE_CODES, (code) => {
      const own = holidays.byState.get(code);
      return own === undefined ? 0 : closedDays.push(own) - 1;
    });
    this.#closedDays = closedDays;
  }

  isWorkingDay(state: number, day: number): boolean {
    const table = this.#tableFor(state, day);
    const at = day - table.firstDay;
    return (table.workedBefore[at + 1] ?? 0) > (table.workedBefore[at] ?? 0);
  }

  /** The day itself if it is a working day, else the next working day. */
  workingDayFrom(state: number, day: number): number {
    const table = this.#tableFor(state, day);
    const worked = table.workedBefore[day - table.firstDay] ?? 0;
    const found = table.workingDays[worked];
    return found ?? this.workingDayFrom(state, table.firstDay + table.workedBefore.length - 1);
  }

  /** The `count`th working day after a day, which is not counted; `count` is at least 1. */
  workingDayAfter(state: number, day: number, count: number): number {
    const table = this.#tableFor(state, day);
    const worked = table.workedBefore[day + 1 - table.firstDay] ?? 0;
    const found = table.workingDays[worked + count - 1];
    if (found !== undefined) return found;
    const lastDay = table.firstDay + table.workedBefore.length - 2;
    return this.workingDayAfter(state, lastDay, count - (table.workingDays.length - worked));
  }

  /** Formats a day as `2026-11-15`. It is cached, because quotes show the same few dates again and again. */
  textOf(day: number): string {
    let text = this.#texts.get(day);
    if (text === undefined) {
      text = textOfDay(day);
      this.#texts.set(day, text);
    }
    return text;
  }

  #tableFor(state: number, day: number): WorkingDays {
    const group = this.#groupOf[state] ?? 0;
    const latest = this.#latest[group];
    if (latest !== undefined && day >= latest.firstDay && day < latest.firstDayOfNextYear) return latest;
    const year = yearOfDay(day);
    const tables = this.#tables[group] ?? new Map<number, WorkingDays>();
    this.#tables[group] = tables;
    let table = tables.get(year);
    if (table === undefined) {
      table = workingDaysFrom(year, this.holidays, this.#closedDays[group]);
      tables.set(year, table);
    }
    this.#latest[group] = table;
    return table;
  }
}

/** The working days of a year and the next, so that counting past New Year seldom needs another table. */
interface WorkingDays {
  readonly firstDay: number;
  readonly firstDayOfNextYear: number;
  /** Indexed by days since `firstDay`: the number of working days before that day. It has one more entry. */
  readonly workedBefore: Uint16Array;
  readonly workingDays: Int32Array;
}

function workingDaysFrom(year: number, holidays: Holidays, own: ClosedDays | undefined): WorkingDays {
  const firstDay = dayOfDate(year, 1, 1);
  const end = dayOfDate(year + 2, 1, 1);
  const workedBefore = new Uint16Array(end - firstDay + 1);
  const workingDays: number[] = [];
  for (let day = firstDay; day < end; day += 1) {
    const text = textOfDay(day);
    const closed =
      holidays.weeklyOff[weekdayOfDay(day)] === true ||
      isClosed(holidays.national, text) ||
      (own !== undefined && isClosed(own, text));
    if (!closed) workingDays.push(day);
    workedBefore[day - firstDay + 1] = workingDays.length;
  }
  return {
    firstDay,
    firstDayOfNextYear: dayOfDate(year + 1, 1, 1),
    workedBefore,
    workingDays: Int32Array.from(workingDays),
  };
}

function isClosed(days: ClosedDays, text: string): boolean {
  return days.dated.has(text) || days.everyYear.has(text.slice(5));
}
