import { describe, expect, it } from 'vitest';
import { pickupTime } from './handover.ts';

describe('the time for which a courier is asked', () => {
  it.each([
    ['days before', '2026-11-14T20:00:00+05:30', '14:00'],
    ['late on the day before', '2026-11-15T23:50:00+05:30', '14:00'],
    ['on the morning', '2026-11-16T08:00:00+05:30', '14:00'],
    ['an hour before two', '2026-11-16T13:00:00+05:30', '14:00'],
    ['a moment later', '2026-11-16T13:00:00.001+05:30', '14:30'],
    ['in the evening', '2026-11-16T20:10:00+05:30', '21:30'],
    ['an hour before the last time', '2026-11-16T22:30:00+05:30', '23:30'],
    ['with less than an hour of the day left', '2026-11-16T23:40:00+05:30', '23:30'],
  ])('is, %s, %s: %s', (_when, now, time) => {
    expect(pickupTime('2026-11-16', new Date(now))).toBe(time);
  });
});
