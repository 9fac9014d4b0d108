import { describe, expect, it } from 'vitest';
import {
  dayAndMonth,
  dayInWords,
  exactDay,
  exactly,
  grouped,
  indianDay,
  monthInWords,
  rupees,
  shortDay,
  timeOfDay,
  weekdayInWords,
  weight,
} from './format.tsx';

/** A time in India. */
const india = (time: string) => new Date(`${time}+05:30`);

describe('an amount', () => {
  it.each([
    [0, '₹0'],
    [499, '₹499'],
    [249.5, '₹249.50'],
    [123456, '₹1,23,456'],
    [-49.05, '-₹49.05'],
  ])('of %d rupees is %s', (value, text) => expect(rupees(value)).toBe(text));

  it('has two decimals in a column, also after a whole amount without any', () => {
    expect([rupees(499), rupees(499, 2), rupees(499)]).toEqual(['₹499', '₹499.00', '₹499']);
  });
});

it.each([
  [1, '1'],
  [99_999, '99,999'],
  [100_000, '1,00,000'],
  [12_345_678, '1,23,45,678'],
])('groups %d in the Indian way: %s', (value, text) => expect(grouped(value)).toBe(text));

it.each([
  [450, '450 g'],
  [999, '999 g'],
  [1000, '1 kg'],
  [1250, '1.25 kg'],
])('writes %d grams as %s', (grams, text) => expect(weight(grams)).toBe(text));

describe('a day in India', () => {
  it.each([
    ['2026-11-22T00:30:00', '2026-11-22'],
    ['2026-11-22T23:59:59', '2026-11-22'],
    ['2026-12-01T00:00:00', '2026-12-01'],
    ['2028-02-29T00:30:00', '2028-02-29'],
    ['2027-01-01T00:30:00', '2027-01-01'],
  ])('of %s is %s', (time, day) => expect(indianDay(india(time))).toBe(day));

  it.each([
    ['2026-11-22T00:00:00', '2026-11-22T23:59:00', 'today'],
    ['2026-11-21T23:59:00', '2026-11-22T00:30:00', 'yesterday'],
    ['2026-11-23T00:30:00', '2026-11-22T23:59:00', 'tomorrow'],
    ['2026-11-20T23:59:00', '2026-11-22T00:30:00', '20 Nov'],
    ['2026-11-24T00:30:00', '2026-11-22T23:59:00', '24 Nov'],
    ['2028-02-29T00:30:00', '2028-03-01T23:59:00', 'yesterday'],
    ['2026-12-31T23:59:00', '2027-01-01T00:30:00', 'yesterday'],
    ['2026-12-30T23:59:00', '2027-01-01T00:30:00', '30 Dec 2026'],
    ['2027-01-03T00:30:00', '2026-12-31T23:59:00', '3 Jan 2027'],
  ])('of %s is, seen at %s, %s', (at, now, words) => {
    expect(dayInWords(india(at), india(now), 'en')).toBe(words);
  });

  it('is a word in Hindi for today and yesterday, but a date for tomorrow', () => {
    const now = india('2026-11-22T23:59:00');
    const words = ['21', '22', '23'].map((day) => dayInWords(india(`2026-11-${day}T00:30:00`), now, 'hi'));
    expect(words).toEqual(['कल', 'आज', '23 नवंबर']);
  });
});

it('keeps words of one language and of one today apart from those of another', () => {
  const at = india('2026-11-20T12:00:00');
  const said = (now: string, language: 'en' | 'hi') => dayInWords(at, india(now), language);
  expect([said('2026-11-25T12:00:00', 'en'), said('2026-11-25T12:00:00', 'hi')]).toEqual([
    '20 Nov',
    '20 नवंबर',
  ]);
  expect(said('2027-11-25T12:00:00', 'en')).toBe('20 Nov 2026');
});

it.each([
  ['2026-11-22T00:05:00', '12:05 am'],
  ['2026-11-22T12:05:00', '12:05 pm'],
  ['2026-11-22T23:59:59', '11:59 pm'],
])('writes the time of %s as %s', (time, text) => {
  expect(timeOfDay(india(time), 'en')).toBe(text);
});

it('names the part of the day before the hour in Hindi', () => {
  expect(timeOfDay(india('2026-11-22T16:12:00'), 'hi')).toMatch(/^\p{Script=Devanagari}+ 4:12$/u);
});

it.each([
  ['the day of every year', dayAndMonth('02-29', 'en'), '29 February'],
  ['the exact day', exactDay('2027-03-22', 'en'), 'Mon, 22 March 2027'],
  ['the short day', shortDay('2028-02-29', 'en'), '29 Feb 2028'],
  ['the month', monthInWords('2027-01-01', 'en'), 'January 2027'],
  ['the month in Hindi', monthInWords('2026-12-31', 'hi'), 'दिसंबर 2026'],
  ['the weekday', weekdayInWords('2027-03-22', 'en'), 'Mon'],
  [
    'the complete time',
    exactly(india('2027-01-01T00:30:00'), 'en'),
    'Friday, 1 January 2027 at 12:30:00 am IST',
  ],
])('writes %s', (_what, text, expected) => {
  expect(text.replaceAll(/\s/g, ' ')).toBe(expected);
});
