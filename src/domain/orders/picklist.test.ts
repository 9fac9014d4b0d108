import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PickedItem, picklistOf } from './picklist.ts';

const item = (changes: Partial<PickedItem>): PickedItem => ({
  warehouse: 'Okhla',
  orderDisplayId: 'A1',
  name: 'Chai',
  sku: 'CHAI-250',
  units: 1,
  ...changes,
});

describe('a picklist', () => {
  it('has each SKU once with its orders, and items without SKU by name', () => {
    expect(
      picklistOf([
        item({ units: 2 }),
        item({ orderDisplayId: 'A2' }),
        item({ sku: null, name: 'Cup' }),
        item({ sku: null, name: 'Bag' }),
        item({}),
      ]),
    ).toEqual([
      {
        warehouse: 'Okhla',
        picks: [
          { sku: null, name: 'Bag', units: 1, orders: [{ displayId: 'A1', units: 1 }] },
          { sku: null, name: 'Cup', units: 1, orders: [{ displayId: 'A1', units: 1 }] },
          {
            sku: 'CHAI-250',
            name: 'Chai',
            units: 4,
            orders: [
              { displayId: 'A1', units: 3 },
              { displayId: 'A2', units: 1 },
            ],
          },
        ],
      },
    ]);
  });

  it('keeps every unit, in any order of the items', () => {
    const items = fc.array(
      fc.record({
        warehouse: fc.constantFrom('Okhla', 'Peenya'),
        orderDisplayId: fc.constantFrom('A1', 'A2', 'A3'),
        name: fc.constantFrom('Chai', 'Cup'),
        sku: fc.constantFrom('S1', 'S2', null),
        units: fc.integer({ min: 1, max: 9 }),
      }),
    );
    fc.assert(
      fc.property(items, (some) => {
        const units = (list: readonly { readonly units: number }[]) =>
          list.reduce((sum, one) => sum + one.units, 0);
        const picks = picklistOf(some).flatMap((warehouse) => warehouse.picks);
        expect(units(picks)).toBe(units(some));
        for (const pick of picks) expect(units(pick.orders)).toBe(pick.units);
      }),
    );
  });
});
