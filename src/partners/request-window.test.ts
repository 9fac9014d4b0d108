import { describe, expect, it } from 'vitest';
import { RequestWindow } from './request-window.ts';

describe('the rate limit of a courier', () => {
  it('lets its number of requests pass, and tells the wait for the next', () => {
    const window = new RequestWindow({ requests: 3, perMs: 1_000 });
    expect([0, 1, 2, 3].map((now) => window.take(now))).toEqual([0, 0, 0, 1_097]);
    expect(window.take(1_099)).toBe(1);
    expect(window.take(1_100)).toBe(0);
  });

  it('lets a request pass once the oldest request leaves the window', () => {
    const window = new RequestWindow({ requests: 2, perMs: 1_000 });
    expect([0, 900, 950].map((now) => window.take(now))).toEqual([0, 0, 150]);
  });

  it('holds in every window of time', () => {
    const rate = { requests: 7, perMs: 1_000 };
    const window = new RequestWindow(rate);
    const passed: number[] = [];
    for (let now = 0; now < 10_000; now += 13) if (window.take(now) === 0) passed.push(now);
    for (const from of passed) {
      const inside = passed.filter((at) => at >= from && at < from + rate.perMs);
      expect(inside.length).toBeLessThanOrEqual(rate.requests);
    }
    expect(passed.length).toBeGreaterThan(55);
  });

  it('keeps a tenth from requests that can wait', () => {
    const window = new RequestWindow({ requests: 20, perMs: 1_000 });
    const passed = Array.from({ length: 25 }, () => window.take(0, true)).filter((wait) => wait === 0);
    expect(passed).toHaveLength(18);
    expect([window.take(0), window.take(0)]).toEqual([0, 0]);
    expect(window.take(0)).toBeGreaterThan(0);
  });

  it('keeps more from requests that can wait while others come', () => {
    const window = new RequestWindow({ requests: 20, perMs: 1_000 });
    const passed = (now: number) =>
      Array.from({ length: 25 }, () => window.take(now, true)).filter((wait) => wait === 0).length;
    expect([window.take(0), passed(1)]).toEqual([0, 6]);
    expect(passed(1_200)).toBe(18);
    expect(new RequestWindow({ requests: 1, perMs: 1_000 }).take(0, true)).toBe(0);
  });

  it('lets a request pass after the wait that it was told', () => {
    const window = new RequestWindow({ requests: 2, perMs: 60_000 });
    let now = 5;
    for (let made = 0; made < 20; made += 1) {
      const wait = window.take(now);
      if (wait > 0) {
        now += wait;
        expect(window.take(now)).toBe(0);
      }
    }
  });
});
