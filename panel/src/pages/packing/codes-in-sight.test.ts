import { describe, expect, it } from 'vitest';
import { CodesInSight } from './codes-in-sight.ts';

describe('a code before the camera', () => {
  it('is new once while it stays visible', () => {
    const sight = new CodesInSight();
    expect([0, 1500, 3000, 4500].map((at) => sight.see('TITL1', at))).toEqual([true, false, false, false]);
  });

  it('is new again after more than 1.5 seconds out of sight', () => {
    const sight = new CodesInSight();
    expect(sight.see('TITL1', 0)).toBe(true);
    expect(sight.see(null, 700)).toBe(false);
    expect(sight.see('TITL1', 1500)).toBe(false);
    expect(sight.see('TITL1', 3001)).toBe(true);
  });

  it('is new once beside other codes', () => {
    const sight = new CodesInSight();
    expect(['A', 'B', 'A', 'B'].map((code, at) => sight.see(code, at * 100))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
