import type {
  ShopContact,
  ShopItem,
  ShopItemSize,
  ShopOrder,
  ShopOrderState,
} from '../../domain/shops/shop-order.ts';
import { type AnswerFields, fieldsOf, itemsOf, numberOf, textOf } from '../../partners/answer-fields.ts';

/** What a shop has defined by itself. */
export interface VendureShape {
  /** Of the channel: `INR`. */
  readonly currency: string;
  /** The names of the custom fields of product variants that are read. */
  readonly variantFields: readonly string[];
  readonly weightField: string;
  /** The decimals of an amount: 2 means paise. */
  readonly precision: number;
  /** Whether the plugin of Dakiya is there. */
  readonly hasPlugin: boolean;
}

/** Custom fields of product variants with a meaning, beside the weight. */
export const VARIANT_FIELDS = ['lengthCm', 'breadthCm', 'heightCm', 'hsn', 'isDigital'];

const ADDRESS = `{ fullName company streetLine1 streetLine2 city province postalCode countryCode phoneNumber }`;

/** The fields of an order that `readOrder` reads. */
export function orderFields({ variantFields }: VendureShape): string {
  const customFields = variantFields.length === 0 ? '' : `customFields { ${variantFields.join(' ')} }`;
  return `{
    id code type state createdAt updatedAt orderPlacedAt currencyCode totalWithTax shippingWithTax
    surcharges { priceWithTax }
    customer { firstName lastName emailAddress phoneNumber }
    shippingAddress ${ADDRESS} billingAddress ${ADDRESS}
    payments { method amount state }
    fulfillments { state lines { orderLineId quantity } }
    lines { id quantity taxRate proratedLinePriceWithTax productVariant { name sku ${customFields} } }
  }`;
}

/** The states of the default process. Those that a merchant added wait, because only the merchant knows what they mean. */
const STATES: Readonly<Record<string, ShopOrderState>> = {
  PaymentAuthorized: 'open',
  PaymentSettled: 'open',
  PartiallyShipped: 'open',
  PartiallyDelivered: 'open',
  Shipped: 'done',
  Delivered: 'done',
  Cancelled: 'cancelled',
};

/** In these an order is half changed. It is not dated anew when that ends, so it is read again until then. */
const BEING_CHANGED = ['Modifying', 'ArrangingAdditionalPayment'];

/** @returns the reason if it cannot be read */
export function readVendureOrder(sent: unknown, shape: VendureShape): ShopOrder | string {
  const order = fieldsOf(sent);
  const orderKey = textOf(order.id);
  const createdAt = timeOf(order.orderPlacedAt) ?? timeOf(order.createdAt);
  const changedAt = changeOf(order);
  if (orderKey === null || createdAt === null || changedAt === null) return 'It has no id or no date';
  const state = textOf(order.state) ?? '';
  if (BEING_CHANGED.includes(state)) return 'It is being changed in the shop';
  const paise = (value: unknown) => Math.round((numberOf(value) ?? 0) * 10 ** (2 - shape.precision));
  const customer = fieldsOf(order.customer);
  const billing = contactOf(fieldsOf(order.billingAddress), customer);
  const shipping = contactOf(fieldsOf(order.shippingAddress), customer);
  const hasBilling = billing.address1 !== '' || billing.pincode !== '';
  const fulfilled = fulfilledUnits(order);
  const items = itemsOf(order.lines).flatMap((line) => itemOf(fieldsOf(line), fulfilled, shape, paise));
  const isShippedHere = textOf(order.type) !== 'Aggregate';
  const surcharges = itemsOf(order.surcharges).map((one) => paise(fieldsOf(one).priceWithTax));
  return {
    orderKey,
    number: textOf(order.code) ?? orderKey,
    createdAt,
    changedAt,
    state: STATES[state] ?? 'waiting',
    isTest: false,
    currency: textOf(order.currencyCode) ?? '',
    buyer: hasBilling ? billing : shipping,
    recipient: hasBilling ? shipping : null,
    payment: paymentOf(order, paise),
    chargesPaise: Math.max(0, paise(order.shippingWithTax) + surcharges.reduce((sum, one) => sum + one, 0)),
    tags: [],
    // The orders of the sellers are shipped, not the one that combines them.
    parcels: items.length === 0 || !isShippedHere ? [] : [{ parcelKey: '', locationKey: null, items }],
  };
}

