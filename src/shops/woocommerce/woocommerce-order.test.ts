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
const virtual = { grams: null, size: null, isVirtual: true, isDownload: false };
const download = { ...virtual, isVirtual: false, isDownload: true };
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
  if ('template' in order) throw new Error(order.text);
  return order;
}

const partsOf = ({ parcels }: ReturnType<typeof read>) =>
  Object.fromEntries(
    parcels.map(({ parcelKey, items }) => [parcelKey, items.map(({ units, sku }) => `${units} ${sku}`)]),
  );

/** Keys of the plugin "Deposits", and of one that is not known. */
const deposit = (more: Record<string, string>) => ({
  transaction_id: 'pay_1',
  date_paid_gmt: '2026-11-26T10:00:00',
  meta_data: Object.entries({
    order_has_deposit: 'yes',
    deposit_paid: 'yes',
    deposit_amount: '150',
    ...more,
  }).map(([key, value]) => ({ key: `_wc_deposits_${key}`, value })),
});
const PART_PAYMENTS: [object, object][] = [
  [deposit({}), { method: 'cod', outstandingPaise: 45_000 }],
  [deposit({ second_payment_paid: 'yes' }), { method: 'cod', outstandingPaise: 0 }],
  [deposit({ deposit_paid: 'no' }), { method: 'cod', outstandingPaise: 0 }],
  [deposit({ deposit_amount: '' }), { method: 'cod', outstandingPaise: 0, isPartUnclear: true }],
  [
    { meta_data: [{ key: '_advance_paid_amount', value: '100' }] },
    { method: 'cod', outstandingPaise: 60_000, isPartUnclear: true },
  ],
  [{ meta_data: [{ key: '_advance_paid_amount', value: '0' }] }, { method: 'cod', outstandingPaise: 60_000 }],
];

const shipping = (method_id: string, total: string, code?: string) => ({
  ...{ method_id, instance_id: '3', total, total_tax: '9.00' },
  meta_data: code === undefined ? [] : [{ key: '_dakiya_service', value: code }],
});
const chosen = (code: string, pricePaise: number) => ({ code, pricePaise, parcelKey: null });

const wayOf = (method_id: string, items?: string) => ({
  method_id,
  meta_data: items === undefined ? [] : [{ key: 'Items', value: items }],
});
const NAMED = {
  line_items: [
    { ...lineOf(1, 2, '400.00'), name: 'Ginger &amp; Tea, big' },
    { ...lineOf(2, 1, '200.00'), name: 'Tea, big' },
    { ...lineOf(3, 1, '99.00'), name: 'Gift card' },
  ],
};

