import { describe, expect, it } from 'vitest';
import { dayInWords, dimensions, minuteInWords, phoneInGroups, weight } from './paper-figures.ts';

describe('weight', () => {
  it.each([
    [0.01, '0.01 g'],
    [480, '480 g'],
    [999.99, '999.99 g'],
    [1000, '1 kg'],
    [1250, '1.25 kg'],
    [12_345.67, '12.34567 kg'],
  ])('of %d grams is written as %s', (grams, text) => {
    expect(weight(grams)).toBe(text);
  });
});

it('dimensions have no unnecessary decimals', () => {
  expect(dimensions({ length: 30, breadth: 20.5, height: 10.25 })).toBe('30 x 20.5 x 10.25 cm');
});

describe('days and times', () => {
  it('are in the time of India', () => {
    expect(dayInWords(Date.parse('2026-11-14T18:29:59Z'))).toBe('14 Nov 2026');
    expect(dayInWords(Date.parse('2026-11-14T18:30:00Z'))).toBe('15 Nov 2026');
    expect(minuteInWords(Date.parse('2026-01-01T03:35:00Z'))).toBe('1 Jan 2026, 09:05');
  });
});

describe('phone', () => {
  it('groups ten digits in two, and keeps other numbers', () => {
    expect(phoneInGroups('9876543210')).toBe('98765 43210');
    expect(phoneInGroups('02223456789')).toBe('02223456789');
  });
});
