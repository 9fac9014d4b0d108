import { describe, expect, it } from 'vitest';
import { decideParcel } from './parcel-request.ts';
import type { ShopItem, ShopOrder, ShopParcel } from './shop-order.ts';
import type { ShopRules } from './shop-rules.ts';

const RULES: ShopRules = {
  warehouseId: 'main',
  locations: [],
  codMethods: ['cod'],
  skipTags: [],
  skipSkus: [],
  skuSizes: [],
  usualParcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
  booking: { choose: 'none', atMostPaise: null, preferred: [] },
  confirmCodAbovePaise: null,
  customerNews: 'dakiya',
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
) {
  const parcel = order.parcels.find((one) => one.parcelKey === parcelKey);
  if (parcel === undefined) throw new Error(`there is no parcel ${parcelKey}`);
  const ours = { displayId: '1001', channel: 'shop', storeName: 'Tea', isConfirmed: false };
  return decideParcel({ order, parcel, mended, ...ours }, { ...RULES, ...rules });
}

function requestOf(order: ShopOrder, parcelKey?: string) {
  const decision = decide(order, parcelKey);
  if (decision.kind !== 'make') throw new Error(JSON.stringify(decision));
  return decision.request;
}

describe('an order that is not paid', () => {
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
  ])('is shipped if it is collected or secured: %j', (payment, expected) => {
    expect(requestOf(orderOf({}, payment))).toMatchObject(expected);
  });

  it.each([
    ['Bank Deposit', 'Rs 600 is still to be paid, by Bank Deposit, which is not cash on delivery'],
    ['', 'Rs 600 is still to be paid, and the shop does not say how'],
  ])('waits for a person otherwise, who says how it is paid: %j', (method, reason) => {
    const order = orderOf({}, { method });
    expect(decide(order)).toMatchObject({ kind: 'ask', reasons: [reason], hold: null });
    expect(decide(order, 'A', { payment_method: 'PREPAID' })).toMatchObject({ kind: 'make' });
  });
});

describe('what is collected for an order', () => {
  const [one, other] = [parcelWorth('A', 33_333), parcelWorth('B', 20_000)];
  const codOf = (order: ShopOrder, parcelKey: string) =>
    Number(requestOf(order, parcelKey).cod_collectible) * 100;
  const chargesOf = (order: ShopOrder, parcelKey: string) =>
    Math.round(Number(requestOf(order, parcelKey).shipping_charges) * 100);

  it.each([
    ['at once', one, other, [one, other]],
    ['the first before the other', one, other, [other]],
    ['the other before the first', other, one, [one]],
  ])('is divided between its parcels, and adds up: %s', (_, sent, left, then) => {
    const due = { outstandingPaise: 58_234 };
    const before = orderOf({ parcels: [one, other], chargesPaise: 4_901 }, due);
    const elsewherePaise = then.length === 2 ? 0 : (sent.items[0]?.totalPaise ?? 0);
    const after = orderOf({ parcels: then, elsewherePaise, chargesPaise: 4_901 }, due);
    expect(Math.round(codOf(before, sent.parcelKey) + codOf(after, left.parcelKey))).toBe(58_234);
    expect(chargesOf(before, sent.parcelKey) + chargesOf(after, left.parcelKey)).toBe(4_901);
  });

  it('is not more than was to be collected where a paisa cannot be divided', () => {
    const equal = [parcelWorth('A', 20_000), parcelWorth('B', 20_000)];
    const before = orderOf({ parcels: equal }, { outstandingPaise: 40_001 });
    const after = orderOf({ parcels: equal.slice(1), elsewherePaise: 20_000 }, { outstandingPaise: 40_001 });
    expect(Math.round(codOf(before, 'A') + codOf(after, 'B'))).toBe(40_001);
  });

  it('is collected by the parcel that is left if nothing has a price', () => {
    expect(codOf(orderOf({ parcels: [parcelWorth('A', 0)] }), 'A')).toBe(60_000);
  });

  it('is a charge where it pays for more than the goods in the parcel', () => {
    const { parcelKey, locationKey, items } = parcelWorth('A', 60_000);
    const wrap: ShopItem[] = items.map((item) => ({ ...item, lineKey: 'W', sku: 'WRAP', totalPaise: 5_000 }));
    const order = orderOf(
      { parcels: [{ parcelKey, locationKey, items: [...items, ...wrap] }], chargesPaise: 4_000 },
      // Rs 10 of it is a tip.
      { outstandingPaise: 70_000 },
    );
    expect(decide(order, 'A', {}, { skipSkus: ['WRAP'] })).toMatchObject({
      kind: 'make',
      request: { cod_collectible: 700, sub_total: 600, shipping_charges: 100 },
    });
  });
});
