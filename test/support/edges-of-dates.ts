import type { TestApp } from './app.ts';

/** A time near an edge between two days in India. */
export interface DateAtTheEdge {
  /** For the title of a test: `00:30 on 1 April 2027`. */
  readonly name: string;
  readonly now: Date;
  /** The date in India. In UTC, 00:30 is still on the day before. */
  readonly day: string;
}

/** The first day of a month and of a financial year, a leap day, and the last and first day of a year. */
const DAYS = [
  ['2027-04-01', '1 April 2027'],
  ['2027-12-31', '31 December 2027'],
  ['2028-01-01', '1 January 2028'],
  ['2028-02-29', '29 February 2028'],
] as const;

/**
 * Times at which a rule of dates is wrong if it takes the day, month or year of UTC, for `it.each` and
 * `describe.each`: 00:30 and 23:59 in India on days at the edge of a month or year, the earliest first.
 */
export const datesAtTheEdge: readonly DateAtTheEdge[] = DAYS.flatMap(([day, name]) =>
  ['00:30', '23:59'].map((time) => ({
    name: `${time} on ${name}`,
    now: new Date(`${day}T${time}:00+05:30`),
    day,
  })),
);

/** Sets the wall clock of a service, forwards or back. Timers do not go back. */
export function setClock(test: TestApp, now: Date): void {
  const ahead = now.getTime() - test.service.now().getTime();
  if (ahead < 0) test.setClockBack(-ahead);
  else test.advance(ahead);
}
