import { describe, expect, it } from 'vitest';
import { waitAfter } from './retry-schedule.ts';

describe('the retry schedule of messages', () => {
  const waits: number[] = [];
  for (let wait = waitAfter(1); wait !== null; wait = waitAfter(waits.length + 1)) waits.push(wait);

  it('begins within seconds, and no wait is shorter than the one before', () => {
    expect(waits[0]).toBe(15_000);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  });

  it('gives up after about a day', () => {
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(22);
    expect(hours).toBeLessThan(26);
    expect(waitAfter(waits.length + 1)).toBeNull();
  });
});
