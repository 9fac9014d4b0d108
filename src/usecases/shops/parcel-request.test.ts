import { describe, expect, it } from 'vitest';
import type { BookedShares } from '../../domain/shops/parcel-shares.ts';
import type { ShopItem, ShopOrder, ShopParcel } from '../../domain/shops/shop-order.ts';
import { type ShopRules, USUAL_CHECKOUT } from '../../domain/shops/shop-rules.ts';
import { decideParcel, measured, warehouseOf } from './parcel-request.ts';

const RULES: ShopRules = {
  warehouseId: 'main',
  locations: [],
  codMethods: ['cod'],
  skipTags: [],
  skipSkus: [],
  skuSizes: [],
  usualParcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
  usualItemWeight: null,
  booking: 'none',
  fastestAtMostPaise: null,
  preferredCarriers: [],
  confirmCodAbovePaise: null,
  customerNews: 'dakiya',
  completePrepaid: 'delivered',
  completeCash: 'remitted',
  checkout: USUAL_CHECKOUT,
};

const RAVI = {
  firstName: 'Ravi',
  lastName: 'Iyer',
  company: '',
  phone: '9876500001',
  email: 'ravi@x.example',
  address1: '4, Temple Street',
  address2: '',
  city: 'Mumbai',
  state: 'MH',
  pincode: '400001',
  country: 'IN',
};

function parcelWorth(parcelKey: string, totalPaise: number): ShopParcel {
  const item: ShopItem = {
    lineKey: parcelKey,
    name: 'Tea',
    sku: 'TEA',
    units: 1,
    totalPaise,
    taxRate: null,
    hsn: null,
    gramsEach: 250,
    size: null,
  };
  return { parcelKey, locationKey: null, items: [item] };
}

function orderOf(
  order: Partial<Omit<ShopOrder, 'payment'>>,
  payment: Partial<ShopOrder['payment']> = {},
): ShopOrder {
  return {
    orderKey: '1',
    number: '1001',
    createdAt: new Date(0),
    changedAt: new Date(0),
    state: 'open',
    isTest: false,
    currency: 'INR',
    buyer: RAVI,
    recipient: null,
    payment: { method: 'cod', outstandingPaise: 60_000, isAuthorised: false, ...payment },
    chargesPaise: 0,
    tags: [],
    elsewherePaise: 0,
    parcels: [parcelWorth('A', 60_000)],
    ...order,
  };
}

function decide(
  order: ShopOrder,
  parcelKey = 'A',
  mended: Readonly<Record<string, unknown>> = {},
  rules: Partial<ShopRules> = {},
  isConfirmed = false,
  bookedShares: BookedShares = new Map(),
) {
  const parcel = order.parcels.find((one) => one.parcelKey === parcelKey);
  if (parcel === undefined) throw new Error(`there is no parcel ${parcelKey}`);
  const ours = { displayId: '1001', channel: 'shop', storeName: 'Tea', isConfirmed, bookedShares };
  return decideParcel({ order, parcel, mended, ...ours }, { ...RULES, ...rules });
}

function requestOf(order: ShopOrder, parcelKey?: string) {
  const decision = decide(order, parcelKey);
  if (decision.kind !== 'make') throw new Error(JSON.stringify(decision));
  return decision.request;
}

describe('an order of a shop that is not paid', () => {
  it.each([
    [{ method: 'cod' }, { payment_method: 'COD', cod_collectible: 600 }],
    [{ method: 'razorpay', outstandingPaise: 0 }, { payment_method: 'PREPAID' }],
    [{ method: 'card', isAuthorised: true }, { payment_method: 'PREPAID' }],
    // The shop calls it paid, but the courier collects it.
    [
      { outstandingPaise: 0, outstandingCashPaise: 45_000 },
      { payment_method: 'COD', cod_collectible: 450 },
    ],
    [{ method: 'card', outstandingPaise: 0, outstandingCashPaise: 45_000 }, { payment_method: 'PREPAID' }],
  ])('is shipped when its payment is collected at the door or secured: %j', (payment, expected) => {
    expect(requestOf(orderOf({}, payment))).toMatchObject(expected);
  });

  it.each([
    ['Bank Deposit', 'Rs 600 is still to be paid, by Bank Deposit, which is not cash on delivery'],
    ['', 'Rs 600 is still to be paid, and the shop does not say how'],
  ])('waits for a person who says how it is paid: %j', (method, reason) => {
    const order = orderOf({}, { method });
    expect(decide(order)).toMatchObject({ kind: 'ask', reasons: [{ text: reason }], hold: null });
    expect(decide(order, 'A', { payment_method: 'PREPAID' })).toMatchObject({ kind: 'make' });
  });
});

