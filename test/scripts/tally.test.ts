import { describe, expect, test } from 'vitest';
import { formatTally, honestTally } from '../../scripts/commands/tally.mjs';

describe('formatTally', () => {
  test('names what was skipped only where something was', () => {
    expect(formatTally({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(formatTally({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
  });
});

describe('honestTally', () => {
  test('leaves a run alone that went well', () => {
    expect(honestTally({ passed: 3, failed: 0, skipped: 1 }, 0)).toEqual({
      passed: 3,
      failed: 0,
      skipped: 1,
    });
  });

  test('leaves counted failures alone', () => {
    expect(honestTally({ passed: 3, failed: 2, skipped: 0 }, 1)).toEqual({
      passed: 3,
      failed: 2,
      skipped: 0,
    });
  });

  test.each([
    ['crashed before it counted', null, 0],
    ['ended badly although no test failed', { passed: 3, failed: 0, skipped: 0 }, 1],
    ['ran no test', { passed: 0, failed: 0, skipped: 0 }, 0],
    ['skipped every test', { passed: 0, failed: 0, skipped: 5 }, 0],
  ])('counts one failure for a run that %s', (_, tally, code) => {
    expect(honestTally(tally, code).failed).toBe(1);
  });
});
