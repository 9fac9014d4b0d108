import { describe, expect, it } from 'vitest';
import { orderTime } from './order-times.ts';

/** A time in India. */
const at = (text: string) => Date.parse(`${text}+05:30`);

describe('the times of orders', () => {
  it.each([
    [0, '2026-11-16T00:00'],
    [0.05, '2026-11-16T04:30'],
    [0.1, '2026-11-16T09:00'],
    [0.55, '2026-11-16T16:30'],
    [1, '2026-11-17T00:00'],
  ])('of a day in India are a tenth before nine: the share %d is reached at %s', (share, time) => {
    const moment = orderTime(at('2026-11-16T00:00'), at('2026-11-17T00:00'), share);
    expect(Math.abs(moment - at(time))).toBeLessThan(1_000);
  });

  it('are equally many on every day, and stay between the two times', () => {
    const [from, to] = [at('2026-02-27T23:59'), at('2026-03-02T00:30')];
    const moments = Array.from({ length: 1_001 }, (_, index) => orderTime(from, to, index / 1_000));
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect([Math.abs((moments[0] ?? 0) - from), Math.abs((moments.at(-1) ?? 0) - to)]).toEqual([
      expect.closeTo(0, -3),
      expect.closeTo(0, -3),
    ]);
    const onDay = (day: string) =>
      moments.filter((moment) => moment >= at(`${day}T00:00`) && moment < at(`${day}T00:00`) + 86_400_000)
        .length;
    expect(Math.abs(onDay('2026-02-28') - onDay('2026-03-01'))).toBeLessThanOrEqual(1);
    expect(onDay('2026-02-28')).toBeGreaterThan(490);
  });
});