describe('the cash of an order', () => {
  const [one, other] = [parcelWorth('A', 33_333), parcelWorth('B', 20_000)];
  const codOf = (order: ShopOrder, parcelKey: string) =>
    Number(requestOf(order, parcelKey).cod_collectible) * 100;
  const chargesOf = (order: ShopOrder, parcelKey: string) =>
    Math.round(Number(requestOf(order, parcelKey).shipping_charges) * 100);

  it.each([
    ['at once', one, other, [one, other]],
    ['the first before the other', one, other, [other]],
    ['the other before the first', other, one, [one]],
  ])('is divided between its parcels without a rest: %s', (_, sent, left, then) => {
    const due = { outstandingPaise: 58_234 };
    const before = orderOf({ parcels: [one, other], chargesPaise: 4_901 }, due);
    const elsewherePaise = then.length === 2 ? 0 : (sent.items[0]?.totalPaise ?? 0);
    const after = orderOf({ parcels: then, elsewherePaise, chargesPaise: 4_901 }, due);
    expect(Math.round(codOf(before, sent.parcelKey) + codOf(after, left.parcelKey))).toBe(58_234);
    expect(chargesOf(before, sent.parcelKey) + chargesOf(after, left.parcelKey)).toBe(4_901);
  });

  it('is divided without a rest when a paisa is left over', () => {
    const equal = [parcelWorth('A', 20_000), parcelWorth('B', 20_000)];
    const before = orderOf({ parcels: equal }, { outstandingPaise: 40_001 });
    const after = orderOf({ parcels: equal.slice(1), elsewherePaise: 20_000 }, { outstandingPaise: 40_001 });
    expect(Math.round(codOf(before, 'A') + codOf(after, 'B'))).toBe(40_001);
  });

  describe('with parcels that are booked', () => {
    const share = (goodsPaise: number, cashPaise: number, chargesPaise = 0) => ({
      ...{ goodsPaise, cashPaise, chargesPaise },
    });
    const sharesOf = (order: ShopOrder, booked: BookedShares) =>
      order.parcels.map(({ parcelKey }) => {
        const decision = decide(order, parcelKey, {}, {}, false, booked);
        if (decision.kind !== 'make') throw new Error(JSON.stringify(decision));
        return [decision.share.cashPaise, decision.share.chargesPaise];
      });
    const [a, b, c] = [parcelWorth('A', 10_000), parcelWorth('B', 20_000), parcelWorth('C', 30_000)];
    const paid = (outstandingPaise: number) => ({ outstandingPaise });

    it('leaves them as they are when goods are added', () => {
      const two = orderOf({ parcels: [a, b], chargesPaise: 600 }, paid(30_600));
      expect(sharesOf(two, new Map())).toEqual([
        [10_200, 200],
        [20_400, 400],
      ]);
      const booked = new Map([
        ['A', share(10_000, 10_200, 200)],
        ['B', share(20_000, 20_400, 400)],
      ]);
      const three = orderOf({ parcels: [a, b, c], chargesPaise: 900 }, paid(60_900));
      expect(sharesOf(three, booked)).toEqual([
        [10_200, 200],
        [20_400, 400],
        [30_300, 300],
      ]);
    });

    it('divides the rest between those that are not, also beside what others shipped', () => {
      const order = orderOf({ parcels: [a, b, c], elsewherePaise: 40_000 }, paid(100_000));
      expect(sharesOf(order, new Map([['A', share(10_000, 15_000)]]))).toEqual([
        [15_000, 0],
        [18_000, 0],
        [27_000, 0],
      ]);
    });

    it.each([
      [
        'all are, and the sum is another one',
        [
          ['A', 10_000],
          ['B', 20_000],
          ['C', 30_000],
        ],
        54_000,
      ],
      [
        'they have more than there is',
        [
          ['A', 10_000],
          ['B', 60_000],
        ],
        54_000,
      ],
    ] as const)('divides anew if %s', (_, given, due) => {
      const booked = new Map(given.map(([key, cash]) => [key, share(0, cash)]));
      expect(sharesOf(orderOf({ parcels: [a, b, c] }, paid(due)), booked)).toEqual([
        [9_000, 0],
        [18_000, 0],
        [27_000, 0],
      ]);
    });

    it('collects nothing once it is paid', () => {
      const order = orderOf({ parcels: [a, b] }, paid(0));
      expect(sharesOf(order, new Map([['A', share(10_000, 10_000)]]))).toEqual([
        [0, 0],
        [0, 0],
      ]);
    });
  });

  it('is collected with the only parcel when nothing has a price', () => {
    expect(codOf(orderOf({ parcels: [parcelWorth('A', 0)] }), 'A')).toBe(60_000);
  });

  it('is for something else where it is more than the goods and their charges', () => {
    const { parcelKey, locationKey, items } = parcelWorth('A', 60_000);
    const wrap: ShopItem[] = items.map((item) => ({ ...item, lineKey: 'W', sku: 'WRAP', totalPaise: 5_000 }));
    const order = orderOf(
      { parcels: [{ parcelKey, locationKey, items: [...items, ...wrap] }], chargesPaise: 4_000 },
      // Rs 10 of it is a tip.
      { outstandingPaise: 70_000 },
    );
    expect(decide(order, 'A', {}, { skipSkus: ['WRAP'] })).toMatchObject({
      kind: 'make',
      // The item that is not shipped bears its part of the charges.
      request: { cod_collectible: 700, sub_total: 600, shipping_charges: 40, other_amount: 60 },
    });
    expect(decide(order)).toMatchObject({
      request: { cod_collectible: 700, sub_total: 650, shipping_charges: 40, other_amount: 10 },
    });
  });

  it('has nothing else in it where goods and charges explain it, or where it is less', () => {
    for (const outstandingPaise of [64_000, 30_000]) {
      const request = requestOf(orderOf({ chargesPaise: 4_000 }, { outstandingPaise }));
      expect(request).toMatchObject({ cod_collectible: outstandingPaise / 100, shipping_charges: 40 });
      expect(request).not.toHaveProperty('other_amount');
    }
  });
});

