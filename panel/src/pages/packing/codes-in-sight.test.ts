import { describe, expect, it } from 'vitest';
import { CodesInSight } from './codes-in-sight.ts';

describe('a code before the camera', () => {
  it('is new once, for as long as it stays in sight', () => {
    const sight = new CodesInSight();
    expect([0, 1500, 3000, 4500].map((at) => sight.see('TITL1', at))).toEqual([true, false, false, false]);
  });

  it('is new again when it was out of sight for more than one and a half seconds', () => {
    const sight = new CodesInSight();
    expect(sight.see('TITL1', 0)).toBe(true);
    expect(sight.see(null, 700)).toBe(false);
    expect(sight.see('TITL1', 1500)).toBe(false);
    expect(sight.see('TITL1', 3001)).toBe(true);
  });

  it('is new beside others, each once', () => {
    const sight = new CodesInSight();
    expect(['A', 'B', 'A', 'B'].map((code, at) => sight.see(code, at * 100))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
