import { describe, expect, it } from 'vitest';
import { readVendureOrder, type VendureShape } from './vendure-order.ts';

const SHAPE: VendureShape = {
  currency: 'INR',
  variantFields: ['weightGrams', 'isDigital'],
  weightField: 'weightGrams',
  precision: 2,
  hasPlugin: true,
};
const lineOf = (id: string, quantity: number, paise: number, customFields = {}) => ({
  id,
  quantity,
  taxRate: 18,
  proratedLinePriceWithTax: paise,
  productVariant: { name: 'Tea', sku: `TEA-${id}`, customFields },
});
const ORDER = {
  id: '7',
  code: 'T7',
  type: 'Regular',
  state: 'PartiallyShipped',
  createdAt: '2026-11-26T10:00:00.000Z',
  updatedAt: '2026-11-26T10:00:00.000Z',
  orderPlacedAt: '2026-11-26T10:00:00.000Z',
  currencyCode: 'INR',
  totalWithTax: 60_000,
  shippingWithTax: 0,
  lines: [lineOf('1', 2, 40_000), lineOf('2', 1, 20_000), lineOf('3', 1, 9_900, { isDigital: true })],
};
const fulfilmentOf = (
  units: Readonly<Record<string, number>>,
  dakiyaParcel: string | null,
  state = 'Shipped',
) => ({
  state,
  customFields: { dakiyaParcel },
  lines: Object.entries(units).map(([orderLineId, quantity]) => ({ orderLineId, quantity })),
});
const paidBy = (method: string, amount: number, state = 'Authorized') => ({ method, amount, state });

function read(change: object) {
  const order = readVendureOrder({ ...ORDER, ...change }, SHAPE);
  if ('template' in order) throw new Error(order.text);
  return order;
}

const shippingBy = (code: string, args: object) => ({
  discountedPrice: 12_000,
  shippingMethod: {
    calculator: { code, args: Object.entries(args).map(([name, value]) => ({ name, value })) },
  },
});

describe('an order of Vendure', () => {
  it.each([
    [
      'ours',
      [shippingBy('dakiya-rates', { taxRate: '18', service: 'express' })],
      [{ code: 'express', pricePaise: 12_000, parcelKey: null }],
    ],
    ['ours without a service', [shippingBy('dakiya-rates', { service: '' })], undefined],
    ['that of another', [shippingBy('default-shipping-calculator', { service: 'express' })], undefined],
    ['not shown', undefined, undefined],
  ])('has a delivery that is %s', (_, shippingLines, expected) => {
    expect(read({ shippingLines }).chosenServices).toEqual(expected);
  });

  it.each([
    [[paidBy('cod', 60_000)], { method: 'cod', outstandingPaise: 60_000, isAuthorised: true }],
    [[paidBy('card', 60_000, 'Settled')], { method: 'card', outstandingPaise: 0, isAuthorised: false }],
    [
      [paidBy('gift', 10_000, 'Settled'), paidBy('cod', 50_000)],
      { method: 'cod', outstandingPaise: 50_000, isAuthorised: true },
    ],
    [
      [paidBy('card', 20_000), paidBy('card', 40_000), paidBy('card', 60_000, 'Declined')],
      { method: 'card', outstandingPaise: 60_000, isAuthorised: true },
    ],
    // The part in cash is not known.
    [
      [paidBy('card', 20_000), paidBy('cod', 40_000)],
      { method: 'card and cod', outstandingPaise: 60_000, isAuthorised: false },
    ],
    // It was changed, and costs more now.
    [[paidBy('card', 50_000)], { method: 'card', outstandingPaise: 60_000, isAuthorised: false }],
  ])('is paid, authorised or outstanding: %j', (payments, expected) => {
    expect(read({ payments }).payment).toEqual(expected);
  });

  it.each([
    ['nothing is sent', [], 0, { '': ['2 TEA-1', '1 TEA-2'] }],
    ['others have sent a part', [fulfilmentOf({ 1: 1, 3: 1 }, null)], 20_000, { '': ['1 TEA-1', '1 TEA-2'] }],
    ['we have sent all', [fulfilmentOf({ 1: 2, 2: 1 }, '#')], 0, { '': ['2 TEA-1', '1 TEA-2'] }],
    [
      'units were added after we have sent it',
      [fulfilmentOf({ 1: 1 }, '#')],
      0,
      { '': ['1 TEA-1'], '/2': ['1 TEA-1', '1 TEA-2'] },
    ],
    ['ours was cancelled', [fulfilmentOf({ 1: 2 }, '#', 'Cancelled')], 0, { '': ['2 TEA-1', '1 TEA-2'] }],
  ])(
    'has the parcels that are still to be sent, and ours: %s',
    (_, fulfillments, elsewherePaise, expected) => {
      const order = read({ fulfillments });
      expect(order.elsewherePaise).toBe(elsewherePaise);
      const parcels = order.parcels.map(({ parcelKey, items }) => [
        parcelKey,
        items.map(({ units, sku }) => `${units} ${sku}`),
      ]);
      expect(Object.fromEntries(parcels)).toEqual(expected);
    },
  );
});
