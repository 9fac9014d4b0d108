import { describe, expect, it } from 'vitest';
import { ratesOf, readCart } from './shopify-checkout.ts';
import { readShopifyOrder } from './shopify-order.ts';

const NOW = new Date('2026-11-26T11:00:00.000Z');
const amount = (rupees: string) => ({ shopMoney: { amount: rupees } });
const taxOf = (rupees: string, ratePercentage: number) => ({ ratePercentage, priceSet: amount(rupees) });
const TEA = {
  id: 'gid://shopify/LineItem/1',
  ...{ name: 'Tea', quantity: 4, currentQuantity: 4 },
  discountedUnitPriceAfterAllDiscountsSet: amount('100.00'),
  taxLines: [taxOf('36.00', 9), taxOf('36.00', 9), taxOf('0.00', 5)],
};
const partOf = (id: number, change: object = {}, line: object = {}) => ({
  ...{ id: `gid://shopify/FulfillmentOrder/${id}`, status: 'OPEN', createdAt: '2026-11-26T10:00:00Z' },
  supportedActions: [{ action: 'CREATE_FULFILLMENT' }],
  deliveryMethod: { methodType: 'SHIPPING' },
  assignedLocation: { location: { id: 'gid://shopify/Location/91' } },
  lineItems: {
    nodes: [
      {
        ...{ sku: 'TEA', remainingQuantity: 2, totalQuantity: 2, requiresShipping: true, lineItem: TEA },
        weight: { unit: 'KILOGRAMS', value: 0.25 },
        ...line,
      },
    ],
  },
  ...change,
});
const ORDER = {
  ...{
    legacyResourceId: '1',
    name: '#1001',
    currencyCode: 'INR',
    taxesIncluded: false,
    requiresShipping: true,
  },
  ...{ createdAt: '2026-11-26T10:00:00Z', updatedAt: '2026-11-26T10:30:00Z' },
  displayFinancialStatus: 'PENDING',
  totalOutstandingSet: amount('472.00'),
  transactions: [{ manualPaymentGateway: true, formattedGateway: 'Cash on Delivery (COD)' }],
  paymentGatewayNames: ['manual'],
  shippingAddress: { firstName: 'Asha', zip: '400001' },
  phone: '9876500001',
};

function read(change: object = {}, parts = [partOf(1)], now = NOW) {
  const order = readShopifyOrder({ ...ORDER, ...change }, parts, [], now);
  if ('template' in order) throw new Error(order.text);
  return order;
}

