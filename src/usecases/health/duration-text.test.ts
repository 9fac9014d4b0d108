import { expect, it } from 'vitest';
import { durationText } from './duration-text.ts';

it.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 minute'],
  [3_599, '59 minutes'],
  [3_600, '1 hour'],
  [86_399, '23 hours'],
  [86_400, '1 day'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(durationText(seconds)).toBe(words);
});
