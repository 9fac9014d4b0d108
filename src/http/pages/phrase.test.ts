import { describe, expect, it } from 'vitest';
import { phrase } from './phrase.ts';

describe('a phrase', () => {
  it.each([
    ['{headline} {day}, {time}', 'Delivered today, 4:12 pm'],
    ['{time}: {time}', '4:12 pm: 4:12 pm'],
    ['Arriving {when}', 'Arriving '],
    ['No braces', 'No braces'],
  ])('%j is filled in, without the parts that have no value', (text, expected) => {
    expect(phrase(text, { headline: 'Delivered', day: 'today', time: '4:12 pm' })).toBe(expected);
  });
});
