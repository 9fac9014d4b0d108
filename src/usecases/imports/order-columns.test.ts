import { describe, expect, it } from 'vitest';
import { carrierChoice, ITEM, orderFields } from '../../resources/order/order.ts';
import { findOrderColumns } from './order-columns.ts';
import { OWN } from './profiles/own.ts';
import { ITEM_CELLS, ORDER_CELLS } from './profiles/profile.ts';

const fieldOf = (name: string) => findOrderColumns([name]).all[0]?.field ?? null;

describe('the columns of a file of orders', () => {
  it('are all the fields of an order', () => {
    const { order_items: _, ...ofOrder } = { ...orderFields, carrier_id: carrierChoice };
    const ofItem = Object.keys(ITEM.create).map((name) => (name === 'name' ? 'item_name' : name));
    const names = [...Object.keys(ofOrder), 'warehouse_name', ...ofItem].sort();
    expect(Object.keys({ ...ORDER_CELLS, ...ITEM_CELLS }).sort()).toEqual(names);
    expect(Object.keys(OWN.columns).sort()).toEqual(names);
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

  it('have each field once: the best name counts, else the first column', () => {
    const fieldsOf = (...names: string[]) => findOrderColumns(names).all.map(({ field }) => field);
    expect(fieldsOf('Shipping fee', 'Delivery fee')).toEqual(['shipping_charges', null]);
    expect(fieldsOf('Name', 'order_id', 'Billing Name')).toEqual([null, 'order_id', 'billing_customer_name']);
    expect(fieldsOf('Price', 'selling_price')).toEqual([null, 'selling_price']);
  });
});
