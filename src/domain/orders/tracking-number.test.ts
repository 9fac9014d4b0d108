import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTrackingNumber } from './tracking-number.ts';

describe('a tracking number', () => {
  it('is a prefix, the serial in ten digits, and a check digit', () => {
    expect(makeTrackingNumber('TITL', 1)).toBe('TITL00000000018');
    expect(makeTrackingNumber('AB', 7_992_739_871)).toBe('AB79927398713');
    expect(makeTrackingNumber('AB', 99_999_999_999)).toMatch(/^AB99999999999\d$/);
  });

  it('is another for every serial, and shows a wrong digit', () => {
    const serials = fc.integer({ min: 1, max: 9_999_999_999 });
    fc.assert(
      fc.property(serials, fc.nat(9), fc.integer({ min: 1, max: 9 }), (serial, place, change) => {
        const digits = String(serial).padStart(10, '0');
        const other = [...digits];
        other[place] = String((Number(digits[place]) + change) % 10);
        const mistyped = Number(other.join(''));
        fc.pre(mistyped > 0);
        expect(makeTrackingNumber('X', mistyped).at(-1)).not.toBe(makeTrackingNumber('X', serial).at(-1));
      }),
    );
  });
});
