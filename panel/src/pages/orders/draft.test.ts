import { expect, it } from 'vitest';
import { bodyOf, draftOf, NEW_DRAFT, NEW_ITEM, orderParts, orderTotal, suggestedOrderId } from './draft.ts';

const ITEMS = [
  { ...NEW_ITEM, name: ' Tea ', units: '3', price: '0.10' },
  { ...NEW_ITEM, name: 'Pot', sku: 'POT-1', units: '1', price: '199.90' },
];

it('adds up the items exactly', () => {
  expect(orderTotal({ ...NEW_DRAFT, items: ITEMS })).toBe(200.2);
  expect(orderTotal({ ...NEW_DRAFT, items: [{ ...NEW_ITEM, price: 'ten' }] })).toBe(0);
});

it('adds the charges to the total, takes the discount off, and shows the parts that were typed', () => {
  const charged = { ...NEW_DRAFT, items: ITEMS, delivery: '50', wrap: ' ', fee: '0.1', discount: '20.2' };
  expect(orderTotal(charged)).toBe(230.1);
  expect(orderParts(charged)).toEqual([
    ['items', 200.2],
    ['delivery', 50],
    ['fee', 0.1],
    ['discount', -20.2],
  ]);
  expect(orderTotal({ ...charged, delivery: 'free' })).toBe(180.1);
  expect(orderTotal({ ...NEW_DRAFT, discount: '5' })).toBe(0);
  const body = bodyOf(charged, new Date(0));
  expect(body).toMatchObject({ shipping_charges: '50', transaction_charges: '0.1', total_discount: '20.2' });
  expect(body).not.toHaveProperty('giftwrap_charges');
  expect(body).not.toHaveProperty('sub_total');
});

it('collects the total on delivery or the typed amount, and nothing of a prepaid order', () => {
  const cod = { ...NEW_DRAFT, items: ITEMS, payment: 'COD' } as const;
  expect(bodyOf(cod, new Date(0))).not.toHaveProperty('cod_collectible');
  expect(bodyOf({ ...cod, collect: '150' }, new Date(0)).cod_collectible).toBe('150');
  expect(bodyOf({ ...cod, payment: 'PREPAID' }, new Date(0))).not.toHaveProperty('cod_collectible');
});

it('replaces a cancelled order only if somebody says so', () => {
  const draft = { ...NEW_DRAFT, orderId: 'A-1' };
  expect(bodyOf(draft, new Date(0))).not.toHaveProperty('replaces_cancelled');
  expect(bodyOf({ ...draft, replaces: true }, new Date(0))).toMatchObject({ replaces_cancelled: true });
});

it('omits fields that are not typed', () => {
  const body = bodyOf({ ...NEW_DRAFT, items: ITEMS }, new Date(0));
  expect(body).not.toHaveProperty('store_name');
  expect(body).not.toHaveProperty('billing_email');
  expect(body.order_items).toEqual([
    { name: 'Tea', units: '3', selling_price: '0.10' },
    { name: 'Pot', sku: 'POT-1', units: '1', selling_price: '199.90' },
  ]);
});

it('sends the chosen store, warehouse, courier and email', () => {
  const chosen = { store: 'tea', warehouse: 'w2', carrier: 'k2', email: ' a@b.example ', collect: '9' };
  expect(bodyOf({ ...NEW_DRAFT, ...chosen }, new Date('2026-12-31T18:45:00Z'))).toMatchObject({
    ...{ store_name: 'tea', warehouse_id: 'w2', carrier_id: 'k2', billing_email: 'a@b.example' },
    order_date: '2026-12-31T18:45:00.000Z',
  });
});

it('takes a quoted parcel over, with grams as kilograms and cash only on delivery', () => {
  const quoted = { from: '110020', to: '560038', weight: '750', length: '10', width: '20', height: '5' };
  expect(draftOf({ ...quoted, payment: 'cod', value: '1299', carrier: 'k1' })).toEqual({
    ...{ pincode: '560038', weight: '0.75', length: '10', breadth: '20', height: '5' },
    ...{ payment: 'COD', collect: '1299', carrier: 'k1' },
  });
  expect(draftOf({ weight: 'x', value: '1299' })).toMatchObject({
    payment: 'PREPAID',
    collect: '',
    weight: '',
  });
});

it.each([
  ['CHAI-1001', 'CHAI-1002'],
  ['2026/099-B', '2026/100-B'],
  ['9', '10'],
  ['A-12-099-B7', 'A-12-099-B8'],
  ['gift', ''],
])('suggests the order id after %s: %s', (last, next) => {
  expect(suggestedOrderId(last, [])).toBe(next);
});

it.each([
  ['a shop counts as it was typed', '1041', ['1042'], 'M-1042'],
  ['the own series has begun', 'M-1042', ['1044', '1043'], 'M-1043'],
  ['one of two shops counts so', 'CHAI-1001', ['5', 'CHAI-1001'], 'M-CHAI-1002'],
  ['a shop counts in the own series', 'M-7', ['M-9', '12'], 'M-M-8'],
  ['shops count in other ways', 'GIFT-9', ['1042', '#1042', 'GIFT-9-A'], 'GIFT-10'],
  ['nothing was typed yet', null, ['1042'], 'M-1'],
  ['nothing was typed yet, and a shop has the own series', null, ['M-3'], 'M-M-1'],
  ['there is no order at all', null, [], ''],
  ['what was typed has no number', 'gift', ['1042'], ''],
])('suggests an order id that no shop gives next if %s', (_, last, shopNumbers, next) => {
  expect(suggestedOrderId(last, shopNumbers)).toBe(next);
});
