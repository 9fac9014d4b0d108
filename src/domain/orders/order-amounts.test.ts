import { describe, expect, it } from 'vitest';
import { amountProblems, type OrderAmounts } from './order-amounts.ts';

const ITEM = { units: 2, sellingPricePaise: 10_000, discountPaise: null, tax: null };

function problems(changes: Partial<OrderAmounts>, added = 0): string[] {
  const order = { items: [ITEM], subTotalPaise: 20_000, codAmountPaise: 0, ...changes };
  return amountProblems(order, added).map(({ message }) => message);
}

describe('amountProblems', () => {
  it('refuses more cash than the order is worth', () => {
    expect(problems({ codAmountPaise: 20_000 })).toEqual([]);
    expect(problems({ codAmountPaise: 20_001 })).toEqual([
      'cod_collectible Rs 200.01 is more than the order is worth, Rs 200',
    ]);
    expect(problems({ codAmountPaise: 25_000 }, 5_000)).toEqual([]);
    expect(problems({ codAmountPaise: 25_001 }, 5_000)).toHaveLength(1);
  });

  it('takes a total with or without taxes and discounts', () => {
    const taxed = { ...ITEM, tax: '18' };
    expect(problems({ items: [taxed], codAmountPaise: 23_600 })).toEqual([]);
    expect(problems({ items: [taxed], codAmountPaise: 23_601 })).toHaveLength(1);
    expect(problems({ subTotalPaise: 15_000, codAmountPaise: 20_000 })).toEqual([]);
    expect(problems({ subTotalPaise: 30_000, codAmountPaise: 30_000 })).toEqual([]);
  });

  it('refuses a discount above the price, and a tax above all of it, of each item', () => {
    expect(problems({ items: [ITEM, { ...ITEM, discountPaise: 20_000, tax: '100' }] })).toEqual([]);
    expect(problems({ items: [ITEM, { ...ITEM, discountPaise: 20_001, tax: '1000' }] })).toEqual([
      'order_items[1].discount Rs 200.01 is more than the item costs, Rs 200',
      'order_items[1].tax must be at most 100 per cent',
    ]);
  });
});
