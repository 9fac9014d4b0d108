import { describe, expect, it } from 'vitest';
import { plus } from './calendar.tsx';
import { typedDay } from './typed-day.ts';

const TODAY = '2026-11-26';

describe('a typed day', () => {
  it.each([
    ['22/3/2027', '2027-03-22'],
    ['22-03-27', '2027-03-22'],
    ['22.3', '2026-03-22'],
    ['22 Mar 2027', '2027-03-22'],
    ['3 september', '2026-09-03'],
    ['22 मार्च 2027', '2027-03-22'],
    ['2027-03-22', '2027-03-22'],
    ['29 Feb 2028', '2028-02-29'],
    ['today', TODAY],
    ['आज', TODAY],
  ])('is read from %s', (text, day) => expect(typedDay(text, TODAY)).toBe(day));

  it.each(['', 'soon', '31/2/2027', '29 Feb 2027', '12 ma', '0/1/2027', '5/13'])(
    'is not read from %j',
    (text) => expect(typedDay(text, TODAY)).toBeNull(),
  );
});

describe('the calendar', () => {
  it.each([
    ['2026-12-31', { days: 1 }, '2027-01-01'],
    ['2027-03-01', { days: -1 }, '2027-02-28'],
    ['2027-01-31', { months: 1 }, '2027-02-28'],
    ['2027-01-15', { months: -1 }, '2026-12-15'],
  ])('goes from %s by %j to %s', (day, step, reached) => expect(plus(day, step)).toBe(reached));
});