/** When an order last changed. Placing an order does not date it anew, so the later of two times counts. */
function changeOf({ updatedAt, orderPlacedAt }: AnswerFields): Date | null {
  const times = [timeOf(updatedAt), timeOf(orderPlacedAt)].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
}

function timeOf(value: unknown): Date | null {
  const time = Date.parse(textOf(value) ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

/** An address has one name, and no email address: the customer has it. */
function contactOf(address: AnswerFields, customer: AnswerFields): ShopContact {
  const text = (name: string) => textOf(address[name]) ?? '';
  const ofCustomer = (name: string) => textOf(customer[name]) ?? '';
  const words = (text('fullName') || `${ofCustomer('firstName')} ${ofCustomer('lastName')}`)
    .trim()
    .split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return {
    firstName: words.join(' '),
    lastName,
    company: text('company'),
    phone: text('phoneNumber') || ofCustomer('phoneNumber'),
    email: ofCustomer('emailAddress'),
    address1: text('streetLine1'),
    address2: text('streetLine2'),
    city: text('city'),
    state: text('province'),
    pincode: text('postalCode'),
    country: text('countryCode'),
  };
}

/** The method is that of what is outstanding, because a gift card may have paid a part. */
function paymentOf(order: AnswerFields, paise: (value: unknown) => number): ShopOrder['payment'] {
  const payments = itemsOf(order.payments).map(fieldsOf);
  const of = (state: string) => payments.filter((one) => textOf(one.state) === state);
  const settled = of('Settled').reduce((sum, { amount }) => sum + paise(amount), 0);
  const [payment] = [...of('Authorized'), ...of('Settled')];
  return {
    method: textOf(payment?.method) ?? '',
    outstandingPaise: Math.max(0, paise(order.totalWithTax) - settled),
  };
}

function fulfilledUnits(order: AnswerFields): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  const known = itemsOf(order.fulfillments).map(fieldsOf);
  for (const { lines } of known.filter(({ state }) => textOf(state) !== 'Cancelled')) {
    for (const line of itemsOf(lines).map(fieldsOf)) {
      const of = textOf(line.orderLineId) ?? '';
      units.set(of, (units.get(of) ?? 0) + (numberOf(line.quantity) ?? 0));
    }
  }
  return units;
}

/** Nothing for an item that is not shipped any more, or never was. */
function itemOf(
  line: AnswerFields,
  fulfilled: ReadonlyMap<string, number>,
  shape: VendureShape,
  paise: (value: unknown) => number,
): ShopItem[] {
  const lineKey = textOf(line.id) ?? '';
  const ordered = numberOf(line.quantity) ?? 0;
  const units = ordered - (fulfilled.get(lineKey) ?? 0);
  const variant = fieldsOf(line.productVariant);
  const custom = fieldsOf(variant.customFields);
  if (units <= 0 || custom.isDigital === true) return [];
  const grams = numberOf(custom[shape.weightField]);
  const rate = numberOf(line.taxRate);
  return [
    {
      lineKey,
      name: textOf(variant.name) ?? '',
      sku: textOf(variant.sku),
      units,
      totalPaise: Math.round((paise(line.proratedLinePriceWithTax) * units) / ordered),
      taxRate: rate === null || rate === 0 ? null : String(rate),
      hsn: textOf(custom.hsn),
      gramsEach: grams === null || grams <= 0 ? null : Math.round(grams),
      size: sizeOf(custom),
    },
  ];
}

function sizeOf({ lengthCm, breadthCm, heightCm }: AnswerFields): ShopItemSize | null {
  const [length, breadth, height] = [lengthCm, breadthCm, heightCm].map((side) => numberOf(side) ?? 0);
  return length && breadth && height ? { length, breadth, height } : null;
}
