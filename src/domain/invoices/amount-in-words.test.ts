import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

describe('an amount in words', () => {
  it.each([
    ['0', 'Rupees Zero Only'],
    ['0.01', 'One Paisa Only'],
    ['0.50', 'Fifty Paise Only'],
    ['0.99', 'Ninety-Nine Paise Only'],
    ['1', 'Rupees One Only'],
    ['1.01', 'Rupees One and One Paisa Only'],
    ['19', 'Rupees Nineteen Only'],
    ['20', 'Rupees Twenty Only'],
    ['21', 'Rupees Twenty-One Only'],
    ['99', 'Rupees Ninety-Nine Only'],
    ['100', 'Rupees One Hundred Only'],
    ['101', 'Rupees One Hundred One Only'],
    ['999', 'Rupees Nine Hundred Ninety-Nine Only'],
    ['1,000', 'Rupees One Thousand Only'],
    ['2,598.50', 'Rupees Two Thousand Five Hundred Ninety-Eight and Fifty Paise Only'],
    ['99,999', 'Rupees Ninety-Nine Thousand Nine Hundred Ninety-Nine Only'],
    ['1,00,000', 'Rupees One Lakh Only'],
    ['1,00,001', 'Rupees One Lakh One Only'],
    ['99,99,999', 'Rupees Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine Only'],
    ['1,00,00,000', 'Rupees One Crore Only'],
    [
      '99,99,99,999.99',
      'Rupees Ninety-Nine Crore Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise Only',
    ],
    ['1,00,00,00,000', 'Rupees One Hundred Crore Only'],
    ['10,00,00,00,00,000', 'Rupees One Lakh Crore Only'],
  ])('says Rs %s as %s', (amount, words) => {
    expect(amountInWords(Math.round(Number(amount.replaceAll(',', '')) * 100))).toBe(words);
  });

  it('differs for each amount', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 10 ** 13 }), { minLength: 2, maxLength: 2 }),
        ([one = 0, other = 0]) => {
          expect(amountInWords(one)).not.toBe(amountInWords(other));
        },
      ),
    );
  });
});
