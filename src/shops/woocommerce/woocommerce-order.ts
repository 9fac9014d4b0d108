import type {
  ShopContact,
  ShopItem,
  ShopItemSize,
  ShopOrder,
  ShopOrderState,
} from '../../domain/shops/shop-order.ts';
import { type AnswerFields, fieldsOf, itemsOf, numberOf, textOf } from '../../partners/answer-fields.ts';

/** What the shop knows of a product or variation. */
export interface WooCommerceProduct {
  readonly grams: number | null;
  readonly size: ShopItemSize | null;
  /** It is not shipped. */
  readonly isVirtual: boolean;
}

/** An item of an order as the shop names it: `10`, or `10/12` for a variation. */
export function productKeyOf(line: AnswerFields): string {
  const variation = textOf(line.variation_id) ?? '0';
  const product = textOf(line.product_id) ?? '0';
  return variation === '0' ? product : `${product}/${variation}`;
}

/** Statuses of WooCommerce itself. Those that plugins add wait, because only the merchant knows what they mean. */
const STATES: Readonly<Record<string, ShopOrderState>> = {
  processing: 'open',
  completed: 'done',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  failed: 'cancelled',
  trash: 'cancelled',
};

/**
 * Reads an order of the REST API.
 *
 * @param products the products of its items, by `productKeyOf`
 * @param refunded the refunded units of each line, by its id
 * @returns the reason if it cannot be read
 */
export function readOrder(
  sent: unknown,
  products: ReadonlyMap<string, WooCommerceProduct>,
  refunded: ReadonlyMap<string, number>,
): ShopOrder | string {
  const order = fieldsOf(sent);
  const orderKey = textOf(order.id);
  const createdAt = timeOf(order.date_created_gmt);
  const changedAt = timeOf(order.date_modified_gmt) ?? createdAt;
  if (orderKey === null || createdAt === null || changedAt === null) return 'It has no id or no date';
  const total = paiseOf(order.total);
  if (total === null) return 'It has no total';
  const buyer = contactOf(fieldsOf(order.billing));
  const recipient = contactOf(fieldsOf(order.shipping));
  const back = itemsOf(order.refunds).reduce<number>(
    (sum, one) => sum + (paiseOf(fieldsOf(one).total) ?? 0),
    0,
  );
  const rates = taxRatesOf(order);
  const items = itemsOf(order.line_items).flatMap((line) =>
    itemOf(fieldsOf(line), rates, products, refunded),
  );
  return {
    orderKey,
    number: textOf(order.number) ?? orderKey,
    createdAt,
    changedAt,
    state: STATES[textOf(order.status) ?? ''] ?? 'waiting',
    isTest: false,
    currency: textOf(order.currency) ?? '',
    buyer,
    recipient: isEmpty(recipient) ? null : recipient,
    payment: {
      method: textOf(order.payment_method) ?? '',
      // Refunds are negative.
      outstandingPaise: textOf(order.date_paid_gmt) === null ? Math.max(0, total + back) : 0,
    },
    chargesPaise: [...itemsOf(order.shipping_lines), ...itemsOf(order.fee_lines)].reduce<number>(
      (sum, line) => sum + withTax(fieldsOf(line)),
      0,
    ),
    tags: [],
    parcels: items.length === 0 ? [] : [{ parcelKey: '', locationKey: null, items }],
  };
}

/** A time of a field that ends with `_gmt`: without a zone, in UTC. */
function timeOf(value: unknown): Date | null {
  const text = textOf(value);
  const time = text === null ? Number.NaN : Date.parse(text.endsWith('Z') ? text : `${text}Z`);
  return Number.isNaN(time) ? null : new Date(time);
}

/** Decimal text in rupees, possibly negative. */
function paiseOf(value: unknown): number | null {
  const rupees = numberOf(value);
  return rupees === null ? null : Math.round(rupees * 100);
}

function withTax(line: AnswerFields): number {
  return (paiseOf(line.total) ?? 0) + (paiseOf(line.total_tax) ?? 0);
}

function contactOf(contact: AnswerFields): ShopContact {
  const text = (name: string) => textOf(contact[name]) ?? '';
  return {
    firstName: text('first_name'),
    lastName: text('last_name'),
    company: text('company'),
    phone: text('phone'),
    email: text('email'),
    address1: text('address_1'),
    address2: text('address_2'),
    city: text('city'),
    state: text('state'),
    pincode: text('postcode'),
    country: text('country'),
  };
}

/** A shop has a country even for an address that the customer left empty. */
function isEmpty({ address1, pincode, city, firstName }: ShopContact): boolean {
  return address1 === '' && pincode === '' && city === '' && firstName === '';
}

/** The percentages of the order's taxes, by the ids that its lines use. */
function taxRatesOf(order: AnswerFields): ReadonlyMap<string, number> {
  return new Map(
    itemsOf(order.tax_lines).map((line) => {
      const { rate_id: id, rate_percent: percent } = fieldsOf(line);
      return [textOf(id) ?? '', numberOf(percent) ?? 0];
    }),
  );
}

/** CGST and SGST are two taxes of a line, so their rates are added. */
function taxRateOf(line: AnswerFields, rates: ReadonlyMap<string, number>): string | null {
  const charged = itemsOf(line.taxes)
    .map(fieldsOf)
    .filter(({ total }) => (numberOf(total) ?? 0) > 0);
  if (charged.length === 0) return null;
  const percent = charged.reduce((sum, { id }) => sum + (rates.get(textOf(id) ?? '') ?? 0), 0);
  return percent === 0 ? null : String(Math.round(percent * 100) / 100);
}

/** Plugins keep the HSN code of a product under a key of their own. */
function hsnOf(line: AnswerFields): string | null {
  const entry = itemsOf(line.meta_data)
    .map(fieldsOf)
    .find(({ key }) => /hsn/i.test(textOf(key) ?? ''));
  return textOf(entry?.value);
}

/** Nothing for an item that is not shipped any more, or never was. */
function itemOf(
  line: AnswerFields,
  rates: ReadonlyMap<string, number>,
  products: ReadonlyMap<string, WooCommerceProduct>,
  refunded: ReadonlyMap<string, number>,
): ShopItem[] {
  const lineKey = textOf(line.id) ?? '';
  const ordered = numberOf(line.quantity) ?? 0;
  const units = ordered - (refunded.get(lineKey) ?? 0);
  const product = products.get(productKeyOf(line));
  if (units <= 0 || product?.isVirtual === true) return [];
  return [
    {
      lineKey,
      name: textOf(line.name) ?? '',
      sku: textOf(line.sku),
      units,
      totalPaise: Math.round((withTax(line) * units) / ordered),
      taxRate: taxRateOf(line, rates),
      hsn: hsnOf(line),
      gramsEach: product?.grams ?? null,
      size: product?.size ?? null,
    },
  ];
}
