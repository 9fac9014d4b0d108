import { expect, it } from 'vitest';
import { wholeGrams } from './whole-grams.ts';

it.each([
  [0.4, 1],
  [1, 1],
  [1.001, 2],
  [0.285 * 1_000, 285],
  [1.005 * 1_000, 1_005],
  [453.592_37, 454],
  [0.000_01, 1],
  [0, 0],
  [-1, 0],
])('rounds %d g up to %d g', (grams, whole) => {
  expect(wholeGrams(grams)).toBe(whole);
});
