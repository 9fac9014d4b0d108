import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mix, MOST_SERIALS, SerialPermutation } from './serial-permutation.ts';

const mixBy =
  (secret: string): Mix =>
  (round, half) =>
    createHash('sha256').update(`${secret} ${round} ${half}`).digest().readUIntBE(0, 6);
const permutation = new SerialPermutation(mixBy('one'));
const serials = fc.integer({ min: 0, max: MOST_SERIALS - 1 });

describe('the digits of a serial', () => {
  it('are ten without a leading 0, and always the same', () => {
    fc.assert(
      fc.property(serials, (serial) => {
        const digits = permutation.digitsOf(serial);
        expect(String(digits)).toMatch(/^[1-9]\d{9}$/);
        expect(new SerialPermutation(mixBy('one')).digitsOf(serial)).toBe(digits);
      }),
    );
  });

  it('are the same as in earlier releases', () => {
    expect([0, 1, MOST_SERIALS - 1].map((serial) => permutation.digitsOf(serial))).toEqual([
      9_228_411_251, 5_958_616_793, 6_251_038_441,
    ]);
  });

  it('are unique', () => {
    const digits = new Set<number>();
    for (let serial = 0; serial < 4_000; serial += 1) digits.add(permutation.digitsOf(serial));
    for (let serial = MOST_SERIALS - 4_000; serial < MOST_SERIALS; serial += 1) {
      digits.add(permutation.digitsOf(serial));
    }
    expect(digits.size).toBe(8_000);
  });

  it('differ under another secret', () => {
    const other = new SerialPermutation(mixBy('two'));
    const same = Array.from({ length: 1_000 }, (_, serial) => serial).filter(
      (serial) => other.digitsOf(serial) === permutation.digitsOf(serial),
    );
    expect(same).toEqual([]);
  });

  it('are spread over the whole range, and neighbours are far apart', () => {
    const count = 4_500;
    const digits = Array.from({ length: count }, (_, serial) => permutation.digitsOf(serial));
    const beginningWith = (first: number) =>
      digits.filter((one) => String(one).startsWith(String(first))).length;
    // 500 of each are expected; six standard deviations are 127.
    for (let first = 1; first <= 9; first += 1)
      expect(Math.abs(beginningWith(first) - 500)).toBeLessThan(127);
    const near = digits.filter((one, index) => Math.abs(one - (digits[index + 1] ?? 0)) < 1_000_000);
    // One in 4,500 pairs is that close by chance.
    expect(near.length).toBeLessThan(12);
  });

  it.each([-1, 0.5, MOST_SERIALS, Number.NaN])('do not exist for %d', (serial) => {
    expect(() => permutation.digitsOf(serial)).toThrow(RangeError);
  });

  it('exist for the first and the last serial', () => {
    for (const serial of [0, MOST_SERIALS - 1]) expect(permutation.digitsOf(serial)).toBeGreaterThan(0);
  });
});