describe('an order of WooCommerce', () => {
  it.each([
    ['nothing', [], { '': undefined }],
    ['nothing', [wayOf('flat_rate')], { '': undefined }],
    ['nothing', [wayOf('local_pickup_fee')], { '': undefined }],
    ['all', [wayOf('local_pickup')], { '': 'fetched' }],
    ['all', [wayOf('pickup_location', 'x'), wayOf('local_pickup')], { '': 'fetched' }],
    [
      'one of two packages',
      [wayOf('flat_rate', 'Ginger &amp; Tea, big &times; 2'), wayOf('pickup_location', 'Tea, big &times; 1')],
      { '': undefined, fetched: 'fetched' },
    ],
    [
      'what no package names',
      [wayOf('flat_rate', 'Ginger &amp; Tea, big &times; 2'), wayOf('local_pickup', 'Cup &times; 1')],
      { '': 'unclear' },
    ],
    ['a part, untold', [wayOf('flat_rate'), wayOf('local_pickup')], { '': 'unclear' }],
    [
      'units of one line',
      [
        wayOf('flat_rate', 'Ginger &amp; Tea, big &times; 1, Tea, big &times; 1'),
        wayOf('local_pickup', 'Ginger &amp; Tea, big &times; 1'),
      ],
      { '': 'unclear' },
    ],
  ])('of which the customer fetches %s: %j', (_, shipping_lines, parcels) => {
    const order = read({ ...NAMED, shipping_lines });
    const ways = order.parcels.map(({ parcelKey, without }) => [parcelKey, without]);
    expect(Object.fromEntries(ways)).toEqual(parcels);
    expect(order.parcels.flatMap(({ items }) => items)).toHaveLength(2);
  });

  it('ships only the package that is not fetched, also after that was sent', () => {
    const shipping_lines = [
      wayOf('flat_rate', 'Ginger &amp; Tea, big &times; 2'),
      wayOf('pickup_location', 'Tea, big &times; 1'),
    ];
    expect(partsOf(read({ ...NAMED, shipping_lines }))).toEqual({ '': ['2 TEA-1'], fetched: ['1 TEA-2'] });
    const sent = read({ ...NAMED, shipping_lines }, { fulfilments: [fulfilmentOf({ 1: 2 }, '')] });
    expect(partsOf(sent)).toEqual({ '': ['2 TEA-1'], fetched: ['1 TEA-2'] });
    const fetched = read({ ...NAMED, shipping_lines }, { fulfilments: [fulfilmentOf({ 2: 1 })] });
    expect(partsOf(fetched)).toEqual({ '': ['2 TEA-1'] });
  });

  it.each([
    ['ours', [shipping('dakiya', '120.00', 'express')], [chosen('express', 12_000)]],
    ['ours, by the id of its rate', [shipping('dakiya:3:express', '0')], [chosen('express', 0)]],
    ['ours, of an older plugin', [shipping('dakiya', '120.00')], undefined],
    ['that of another', [shipping('flat_rate', '50.00'), shipping('dakiyana', '1', 'x')], undefined],
    [
      'with ours among others',
      [shipping('flat_rate', '50.00'), shipping('dakiya', '9', 'e\u0000'.repeat(300))],
      [chosen('e '.repeat(50), 900)],
    ],
    ['unknown', 'express', undefined],
    ['missing', undefined, undefined],
  ])('has a delivery that is %s', (_, shipping_lines, expected) => {
    expect(read({ shipping_lines }).chosenServices).toEqual(expected);
  });

  it('cannot be read with a delivery of no price that is a number', () => {
    const sent = { ...ORDER, shipping_lines: [shipping('dakiya', '1e400', 'express')] };
    const details = { products: new Map(), refunded: {}, fulfilments: [] };
    expect(readOrder(sent, details)).toMatchObject({ template: 'has_amount_no_number' });
  });

  const paid = { date_paid_gmt: '2026-11-26T10:00:00' };
  it.each([
    [{}, { method: 'cod', outstandingPaise: 60_000 }],
    ...PART_PAYMENTS,
    // The date alone proves nothing of cash.
    [paid, { method: 'cod', outstandingPaise: 0, outstandingCashPaise: 60_000 }],
    [
      { ...paid, transaction_id: 'pay_2' },
      { method: 'cod', outstandingPaise: 0 },
    ],
    // A cash method of another plugin, for which the shop writes a date of payment.
    [
      { ...paid, payment_method: 'cod_plus', refunds: [{ total: '-100.00' }] },
      { method: 'cod_plus', outstandingPaise: 0, outstandingCashPaise: 50_000 },
    ],
    [
      { ...paid, payment_method: 'razorpay', transaction_id: 'pay_1' },
      { method: 'razorpay', outstandingPaise: 0 },
    ],
  ])('has an outstanding amount: %j', (change, expected) => {
    expect(read(change).payment).toEqual({ ...expected, isAuthorised: false });
  });

  it('has no negative charges', () => {
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

  it('has the parcels that the shop keeps in the order', () => {
    const entry = { tracking_number: 'A1', dakiya: { key: '', units: { 1: 2 } } };
    const meta_data = [{ key: '_wc_shipment_tracking_items', value: [{ tracking_number: 'X' }, entry] }];
    expect(partsOf(read({ meta_data }))).toEqual({ '': ['2 TEA-1'], '/2': ['1 TEA-2'] });
  });

  it('leaves out refunded units', () => {
    const order = read({}, { refunded: { 1: 2 }, fulfilments: [fulfilmentOf({ 1: 1 })] });
    expect([order.elsewherePaise, partsOf(order)]).toEqual([0, { '': ['1 TEA-2'] }]);
  });

  it.each([
    ['processing', 'open'],
    ['completed', 'done'],
    ['cancelled', 'cancelled'],
    ['refunded', 'cancelled'],
    ['failed', 'cancelled'],
    ['trash', 'cancelled'],
    ['pending', 'waiting'],
    ['on-hold', 'waiting'],
    ['wc-of-a-plugin', 'waiting'],
  ])('is read from the status %s as %s', (status, state) => {
    expect(read({ status }).state).toBe(state);
  });

  it('has the taxes and HSN codes of its lines, and prices with taxes', () => {
    const taxed = {
      ...lineOf(1, 3, '100.00'),
      total_tax: '18.00',
      taxes: [
        { id: 5, total: '9.00' },
        { id: 6, total: '9.00' },
        { id: 7, total: '' },
      ],
      meta_data: [{ key: 'product_HSN', value: '0902' }],
    };
    const tax_lines = [5, 6, 7].map((rate_id) => ({ rate_id, rate_percent: 9 }));
    const order = read({ line_items: [taxed, lineOf(2, 1, '10.00')], tax_lines }, { refunded: { 1: 1 } });
    expect(order.parcels[0]?.items).toMatchObject([
      { units: 2, totalPaise: 7_867, taxRate: '18', hsn: '0902' },
      { units: 1, totalPaise: 1_000, taxRate: null, hsn: null },
    ]);
  });

  it('has times in UTC, and a recipient only with an address', () => {
    const shipping = { first_name: 'Asha', country: 'IN', postcode: '400001', state: 'MH' };
    const order = read({
      date_modified_gmt: '2026-11-27T10:00:00',
      shipping,
      billing: { company: 'Chai & Co' },
    });
    expect(order.createdAt.toISOString()).toBe('2026-11-26T10:00:00.000Z');
    expect(order.changedAt.toISOString()).toBe('2026-11-27T10:00:00.000Z');
    expect(order.recipient).toMatchObject({
      firstName: 'Asha',
      pincode: '400001',
      state: 'MH',
      country: 'IN',
    });
    expect(order.buyer.company).toBe('Chai & Co');
    expect(read({ shipping: { country: 'IN', state: 'MH' } }).recipient).toBeNull();
    expect(read({}).changedAt).toEqual(order.createdAt);
  });

  it.each(['id', 'date_created_gmt', 'total'])('cannot be read without its %s', (field) => {
    const details = { products: new Map(), refunded: {}, fulfilments: [] };
    expect(readOrder({ ...ORDER, [field]: null }, details)).toMatchObject({
      text: expect.stringMatching(/^It has no /),
    });
  });

  it('ignores a fulfilment that was deleted', () => {
    const deleted = { ...fulfilmentOf({ 1: 2 }), date_deleted: '2026-11-27T10:00:00' };
    expect(partsOf(read({}, { fulfilments: [deleted] }))).toEqual({ '': ['2 TEA-1', '1 TEA-2'] });
  });
});

describe('goods of WooCommerce with a download', () => {
  const products = new Map([
    ['1', download],
    ['3', virtual],
  ]);
  const whole = fulfilmentOf({ 1: 2, 3: 1 });

  it.each([
    ['are shipped though the shop has fulfilled them by itself', whole, ['2 TEA-1', '1 TEA-2']],
    ['are sent once we have sent them', fulfilmentOf({ 1: 2 }, 'ours'), undefined],
    ['are sent in part by a person', fulfilmentOf({ 1: 1 }), ['1 TEA-1', '1 TEA-2']],
    [
      'are sent by a person who gives a tracking number',
      { ...whole, meta_data: [...whole.meta_data, { key: '_tracking_number', value: 'A1' }] },
      ['1 TEA-2'],
    ],
    ['are sent with others by a person', fulfilmentOf({ 1: 2, 2: 1 }), undefined],
  ])('%s', (_, fulfilment, open) => {
    expect(partsOf(read({}, { products, fulfilments: [fulfilment] }))['']).toEqual(
      open ?? (fulfilment.meta_data.length > 1 ? ['1 TEA-2'] : undefined),
    );
  });
});

describe('what a customer of WooCommerce wrote', () => {
  const GSTIN = '27ABCDE1234F1Z0';
  const withMeta = (meta: Readonly<Record<string, unknown>>) => ({
    meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
  });

  it('is the note of the order, without HTML, and absent without one', () => {
    expect(read({ customer_note: ' Ring <b>twice</b>\nplease &amp; wait ' }).note).toBe(
      'Ring twice please & wait',
    );
    for (const customer_note of ['', '  ', null, undefined])
      expect(read({ customer_note })).not.toHaveProperty('note');
  });

  it('is in the shown data of a line: no hidden key, no HSN, nothing that is no text', () => {
    const meta_data = [
      { key: 'pa_size', value: 'l', display_key: 'Size', display_value: '<p>Large</p>\n' },
      { key: 'Engraving', value: 'For &quot;Asha&quot;' },
      { key: '_reduced_stock', value: '2' },
      { key: 'HSN Code', value: '0902' },
      { key: 'addons', value: { price: 1 } },
      { key: 'Gift', value: '' },
    ];
    const [first, second] = ORDER.line_items;
    const [parcel] = read({ line_items: [{ ...first, meta_data }, second] }).parcels;
    expect(parcel?.items).toMatchObject([
      { options: 'Size: Large, Engraving: For "Asha"' },
      { sku: 'TEA-2' },
    ]);
    expect(parcel?.items[1]).not.toHaveProperty('options');
  });

  it.each([
    ['_billing_gstin', GSTIN, GSTIN],
    ['billing_gst_number', ' 27abcde1234f1z0 ', '27abcde1234f1z0'],
    ['_wc_other/tax/gstin', GSTIN, GSTIN],
    ['GST No', 'none', 'none'],
    ['_seller_gstin', GSTIN, undefined],
    ['_gst_amount', '18', undefined],
    ['_billing_gstin', '', undefined],
  ])('has the GSTIN of the buyer under %s', (key, value, gstin) => {
    expect(read(withMeta({ other: 'x', [key]: value })).gstin).toBe(gstin);
  });

  it('has the GSTIN that is one before what is none', () => {
    expect(read(withMeta({ gstin: 'n/a', _billing_gstin: GSTIN })).gstin).toBe(GSTIN);
  });
});
