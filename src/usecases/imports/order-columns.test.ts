import { describe, expect, it } from 'vitest';
import { carrierChoice, ITEM, orderFields } from '../../resources/order/order.ts';
import { findOrderColumns, ITEM_FIELDS } from './order-columns.ts';

const fieldOf = (name: string) => findOrderColumns([name])[0]?.field ?? null;

describe('the columns of a file of orders', () => {
  it('are all the fields of an order', () => {
    const { order_items: _, ...ofOrder } = { ...orderFields, carrier_id: carrierChoice };
    const ofItem = Object.keys(ITEM.create);
    expect(Object.values(ITEM_FIELDS).sort()).toEqual(ofItem.sort());
    const names = [...Object.keys(ofOrder), ...Object.keys(ITEM_FIELDS)];
    expect(names.filter((name) => fieldOf(name) !== name)).toEqual([]);
  });

  it.each([
    ['Shipping Charges', 'shipping_charges'],
    ['Delivery charge', 'shipping_charges'],
    ['Gift Wrap Charges', 'giftwrap_charges'],
    ['COD charges', 'transaction_charges'],
    ['COD Fee', 'transaction_charges'],
    ['COD', 'cod_collectible'],
    ['Discount', 'discount'],
    ['Order Discount', 'total_discount'],
    ['Total Discount', 'total_discount'],
    ['Other amount', 'other_amount'],
    ['Subtotal', 'sub_total'],
    // It may say whether the parcel is wrapped.
    ['Gift Wrap', null],
    ['Charges', null],
  ])('of amounts are known by the names of other panels: %s', (name, field) => {
    expect(fieldOf(name)).toBe(field);
  });

  it('have each field once: the first column counts', () => {
    expect(findOrderColumns(['Shipping fee', 'Delivery fee']).map(({ field }) => field)).toEqual([
      'shipping_charges',
      null,
    ]);
  });
});
