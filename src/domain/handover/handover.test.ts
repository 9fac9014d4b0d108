import { describe, expect, it } from 'vitest';
import { datesAtTheEdge } from '../../../test/support/edges-of-dates.ts';
import { judgeHandoverDay, pickupTime } from './handover.ts';

describe('the pickup time to request', () => {
  it.each([
    ['days earlier', '2026-11-14T20:00:00+05:30', '14:00'],
    ['late on the day before', '2026-11-15T23:50:00+05:30', '14:00'],
    ['in the morning', '2026-11-16T08:00:00+05:30', '14:00'],
    ['an hour before two', '2026-11-16T13:00:00+05:30', '14:00'],
    ['less than an hour before two', '2026-11-16T13:00:00.001+05:30', '14:30'],
    ['in the evening', '2026-11-16T20:10:00+05:30', '21:30'],
    ['an hour before the last time', '2026-11-16T22:30:00+05:30', '23:30'],
    ['with less than an hour of the day left', '2026-11-16T23:40:00+05:30', '23:30'],
  ])('%s, at %s: %s', (_when, now, time) => {
    expect(pickupTime('2026-11-16', new Date(now))).toBe(time);
  });
});

it.each(datesAtTheEdge)('the day of a handover is today to 30 days ahead in India: $name', ({ now, day }) => {
  const codeFor = (daysAhead: number) => {
    const date = new Date(Date.parse(`${day}T00:00:00Z`) + daysAhead * 86_400_000);
    return judgeHandoverDay(date.toISOString().slice(0, 10), now)?.code;
  };
  expect([-1, 0, 30, 31].map(codeFor)).toEqual(['too_small', undefined, undefined, 'too_large']);
});
