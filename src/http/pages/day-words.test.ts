import { describe, expect, it } from 'vitest';
import { CUSTOMER_LANGUAGES } from '../../domain/languages/languages.ts';
import { dateWords, dayWords, timeWords } from './day-words.ts';

const { en, hi, ta } = CUSTOMER_LANGUAGES;

describe('the time of a scan', () => {
  it.each([
    ['2026-11-25T10:42:00.000Z', '4:12 pm'],
    ['2026-11-25T10:42:59.999Z', '4:12 pm'],
    ['2026-11-25T10:43:00.000Z', '4:13 pm'],
    ['2026-11-26T10:42:30.000Z', '4:12 pm'],
    ['2026-11-25T18:29:59.999Z', '11:59 pm'],
    ['2026-11-25T18:30:00.000Z', '12:00 am'],
    ['2026-11-25T06:30:00.000Z', '12:00 pm'],
    ['1969-12-31T23:59:59.999Z', '5:29 am'],
  ])('%s is %s in India', (at, words) => {
    expect(timeWords(new Date(at), en)).toBe(words);
  });

  it('is written in each language, whichever was used first', () => {
    const at = new Date('2026-11-25T10:42:00.000Z');
    const all = [timeWords(at, ta), timeWords(at, en)];
    expect(all[1]).toBe('4:12 pm');
    expect(all[0]).not.toBe(all[1]);
    expect([timeWords(at, ta), timeWords(at, en)]).toEqual(all);
  });
});

describe('a day', () => {
  it.each([
    ['2026-11-24', 'yesterday'],
    ['2026-11-25', 'today'],
    ['2026-11-26', 'tomorrow'],
    ['2026-11-27', 'Friday 27 November'],
    ['2026-11-23', 'Monday 23 November'],
  ])('%s is %s on 25 November', (day, words) => {
    expect(dayWords(day, '2026-11-25', en)).toBe(words);
  });

  it('is written in each language, whichever was used first', () => {
    expect(dateWords('2026-11-27', hi)).not.toBe(dateWords('2026-11-27', en));
    expect(dateWords('2026-11-27', en)).toBe('Friday 27 November');
  });
});
