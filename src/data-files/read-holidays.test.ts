import { describe, expect, it } from 'vitest';
import { dataJson } from '../../test/support/rates.ts';
import { hasDatedHolidays } from '../domain/calendar/holidays.ts';
import { StartupError } from '../problems/startup-error.ts';
import { readHolidays } from './read-holidays.ts';

describe('the file of holidays', () => {
  const shipped = readHolidays(dataJson('holidays.in.json'));

  it('is read with the yearly and the dated days of each state', () => {
    expect(shipped.weeklyOff).toEqual([true, false, false, false, false, false, false]);
    expect([...shipped.national.everyYear.keys()]).toEqual(['01-26', '08-15', '10-02']);
    expect(shipped.byState.get('MH')).toEqual({
      everyYear: new Map([['05-01', 'Maharashtra Day']]),
      dated: new Map([['2026-03-03', 'Holi']]),
    });
    expect(shipped.byState.has('KL')).toBe(false);
  });

  it.each([
    [2024, false],
    [2025, true],
    [2028, true],
    [2029, false],
  ])('has movable holidays for %i: %s', (year, has) => {
    expect(hasDatedHolidays(shipped, year)).toBe(has);
  });

  it('may be empty', () => {
    expect(readHolidays({}).weeklyOff).not.toContain(true);
  });

  const days = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `${String(1 + Math.floor(index / 28)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
        'Holiday',
      ]),
    );

  it.each([
    ['text', 'the file must be an object'],
    [{ weekly_off: ['noday'] }, '"weekly_off" names "noday", which is no weekday'],
    [{ weekly_off: 'sunday' }, '"weekly_off" must be a list of weekdays'],
    [{ weekly_off: ['sunday', 'monday', 'tuesday', 'friday'] }, '"weekly_off" names more than 3 days'],
    [{ every_year: { '13-01': 'x' } }, '"13-01" in every_year and dated is not a day'],
    [{ dated: { '2026-02-29': 'x' } }, '"2026-02-29" in every_year and dated is not a day'],
    [{ by_state: { XX: {} } }, '"by_state" names "XX", which is no state code'],
    [{ by_state: { KA: { 'Nov 1': 'x' } } }, '"Nov 1" in by_state.KA is not a day'],
    [{ by_state: { KA: ['11-01'] } }, '"by_state.KA" must be an object'],
    [{ every_year: days(51) }, 'closes more than 50 days of every year'],
  ])('is rejected in one sentence: %#', (content, sentence) => {
    expect(() => readHolidays(content)).toThrow(StartupError);
    expect(() => readHolidays(content)).toThrow(sentence);
  });

  it('accepts 29 February, and fifty yearly days', () => {
    expect(readHolidays({ every_year: { '02-29': 'x' } }).national.everyYear.size).toBe(1);
    expect(readHolidays({ every_year: days(50) }).national.everyYear.size).toBe(50);
  });
});
