import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type RunningStandIn, startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { judgeQuery, VERSIONS } from '../../simulators/shops/shopify/admin-schema.ts';
import { MOST_POINTS } from '../../simulators/shops/shopify/query-cost.ts';
import type { PlacedOrder } from '../../simulators/shops/shopify/shop-book.ts';
import { ShopifyStandIn } from '../../simulators/shops/shopify/shopify-stand-in.ts';
import { LostAnswerError } from '../../src/partners/partner.ts';
import { KeptOutError, type SentParcel } from '../../src/shops/shop-adapter.ts';
import { SHOPIFY } from '../../src/shops/shopify/shopify.ts';
import { API_VERSION, QUERIES } from '../../src/shops/shopify/shopify-queries.ts';
import { START } from '../support/clock.ts';
import { connectPartner } from '../support/partner-connection.ts';

let standIn: RunningStandIn<ShopifyStandIn>;

beforeEach(async () => {
  standIn = await startStandIn((dependencies) => new ShopifyStandIn(dependencies), { startsAt: START });
  return () => standIn.stop();
});

const soon = () => AbortSignal.timeout(60_000);

function open(settings: Readonly<Record<string, string>> = ShopifyStandIn.settings) {
  const connection = connectPartner(SHOPIFY, { ...settings, base_url: standIn.url }, standIn.clock);
  onTestFinished(() => connection.close());
  return SHOPIFY.open({ ...connection, shopId: connection.connectionId });
}

async function read(placed: PlacedOrder = {}) {
  const id = standIn.courier.book.place(placed);
  return { id, order: await open().order(String(id), soon()) };
}

function parcel(
  orderKey: number,
  parcelKey: string,
  trackingNumber: string,
  items: SentParcel['items'] = [],
): SentParcel {
  return {
    orderKey: String(orderKey),
    parcelKey,
    items,
    trackingNumber,
    courierName: 'Delhivery',
    trackingUrl: `https://track.example/${trackingNumber}`,
    notifiesCustomer: false,
  };
}

describe.each(VERSIONS)('the queries to Shopify in version %s', (version) => {
  it.each(Object.entries(QUERIES))('fit the schema and the limit of points: %s', (_, text) => {
    const { wrong, points } = judgeQuery(version, text);
    expect(wrong).toEqual([]);
    expect(points).toBeLessThanOrEqual(MOST_POINTS);
  });
});

