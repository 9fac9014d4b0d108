import { describe, expect, it } from 'vitest';
import { priceProblems } from './price-problems.ts';

const item = (units: number, sellingPricePaise: number, discountPaise: number | null = null) => ({
  units,
  sellingPricePaise,
  discountPaise,
});
const order = { items: [item(2, 24_950)], isCod: true, subTotalPaise: 49_900, codAmountPaise: 49_900 };
const told = (changes: Partial<Parameters<typeof priceProblems>[0]>) =>
  priceProblems({ ...order, ...changes }).map(({ field, message }) => [field, message]);

describe('amounts of an order', () => {
  it.each([
    [49_899, 0],
    [49_900, 0],
    [49_901, 1],
  ])('to collect %d paise for goods of 49,900: %d problems', (codAmountPaise, problems) => {
    expect(told({ codAmountPaise })).toHaveLength(problems);
    expect(told({ codAmountPaise, isCod: false })).toEqual([]);
  });

  it('take the sum of the items or the sub_total for the value, whichever is more', () => {
    expect(told({ subTotalPaise: 40_000 })).toEqual([]);
    expect(told({ subTotalPaise: 60_000, codAmountPaise: 60_000 })).toEqual([]);
    expect(told({ subTotalPaise: 60_000, codAmountPaise: 60_001 })).toEqual([
      ['cod_collectible', 'cod_collectible Rs 600.01 is more than the value of the order, Rs 600'],
    ]);
  });

  it('name each item whose discount is more than its price', () => {
    const items = [item(2, 100, 200), item(2, 100, 201), item(1, 0, 0), item(1, 50, 51)];
    expect(told({ items })).toEqual([
      ['order_items[1].discount', 'order_items[1].discount Rs 2.01 is more than the price of the item, Rs 2'],
      [
        'order_items[3].discount',
        'order_items[3].discount Rs 0.51 is more than the price of the item, Rs 0.50',
      ],
    ]);
  });
});
