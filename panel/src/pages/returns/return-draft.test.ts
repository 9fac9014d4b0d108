import { expect, it } from 'vitest';
import type { Shipment } from '../../api/shipments.ts';
import { draftOf, exchangeBodyOf, returnBodyOf, sentIndex } from './return-draft.ts';

const SHIPMENT = {
  attributes: {
    order: { id: 'o1', display_id: 'CHAI-1', store_name: 'tea' },
    warehouse_id: 'w1',
    applied_weight: { value: 1250 },
    shipping_address: {
      ...{
        name: 'Asha Rao',
        phone: '9876543210',
        email: null,
        address: '12, 4th Cross',
        address_2: 'Flat 3',
      },
      ...{ city: 'Bengaluru', zip: '560038', state: 'Karnataka' },
    },
    items: [
      { name: 'Tea', sku: 'TEA', price: 0.1, quantity: 3 },
      { name: 'Pot', sku: null, price: 199.9, quantity: 1 },
      { name: 'Cup', sku: 'CUP', price: 50, quantity: 2 },
    ],
  },
} as unknown as Shipment;
const DRAFT = draftOf('return', SHIPMENT);
const [TEA, POT, CUP] = DRAFT.goods as [never, never, never];

it('starts with all items and units, the weight in kilograms, and an order id of its own', () => {
  expect(DRAFT).toMatchObject({ orderId: 'CHAI-1-R', warehouse: 'w1', weight: '1.25', phone: '9876543210' });
  expect(DRAFT.goods.map(({ comes, units, delivered }) => [comes, units, delivered])).toEqual([
    [true, '3', 3],
    [true, '1', 1],
    [true, '2', 2],
  ]);
  expect(draftOf('exchange', SHIPMENT).orderId).toBe('CHAI-1-X');
  expect(DRAFT.news.map(({ sku, price }) => [sku, price])).toEqual([
    ['TEA', '0.1'],
    ['', '199.9'],
    ['CUP', '50'],
  ]);
});

it('returns only the chosen items with their units, and adds up their value exactly', () => {
  const goods = [{ ...(TEA as object), units: '2' }, { ...(POT as object), comes: false }, CUP] as never;
  const body = returnBodyOf({ ...DRAFT, goods, reason: ' Too small ' }, SHIPMENT);
  expect(body).toMatchObject({
    sub_total: 100.2,
    forward_order_id: 'o1',
    store_name: 'tea',
    warehouse_id: 'w1',
  });
  expect(body).toMatchObject({
    pickup_pincode: '560038',
    pickup_address_2: 'Flat 3',
    return_reason: 'Too small',
  });
  expect(body).not.toHaveProperty('pickup_email');
  expect(body.order_items).toEqual([
    { name: 'Tea', sku: 'TEA', units: '2', selling_price: 0.1 },
    { name: 'Cup', sku: 'CUP', units: '2', selling_price: 50 },
  ]);
});

it('asks for a quality check only of the checked item', () => {
  const checked = {
    ...(POT as object),
    checked: true,
    picture: ' https://a.example/p.jpg ',
    questions: 'Lid?\n\n Tag? ',
  };
  const { order_items } = returnBodyOf({ ...DRAFT, goods: [TEA, checked] as never }, SHIPMENT);
  expect(order_items[0]).not.toHaveProperty('qc_enable');
  expect(order_items[1]).toMatchObject({
    ...{ qc_enable: true, qc_product_name: 'Pot', qc_product_image: 'https://a.example/p.jpg' },
    qc_questions: ['Lid?', 'Tag?'],
  });
});

it('sends the new items of an exchange out, and the chosen ones back', () => {
  const news = [
    { name: ' Mug ', sku: ' ', units: '1', price: '99' },
    { name: 'Tea', sku: 'TEA', units: '2', price: '5' },
  ];
  const goods = [TEA, { ...(POT as object), comes: false }, { ...(CUP as object), comes: false }] as never;
  const body = exchangeBodyOf(
    { ...DRAFT, kind: 'exchange', goods, news, dispatch: 'after_pickup' },
    SHIPMENT,
  );
  expect(body).toMatchObject({
    dispatch: 'after_pickup',
    forward_warehouse_id: 'w1',
    billing_phone: '9876543210',
  });
  expect(body.order_items).toEqual([
    { name: 'Mug', units: '1', selling_price: '99' },
    { name: 'Tea', sku: 'TEA', units: '2', selling_price: '5' },
  ]);
  expect(body.return_items.map(({ name }) => name)).toEqual(['Tea']);
});

it('finds the place of an item in the request, which omits items that stay', () => {
  const goods = [TEA, { ...(POT as object), comes: false }, CUP] as never;
  expect([0, 1, 2].map((at) => sentIndex(goods, at))).toEqual([0, 1, 1]);
});
