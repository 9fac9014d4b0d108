import { describe, expect, it } from 'vitest';
import { dayOfDate, dayOfText, indiaMinute, textOfDay, weekdayOfDay, yearOfDay } from './india-day.ts';

describe('days and minutes in India', () => {
  it.each([
    ['2026-11-15T18:29:59.999Z', 1439],
    ['2026-11-15T18:30:00.000Z', 0],
    ['2026-11-15T08:29:59.999Z', 839],
    ['2026-11-15T08:30:00.000Z', 840],
    ['1969-12-31T18:30:00.000Z', 0],
    ['1969-12-31T18:29:00.000Z', 1439],
  ])('%s is minute %i of the day', (moment, minute) => {
    expect(indiaMinute(Date.parse(moment))).toBe(minute);
  });

  it('converts between dates and days counted from 1970', () => {
    expect(dayOfDate(1970, 1, 1)).toBe(0);
    expect(dayOfDate(2024, 2, 29)).toBe(dayOfText('2024-02-29'));
    expect(textOfDay(dayOfText('2026-12-31') + 1)).toBe('2027-01-01');
    expect(yearOfDay(dayOfText('2026-12-31'))).toBe(2026);
    expect(yearOfDay(dayOfText('2027-01-01'))).toBe(2027);
  });

  it('returns the weekday of a day', () => {
    expect(weekdayOfDay(dayOfText('2026-11-15'))).toBe(0);
    expect(weekdayOfDay(dayOfText('2026-11-21'))).toBe(6);
    expect(weekdayOfDay(dayOfText('1969-12-28'))).toBe(0);
  });
});
