import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SerialPermutation } from './serial-permutation.ts';
import { makeTrackingNumber } from './tracking-number.ts';

const permutation = new SerialPermutation((round, half) => (round + 1) * half * 7_919);

/** Makes a tracking number that contains the serial itself. */
function plainNumber(prefix: string, serial: number): string {
  return makeTrackingNumber({ prefix, serial, isPermuted: false }, permutation);
}

describe('a tracking number', () => {
  it('has a prefix, ten digits and a check digit', () => {
    expect(plainNumber('TITL', 1)).toBe('TITL00000000018');
    expect(plainNumber('AB', 7_992_739_871)).toBe('AB79927398713');
    expect(plainNumber('AB', 99_999_999_999)).toMatch(/^AB99999999999\d$/);
  });

  it('hides its serial and the next number', () => {
    const numbers = [1, 2, 3].map((serial) =>
      makeTrackingNumber({ prefix: 'TITL', serial, isPermuted: true }, permutation),
    );
    for (const [index, number] of numbers.entries()) {
      expect(number).toBe(plainNumber('TITL', permutation.digitsOf(index + 1)));
      expect(number).toMatch(/^TITL[1-9]\d{10}$/);
    }
  });

  it('has a check digit that detects a wrong digit', () => {
    const serials = fc.integer({ min: 1, max: 9_999_999_999 });
    fc.assert(
      fc.property(serials, fc.nat(9), fc.integer({ min: 1, max: 9 }), (serial, place, change) => {
        const digits = String(serial).padStart(10, '0');
        const other = [...digits];
        other[place] = String((Number(digits[place]) + change) % 10);
        const mistyped = Number(other.join(''));
        fc.pre(mistyped > 0);
        expect(plainNumber('X', mistyped).at(-1)).not.toBe(plainNumber('X', serial).at(-1));
      }),
    );
  });
});