describe('orders of Shopify', () => {
  it('are read with the newest version of the API', () => {
    expect(VERSIONS.at(-1)).toBe(API_VERSION);
  });

  it('are read once Shopify has chosen their places', async () => {
    const { book } = standIn.courier;
    book.routesLater = true;
    const id = book.place();
    const since = { time: new Date(standIn.clock.now().getTime() - 60_000), cursor: null };
    const page = await open().changedOrders(since, soon());
    expect(page).toMatchObject({ orders: [], unreadable: [{ orderKey: String(id) }] });
    await expect(open().order(String(id), soon())).rejects.toBeInstanceOf(LostAnswerError);
    book.route(id);
    expect((await open().order(String(id), soon()))?.parcels).toHaveLength(1);
  });

  it('have a parcel for each place, without digital, refunded and held items', async () => {
    const { book } = standIn.courier;
    book.addProduct({ sku: 'CUP', title: 'Cup', pricePaise: 20_000 });
    const lines = [
      { sku: 'CHAI-250', units: 3 },
      { sku: 'GIFT', units: 1 },
      { sku: 'CUP', units: 1, locationId: 92 },
    ];
    const { id, order } = await read({ lines });
    expect(order?.parcels).toMatchObject([
      { locationKey: '91', items: [{ sku: 'CHAI-250', units: 3, totalPaise: 194_850, gramsEach: 270 }] },
      { locationKey: '92', items: [{ sku: 'CUP', units: 1, gramsEach: null }] },
    ]);
    book.refund(id, 'CHAI-250', 2);
    book.change(id, ({ fulfilmentOrders }) => {
      for (const one of fulfilmentOrders) if (one.locationId === 92) one.status = 'ON_HOLD';
    });
    const changed = await open().order(String(id), soon());
    expect(changed).toMatchObject({ state: 'open', parcels: [{ items: [{ units: 1 }] }] });
    expect(changed?.parcels).toHaveLength(1);
    // The cup, which is held: no digital and no refunded unit.
    expect(changed?.elsewherePaise).toBe(20_000);
    expect((await read({ lines: [{ sku: 'GIFT', units: 1 }] })).order).toMatchObject({
      state: 'done',
      parcels: [],
    });
  });

  it('have the note, the GSTIN and the properties that the customer entered', async () => {
    const lines = [
      { sku: 'CHAI-250', units: 1, properties: { Engraving: 'Asha', _bundle: '7' } },
      { sku: 'CHAI-250', units: 2 },
    ];
    const { order } = await read({ lines, note: 'Ring twice', attributes: { GSTIN: '27ABCDE1234F1Z0' } });
    expect(order).toMatchObject({ note: 'Ring twice', gstin: '27ABCDE1234F1Z0' });
    expect(order?.parcels[0]?.items.map(({ options }) => options)).toEqual(['Engraving: Asha', undefined]);
    expect((await read({ lines })).order).not.toHaveProperty('note');
  });

  it.each<[string, PlacedOrder, object]>([
    [
      'collects the rest of a part payment',
      { financialStatus: 'PARTIALLY_PAID', paidPaise: 10_000 },
      { state: 'open', payment: { method: 'Cash on Delivery (COD)', outstandingPaise: 54_950 } },
    ],
    [
      'does not collect an amount that a card has authorised',
      { financialStatus: 'AUTHORIZED', gateway: 'Razorpay' },
      { state: 'open', payment: { outstandingPaise: 0 } },
    ],
    [
      'waits for an online payment',
      { financialStatus: 'PENDING', gateway: 'Razorpay' },
      { state: 'waiting' },
    ],
    [
      'names a bank transfer as the method',
      { gateway: 'Bank Deposit', isManual: true },
      { state: 'open', payment: { method: 'Bank Deposit', outstandingPaise: 64_950 } },
    ],
    ['says that it is a test', { isTest: true }, { isTest: true }],
    ['has the currency of the order', { currency: 'USD' }, { currency: 'USD' }],
    [
      'has tags, and its delivery as a charge',
      { tags: ['wholesale'], shippingPaise: 4_900 },
      { tags: ['wholesale'], chargesPaise: 4_900, payment: { outstandingPaise: 69_850 } },
    ],
    [
      'has no address if there is none',
      { address: null },
      { recipient: null, buyer: { address1: '', pincode: '' } },
    ],
  ])('%s', async (_, placed, expected) => {
    expect((await read(placed)).order).toMatchObject(expected);
  });

  it('come without an address from a plan that withholds it, which the check reports', async () => {
    standIn.courier.isWithheld = true;
    expect((await read()).order).toMatchObject({
      recipient: null,
      buyer: { address1: '', phone: '', email: '' },
    });
    expect(await open().check(soon())).toMatchObject({
      ok: false,
      message: { text: expect.stringMatching(/^Shopify withholds/) },
    });
  });

  it('have all of their 1,000 lines', async () => {
    standIn.courier.points = { maximum: 20_000, restoreRate: 1_000 };
    const lines = Array.from({ length: 1_000 }, () => ({ sku: 'CHAI-250', units: 1 }));
    const { id, order } = await read({ lines });
    const [all] = order?.parcels ?? [];
    expect(all?.items).toHaveLength(1_000);
    const items = (all?.items ?? []).map(({ lineKey, units }) => ({ lineKey, units }));
    const sent = parcel(id, all?.parcelKey ?? '', 'A1', items);
    expect(await open().fulfil(sent, soon())).toMatchObject({ outcome: 'done' });
  });

  it('keep the key of a parcel when its fulfilment is cancelled twelve times', async () => {
    const adapter = open();
    const { id, order } = await read({ lines: [{ sku: 'CHAI-250', units: 2 }] });
    const key = order?.parcels[0]?.parcelKey ?? '';
    // More than the shop tells in one answer, with how it was before.
    for (const number of Array.from({ length: 12 }, (_, index) => `A${index}`)) {
      const made = await adapter.fulfil(parcel(id, key, number), soon());
      if (made.outcome !== 'done') throw new Error(made.reason.text);
      expect((await adapter.order(String(id), soon()))?.state).toBe('done');
      await adapter.cancelFulfilment?.({ orderKey: String(id), fulfilmentKey: made.fulfilmentKey }, soon());
      expect((await adapter.order(String(id), soon()))?.parcels.map(({ parcelKey }) => parcelKey)).toEqual([
        key,
      ]);
    }
  });

  it('refuse a parcel whose items somebody else has shipped', async () => {
    const { id, order } = await read();
    const [first] = standIn.courier.book.orderOf(id).fulfilmentOrders;
    const tracking = { company: null, number: 'X1', url: null };
    standIn.courier.book.fulfil([{ fulfilmentOrderId: first?.id ?? 0, lines: null }], tracking, false);
    const answer = await open().fulfil(parcel(id, order?.parcels[0]?.parcelKey ?? '', 'A1'), soon());
    expect(answer).toMatchObject({
      outcome: 'refused',
      reason: { text: 'says that its items are not open for fulfilment any more' },
    });
  });
});

