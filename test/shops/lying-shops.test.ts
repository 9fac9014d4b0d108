import { beforeEach, describe, expect, it } from 'vitest';
import type { ShopOrder } from '../../src/domain/shops/shop-order.ts';
import type { AnswerFields } from '../../src/partners/answer-fields.ts';
import type { Sentence } from '../../src/problems/sentence.ts';
import { readMedusaOrder } from '../../src/shops/medusa/medusa-order.ts';
import type { ShopConnection } from '../../src/shops/shop.ts';
import type { ShopAdapter } from '../../src/shops/shop-adapter.ts';
import { readShopifyOrder } from '../../src/shops/shopify/shopify-order.ts';
import { readVendureOrder } from '../../src/shops/vendure/vendure-order.ts';
import { readOrder } from '../../src/shops/woocommerce/woocommerce-order.ts';
import type { ShippingService } from '../../src/usecases/shipping-service.ts';
import { pollShops } from '../../src/usecases/shops/poll-shops.ts';
import { settleShopOrders } from '../../src/usecases/shops/settle-shop-order.ts';
import type { TestAccount } from '../support/app.ts';
import { makeWarehouse } from '../support/orders.ts';
import { openShopApp, USUAL_PARCEL } from '../support/shops.ts';

const test = await openShopApp();

/** What a shop says of an order of two units for Rs 600, paid in cash at the door. */
interface Said {
  readonly number?: string;
  readonly units?: number;
  readonly isPaid?: boolean;
  readonly refundedRupees?: number;
}

interface Told extends Required<Said> {
  readonly id: string;
  readonly changedAt: Date;
}

const TOTAL = 600;

/** The settings of each shop, and its order in its own form, read by its adapter. */
const SHOPS: Readonly<
  Record<string, readonly [settings: object, read: (told: Told) => ShopOrder | Sentence]>
