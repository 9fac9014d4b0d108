import { describe, expect, it } from 'vitest';
import type { ShopOrder } from '../domain/shops/shop-order.ts';
import type { AnswerFields } from '../partners/answer-fields.ts';
import type { Sentence } from '../problems/sentence.ts';
import { readMedusaOrder } from './medusa/medusa-order.ts';
import { readShopifyOrder } from './shopify/shopify-order.ts';
import { readVendureOrder } from './vendure/vendure-order.ts';
import { readOrder } from './woocommerce/woocommerce-order.ts';

const TIME = '2026-11-26T10:00:00.000Z';

/** What each shop calls the parts of an order, and the reader of one that is good. */
const SHOPS: Readonly<Record<string, ShopUnderTest>> = {
  WooCommerce: {
    ...{ address: 'billing', id: 'id', created: 'date_created_gmt', changed: 'date_modified_gmt' },
    fields: ['first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'state', 'postcode'],
    ...{ total: { total: '1e400' }, texts: ['number', 'payment_method'] },
    read: (change) =>
      readOrder(
        {
          id: '7',
          status: 'processing',
          total: '6',
          date_created_gmt: TIME,
          date_modified_gmt: TIME,
          ...change,
        },
        { products: new Map(), refunded: {}, fulfilments: [] },
      ),
    lineNamed: (name) => ({ line_items: [{ id: 1, name, quantity: 1, total: '6' }] }),
  },
  Shopify: {
    ...{ address: 'shippingAddress', id: 'legacyResourceId', created: 'createdAt', changed: 'updatedAt' },
    fields: ['firstName', 'lastName', 'company', 'address1', 'address2', 'city', 'province', 'zip', 'phone'],
    ...{
      total: { totalOutstandingSet: { shopMoney: { amount: '1e400' } } },
      texts: ['name', 'email', 'phone'],
    },
    read: ({ fulfilmentOrders = [], ...change }) =>
      readShopifyOrder(
        { legacyResourceId: '7', createdAt: TIME, updatedAt: TIME, ...change },
        fulfilmentOrders,
        [],
        new Date(TIME),
      ),
    lineNamed: (name) => ({
      fulfilmentOrders: [
        {
          ...{ id: 'gid://shopify/FulfillmentOrder/1', status: 'OPEN' },
          supportedActions: [{ action: 'CREATE_FULFILLMENT' }],
          lineItems: {
            nodes: [{ remainingQuantity: 1, lineItem: { id: 'gid://shopify/LineItem/1', name } }],
          },
        },
      ],
    }),
  },
  Medusa: {
    ...{ address: 'shipping_address', id: 'id', created: 'created_at', changed: 'updated_at' },
    fields: ['first_name', 'last_name', 'company', 'phone', 'address_1', 'address_2', 'city', 'postal_code'],
    ...{ total: { summary: { pending_difference: '1e300' } }, texts: ['display_id'] },
    read: (change) =>
      readMedusaOrder(
        { id: '7', created_at: TIME, updated_at: TIME, summary: { pending_difference: 6 }, ...change },
        new Map(),
      ),
    lineNamed: (title) => ({ items: [{ id: 'line_1', title, quantity: 1, total: 6 }] }),
  },
  Vendure: {
    ...{ address: 'shippingAddress', id: 'id', created: 'orderPlacedAt', changed: 'updatedAt' },
    fields: [
      'fullName',
      'company',
      'streetLine1',
      'streetLine2',
      'city',
      'province',
      'postalCode',
      'phoneNumber',
    ],
    ...{ total: { totalWithTax: '1e400' }, texts: ['code'] },
    read: (change) =>
      readVendureOrder(
        { id: '7', updatedAt: TIME, orderPlacedAt: TIME, ...change },
        { currency: 'INR', variantFields: [], weightField: '', precision: 2, hasPlugin: false },
      ),
    lineNamed: (name) => ({ lines: [{ id: '1', quantity: 1, productVariant: { name } }] }),
  },
};

interface ShopUnderTest {
  readonly address: string;
  readonly fields: readonly string[];
  /** Texts of the order itself. */
  readonly texts: readonly string[];
  readonly id: string;
  readonly created: string;
  readonly changed: string;
  /** A total that is no amount. */
  readonly total: Change;
  read(change: Change): ShopOrder | Sentence;
  /** The change by which an order has one line, of a product with this name. */
  lineNamed(name: string): Change;
}

interface Change extends Readonly<Record<string, unknown>> {
  /** Of Shopify alone, which sends them beside the order. */
  readonly fulfilmentOrders?: readonly AnswerFields[];
}

/** As in the shop's answer, in which they are escaped. */
const ODD = ['\u0000', '\ud800', '\udfff', '\u0001', '\u001b', '\u0085', '\n'];

describe.each(Object.entries(SHOPS))('an order of %s', (_, shop) => {
  it.each(ODD)('is read with %j in any text that a buyer writes', (odd) => {
    const text = `As${odd}ha`;
    const changes = [
      ...shop.fields.map((field) => ({ [shop.address]: { [field]: text } })),
      ...shop.texts.map((field) => ({ [field]: text })),
    ];
    for (const change of changes) {
      const kept = JSON.stringify(shop.read(change));
      expect(kept).toMatch(/As ha|"As","lastName":"ha"/);
      expect(JSON.parse(kept)).toEqual(expect.objectContaining({ orderKey: '7' }));
      expect(kept).not.toMatch(/\\u|\\n/);
    }
  });

  // Seen in WooCommerce 11.0.1: names with entities and tags, as its admin keeps them. Nothing keeps them out of the other shops.
  it('is read without entities and tags of HTML in what people read', () => {
    for (const field of shop.fields) {
      const kept = JSON.stringify(shop.read({ [shop.address]: { [field]: 'Tea&amp;<b>Co</b>&#8377;' } }));
      expect(kept).toContain('Tea&Co₹');
      expect(kept).not.toMatch(/&amp;|<b>|&#/);
    }
    for (const [sent, read] of [
      ['Ginger &amp; <b>Honey</b>&nbsp;&#8377;99', 'Ginger & Honey ₹99'],
      ['a < b', 'a < b'],
    ] as const)
      expect(shop.read(shop.lineNamed(sent))).toMatchObject({ parcels: [{ items: [{ name: read }] }] });
  });

  it.each([
    ['1999-12-31T23:59:59.999Z', false],
    ['2000-01-01T00:00:00.000Z', true],
    ['2100-12-31T23:59:59.999Z', true],
    ['2101-01-01T00:00:00.000Z', false],
    ['0001-01-01T00:00:00.000Z', false],
    ['+275760-09-13T00:00:00.000Z', false],
    ['today', false],
  ])('that was made or changed at %s is read: %s', (time, isRead) => {
    for (const field of [shop.created, shop.changed]) {
      const order = shop.read({ [field]: time });
      if (isRead) expect(order).toMatchObject({ orderKey: '7' });
      else expect(order).toMatchObject({ text: 'It has a date that is not in the years 2000 to 2100' });
    }
  });

  it('is read with an id of 200 characters, and with no longer one', () => {
    expect(shop.read({ [shop.id]: 'x'.repeat(200) })).toMatchObject({ orderKey: 'x'.repeat(200) });
    for (const id of ['x'.repeat(201), '7\u0000', '7\ud800'])
      expect(shop.read({ [shop.id]: id })).toMatchObject({
        text: expect.stringMatching(/^It has an id of more than 200 characters/),
      });
  });

  it('is not read with a total that is no amount', () => {
    expect(shop.read(shop.total)).toMatchObject({
      text: expect.stringMatching(/^It has an amount that is no number/),
    });
  });
});
