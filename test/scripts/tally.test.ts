import { describe, expect, it } from 'vitest';
import { formatTally, honestTally, tallyLines } from '../../scripts/commands/tally.mjs';

describe('formatTally', () => {
  it('names skipped tests only if there are any', () => {
    expect(formatTally({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(formatTally({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped');
  });
});

describe('honestTally', () => {
  it.each([
    ['passed', { passed: 3, failed: 0, skipped: 1 }, 0],
    ['has failed tests', { passed: 3, failed: 2, skipped: 0 }, 1],
  ])('keeps the counts of a run that %s', (_, counts, code) => {
    expect(honestTally(counts, code)).toEqual(counts);
  });

  it.each([
    ['crashed before it counted', null, 0],
    ['ended with an error although no test failed', { passed: 3, failed: 0, skipped: 0 }, 1],
    ['ran no test', { passed: 0, failed: 0, skipped: 0 }, 0],
    ['skipped every test', { passed: 0, failed: 0, skipped: 5 }, 0],
  ])('counts one failure for a run that %s', (_, counts, code) => {
    expect(honestTally(counts, code).failed).toBe(1);
  });
});

describe('tallyLines', () => {
  it('shows the seconds of each project beside its budget', () => {
    const projects = [
      { name: 'unit', seconds: 31.6, budget: 40 },
      { name: 'database', seconds: 401.2, budget: 300 },
      { name: 'free', seconds: 2, budget: 0 },
    ];
    expect(tallyLines({ failures: [], projects })).toEqual([
      'unit          32 s of 40 s',
      'database     401 s of 300 s, over its budget',
      'free           2 s',
    ]);
  });

  it('names the first 20 failures and counts the others', () => {
    const failures = Array.from({ length: 22 }, (_, at) => `test/${at}.test.ts: broken`);
    const lines = tallyLines({ failures, projects: [] });
    expect(lines).toHaveLength(21);
    expect(lines[0]).toBe('FAILED  test/0.test.ts: broken');
    expect(lines.at(-1)).toBe('and 2 more failures');
  });
});