describe('an order of Shopify', () => {
  it.each([
    ['paid by hand and open', {}, 'open'],
    ['of an online payment under way', { transactions: [] }, 'waiting'],
    ['with an expired payment', { displayFinancialStatus: 'EXPIRED' }, 'waiting'],
    ['refunded', { displayFinancialStatus: 'REFUNDED' }, 'cancelled'],
    ['voided', { displayFinancialStatus: 'VOIDED' }, 'cancelled'],
    ['cancelled', { cancelledAt: '2026-11-26T10:10:00Z' }, 'cancelled'],
    ['paid', { displayFinancialStatus: 'PAID', transactions: [] }, 'open'],
  ])('that is %s has the state in the end: %j', (_, change, state) => {
    expect(read(change).state).toBe(state);
  });

  it.each([
    ['held', { status: 'ON_HOLD' }, 'waiting'],
    ['scheduled', { status: 'SCHEDULED' }, 'waiting'],
    ['closed', { status: 'CLOSED' }, 'done'],
    ['sold in the shop', { deliveryMethod: { methodType: 'RETAIL' } }, 'done'],
    ['fetched already', { status: 'CLOSED', deliveryMethod: { methodType: 'PICK_UP' } }, 'done'],
    ['asked of somebody else', { supportedActions: [{ action: 'MOVE' }] }, 'done'],
  ])('has no parcel to ship when it is %s', (_, change, state) => {
    expect(read({}, [partOf(1, change)])).toMatchObject({ state, parcels: [] });
  });

  it.each([
    ['PICK_UP', 'fetched'],
    ['LOCAL', 'shop'],
  ])('has a parcel that no courier gets by %s, beside one that is shipped', (methodType, without) => {
    const order = read({}, [partOf(1, { deliveryMethod: { methodType } }), partOf(2)]);
    expect(order.state).toBe('open');
    expect(order.parcels.map((parcel) => [parcel.parcelKey, parcel.without])).toEqual([
      ['1', without],
      ['2', undefined],
    ]);
  });

  it.each([
    ['GRAMS', 250, 250],
    ['GRAMS', 0.4, 1],
    ['KILOGRAMS', 0.25, 250],
    ['KILOGRAMS', 0.000_4, 1],
    ['OUNCES', 4, 114],
    ['POUNDS', 2, 908],
    ['POUNDS', 0, null],
  ])('has a weight in %s: %d is %j g', (unit, value, grams) => {
    const { parcels } = read({}, [partOf(1, {}, { weight: { unit, value } })]);
    expect(parcels[0]?.items[0]?.gramsEach).toBe(grams);
  });

  it('has prices with taxes, the units to ship, and the rest elsewhere', () => {
    const order = read({
      shippingLines: {
        nodes: [{ currentDiscountedPriceSet: amount('50.00'), taxLines: [taxOf('9.00', 18)] }],
      },
    });
    expect(order).toMatchObject({ number: '1001', chargesPaise: 5_900, elsewherePaise: 23_600 });
    expect(order.parcels).toMatchObject([
      {
        parcelKey: '1',
        locationKey: '91',
        items: [{ lineKey: '1', units: 2, totalPaise: 23_600, taxRate: '18' }],
      },
    ]);
    const included = read({ taxesIncluded: true });
    expect([included.parcels[0]?.items[0]?.totalPaise, included.elsewherePaise]).toEqual([20_000, 20_000]);
  });

  it.each([
    ['ours', ['dakiya-express'], [{ code: 'express', pricePaise: 5_000, parcelKey: null }]],
    [
      'ours for each of two places',
      ['dakiya-express', 'Standard', 'dakiya-blue-dart-standard'],
      [
        { code: 'express', pricePaise: 5_000, parcelKey: null },
        { code: 'blue-dart-standard', pricePaise: 5_000, parcelKey: null },
      ],
    ],
    ['that of another', ['express', 'dakiya-', null], undefined],
  ])('has a delivery that is %s', (_, codes, expected) => {
    const price = { currentDiscountedPriceSet: amount('50.00'), taxLines: [] };
    const nodes = codes.map((code) => ({ code, ...price }));
    expect(read({ shippingLines: { nodes } }).chosenServices).toEqual(expected);
  });

  it('goes to the shipping address, with the billing address as buyer', () => {
    expect(read({ billingAddress: { firstName: 'Ravi', phone: '9876500002' } })).toMatchObject({
      buyer: { firstName: 'Ravi', phone: '9876500002' },
      recipient: { firstName: 'Asha', pincode: '400001', phone: '9876500001' },
    });
    expect(read().buyer.firstName).toBe('Asha');
  });

  it('owes nothing when its payment is authorised, and never a negative amount', () => {
    const due = (change: object) => read(change).payment;
    expect(due({})).toEqual({
      method: 'Cash on Delivery (COD)',
      outstandingPaise: 47_200,
      isAuthorised: false,
    });
    expect(due({ displayFinancialStatus: 'AUTHORIZED' }).outstandingPaise).toBe(0);
    expect(due({ totalOutstandingSet: amount('-5.00') }).outstandingPaise).toBe(0);
  });

  it('is not read before it has fulfilment orders, for an hour', () => {
    const within = readShopifyOrder(ORDER, [], [], new Date(NOW.getTime() - 1));
    expect(within).toMatchObject({ text: 'has not decided yet from where it is shipped' });
    expect(read({}, [], NOW).state).toBe('done');
    expect(read({ requiresShipping: false }, [], new Date(ORDER.createdAt)).state).toBe('done');
  });
});

describe('rates at the checkout of Shopify', () => {
  const item = { sku: 'TEA', quantity: 2, grams: 250, price: 10_000, requires_shipping: true };
  const cartOf = (change: object) =>
    readCart({
      rate: {
        destination: { country: 'IN', postal_code: '560038' },
        items: [item],
        currency: 'INR',
        ...change,
      },
    });

  it('read a cart of shipped items, worth all items without the discount', () => {
    const gift = { sku: 'GIFT', quantity: 1, grams: 0, price: 5_000, requires_shipping: false };
    const order_totals = { discount_amount: -3_000 };
    expect(
      cartOf({
        items: [
          item,
          gift,
          { ...item, grams: 0 },
          { ...item, quantity: 0 },
          { ...item, price: 0, grams: 0.4 },
        ],
        order_totals,
      }),
    ).toMatchObject({
      ...{ pincode: '560038', country: 'IN', isCod: false, orderValuePaise: 42_000 },
      items: [
        { sku: 'TEA', units: 2, gramsEach: 250 },
        { sku: 'TEA', units: 2, gramsEach: null },
        { sku: 'TEA', units: 2, gramsEach: 1 },
      ],
    });
    expect(cartOf({ currency: 'USD' })).toBeNull();
  });

  it('show prices in paise, and the dates that are known', () => {
    const service = { code: 'standard', name: 'Standard delivery', pricePaise: 4_900, codChargesPaise: null };
    const dated = { ...service, firstDelivery: '2026-11-18', lastDelivery: '2026-11-20' };
    const shown = { service_name: service.name, service_code: 'dakiya-standard', description: service.name };
    expect(ratesOf([dated, { ...service, firstDelivery: null, lastDelivery: null }])).toEqual({
      rates: [
        {
          ...{ ...shown, total_price: '4900', currency: 'INR' },
          min_delivery_date: '2026-11-18 20:00:00 +0530',
          max_delivery_date: '2026-11-20 20:00:00 +0530',
        },
        { ...shown, total_price: '4900', currency: 'INR' },
      ],
    });
  });
});
