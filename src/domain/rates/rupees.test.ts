import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Problem } from '../../problems/problem.ts';
import { paiseText } from '../rupees.ts';
import { readRupees, shareOfValue } from './rate-amounts.ts';
import { ratioOf, shareOf } from './share.ts';

describe('an amount in rupees', () => {
  it.each([
    ['0', 0],
    ['1', 100],
    ['1.5', 150],
    ['1499.05', 149_905],
    ['999999999999.99', 99_999_999_999_999],
    ['1e3', 100_000],
    ['1.500', 150],
  ])('%s is %i paise', (text, paise) => {
    expect(readRupees(text).ceilPaise).toBe(paise);
    expect(shareOfValue(readRupees(text), ratioOf(1_000_000))).toBe(paise);
  });

  it.each([
    ['50000', 5_000_000],
    ['50000.001', 5_000_001],
    ['49999.999', 5_000_000],
  ])('%s is above a limit exactly if its rounded-up paise are: %i', (text, ceiling) => {
    expect(readRupees(text).ceilPaise).toBe(ceiling);
  });

  it.each(['', '.', 'Rs 5', '1,000'])('rejects %j', (text) => {
    expect(() => readRupees(text)).toThrow(Problem);
  });

  it('has the same share in both forms', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.nat(1_000_000), (paise, share) => {
        const plain = readRupees((paise / 100).toFixed(2));
        const ratio = ratioOf(share);
        expect(shareOfValue(plain, ratio)).toBe(shareOf(paise, ratio));
        const withThirdDecimal = readRupees(`${(paise / 100).toFixed(2)}1`);
        expect(shareOfValue(withThirdDecimal, ratio)).toBeGreaterThanOrEqual(shareOf(paise, ratio));
        expect(shareOfValue(withThirdDecimal, ratio)).toBeLessThanOrEqual(shareOf(paise + 1, ratio));
      }),
    );
  });

  it('is written with two decimals', () => {
    expect(paiseText(149_950)).toBe('1499.50');
    expect(paiseText(5)).toBe('0.05');
  });
});