describe('a parcel', () => {
  it.each([
    [
      'a tag to skip, in any case',
      { tags: ['new', 'PickUp'] },
      { skipTags: ['gift', 'pickup'] },
      'Its tag PickUp is not shipped',
    ],
    ['a test order', { isTest: true }, {}, 'It is a test order'],
    ['only items to skip', {}, { skipSkus: ['OTHER', 'TEA'] }, 'Nothing in it has to be shipped'],
  ])('is skipped with %s', (_, order, rules, reason) => {
    expect(decide(orderOf(order), 'A', {}, rules)).toMatchObject({ kind: 'skip', reason: { text: reason } });
  });

  it('is made with other tags, other items to skip, and an item without a SKU', () => {
    const rules = { skipTags: ['gift'], skipSkus: ['GIFT'] };
    expect(decide(orderOf({ tags: ['gifts'] }), 'A', {}, rules).kind).toBe('make');
    const [item] = parcelWorth('A', 100).items;
    const parcels = [{ ...parcelWorth('A', 100), items: [{ ...item, sku: null } as ShopItem] }];
    expect(decide(orderOf({ parcels }), 'A', {}, rules).kind).toBe('make');
  });

  it.each([
    [60_000, false, null],
    [60_001, false, null],
    [59_999, false, 'Cash on delivery of Rs 600 is above Rs 599.99: confirm the order'],
    [59_999, true, null],
    [null, false, null],
  ])(
    'of Rs 600 in cash with the limit %j paise, confirmed: %j',
    (confirmCodAbovePaise, isConfirmed, hold) => {
      const decision = decide(orderOf({}), 'A', {}, { confirmCodAbovePaise }, isConfirmed);
      expect(decision).toMatchObject(
        hold === null ? { kind: 'make' } : { kind: 'ask', reasons: [], hold: { text: hold } },
      );
    },
  );

  it('needs no confirmation when it is paid', () => {
    const paid = orderOf({}, { outstandingPaise: 0 });
    expect(decide(paid, 'A', {}, { confirmCodAbovePaise: 0 }).kind).toBe('make');
  });

  it.each<[string, Partial<ShopOrder>, string[]]>([
    ['another currency', { currency: 'USD' }, ['Its currency is USD, and only INR can be shipped']],
    [
      'another country',
      { buyer: { ...RAVI, country: 'NP' } },
      ['It goes to the country NP, and only India is served'],
    ],
    [
      'a recipient abroad',
      { recipient: { ...RAVI, country: 'NP' } },
      ['It goes to the country NP, and only India is served'],
    ],
    [
      'no address',
      { buyer: { ...RAVI, address1: '', pincode: '', city: '' } },
      ['The shop does not tell the address of the customer'],
    ],
  ])('waits for a person with %s', (_, order, reasons) => {
    expect(decide(orderOf(order))).toMatchObject({
      kind: 'ask',
      reasons: reasons.map((text) => ({ text })),
      hold: null,
    });
  });

  it('goes to the address of the recipient, which a person can correct', () => {
    const abroad = { ...RAVI, country: 'NP' };
    const order = orderOf({ buyer: RAVI, recipient: abroad });
    expect(decide(order, 'A', { billing_pincode: '400001' }).kind).toBe('ask');
    expect(decide(order, 'A', { shipping_pincode: '400001' })).toMatchObject({
      kind: 'make',
      request: { shipping_pincode: '400001', shipping_is_billing: false },
    });
    expect(decide(orderOf({ buyer: abroad, recipient: RAVI })).kind).toBe('make');
  });

  it('has the contact, tags and items of the shop, shortened to what an order takes', () => {
    const item: ShopItem = {
      ...{ lineKey: '1', name: '', sku: 'S'.repeat(101), units: 3, totalPaise: 1_000 },
      ...{ taxRate: '5', hsn: '0902', gramsEach: 100, size: null },
    };
    const request = requestOf(
      orderOf({
        buyer: { ...RAVI, firstName: '', company: 'Chai & Co', address2: 'Near park', pincode: '400 001' },
        recipient: { ...RAVI, lastName: '🫖'.repeat(121), phone: '', email: '' },
        tags: Array.from({ length: 21 }, (_, at) => `${at}${'t'.repeat(60)}`),
        parcels: [{ parcelKey: 'A', locationKey: null, items: [item] }],
      }),
    );
    expect(request).toMatchObject({
      ...{ order_id: '1001', external_id: '1', store_name: 'Tea', channel: 'shop', warehouse_id: 'main' },
      billing_customer_name: 'Chai & Co',
      billing_last_name: '',
      billing_address_2: 'Chai & Co, Near park',
      billing_pincode: '400001',
      billing_state: 'Maharashtra',
      shipping_is_billing: false,
      shipping_last_name: '🫖'.repeat(120),
      shipping_phone: RAVI.phone,
      shipping_email: RAVI.email,
      order_items: [
        {
          name: item.sku,
          sku: 'S'.repeat(100),
          units: 3,
          selling_price: 3.34,
          discount: 0.02,
          tax: '5',
          hsn: '0902',
        },
      ],
    });
    expect(request.tags).toHaveLength(20);
    expect((request.tags as string[])[19]).toHaveLength(50);
  });

  it.each([
    ['fetched', 'skip', 'The customer fetches it in the shop'],
    ['shop', 'skip', 'The shop delivers it itself'],
    ['unclear', 'ask', 'The customer fetches a part of it in the shop, but the shop does not say which'],
  ] as const)('is not shipped if no courier gets it: %s', (without, kind, why) => {
    const parcels = [{ ...parcelWorth('A', 30_000), without }, parcelWorth('B', 10_000)];
    const order = orderOf({ parcels }, { outstandingPaise: 40_000 });
    const decision = decide(order, 'A');
    expect(decision.kind).toBe(kind);
    expect(JSON.stringify(decision)).toContain(why);
    // What is fetched is paid in the shop.
    expect(decide(order, 'B')).toMatchObject({ kind: 'make', request: { cod_collectible: 100 } });
  });

  it.each([
    ['CT', 'Chhattisgarh'],
    ['DD', 'Dadra and Nagar Haveli and Daman and Diu'],
    ['OR', 'Odisha'],
    ['in-ka', 'Karnataka'],
    ['IN-UA', 'Uttarakhand'],
    ['mh', 'Maharashtra'],
    ['Pondicherry', 'Puducherry'],
    ['Bavaria', 'Bavaria'],
    ['', ''],
  ])('goes to the state %s of a shop as %s', (state, named) => {
    const to = { ...RAVI, state };
    expect(requestOf(orderOf({ buyer: to, recipient: to }))).toMatchObject({
      ...{ billing_state: named, shipping_state: named },
    });
  });

  it('leaves from the warehouse of its place, else from the usual one', () => {
    const locations = [
      { locationKey: '1', warehouseId: 'one' },
      { locationKey: '2', warehouseId: 'two' },
    ];
    const from = (locationKey: string | null) => warehouseOf({ locationKey }, { ...RULES, locations });
    expect(['1', '2', '3', null].map(from)).toEqual(['one', 'two', 'main', 'main']);
  });
});

