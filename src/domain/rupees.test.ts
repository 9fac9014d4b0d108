import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rupees } from './rupees.ts';

describe('rupees', () => {
  it.each([
    [1, 'Rs 0.01'],
    [99, 'Rs 0.99'],
    [100, 'Rs 1'],
    [4_950, 'Rs 49.50'],
    [99_900, 'Rs 999'],
    [100_000, 'Rs 1,000'],
    [9_999_900, 'Rs 99,999'],
    [10_000_000, 'Rs 1,00,000'],
    [1_00_00_000_05, 'Rs 1,00,00,000.05'],
    [12_345_678_901, 'Rs 12,34,56,789.01'],
  ])('writes %d paise as %s', (paise, text) => {
    expect(rupees(paise)).toBe(text);
  });

  it('writes every paisa', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (paise) => {
        const [whole = '', fraction = '00'] = rupees(paise).replace('Rs ', '').replaceAll(',', '').split('.');
        expect(Number(whole) * 100 + Number(fraction)).toBe(paise);
      }),
    );
  });
});
