import { describe, expect, it } from 'vitest';
import { amountProblems, type PricedOrder } from './order-amounts.ts';

const ITEM = {
  name: 'Chai',
  sku: null,
  hsn: null,
  units: 2,
  sellingPricePaise: 10_000,
  discountPaise: null,
  tax: null,
};

function problems(changes: Partial<PricedOrder>): string[] {
  const order = { items: [ITEM], subTotalPaise: 20_000, codAmountPaise: 0, ...changes };
  return amountProblems(order).map(({ message }) => message);
}

describe('amountProblems', () => {
  it('refuses more cash than the order is worth', () => {
    expect(problems({ codAmountPaise: 20_000 })).toEqual([]);
    expect(problems({ codAmountPaise: 20_001 })).toEqual([
      'cod_collectible Rs 200.01 is more than the order is worth, Rs 200',
    ]);
    expect(problems({ codAmountPaise: 25_000, chargesPaise: 5_000 })).toEqual([]);
    expect(problems({ codAmountPaise: 25_001, chargesPaise: 5_000 })).toHaveLength(1);
  });

  it('takes a total with or without taxes and discounts', () => {
    const taxed = { ...ITEM, tax: '18' };
    expect(problems({ items: [taxed], codAmountPaise: 23_600 })).toEqual([]);
    expect(problems({ items: [taxed], codAmountPaise: 23_601 })).toHaveLength(1);
    expect(problems({ subTotalPaise: 15_000, codAmountPaise: 20_000 })).toEqual([]);
    expect(problems({ subTotalPaise: 30_000, codAmountPaise: 30_000 })).toEqual([]);
  });

  it('refuses a discount above the price of each item, and tells of the cash as well', () => {
    expect(problems({ items: [ITEM, { ...ITEM, discountPaise: 20_000 }] })).toEqual([]);
    expect(problems({ items: [ITEM, { ...ITEM, discountPaise: 20_001 }], codAmountPaise: 40_001 })).toEqual([
      'order_items[1].discount Rs 200.01 is more than the item costs, Rs 200',
      'cod_collectible Rs 400.01 is more than the order is worth, Rs 400',
    ]);
  });
});
