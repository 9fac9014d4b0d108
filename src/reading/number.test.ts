import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, parseDecimal } from '../domain/decimal.ts';
import type { Field } from './field.ts';
import {
  decimal,
  decimalRupees,
  exactRupees,
  kilograms,
  object,
  paise,
  unitPrice,
  unixSeconds,
  wholeNumber,
} from './fields.ts';
import { readDecimal, readWholeNumber, withinBounds } from './number.ts';
import { buildRequestReading } from './request-reading.ts';

const { readWith } = buildRequestReading({});

function sentences<Value>(field: Field<Value>, x: unknown) {
  return readWith(object({ x: field }), { x }).error?.sentences;
}

describe('a decimal', () => {
  it.each([
    [12, '12'],
    [0, '0'],
    [-0, '0'],
    [12.5, '12.5'],
    ['12.50', '12.5'],
    ['0012', '12'],
    [' 12 ', '12'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+5', '5'],
    ['-0.10', '-0.1'],
    [1e21, '1000000000000000000000'],
    ['1e3', '1000'],
    ['1E-2', '0.01'],
    [1e-7, '0.0000001'],
    ['0.1000000000000000000001', '0.1000000000000000000001'],
    [1234567890.12345, '1234567890.12345'],
  ])('is read from %j', (raw, text) => {
    expect(readDecimal(raw)).toBe(text);
  });

  it.each([
    '12abc',
    '1,000',
    '0x10',
    '١٢',
    '1 000',
    '--1',
    '.',
    'e5',
    'NaN',
    'Infinity',
    '1e400',
    '1e-60',
    '1e60',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e60,
    true,
    [],
    ['1'],
    {},
    12n,
    '1'.repeat(41),
    `0.${'0'.repeat(40)}1`,
  ])('is not read from %s', (raw) => {
    expect(readDecimal(raw)).toBeUndefined();
  });

  it('has one form for each number, and reads this form', () => {
    const written = fc.tuple(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      fc.integer({ min: 0, max: 25 }),
    );
    fc.assert(
      fc.property(written, ([units, decimals]) => {
        const digits = `${units < 0n ? -units : units}`.padStart(decimals + 1, '0');
        const text = `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}.${digits.slice(digits.length - decimals)}`;
        const read = readDecimal(text) ?? expect.fail(text);
        expect(read).toMatch(/^(?:0|-?(?:0\.\d*[1-9]|[1-9]\d*(?:\.\d*[1-9])?))$/);
        expect(readDecimal(read)).toBe(read);
        expect(exactly(read)).toEqual(exactly(text));
      }),
    );
  });
});

function exactly(text: string) {
  return parseDecimal(text) ?? expect.fail(`${text} is no decimal`);
}

describe('the bounds of a decimal', () => {
  it.each([
    [{ greaterThan: 0 }, 'must be a number greater than 0', ['0.0000001', 1e9], [0, '-0', '0.000', -1]],
    [{ atLeast: 0 }, 'must be a number of at least 0', [0, '-0', 0.1], ['-0.0000001', -1]],
    [{ atMost: 10 }, 'must be a number of at most 10', [10, '10.000', -5], ['10.00000000000000000001', 11]],
    [{ atLeast: 1, atMost: 2 }, 'must be a number from 1 to 2', [1, 2, 1.5], [0.999, 2.001]],
    [
      { greaterThan: 0, atMost: 10_000, unit: 'centimetres' },
      'must be a number of centimetres greater than 0 and at most 10000',
      [10_000],
      [10_000.01],
    ],
    [{ greaterThan: '0.1' }, 'must be a number greater than 0.1', ['0.10000000000000000001'], [0.1]],
    [{ maxDecimals: 3 }, 'must be a number with at most 3 decimals', [0.123, '1.2340'], [0.1234]],
    [{}, 'must be a number', [-1e20], ['x', true, [1], {}]],
  ] as const)('are those of the options %j', (options, sentence, taken, refused) => {
    for (const x of taken) expect(sentences(decimal(options), x)).toBeUndefined();
    for (const x of refused) expect(sentences(decimal(options), x)).toEqual([`x ${sentence}`]);
  });

  it('are exact where floating-point numbers are equal', () => {
    const text = fc
      .tuple(fc.integer({ min: -3, max: 3 }), fc.nat({ max: 20 }), fc.boolean())
      .map(
        ([whole, decimals, isOne]) => readDecimal(`${whole}.${'0'.repeat(decimals)}${isOne ? 1 : 0}`) ?? '0',
      );
    fc.assert(
      fc.property(text, text, (value, bound) => {
        const order = compareDecimals(exactly(value), exactly(bound));
        expect(withinBounds({ greaterThan: bound })(value)).toBe(order > 0);
        expect(withinBounds({ atLeast: bound })(value)).toBe(order >= 0);
        expect(withinBounds({ atMost: bound })(value)).toBe(order <= 0);
      }),
    );
  });
});

describe('kilograms', () => {
  it.each(['0002', '00.5', ' 05'])('are not guessed from %j', (x) => {
    expect(sentences(kilograms({ greaterThan: 0 }), x)).toEqual([
      'x must be kilograms without zeros in front, such as 0.5 or 2',
    ]);
  });

  it.each(['0.5', '2', ' 0.250 ', 0.5, '10', '.5'])('are read from %j', (x) => {
    expect(sentences(kilograms({ greaterThan: 0 }), x)).toBeUndefined();
  });
});

describe('rupees', () => {
  it.each([0, '0.00', 44.4, '1000000000', '999999999.99'])('accepts %j', (x) => {
    expect(sentences(decimalRupees({ atLeast: 0 }), x)).toBeUndefined();
  });

  it.each([
    [5 * 36.49, 18_245],
    [0.1 + 0.2, 30],
    ['433.3300009', 43_333],
    ['433.3299991', 43_333],
    [1e-7, 0],
    [-1e-7, 0],
    [1_000_000_000.0000001, 100_000_000_000],
  ])('are the whole paisa that the float %j means', (x, expected) => {
    expect(readWith(object({ x: paise({ atLeast: 0 }) }), { x }).value).toEqual({ x: expected });
  });

  it('refuse a number that is a millionth of a rupee beside a paisa, or no amount once it is a paisa', () => {
    for (const x of ['44.400001', '44.399999', 44.405])
      expect(sentences(decimalRupees({ atLeast: 0 }), x)).toHaveLength(1);
    expect(sentences(decimalRupees({ greaterThan: 0 }), 1e-9)).toHaveLength(1);
  });

  it('are rounded to the paisa as the price of a unit', () => {
    const price = (x: unknown) => readWith(object({ x: unitPrice({ atLeast: 0 }) }), { x }).value?.x;
    expect([1300 / 3, '0.005', '0.0049', 36.49, 5 * 36.49].map(price)).toEqual([43_333, 1, 0, 3_649, 18_245]);
    expect(sentences(decimalRupees({ atLeast: 0 }), 1300 / 3)).toHaveLength(1);
    expect(sentences(unitPrice({ atLeast: 0 }), -0.01)).toEqual([
      'x must be an amount in rupees from 0 to 1000000000',
    ]);
  });

  it('with any number of decimals lose only what a float added', () => {
    const exact = (x: unknown) => readWith(object({ x: exactRupees({ greaterThan: 0 }) }), { x }).value?.x;
    expect(exact(0.1 + 0.2)).toEqual(exact('0.3'));
    expect(exact('0.305')).not.toEqual(exact('0.3'));
    expect(exact(1e-9)).toBeDefined();
  });

  it('take each float sum and product of amounts as its paisa', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 50 }), (one, other, units) => {
        const x = units * (one / 100) + other / 100;
        const { value } = readWith(object({ x: paise({ atLeast: 0 }) }), { x });
        expect(value?.x).toBe(units * one + other);
      }),
    );
  });

  it.each([-0.01, 44.405, '1000000000.01', '1e12', 'Rs 5', '5/-', [5]])('refuses %j', (x) => {
    expect(sentences(decimalRupees({ atLeast: 0 }), x)).toEqual([
      'x must be an amount in rupees from 0 to 1000000000 with at most 2 decimals',
    ]);
  });
});

