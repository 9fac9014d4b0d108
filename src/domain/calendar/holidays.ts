/** When couriers neither pick up nor deliver, as `data/holidays.in.json` holds it. */
export interface Holidays {
  /** By weekday, 0 for Sunday: whether it is off every week. */
  readonly weeklyOff: readonly boolean[];
  readonly national: ClosedDays;
  /** What a state has beside the national days. */
  readonly byState: ReadonlyMap<string, ClosedDays>;
}

export interface ClosedDays {
  /** `MM-DD`, every year. */
  readonly everyYear: ReadonlySet<string>;
  /** `YYYY-MM-DD`. */
  readonly dated: ReadonlySet<string>;
}

/**
 * Whether a year has national holidays that move (Holi, Diwali). Where it has none, dates are promised on
 * days when nobody works: worth a warning at start.
 */
export function hasDatedHolidays(holidays: Holidays, year: number): boolean {
  for (const date of holidays.national.dated) {
    if (date.startsWith(`${year}-`)) return true;
  }
  return false;
}
