import { describe, expect, it } from 'vitest';
import { type ChangeableOrder, changeOrder, type OrderChange } from './change-order.ts';
import { NO_CHARGES } from './order.ts';
import type { OrderDoubt } from './order-doubts.ts';
import { readSums } from './order-sums.ts';

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

const ORDER: ChangeableOrder & { readonly warnings: readonly OrderDoubt[] } = {
  externalId: 'X',
  orderDate: new Date(0),
  channel: 'manual_order',
  tags: [],
  warehouseId: 'w',
  billing: CONTACT,
  shipping: null,
  isCod: false,
  ...NO_CHARGES,
  subTotalPaise: 200,
  totalDiscountPaise: 0,
  otherPaise: 0,
  totalPaise: 200,
  codAmountPaise: 0,
  parcel: { deadWeight: '450', length: '10', width: '10', height: '10' },
  items: [ITEM],
  warnings: [],
};

const NOTHING: OrderChange = {
  billing: {},
  shipping: {},
  shipsToBilling: undefined,
  parcel: {},
  items: undefined,
  itemChanges: [],
  doubts: [],
};

function change(changes: Partial<OrderChange>, order: Partial<typeof ORDER> = {}) {
  const { changed, problems, doubts } = changeOrder({ ...ORDER, ...order }, { ...NOTHING, ...changes });
  return {
    changed,
    problems: problems.map(({ message }) => message),
    doubts: doubts.map(({ code }) => code),
  };
}

const item = (changes: object) => ({ itemId: null, isRemoved: false, ...changes });

