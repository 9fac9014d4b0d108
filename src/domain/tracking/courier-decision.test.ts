import { describe, expect, it } from 'vitest';
import { isDecisionStale } from './courier-decision.ts';

const ASKED = new Date('2026-11-16T10:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

describe('a decision without an answer of the courier', () => {
  it.each([
    [DAY_MS - 1, false],
    [DAY_MS, true],
    [DAY_MS + 1, true],
  ])('is stale after %i ms: %s', (waited, isStale) => {
    expect(isDecisionStale({ askedAt: ASKED }, new Date(ASKED.getTime() + waited))).toBe(isStale);
  });
});
