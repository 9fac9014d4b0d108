import { describe, expect, it } from 'vitest';
import { type ChangeableOrder, changeOrder, type OrderChange } from './change-order.ts';

const CONTACT = {
  firstName: 'Asha',
  lastName: 'Rao',
  phone: '9876543210',
  email: null,
  address: '12, 4th Cross',
  address2: null,
  city: 'Bengaluru',
  pincode: '560038',
  state: 'Karnataka',
  country: 'India',
};

const ITEM = {
  itemId: 'a',
  name: 'Chai',
  sku: 'CHAI',
  units: 2,
  sellingPricePaise: 100,
  discountPaise: null,
  tax: null,
  hsn: null,
};

const ORDER: ChangeableOrder = {
  externalId: 'X',
  orderDate: new Date(0),
  channel: 'manual_order',
  tags: [],
  warehouseId: 'w',
  billing: CONTACT,
  shipping: null,
  isCod: false,
  subTotalPaise: 200,
  codAmountPaise: 0,
  parcel: { deadWeight: '450', length: '10', width: '10', height: '10' },
  items: [ITEM],
};

const NOTHING: OrderChange = {
  billing: {},
  shipping: {},
  shipsToBilling: undefined,
  parcel: {},
  items: undefined,
  itemChanges: [],
  chargesPaise: 0,
};

function change(changes: Partial<OrderChange>, order: Partial<ChangeableOrder> = {}) {
  const { changed, problems } = changeOrder({ ...ORDER, ...order }, { ...NOTHING, ...changes });
  return { changed, problems: problems.map(({ message }) => message) };
}

const item = (changes: object) => ({ itemId: null, isRemoved: false, ...changes });

describe('changeOrder', () => {
  it('leaves what is not given, and clears what is null', () => {
    expect(change({})).toEqual({ changed: ORDER, problems: [] });
    const { changed } = change({ billing: { city: 'Mysuru', lastName: null, phone: undefined } });
    expect(changed.billing).toEqual({ ...CONTACT, city: 'Mysuru', lastName: null });
  });

  it('asks for cash to collect where there is none', () => {
    expect(change({ isCod: true }).problems).toEqual(['cod_collectible is required']);
    expect(change({ isCod: true, codAmountPaise: 1 }).changed).toMatchObject({ codAmountPaise: 1 });
    const paid = change({ isCod: false, codAmountPaise: 500 }, { isCod: true, codAmountPaise: 9 });
    expect(paid.changed.codAmountPaise).toBe(0);
  });

  it('lets a total follow the items that it is the sum of, and no other', () => {
    const items = [{ ...ITEM, units: 5 }];
    expect(change({ items }).changed.subTotalPaise).toBe(500);
    expect(change({ items }, { subTotalPaise: 199 }).changed.subTotalPaise).toBe(199);
    expect(change({ items, subTotalPaise: 7 }).changed.subTotalPaise).toBe(7);
  });

  it('changes, takes out and adds the items that are named, and leaves those around them', () => {
    const items = ['a', 'b', 'c'].map((itemId) => ({ ...ITEM, itemId, name: itemId }));
    const itemChanges = [
      item({ itemId: 'b', units: 9 }),
      item({ itemId: 'a', isRemoved: true }),
      item({ name: 'd', units: 1, sellingPricePaise: 1 }),
    ];
    const { changed } = change({ itemChanges }, { items });
    expect(changed.items.map(({ name, units }) => [name, units])).toEqual([
      ['b', 9],
      ['c', 2],
      ['d', 1],
    ]);
  });

  it('leaves at least one item, and at most 1,000', () => {
    const sentence = 'order.order_items_attributes must leave the order 1 to 1000 items';
    expect(change({ itemChanges: [item({ itemId: 'a', isRemoved: true })] }).problems).toEqual([sentence]);
    const added = (count: number) =>
      Array.from({ length: count }, () => item({ name: 'Cup', units: 1, sellingPricePaise: 1 }));
    expect(change({ itemChanges: added(999) }).problems).toEqual([]);
    expect(change({ itemChanges: added(1_000) }).problems).toEqual([sentence]);
  });

  it('builds a shipping contact on the one that there is', () => {
    const shipping = { ...CONTACT, city: 'Pune' };
    expect(change({ shipping: { phone: '9876500000' } }, { shipping }).changed.shipping).toEqual({
      ...shipping,
      phone: '9876500000',
    });
    expect(change({ shipsToBilling: true }, { shipping }).changed.shipping).toBeNull();
    expect(change({ shipping: { city: 'Pune' } }).problems).toContain('shipping_pincode is required');
  });
});