describe('the connection to Shopify', () => {
  it('reports a missing client ID and missing scopes', async () => {
    const { client_secret } = ShopifyStandIn.settings;
    await expect(open({ client_secret }).check(soon())).rejects.toBeInstanceOf(KeptOutError);
    standIn.courier.scopes.delete('read_locations');
    standIn.courier.scopes.delete('write_orders');
    const text = 'The app lacks the scopes write_orders, read_locations: add them in the Dev Dashboard';
    expect(await open().check(soon())).toMatchObject({ ok: false, message: { text } });
    standIn.courier.scopes.delete('read_orders');
    await expect(open().order('1', soon())).rejects.toThrow(/^does not allow it: .*read_orders/);
  });

  it('offers, repairs and withdraws rates at checkout, and reports a plan without them', async () => {
    const adapter = open();
    const address = 'https://ship.example/shop-rates/shopify/x';
    const { courier: shop } = standIn;
    for (let time = 0; time < 2; time += 1) {
      expect(await adapter.offerRates?.(address, soon())).toEqual({ outcome: 'done' });
      expect(shop.carrierServices).toMatchObject([{ callbackUrl: address, active: true }]);
      for (const one of shop.carrierServices) one.active = false;
    }
    for (let time = 0; time < 2; time += 1) {
      expect(await adapter.withdrawRates?.(address, soon())).toEqual({ outcome: 'done' });
    }
    expect(shop.carrierServices).toEqual([]);
    shop.hasCarrierRates = false;
    const why = /^says: Carrier Calculated Shipping must be enabled .*[^.]$/;
    expect(await adapter.offerRates?.(address, soon())).toMatchObject({
      reason: { text: expect.stringMatching(why) },
    });
    shop.scopes.delete('write_shipping');
    const denied = expect.stringMatching(/^does not allow it: .*_shipping/);
    expect(await adapter.offerRates?.(address, soon())).toMatchObject({
      outcome: 'refused',
      reason: { text: denied },
    });
  });

  it('gets a new token when the old one has expired', async () => {
    const adapter = open();
    await adapter.check(soon());
    standIn.clock.forward(25 * 3_600_000);
    expect(await adapter.check(soon())).toMatchObject({ ok: true });
    expect(standIn.calls.token).toBe(2);
  });

  it('waits for its limit of points, and gives up when that takes too long', async () => {
    const adapter = open();
    const { id } = await read();
    standIn.courier.points = { maximum: 1_000, restoreRate: 2_000 };
    for (let time = 0; time < 30; time += 1) expect(await adapter.order(String(id), soon())).not.toBeNull();
    standIn.courier.points = { maximum: 10, restoreRate: 1 };
    await expect(adapter.order(String(id), soon())).rejects.toMatchObject({ waitMs: expect.any(Number) });
  });
});
