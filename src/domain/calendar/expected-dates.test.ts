import { describe, expect, it } from 'vitest';
import { dataJson } from '../../../test/support/rates.ts';
import { readHolidays } from '../../data-files/read-holidays.ts';
import { STATE_CODES } from '../pincodes/states.ts';
import { deliveryDay, pickupDay } from './expected-dates.ts';
import { dayOfText } from './india-day.ts';
import { WorkingCalendar } from './working-calendar.ts';

const calendar = new WorkingCalendar(readHolidays(dataJson('holidays.in.json')));
const state = (code: string) => STATE_CODES.indexOf(code);
const TWO_PM = 14 * 60;

describe('the day of pickup', () => {
  it.each([
    ['2026-11-16', TWO_PM - 1, '2026-11-16', 'the minute before the cut-off: today'],
    ['2026-11-16', TWO_PM, '2026-11-17', 'the minute of the cut-off: tomorrow'],
    ['2026-11-16', TWO_PM + 1, '2026-11-17', 'the minute after'],
    ['2026-11-16', 0, '2026-11-16', 'just after midnight'],
    ['2026-11-15', 0, '2026-11-16', 'a Sunday morning: Monday'],
    ['2026-11-15', TWO_PM + 1, '2026-11-16', 'a Sunday evening: Monday too'],
    ['2026-11-14', TWO_PM, '2026-11-16', 'a Saturday after the cut-off: Monday'],
    ['2026-01-24', TWO_PM, '2026-01-27', 'over a Sunday and Republic Day'],
    ['2026-12-31', TWO_PM - 1, '2026-12-31', 'the last day of the year'],
    ['2026-12-31', TWO_PM, '2027-01-01', 'the last day of the year, after the cut-off'],
  ])('for a request on %s at minute %i is %s: %s', (date, minute, expected) => {
    const day = pickupDay(calendar, state('DL'), dayOfText(date), minute, TWO_PM);
    expect(calendar.textOf(day)).toBe(expected);
  });

  it('depends on the holidays of the origin and the cut-off of the carrier', () => {
    const today = dayOfText('2026-03-03');
    expect(calendar.textOf(pickupDay(calendar, state('MH'), today, 0, TWO_PM))).toBe('2026-03-05');
    expect(calendar.textOf(pickupDay(calendar, state('DL'), today, 0, TWO_PM))).toBe('2026-03-03');
    expect(calendar.textOf(pickupDay(calendar, state('DL'), today, 1439, 1440))).toBe('2026-03-03');
    expect(calendar.textOf(pickupDay(calendar, state('DL'), today, 0, 0))).toBe('2026-03-05');
  });
});

describe('the day of delivery', () => {
  it.each([
    ['DL', '2026-11-16', 3, '2026-11-19', 'three days on'],
    ['DL', '2026-11-13', 1, '2026-11-14', 'a Saturday'],
    ['DL', '2026-11-13', 2, '2026-11-16', 'over a Sunday'],
    ['MH', '2026-03-02', 1, '2026-03-05', 'over two holidays of Maharashtra'],
    ['DL', '2026-12-31', 2, '2027-01-02', 'over New Year'],
    ['DL', '2026-11-16', 0, '2026-11-16', 'the day of pickup'],
    ['KA', '2027-11-01', 0, '2027-11-02', 'not on the day of pickup, where the destination is closed'],
  ])('in %s, after a pickup on %s and %i days, is %s: %s', (code, pickup, days, expected) => {
    expect(calendar.textOf(deliveryDay(calendar, state(code), dayOfText(pickup), days))).toBe(expected);
  });
});
