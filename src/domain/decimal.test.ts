import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareDecimals,
  decimalToInteger,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundDecimalToInteger,
} from './decimal.ts';

function parsed(text: string | number) {
  const value = parseDecimal(text);
  if (value === null) throw new Error(`${text} is a decimal`);
  return value;
}

describe('reading a decimal', () => {
  it.each([
    ['12', '12'],
    ['12.50', '12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0.10', '-0.1'],
    ['+7', '7'],
    ['1e3', '1000'],
    ['1.5E-2', '0.015'],
    [' 3 ', '3'],
    ['0.1', '0.1'],
    ['00012', '12'],
  ])('reads %j as %s', (text, plain) => {
    expect(formatDecimal(parsed(text))).toBe(plain);
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    '1,000',
    '0x10',
    'Infinity',
    'NaN',
    '1e',
    '1e999',
    '12abc',
    '१२',
    '1 2',
    '1'.repeat(41),
  ])('rejects %j', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('reads a number through its shortest text, as the client wrote it', () => {
    expect(formatDecimal(parsed(1299.99))).toBe('1299.99');
    expect(formatDecimal(parsed(1e21))).toBe('1000000000000000000000');
    expect(parseDecimal(Number.NaN)).toBeNull();
    expect(parseDecimal(Number.POSITIVE_INFINITY)).toBeNull();
  });
});

describe('arithmetic', () => {
  it('is exact for values that floats cannot hold', () => {
    expect(decimalToInteger(multiplyDecimals(parsed('0.1'), parsed('3')), 1)).toBe(3);
    expect(decimalToInteger(parsed('1.15'), 2)).toBe(115);
    expect(formatDecimal(multiplyDecimals(parsed('1.005'), parsed('1000')))).toBe('1005');
  });

  it('returns no integer if decimals would be lost or the value is too large', () => {
    expect(decimalToInteger(parsed('1.005'), 2)).toBeNull();
    expect(decimalToInteger(parsed('1.500'), 2)).toBe(150);
    expect(decimalToInteger(parsed('90071992547409.91'), 2)).toBe(Number.MAX_SAFE_INTEGER);
    expect(decimalToInteger(parsed('90071992547409.92'), 2)).toBeNull();
  });

  it.each([
    ['2.4', 2n],
    ['2.5', 3n],
    ['2.6', 3n],
    ['-2.4', -2n],
    ['-2.5', -3n],
    ['2.4999999999', 2n],
  ])('rounds %s half away from zero', (text, rounded) => {
    expect(roundDecimalToInteger(parsed(text), 0)).toBe(rounded);
  });

  it('obeys the laws of comparing and multiplying', () => {
    const decimals = fc
      .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }))
      .map(([units, scale]) => parsed(formatDecimal({ units, scale })));
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        expect(parseDecimal(formatDecimal(a))).toEqual(a);
        expect(Math.sign(compareDecimals(a, b)) + Math.sign(compareDecimals(b, a))).toBe(0);
        expect(multiplyDecimals(a, b)).toEqual(multiplyDecimals(b, a));
        expect(compareDecimals(a, a)).toBe(0);
      }),
    );
  });
});
