import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataJson } from '../../../test/support/rates.ts';
import { readHolidays } from '../../data-files/read-holidays.ts';
import { STATE_CODES } from '../pincodes/states.ts';
import { dayOfText, textOfDay, weekdayOfDay } from './india-day.ts';
import { WorkingCalendar } from './working-calendar.ts';

const holidays = readHolidays(dataJson('holidays.in.json'));
const calendar = new WorkingCalendar(holidays);
const state = (code: string) => STATE_CODES.indexOf(code);
const works = (code: string, date: string) => calendar.isWorkingDay(state(code), dayOfText(date));
const from = (code: string, date: string) =>
  calendar.textOf(calendar.workingDayFrom(state(code), dayOfText(date)));
const after = (code: string, date: string, count: number) =>
  calendar.textOf(calendar.workingDayAfter(state(code), dayOfText(date), count));

describe('working days', () => {
  it.each([
    ['DL', '2026-11-14', true, 'a Saturday'],
    ['DL', '2026-11-15', false, 'a Sunday'],
    ['DL', '2026-11-16', true, 'a Monday'],
    ['DL', '2026-01-26', false, 'Republic Day, every year'],
    ['DL', '2031-01-26', false, 'Republic Day of a year without dated holidays'],
    ['DL', '2027-03-22', false, 'Holi of 2027'],
    ['DL', '2026-03-22', false, 'a Sunday that is Holi next year'],
    ['DL', '2026-03-04', false, 'Holi of 2026'],
    ['MH', '2026-03-03', false, 'Holi in Maharashtra, a day earlier'],
    ['DL', '2026-03-03', true, 'the same day elsewhere'],
    ['MH', '2026-05-01', false, 'Maharashtra Day'],
    ['MH', '2027-05-01', false, 'Maharashtra Day, every year'],
    ['GJ', '2026-05-01', true, 'the same day elsewhere'],
    ['KA', '2027-11-01', false, 'Karnataka Rajyotsava'],
    ['TN', '2027-01-15', false, 'Pongal'],
  ])('in %s: %s is a working day: %s, %s', (code, date, expected) => {
    expect(works(code, date)).toBe(expected);
  });

  it.each([
    ['DL', '2026-11-14', '2026-11-14'],
    ['DL', '2026-11-15', '2026-11-16'],
    ['DL', '2026-12-31', '2026-12-31'],
    ['DL', '2025-10-02', '2025-10-03'],
    // Republic Day 2026 is a Monday: Sunday and Monday are both off.
    ['DL', '2026-01-25', '2026-01-27'],
    // 31 December 2028 is a Sunday.
    ['DL', '2028-12-31', '2029-01-01'],
  ])('in %s: the first one from %s on is %s', (code, date, expected) => {
    expect(from(code, date)).toBe(expected);
  });

  it.each([
    ['DL', '2026-11-16', 1, '2026-11-17'],
    ['DL', '2026-11-14', 1, '2026-11-16'],
    ['DL', '2026-11-15', 1, '2026-11-16'],
    ['DL', '2026-01-23', 2, '2026-01-27'],
    ['DL', '2026-12-31', 1, '2027-01-01'],
    ['DL', '2026-12-30', 4, '2027-01-04'],
    ['MH', '2026-03-02', 1, '2026-03-05'],
    ['DL', '2026-03-02', 1, '2026-03-03'],
    ['DL', '2026-12-31', 700, '2029-04-07'],
  ])('in %s: after %s, number %i is %s', (code, date, count, expected) => {
    expect(after(code, date, count)).toBe(expected);
  });

  it('depend only on the days off and holidays of the list', () => {
    const always = new WorkingCalendar(readHolidays({}));
    expect(always.isWorkingDay(0, dayOfText('2026-01-26'))).toBe(true);
    expect(always.isWorkingDay(0, dayOfText('2026-11-15'))).toBe(true);
    const friday = new WorkingCalendar(readHolidays({ weekly_off: ['Friday'] }));
    expect(friday.isWorkingDay(0, dayOfText('2026-11-20'))).toBe(false);
    expect(friday.isWorkingDay(0, dayOfText('2026-11-22'))).toBe(true);
  });
});

describe('for any state and day', () => {
  const anyState = fc.integer({ min: 0, max: STATE_CODES.length - 1 });
  const anyDay = fc.integer({ min: dayOfText('2024-01-01'), max: dayOfText('2032-12-31') });

  /** Computes the same without tables, as a reference for the calendar. */
  function isOpen(stateIndex: number, day: number): boolean {
    const date = textOfDay(day);
    const own = holidays.byState.get(STATE_CODES[stateIndex] ?? '');
    const lists = own === undefined ? [holidays.national] : [holidays.national, own];
    return (
      weekdayOfDay(day) !== 0 &&
      lists.every(({ everyYear, dated }) => !everyYear.has(date.slice(5)) && !dated.has(date))
    );
  }

  it('the tables agree with the rule, for any first request', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyDay, { minLength: 1, maxLength: 5 }), (stateIndex, days) => {
        const fresh = new WorkingCalendar(holidays);
        for (const day of days) expect(fresh.isWorkingDay(stateIndex, day)).toBe(isOpen(stateIndex, day));
      }),
    );
  });

  it('counting working days ends on a working day after that many of them', () => {
    fc.assert(
      fc.property(anyState, anyDay, fc.integer({ min: 1, max: 40 }), (stateIndex, day, count) => {
        const end = calendar.workingDayAfter(stateIndex, day, count);
        let open = 0;
        for (let each = day + 1; each <= end; each += 1) open += Number(isOpen(stateIndex, each));
        expect(open).toBe(count);
        expect(isOpen(stateIndex, end)).toBe(true);
        const first = calendar.workingDayFrom(stateIndex, day);
        expect(first).toBe(isOpen(stateIndex, day) ? day : calendar.workingDayAfter(stateIndex, day, 1));
      }),
    );
  });
});
