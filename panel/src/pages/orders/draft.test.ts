import { expect, it } from 'vitest';
import { bodyOf, NEW_DRAFT, NEW_ITEM, nextOrderId, orderValue } from './draft.ts';

const ITEMS = [
  { ...NEW_ITEM, name: ' Tea ', units: '3', price: '0.10' },
  { ...NEW_ITEM, name: 'Pot', sku: 'POT-1', units: '1', price: '199.90' },
];

it('adds the items up exactly', () => {
  expect(orderValue({ ...NEW_DRAFT, items: ITEMS })).toBe(200.2);
  expect(orderValue({ ...NEW_DRAFT, items: [{ ...NEW_ITEM, price: 'ten' }] })).toBe(0);
});

it('asks for the value at the door unless another amount is typed, and for nothing that is paid', () => {
  const cod = { ...NEW_DRAFT, items: ITEMS, payment: 'COD' } as const;
  expect(bodyOf(cod, new Date(0)).cod_collectible).toBe(200.2);
  expect(bodyOf({ ...cod, collect: '150' }, new Date(0)).cod_collectible).toBe('150');
  expect(bodyOf({ ...cod, payment: 'PREPAID' }, new Date(0))).not.toHaveProperty('cod_collectible');
});

it('leaves out what is not typed', () => {
  const body = bodyOf({ ...NEW_DRAFT, items: ITEMS }, new Date(0));
  expect(body).not.toHaveProperty('store_name');
  expect(body).not.toHaveProperty('billing_email');
  expect(body.order_items).toEqual([
    { name: 'Tea', units: '3', selling_price: '0.10' },
    { name: 'Pot', sku: 'POT-1', units: '1', selling_price: '199.90' },
  ]);
});

it.each([
  ['CHAI-1001', 'CHAI-1002'],
  ['2026/099-B', '2026/100-B'],
  ['9', '10'],
  ['gift', ''],
])('the order id after %s is %s', (last, next) => {
  expect(nextOrderId(last)).toBe(next);
});
