import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { datesAtTheEdge } from '../../test/support/edges-of-dates.ts';
import { indiaDate, indiaDateTime, indiaDay, indiaIso, parseMoment } from './india-time.ts';

const TEN_THIRTY_IST = Date.UTC(2026, 10, 15, 5, 0);

describe('reading a time', () => {
  it.each([
    ['2026-11-15 10:30', TEN_THIRTY_IST],
    ['2026-11-15 10:30:00', TEN_THIRTY_IST],
    ['2026-11-15T10:30', TEN_THIRTY_IST],
    [' 2026-11-15  10:30 ', TEN_THIRTY_IST],
    ['2026-11-15T10:30:00+05:30', TEN_THIRTY_IST],
    ['2026-11-15T10:30:00+0530', TEN_THIRTY_IST],
    ['2026-11-15T10:00:00+05', TEN_THIRTY_IST],
    ['2026-11-15T05:00:00Z', TEN_THIRTY_IST],
    ['2026-11-15t05:00z', TEN_THIRTY_IST],
    ['2026-11-15T05:00:00+00', TEN_THIRTY_IST],
    ['2026-11-15T00:00:00-05:00', TEN_THIRTY_IST],
    ['2026-11-15T01:30:00.250-03:30', TEN_THIRTY_IST + 250],
    ['2026-11-15 10:30:00 +05:30', TEN_THIRTY_IST],
    ['2026-11-15 10:30:00.5', TEN_THIRTY_IST + 500],
    ['2026-11-15 10:30:00.123999', TEN_THIRTY_IST + 123],
    ['2026-11-15', TEN_THIRTY_IST - 10.5 * 3_600_000],
    ['2024-02-29', Date.UTC(2024, 1, 28, 18, 30)],
    ['1969-12-31', -86_400_000 - 330 * 60_000],
  ])('accepts %j', (text, moment) => {
    expect(parseMoment(text)).toBe(moment);
  });

  it.each([
    '',
    '2026-02-29',
    '2026-02-30 10:00',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-11-15 24:00',
    '2026-11-15 10:60',
    '2026-11-15 10:30:60',
    '2026-11-15T10:30:00+24:00',
    '2026-11-15T10:30:00+05:60',
    '2026-11-15T10:30:00+5:30',
    '2026-11-15 10',
    '2026-11-15Z',
    '2026-11-15T',
    '15-11-2026 10:30',
    '2026/11/15',
    '2026-1-5',
    '1763179800',
    'tomorrow',
    '2026-11-15 10:30 IST',
    '+002026-11-15',
  ])('rejects %j', (text) => {
    expect(parseMoment(text)).toBeNull();
  });

  it('reads what it writes, and agrees with luxon', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (date) => {
          const moment = date.getTime();
          const wall = DateTime.fromMillis(moment, { zone: 'UTC+5:30' });
          expect(parseMoment(indiaIso(moment))).toBe(moment);
          expect(parseMoment(date.toISOString())).toBe(moment);
          expect(parseMoment(indiaDateTime(moment))).toBe(Math.floor(moment / 1_000) * 1_000);
          expect(indiaDate(moment)).toBe(wall.toFormat('yyyy-MM-dd'));
          expect(indiaDateTime(moment)).toBe(wall.toFormat('yyyy-MM-dd HH:mm:ss'));
        },
      ),
    );
  });
});

describe('the day in India', () => {
  it('begins at 18:30 UTC', () => {
    const midnight = Date.UTC(2026, 10, 14, 18, 30);
    expect(indiaDate(midnight - 1)).toBe('2026-11-14');
    expect(indiaDate(midnight)).toBe('2026-11-15');
    expect(indiaDay(midnight) - indiaDay(midnight - 1)).toBe(1);
    expect(indiaDay(midnight + 86_399_999)).toBe(indiaDay(midnight));
  });

  it.each(datesAtTheEdge)('is $day at $name', ({ now, day }) => {
    expect(indiaDate(now.getTime())).toBe(day);
    expect(indiaDateTime(now.getTime()).slice(0, 10)).toBe(day);
    expect(indiaDay(now.getTime())).toBe(indiaDay(Date.parse(`${day}T12:00:00+05:30`)));
  });

  it('is written with the offset +05:30', () => {
    expect(indiaIso(TEN_THIRTY_IST)).toBe('2026-11-15T10:30:00.000+05:30');
  });
});