> = {
  woocommerce: [
    { consumer_key: 'ck_1', consumer_secret: 'cs_1' },
    ({ id, number, units, isPaid, refundedRupees, changedAt }) =>
      readOrder(
        {
          ...{ id, number, status: 'processing', currency: 'INR', total: `${TOTAL}.00` },
          ...{ date_created_gmt: gmt(changedAt), date_modified_gmt: gmt(changedAt) },
          ...{ payment_method: 'cod', date_paid_gmt: isPaid ? gmt(changedAt) : null },
          transaction_id: isPaid ? 'pay_1' : '',
          refunds: refundedRupees === 0 ? [] : [{ id: 1, total: `-${refundedRupees}.00` }],
          billing: {
            ...{ first_name: 'Ravi', last_name: 'Iyer', address_1: '4, Temple Street', city: 'Mumbai' },
            ...{ state: 'MH', postcode: '400001', country: 'IN', phone: '9876500001' },
          },
          line_items: [{ id: 1, name: 'Tea', quantity: units, total: `${TOTAL}.00`, total_tax: '0' }],
        },
        { products: new Map(), refunded: {}, fulfilments: [] },
      ),
  ],
  shopify: [
    { client_id: '1', client_secret: '1' },
    ({ id, number, units, isPaid, refundedRupees, changedAt }) =>
      readShopifyOrder(
        {
          ...{ legacyResourceId: id, name: `#${number}`, currencyCode: 'INR', requiresShipping: true },
          ...{ createdAt: changedAt.toISOString(), updatedAt: changedAt.toISOString() },
          displayFinancialStatus: isPaid ? 'PAID' : refundedRupees > 0 ? 'PARTIALLY_REFUNDED' : 'PENDING',
          totalOutstandingSet: amount(isPaid ? 0 : TOTAL - refundedRupees),
          transactions: [{ manualPaymentGateway: true, formattedGateway: 'Cash on Delivery (COD)' }],
          shippingAddress: {
            ...{ firstName: 'Ravi', lastName: 'Iyer', address1: '4, Temple Street', city: 'Mumbai' },
            ...{ province: 'Maharashtra', zip: '400001', countryCodeV2: 'IN', phone: '9876500001' },
          },
        },
        [
          {
            ...{ id: 'gid://shopify/FulfillmentOrder/1', status: 'OPEN' },
            supportedActions: [{ action: 'CREATE_FULFILLMENT' }],
            lineItems: { nodes: [{ ...SHOPIFY_LINE, remainingQuantity: units, totalQuantity: units }] },
          },
        ],
        [],
        changedAt,
      ),
  ],
  medusa: [
    { api_key: 'sk_1' },
    ({ id, number, units, isPaid, refundedRupees, changedAt }) =>
      readMedusaOrder(
        {
          ...{ id, display_id: number, status: 'pending', currency_code: 'inr' },
          ...{ created_at: changedAt.toISOString(), updated_at: changedAt.toISOString() },
          summary: { pending_difference: isPaid ? 0 : TOTAL - refundedRupees },
          payment_collections: [{ payments: [{ id: 'pay_1', provider_id: 'pp_system_default' }] }],
          shipping_address: {
            ...{ first_name: 'Ravi', last_name: 'Iyer', address_1: '4, Temple Street', city: 'Mumbai' },
            ...{ province: 'MH', postal_code: '400001', country_code: 'in', phone: '9876500001' },
          },
          items: [{ id: 'line_1', title: 'Tea', quantity: units, total: TOTAL }],
        },
        new Map(),
      ),
  ],
  vendure: [
    { api_key: '1:1' },
    ({ id, number, units, isPaid, refundedRupees, changedAt }) =>
      readVendureOrder(
        {
          ...{ id, code: number, type: 'Regular', state: 'PaymentAuthorized', currencyCode: 'INR' },
          ...{ updatedAt: changedAt.toISOString(), orderPlacedAt: changedAt.toISOString() },
          totalWithTax: (TOTAL - refundedRupees) * 100,
          payments: [{ method: 'cod', amount: TOTAL * 100, state: isPaid ? 'Settled' : 'Authorized' }],
          shippingAddress: {
            ...{ fullName: 'Ravi Iyer', streetLine1: '4, Temple Street', city: 'Mumbai' },
            ...{ province: 'Maharashtra', postalCode: '400001', countryCode: 'IN' },
            phoneNumber: '9876500001',
          },
          lines: [
            {
              ...{ id: '1', quantity: units, proratedLinePriceWithTax: TOTAL * 100 },
              productVariant: { name: 'Tea' },
            },
          ],
        },
        { currency: 'INR', variantFields: [], weightField: '', precision: 2, hasPlugin: true },
      ),
  ],
};

const amount = (rupees: number) => ({ shopMoney: { amount: `${rupees}.00` } });
const gmt = (time: Date) => time.toISOString().slice(0, 19);
const SHOPIFY_LINE: AnswerFields = {
  requiresShipping: true,
  lineItem: {
    ...{ id: 'gid://shopify/LineItem/1', name: 'Tea', quantity: 2, currentQuantity: 2 },
    discountedUnitPriceAfterAllDiscountsSet: amount(TOTAL / 2),
    taxLines: [],
  },
};

/** What each connected shop says of its orders now, and its reader. */
const TELLING = new Map<
  string,
  { readonly orders: Map<string, Told>; readonly read: (told: Told) => unknown }
>();

/** The service beside shops that say what the test lets them say. */
const service: ShippingService = {
  ...test.service,
  shops: test.service.shops.map((shop) => ({
    ...shop,
    open: (connection: ShopConnection) => Object.assign(shop.open(connection), callsOf(connection.shopId)),
  })),
};