describe('the weight and size of a parcel', () => {
  const size = { length: 10, breadth: 8, height: 2 };
  const rules = { ...RULES, skuSizes: [{ sku: 'CUP', weight: 0.3, length: 12, breadth: 9, height: 4 }] };
  const unknown = { gramsEach: null, size: null };

  it.each([
    ['of the shop, for all units', [{ sku: 'TEA', units: 3, gramsEach: 250, size }], [0.75, 10, 8, 6]],
    ['of the rule for the SKU', [{ sku: 'CUP', units: 2, ...unknown }], [0.6, 12, 9, 8]],
    ['of the shop before the rule', [{ sku: 'CUP', units: 1, gramsEach: 100, size }], [0.1, 10, 8, 2]],
    [
      'of all items, which lie on their largest side',
      [
        { sku: 'TEA', units: 1, gramsEach: 250, size: { length: 2, breadth: 10, height: 8 } },
        { sku: 'CUP', units: 1, ...unknown },
      ],
      [0.55, 12, 9, 6],
    ],
    [
      'with all that is known, and the usual size, when one item has none',
      [
        { sku: 'KETTLE', units: 8, gramsEach: 2_550, size },
        { sku: 'STICKER', units: 1, ...unknown },
      ],
      [20.4, 20, 15, 10],
    ],
    [
      'at least those of the usual parcel when one item has none',
      [
        { sku: 'TEA', units: 1, gramsEach: 250, size },
        { sku: 'STICKER', units: 1, ...unknown },
      ],
      [0.5, 20, 15, 10],
    ],
    [
      'less than those of the usual parcel if they are known',
      [{ sku: 'TEA', units: 1, gramsEach: 1, size }],
      [0.001, 10, 8, 2],
    ],
    [
      'in whole grams of each unit, rounded up, of a cart too',
      [{ sku: 'TEA', units: 3, gramsEach: 0.4, size }],
      [0.003, 10, 8, 6],
    ],
    [
      'with the usual size and a known weight',
      [{ sku: 'TEA', units: 2, gramsEach: 250, size: null }],
      [0.5, 20, 15, 10],
    ],
    [
      'with the usual weight and a known size',
      [{ sku: 'TEA', units: 2, gramsEach: null, size }],
      [0.5, 10, 8, 4],
    ],
  ])('are those %s', (_, items, expected) => {
    const { weight, length, breadth, height } = measured(items, rules);
    expect([weight, length, breadth, height]).toEqual(expected);
  });

  it('are those of the usual item for each one that has none', () => {
    const items = [
      { sku: 'TEA', units: 2, gramsEach: 250, size },
      { sku: 'POT', units: 3, ...unknown },
    ];
    expect(measured(items, { ...rules, usualItemWeight: 0.4 }).weight).toBe(1.7);
    expect(measured(items.slice(1), { ...rules, usualItemWeight: 0.1 }).weight).toBe(0.5);
  });
});