describe('changeOrder', () => {
  it('keeps absent fields, and clears null fields', () => {
    const { warnings: _, ...same } = ORDER;
    expect(change({})).toEqual({ changed: same, problems: [], doubts: [] });
    const { changed } = change({ billing: { city: 'Mysuru', lastName: null, phone: undefined } });
    expect(changed.billing).toEqual({ ...CONTACT, city: 'Mysuru', lastName: null });
  });

  it.each([
    [{ address: '12 4TH CROSS!' }, []],
    [{ address: '12', address2: '4th Cross' }, []],
    [
      { address: '13, 4th Cross' },
      ['shipping_is_billing is true, but shipping_address is not billing_address'],
    ],
    [{ pincode: '560001' }, ['shipping_is_billing is true, but shipping_pincode is 560001, not 560038']],
  ])('compares an address that is called the billing one with that of the order: %j', (place, problems) => {
    const placeOfBilling = { ...CONTACT, ...place };
    expect(change({ shipsToBilling: true, placeOfBilling }).problems).toEqual(problems);
    const billing = { pincode: '110001', address: '1, Janpath' };
    const moved = change({ shipsToBilling: true, placeOfBilling, billing });
    expect(moved.problems).toEqual([expect.stringContaining('not 110001')]);
    expect(change({ shipsToBilling: false, placeOfBilling, shipping: CONTACT }).problems).toEqual([]);
  });

  it('keeps warnings about what was sent until it is sent anew', () => {
    const doubt = (field: string, code: OrderDoubt['code']) => ({
      field,
      code,
      message: '',
      template: '',
      values: {},
    });
    const warnings = [
      doubt('billing_email', 'email_left_out'),
      doubt('shipping_email', 'email_left_out'),
      doubt('shipping_customer_name', 'recipient_without_address'),
      doubt('order_items', 'repeated_row'),
      doubt('billing_city', 'city_elsewhere'),
    ];
    const left = (changes: Partial<OrderChange>, order = {}) =>
      change(changes, { warnings, ...order }).doubts;
    const ofItems = 'repeated_row';
    expect(left({ tags: ['x'] })).toEqual(['email_left_out', 'recipient_without_address', ofItems]);
    expect(left({ billing: { email: 'asha@example.in' } })).toEqual(['recipient_without_address', ofItems]);
    expect(left({ shipsToBilling: true })).toEqual(['email_left_out', ofItems]);
    expect(left({ items: [ITEM] })).toEqual(['email_left_out', 'recipient_without_address']);
    const elsewhere = { shipping: CONTACT };
    expect(left({}, elsewhere)).toEqual(['email_left_out', 'email_left_out', ofItems]);
    expect(left({ shipping: { email: null } }, elsewhere)).toEqual(['email_left_out', ofItems]);
  });

  it('collects the total of an order that becomes cash on delivery', () => {
    expect(change({ isCod: true }).changed).toMatchObject({ isCod: true, codAmountPaise: 200 });
    expect(change({ isCod: true, codAmountPaise: 1 }).changed).toMatchObject({ codAmountPaise: 1 });
    expect(change({ isCod: true, subTotalPaise: 0 }).problems).toEqual(['cod_collectible is required']);
    const paid = change({ isCod: false, codAmountPaise: 500 }, { isCod: true, codAmountPaise: 9 });
    expect(paid.changed.codAmountPaise).toBe(0);
  });

  it('keeps the cash of an order when something else changes', () => {
    const cod = { isCod: true, codAmountPaise: 150 };
    const { changed, problems } = change({ parcel: { deadWeight: '900' } }, cod);
    expect([changed.isCod, changed.codAmountPaise, problems]).toEqual([true, 150, []]);
  });

  it('changes cash that is the total with the total, and no other cash', () => {
    const all = { isCod: true, codAmountPaise: 200 };
    const part = { isCod: true, codAmountPaise: 150 };
    const items = [{ ...ITEM, units: 1 }];
    expect(change({ items }, all).changed).toMatchObject({ totalPaise: 100, codAmountPaise: 100 });
    expect(change({ shippingChargesPaise: 50 }, all).changed).toMatchObject({
      ...{ subTotalPaise: 200, shippingChargesPaise: 50, totalPaise: 250, codAmountPaise: 250 },
    });
    expect(change({ shippingChargesPaise: 50 }, part).changed).toMatchObject({
      ...{ totalPaise: 250, codAmountPaise: 150 },
    });
    const charged = { ...all, shippingChargesPaise: 50, totalPaise: 250, codAmountPaise: 250 };
    expect(change({ giftwrapChargesPaise: 20 }, charged).changed).toMatchObject({
      ...{ shippingChargesPaise: 50, giftwrapChargesPaise: 20, totalPaise: 270, codAmountPaise: 270 },
    });
    expect(change({ totalDiscountPaise: 30 }, charged).changed).toMatchObject({
      ...{ subTotalPaise: 170, totalPaise: 220, codAmountPaise: 220 },
    });
    expect(change({ shippingChargesPaise: 0 }, charged).changed).toMatchObject({ codAmountPaise: 200 });
  });

  it('takes added charges out of cash that no part explained', () => {
    const [doubt] = readSums({
      ...{ ...NO_CHARGES, items: [ITEM], totalDiscountPaise: 0, subTotalPaise: 200, otherPaise: 0 },
      ...{ isCod: true, codPaise: 700 },
    }).doubts;
    if (doubt === undefined) throw new Error('there is no doubt');
    const order = {
      ...{ isCod: true, otherPaise: 500, totalPaise: 700, codAmountPaise: 700 },
      warnings: [doubt],
    };
    const charged = (shippingChargesPaise: number) => {
      const { changed, doubts } = change({ shippingChargesPaise }, order);
      return [changed.otherPaise, changed.totalPaise, changed.codAmountPaise, ...doubts];
    };
    expect(charged(500)).toEqual([0, 700, 700]);
    expect(charged(300)).toEqual([200, 700, 700, 'cash_in_no_part']);
    expect(charged(600)).toEqual([0, 800, 800]);
    // What is known to be for something else stays.
    expect(change({ shippingChargesPaise: 500 }, { ...order, warnings: [] }).changed).toMatchObject({
      ...{ otherPaise: 500, totalPaise: 1_200, codAmountPaise: 1_200 },
    });
    const items = [{ ...ITEM, units: 4 }];
    expect(change({ items }, order)).toMatchObject({
      changed: { otherPaise: 500, totalPaise: 900, codAmountPaise: 900 },
      doubts: ['cash_in_no_part'],
    });
  });

  it('takes cash that no part explains, and forgets it with other cash', () => {
    const other = { isCod: true, otherPaise: 5_000, totalPaise: 5_200, codAmountPaise: 5_200 };
    expect(change({ codAmountPaise: 700 }, { isCod: true, codAmountPaise: 200 })).toMatchObject({
      changed: { otherPaise: 500, totalPaise: 700, codAmountPaise: 700 },
      doubts: ['cash_in_no_part'],
    });
    expect(change({ codAmountPaise: 200 }, other).changed).toMatchObject({ otherPaise: 0, totalPaise: 200 });
    expect(change({ shippingChargesPaise: 100 }, other).changed).toMatchObject({
      ...{ otherPaise: 5_000, totalPaise: 5_300, codAmountPaise: 5_300 },
    });
  });

  it('keeps the warnings about amounts while no amount changes', () => {
    const warnings = [
      { field: 'sub_total', code: 'sums_differ', message: '', template: '', values: {} },
      { field: 'billing_city', code: 'city_elsewhere', message: '', template: '', values: {} },
    ] as const;
    expect(change({ tags: ['a'] }, { warnings }).doubts).toEqual(['sums_differ']);
    expect(change({ subTotalPaise: 200 }, { warnings }).doubts).toEqual([]);
  });

  it('checks amounts like a new order, but only if an amount or an item changes', () => {
    const cod = { isCod: true, codAmountPaise: 1_000 };
    const tooMuch = ['cod_collectible Rs 10 is more than the order is worth, Rs 2'];
    expect(change({ billing: { city: 'Mysuru' } }, cod).problems).toEqual([]);
    expect(change({ subTotalPaise: 200 }, cod).problems).toEqual(tooMuch);
    expect(change({ codAmountPaise: 1_000 }, { ...cod, codAmountPaise: 1 }).problems).toEqual(tooMuch);
    expect(change({ isCod: true, codAmountPaise: 1_000 }).problems).toEqual(tooMuch);
    expect(change({ itemChanges: [item({ itemId: 'a', name: 'Tea' })] }, cod).problems).toEqual(tooMuch);
    const items = [ITEM, { ...ITEM, discountPaise: 201 }];
    expect(change({ items }).problems).toEqual([
      'order_items[1].discount Rs 2.01 is more than the item costs, Rs 2',
    ]);
  });

  it('updates a total that is the sum of the items, and keeps any other', () => {
    const items = [{ ...ITEM, units: 5 }];
    expect(change({ items }).changed.subTotalPaise).toBe(500);
    expect(change({ items }, { subTotalPaise: 199 }).changed.subTotalPaise).toBe(199);
    expect(change({ items, subTotalPaise: 7 }).changed.subTotalPaise).toBe(7);
  });

  it('changes, removes and adds the named items, and keeps the others', () => {
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

  it('allows 1 to 1,000 items', () => {
    const sentence = 'order.order_items_attributes must leave the order 1 to 1000 items';
    expect(change({ itemChanges: [item({ itemId: 'a', isRemoved: true })] }).problems).toEqual([sentence]);
    const added = (count: number) =>
      Array.from({ length: count }, () => item({ name: 'Cup', units: 1, sellingPricePaise: 1 }));
    expect(change({ itemChanges: added(999) }).problems).toEqual([]);
    expect(change({ itemChanges: added(1_000) }).problems).toEqual([sentence]);
  });

  it('changes single fields of the shipping contact', () => {
    const shipping = { ...CONTACT, city: 'Pune' };
    expect(change({ shipping: { phone: '9876500000' } }, { shipping }).changed.shipping).toEqual({
      ...shipping,
      phone: '9876500000',
    });
    expect(change({ shipsToBilling: true }, { shipping }).changed.shipping).toBeNull();
    expect(change({ shipping: { city: 'Pune' } }).problems).toContain('shipping_pincode is required');
  });

  it('gives a new shipping contact the name and phone of the buyer, as they are now, where it lacks its own', () => {
    const place = { address: '1, MG Road', city: 'Pune', pincode: '411001', state: 'Maharashtra' };
    const buyer = { firstName: 'Asha', lastName: 'Rao', phone: '9876543210', email: null };
    expect(change({ shipping: place }).changed.shipping).toMatchObject({ ...place, ...buyer });
    const now = { billing: { phone: '9876500009' }, shipping: place };
    expect(change(now).changed.shipping).toMatchObject({ ...buyer, phone: '9876500009' });
    expect(change({ shipping: { ...place, firstName: 'Ravi' } }).changed.shipping).toMatchObject({
      ...{ firstName: 'Ravi', lastName: null, phone: '9876543210' },
    });
    const moved = change(
      { shipping: place },
      { shipping: { ...CONTACT, firstName: 'Gita', lastName: null } },
    );
    expect(moved.changed.shipping).toMatchObject({ firstName: 'Gita', lastName: null, city: 'Pune' });
  });
});