function callsOf(shopId: string): Partial<ShopAdapter> {
  const { orders, read } = TELLING.get(shopId) ?? { orders: new Map<string, Told>(), read: () => null };
  const orderOf = (told: Told): ShopOrder => {
    const order = read(told) as ShopOrder | Sentence;
    if ('template' in order) throw new Error(order.text);
    return order;
  };
  return {
    changedOrders: async () => ({
      orders: [...orders.values()].map(orderOf),
      ...{ unreadable: [], cursor: null },
    }),
    order: async (key) => {
      const told = orders.get(key);
      return told === undefined ? null : orderOf(told);
    },
  };
}

interface Parcel {
  readonly number: string;
  readonly state: string;
  readonly task: string | null;
  readonly order_display_id: string | null;
}

describe.each(Object.entries(SHOPS))('%s', (name, [settings, read]) => {
  let account: TestAccount;
  let orders: Map<string, Told>;

  beforeEach(async () => {
    account = await test.account();
    const connected = await account.post('/shops', {
      ...{ shop: name, brand_name: 'Chai & Co', settings: { base_url: 'http://127.0.0.1:9', ...settings } },
      rules: { warehouse_id: await makeWarehouse(account), usual_parcel: USUAL_PARCEL, booking: 'cheapest' },
    });
    expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
    orders = new Map();
    TELLING.set(connected.json().data.id, { orders, read });
  });

  /** Lets the shop say something of an order, and reads it. The shop is told of nothing. */
  async function say(id: string, said: Said = {}): Promise<void> {
    test.advance(6 * 60_000);
    const usual = { number: `100${id}`, units: 2, isPaid: false, refundedRupees: 0 };
    orders.set(id, { ...usual, ...said, id, changedAt: test.service.now() });
    await pollShops(service);
    await settleShopOrders(service);
  }

  const parcels = async (): Promise<Parcel[]> => (await account.get('/shop-orders')).json().data;
  const made = async (): Promise<string[]> => {
    const shown: { attributes: { order: { display_id: string } } }[] = (
      await account.post('/shipments', {})
    ).json().data;
    return shown.map(({ attributes }) => attributes.order.display_id).sort();
  };

  it.each<[string, Said, Said, RegExp]>([
    [
      'was paid, and then is not',
      { isPaid: true },
      { isPaid: false },
      /^It changed .*: collect Rs 600 instead of Rs 0: ask the courier$/,
    ],
    [
      'has refunds above its total',
      {},
      { refundedRupees: 1_000 },
      /^It changed .*: collect Rs 0 instead of Rs 600: ask the courier$/,
    ],
    [
      'has units below zero',
      {},
      { units: -1 },
      /^The shop does not want it shipped any more, but a courier has it/,
    ],
    ['has another number', {}, { number: 'B-7' }, /^It changed .*: its number is B-7 instead of 1001$/],
  ])('has a task, and no second parcel, for an order that %s', async (_, before, lie, task) => {
    await say('1', before);
    await say('2');
    await say('1', lie);
    // Nothing changes when it says the same again.
    for (let time = 0; time < 2; time += 1) {
      const found = await parcels();
      expect(found.map((one) => [one.order_display_id, one.state, one.task]).sort()).toEqual([
        ['1001', 'made', expect.stringMatching(task)],
        ['1002', 'made', null],
      ]);
      expect(await made()).toEqual(['1001', '1002']);
      await say('1', lie);
    }
    expect((await account.get('/shops')).json().data).toMatchObject([
      { failure: null, unread_orders: 0, unread_failure: null },
    ]);
  });

  it('ships nothing of an order with units below zero, and collects nothing for one with refunds above its total', async () => {
    await say('1', { units: -1 });
    await say('2', { refundedRupees: 1_000 });
    expect(await made()).toEqual(['1002']);
    const [shipment] = (await account.post('/shipments', {})).json().data;
    expect(shipment.attributes.cod_amount).toBe(0);
    expect((await account.get('/shops')).json().data).toMatchObject([{ failure: null, unread_orders: 0 }]);
  });
});