describe('a whole number', () => {
  it.each([
    [1, 1],
    ['1', 1],
    [' 12 ', 12],
    ['2.0', 2],
    ['1e2', 100],
    [-0, 0],
    ['-5', -5],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('is read from %j', (raw, value) => {
    expect(readWholeNumber(raw)).toBe(value);
  });

  it.each([1.5, '1.5', '12abc', '9007199254740992', 1e300, Number.NaN, '', '0x1', true, [1], {}, null])(
    'is not read from %j',
    (raw) => {
      expect(readWholeNumber(raw)).toBeUndefined();
    },
  );

  it.each([
    [{ atLeast: 1 }, 'must be a whole number of at least 1', [1, '2'], [0, 1.5, 'x', '0.5']],
    [{ atLeast: 1, atMost: 100 }, 'must be a whole number from 1 to 100', [1, 100], [0, 101]],
    [{ atMost: 0 }, 'must be a whole number of at most 0', [0, -1], [1]],
    [{}, 'must be a whole number', [-1], [true]],
  ] as const)('keeps the bounds %j', (options, sentence, taken, refused) => {
    for (const x of taken) expect(sentences(wholeNumber(options), x)).toBeUndefined();
    for (const x of refused) expect(sentences(wholeNumber(options), x)).toEqual([`x ${sentence}`]);
  });
});

describe('a time in Unix seconds', () => {
  it.each([0, '1763179200', 253_402_300_799])('accepts %j', (x) => {
    expect(sentences(unixSeconds(), x)).toBeUndefined();
  });

  it.each([-1, 1.5, 253_402_300_800, '2026-11-15'])('refuses %j', (x) => {
    expect(sentences(unixSeconds(), x)).toEqual(['x must be a time in whole Unix seconds']);
  });
});