describe('texts of a shop', () => {
  const decide = (order: Partial<ShopOrder>, options?: string) => {
    const parcel = parcelWorth('p', 10_000);
    const items = parcel.items.map((item) => (options === undefined ? item : { ...item, options }));
    const shop = orderOf({ ...order, parcels: [{ ...parcel, items }] });
    const [shown] = shop.parcels;
    if (shown === undefined) throw new Error('there is no parcel');
    const decision = decideParcel(
      {
        ...{ order: shop, parcel: shown, displayId: '1', channel: 'woocommerce', storeName: 'tea' },
        ...{ isConfirmed: false, mended: {}, bookedShares: new Map() },
      },
      RULES,
    );
    if (decision.kind !== 'make') throw new Error(decision.kind);
    const { request, doubts } = decision;
    return { request, doubts: doubts.map(({ message }) => message) };
  };

  it('are the note, the options and the GSTIN of the order', () => {
    const { request, doubts } = decide({ note: 'Ring twice', gstin: ' 27abcde1234f1z0' }, 'Size: L');
    expect(request).toMatchObject({
      customer_note: 'Ring twice',
      billing_gstin: '27ABCDE1234F1Z0',
      order_items: [{ options: 'Size: L' }],
    });
    expect(doubts).toEqual([]);
    const { request: plain } = decide({});
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(['customer_note']));
  });

  it('are shortened, and left out where they are no GSTIN, each with a warning', () => {
    const { request, doubts } = decide({ note: '🫖'.repeat(1_001), gstin: 'none' }, 'x'.repeat(501));
    expect([...String(request.customer_note)]).toHaveLength(1_000);
    expect(request).not.toHaveProperty('billing_gstin');
    expect(request).toMatchObject({ order_items: [{ options: 'x'.repeat(500) }] });
    expect(doubts).toEqual([
      'billing_gstin none is no GSTIN and was left out',
      'customer_note was shortened to 1000 characters',
      'order_items[0].options was shortened to 500 characters',
    ]);
  });
});
