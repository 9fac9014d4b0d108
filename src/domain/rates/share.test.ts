import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../decimal.ts';
import {
  factorToMillionths,
  millionthsToFactor,
  millionthsToPercent,
  percentToMillionths,
  ratioOf,
  shareOf,
  shareOfRupees,
} from './share.ts';

describe('a share of an amount', () => {
  it.each([
    [24, 500_000, 12],
    [25, 500_000, 13],
    [26, 500_000, 13],
    [149, 10_000, 1],
    [150, 10_000, 2],
    [0, 900_000, 0],
    [5_000, 0, 0],
    [3_333, 1_000_000, 3_333],
  ])('of %i with %i millionths is rounded half up to %i', (amount, share, expected) => {
    expect(shareOf(amount, ratioOf(share))).toBe(expected);
  });

  it('of a share is rounded only once', () => {
    // 0.9 of 1.05 of 10 is 9.45. Rounding 10.5 to 11 first would give 9.9, and then 10.
    expect(shareOf(10, ratioOf(900_000, 1_050_000))).toBe(9);
  });

  it('is in lowest terms', () => {
    expect(ratioOf(18_000)).toEqual({ numerator: 9, denominator: 500 });
    expect(ratioOf(900_000, 1_100_000)).toEqual({ numerator: 99, denominator: 100 });
    expect(ratioOf(0)).toEqual({ numerator: 0, denominator: 1 });
  });

  it('is exact at any size', () => {
    const millionths = fc.integer({ min: 0, max: 11_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), millionths, millionths, (amount, share, of) => {
        const exact = BigInt(amount) * BigInt(share) * BigInt(of);
        const rounded = (2n * exact + 10n ** 12n) / (2n * 10n ** 12n);
        fc.pre(rounded <= BigInt(Number.MAX_SAFE_INTEGER));
        expect(BigInt(shareOf(amount, ratioOf(share, of)))).toBe(rounded);
      }),
    );
  });

  it('of rupees includes fractions of a paisa', () => {
    const half = parseDecimal('0.0099');
    const below = parseDecimal('0.00999');
    const ratio = ratioOf(500_000);
    expect(half && shareOfRupees(half, ratio)).toBe(0);
    expect(below && shareOfRupees(below, ratio)).toBe(0);
    const whole = parseDecimal('0.01');
    expect(whole && shareOfRupees(whole, ratio)).toBe(1);
    const more = parseDecimal('99.999');
    expect(more && shareOfRupees(more, ratioOf(1_000_000))).toBe(10_000);
  });
});

describe('percentages and factors as text', () => {
  it.each([
    ['1.8', 18_000],
    ['0', 0],
    ['-12.5', -125_000],
    ['0.0001', 1],
    ['100', 1_000_000],
  ])('%s %% is %i millionths', (text, millionths) => {
    expect(percentToMillionths(text)).toBe(millionths);
    expect(millionthsToPercent(millionths)).toBe(text);
  });

  it.each([
    ['0.9', 900_000],
    ['1', 1_000_000],
    ['0.000001', 1],
  ])('a factor of %s is %i millionths', (text, millionths) => {
    expect(factorToMillionths(text)).toBe(millionths);
    expect(millionthsToFactor(millionths)).toBe(text);
  });

  it.each(['', 'x', '1.00001', '1,5', '1e40'])('rejects the percentage %j', (text) => {
    expect(percentToMillionths(text)).toBeNull();
  });
});
