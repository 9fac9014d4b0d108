import { describe, expect, it } from 'vitest';
import { readOrder, type WooCommerceDetails } from './woocommerce-order.ts';

const lineOf = (id: number, quantity: number, total: string, product_id = id) => ({
  id,
  product_id,
  variation_id: 0,
  quantity,
  total,
  total_tax: '0.00',
  sku: `TEA-${id}`,
});
const ORDER = {
  id: 7,
  number: '7',
  status: 'processing',
  currency: 'INR',
  total: '600.00',
  date_created_gmt: '2026-11-26T10:00:00',
  payment_method: 'cod',
  transaction_id: '',
  date_paid_gmt: null,
  line_items: [lineOf(1, 2, '400.00'), lineOf(2, 1, '200.00'), lineOf(3, 1, '99.00')],
};
const virtual = { grams: null, size: null, isVirtual: true };
const fulfilmentOf = (
  units: Readonly<Record<string, number>>,
  own?: string,
  is_fulfilled: unknown = '1',
) => ({
  is_fulfilled,
  date_deleted: null,
  meta_data: [
    {
      key: '_items',
      value: Object.entries(units).map(([item_id, qty]) => ({ item_id: Number(item_id), qty })),
    },
    ...(own === undefined ? [] : [{ key: '_dakiya_parcel', value: { key: own } }]),
  ],
});

function read(change: object, details: Partial<WooCommerceDetails> = {}) {
  const products = new Map([['3', virtual]]);
  const order = readOrder({ ...ORDER, ...change }, { products, refunded: {}, fulfilments: [], ...details });
  if (typeof order === 'string') throw new Error(order);
  return order;
}

const partsOf = ({ parcels }: ReturnType<typeof read>) =>
  Object.fromEntries(
    parcels.map(({ parcelKey, items }) => [parcelKey, items.map(({ units, sku }) => `${units} ${sku}`)]),
  );

describe('an order of WooCommerce', () => {
  const paid = { date_paid_gmt: '2026-11-26T10:00:00' };
  it.each([
    [{}, { method: 'cod', outstandingPaise: 60_000 }],
    [paid, { method: 'cod', outstandingPaise: 0 }],
    // Another plugin's method: the shop dates its payment when the order is to be shipped.
    [
      { ...paid, payment_method: 'cod_plus', refunds: [{ total: '-100.00' }] },
      { method: 'cod_plus', outstandingPaise: 0, outstandingCashPaise: 50_000 },
    ],
    [
      { ...paid, payment_method: 'razorpay', transaction_id: 'pay_1' },
      { method: 'razorpay', outstandingPaise: 0 },
    ],
  ])('is paid or not: %j', (change, expected) => {
    expect(read(change).payment).toEqual({ ...expected, isAuthorised: false });
  });

  it('has no negative charges, which a discount would be', () => {
    const fees = { fee_lines: [{ total: '-50.00', total_tax: '-9.00' }] };
    expect(read(fees).chargesPaise).toBe(0);
    const delivered = { ...fees, shipping_lines: [{ total: '80.00', total_tax: '14.40' }] };
    expect(read(delivered).chargesPaise).toBe(3_540);
  });

  it.each([
    ['nothing is sent', [], 0, { '': ['2 TEA-1', '1 TEA-2'] }],
    ['others have sent a part', [fulfilmentOf({ 1: 1, 3: 1 })], 20_000, { '': ['1 TEA-1', '1 TEA-2'] }],
    ['others only plan it', [fulfilmentOf({ 1: 1 }, undefined, '')], 0, { '': ['2 TEA-1', '1 TEA-2'] }],
    ['we have sent all', [fulfilmentOf({ 1: 2, 2: 1 }, '')], 0, { '': ['2 TEA-1', '1 TEA-2'] }],
    [
      'units were added after we have sent it',
      [fulfilmentOf({ 1: 1 }, '')],
      0,
      { '': ['1 TEA-1'], '/2': ['1 TEA-1', '1 TEA-2'] },
    ],
  ])(
    'has the parcels that are still to be sent, and ours: %s',
    (_, fulfilments, elsewherePaise, expected) => {
      const order = read({}, { fulfilments });
      expect([order.elsewherePaise, partsOf(order)]).toEqual([elsewherePaise, expected]);
    },
  );

  it('knows its parcels where the shop keeps them in the order', () => {
    const entry = { tracking_number: 'A1', dakiya: { key: '', units: { 1: 2 } } };
    const meta_data = [{ key: '_wc_shipment_tracking_items', value: [{ tracking_number: 'X' }, entry] }];
    expect(partsOf(read({ meta_data }))).toEqual({ '': ['2 TEA-1'], '/2': ['1 TEA-2'] });
  });

  it('leaves out refunded units', () => {
    const order = read({}, { refunded: { 1: 2 }, fulfilments: [fulfilmentOf({ 1: 1 })] });
    expect([order.elsewherePaise, partsOf(order)]).toEqual([0, { '': ['1 TEA-2'] }]);
  });
});
