import { afterEach, expect, it, vi } from 'vitest';
import { isPast } from './promised.tsx';

afterEach(() => vi.useRealTimers());

it.each([
  ['2026-12-31T23:59:00', '2026-12-31', false],
  ['2027-01-01T00:00:00', '2026-12-31', true],
  ['2027-01-01T00:30:00', '2027-01-01', false],
  ['2028-03-01T00:30:00', '2028-02-29', true],
  ['2026-11-22T12:00:00', null, false],
])('at %s in India, the day %s is past: %s', (now, day, is) => {
  vi.useFakeTimers({ now: new Date(`${now}+05:30`), toFake: ['Date'] });
  expect(isPast(day)).toBe(is);
});
