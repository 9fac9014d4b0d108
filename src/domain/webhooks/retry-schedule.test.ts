import { describe, expect, it } from 'vitest';
import { readRetryAfter, WEBHOOK_WAITS_MS, webhookWaitAfter } from './retry-schedule.ts';

const NOW = Date.parse('2026-11-22T06:00:00Z');

describe('the wait after a failed try', () => {
  it('is 5 s, 30 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, and there is none after the ninth try', () => {
    const waits = Array.from({ length: 9 }, (_, index) => webhookWaitAfter(index + 1, null, 0));
    expect(waits).toEqual([...[5, 30, 300, 1800, 7200, 18_000, 36_000, 36_000].map((s) => s * 1000), null]);
  });

  it('is longer by at most a fifth, and never shorter', () => {
    for (const [index, wait] of WEBHOOK_WAITS_MS.entries()) {
      expect(webhookWaitAfter(index + 1, null, 1)).toBe(wait * 1.2);
    }
  });

  it('is as long as the endpoint asks for, up to a day, and not shorter than the schedule', () => {
    expect(webhookWaitAfter(1, 60_000, 0.5)).toBe(60_000);
    expect(webhookWaitAfter(3, 60_000, 0)).toBe(300_000);
    expect(webhookWaitAfter(1, 10 ** 12, 0)).toBe(86_400_000);
    expect(webhookWaitAfter(9, 60_000, 0)).toBeNull();
  });
});

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sun, 22 Nov 2026 06:01:00 GMT', 60_000],
    ['Sun, 22 Nov 2026 05:00:00 GMT', 0],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['2026-11-22', null],
    ['Sun, nonsense', null],
    ['', null],
    [undefined, null],
  ])('reads %j as %j ms', (value, milliseconds) => {
    expect(readRetryAfter(value, NOW)).toBe(milliseconds);
  });
});
