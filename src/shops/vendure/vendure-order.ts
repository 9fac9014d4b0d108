import type {
  ShopContact,
  ShopItem,
  ShopItemSize,
  ShopOrder,
  ShopOrderState,
} from '../../domain/shops/shop-order.ts';
import { wholeGrams } from '../../domain/shops/whole-grams.ts';
import {
  type AnswerFields,
  amountOf,
  fieldsOf,
  idOf,
  itemsOf,
  numberOf,
  textOf,
} from '../../partners/answer-fields.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { partsOfOrder, type SentParcel } from '../parcels-of-order.ts';
import { plainTextOf } from '../plain-text.ts';
import { chosenAmong, NO_ID_OR_DATE, rateOf, readable, timeOf } from '../shop-answers.ts';

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

/** Converts an amount of the shop to paise. */
type Paise = (value: unknown) => number;

const ADDRESS = `{ fullName company streetLine1 streetLine2 city province postalCode countryCode phoneNumber }`;

/** The fields of an order that `readOrder` reads. */
export function orderFields(
  { variantFields, hasPlugin }: VendureShape,
  { showsMethods }: { readonly showsMethods: boolean } = { showsMethods: true },
): string {
  const customFields = variantFields.length === 0 ? '' : `customFields { ${variantFields.join(' ')} }`;
  const ownFields = hasPlugin ? 'customFields { dakiyaParcel }' : '';
  const chosen =
    'shippingLines { discountedPrice shippingMethod { calculator { code args { name value } } } }';
  return `{
    id code type state createdAt updatedAt orderPlacedAt currencyCode totalWithTax shippingWithTax
    surcharges { priceWithTax } ${hasPlugin && showsMethods ? chosen : ''}
    customer { firstName lastName emailAddress phoneNumber }
    shippingAddress ${ADDRESS} billingAddress ${ADDRESS}
    payments { method amount state }
    fulfillments { id state ${ownFields} lines { orderLineId quantity } }
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
export function readVendureOrder(sent: unknown, shape: VendureShape): ShopOrder | Sentence {
  const order = fieldsOf(sent);
  const orderKey = idOf(order.id);
  const createdAt = timeOf(order.orderPlacedAt) ?? timeOf(order.createdAt);
  const changedAt = changeOf(order);
  if (orderKey === null || createdAt === null || changedAt === null) return NO_ID_OR_DATE;
  const state = textOf(order.state) ?? '';
  if (BEING_CHANGED.includes(state)) return say('is_being_changed', 'It is being changed in the shop');
  const paise: Paise = (value) => Math.round(amountOf(value) * 10 ** (2 - shape.precision));
  const customer = fieldsOf(order.customer);
  const billing = contactOf(fieldsOf(order.billingAddress), customer);
  const shipping = contactOf(fieldsOf(order.shippingAddress), customer);
  const hasBilling = billing.address1 !== '' || billing.pincode !== '';
  // The orders of the sellers are shipped, not the one that combines them.
  const isShippedHere = textOf(order.type) !== 'Aggregate';
  const shipped = isShippedHere ? partsOf(order, shape, paise) : { elsewherePaise: 0, parcels: [] };
  const surcharges = itemsOf(order.surcharges).map((one) => paise(fieldsOf(one).priceWithTax));
  return readable({
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
    ...chosenAmong(itemsOf(order.shippingLines).map((line) => chosenLineOf(fieldsOf(line), paise))),
    ...shipped,
  });
}

/** The calculator of our plugin has the service as an argument. */
function chosenLineOf({ shippingMethod, discountedPrice }: AnswerFields, paise: Paise) {
  const { code, args } = fieldsOf(fieldsOf(shippingMethod).calculator);
  const service = itemsOf(args)
    .map(fieldsOf)
    .find(({ name }) => name === 'service');
  return {
    code: code === 'dakiya-rates' ? textOf(service?.value) : null,
    ...{ pricePaise: paise(discountedPrice), parcelKey: null },
  };
}

function partsOf(
  order: AnswerFields,
  shape: VendureShape,
  paise: Paise,
): Pick<ShopOrder, 'elsewherePaise' | 'parcels'> {
  const sent = itemsOf(order.fulfillments)
    .map(fieldsOf)
    .filter(({ state }) => textOf(state) !== 'Cancelled')
    .map(sentParcelOf);
  const lines = itemsOf(order.lines)
    .map(fieldsOf)
    .filter((line) => customOf(line).isDigital !== true)
    .map((line) => ({ line, lineKey: idOf(line.id) ?? '' }));
  const ordered = lines.map(({ line, lineKey }) => [lineKey, numberOf(line.quantity) ?? 0]);
  return partsOfOrder(Object.fromEntries(ordered), sent, (units) =>
    lines.flatMap(({ line, lineKey }) => itemOf(line, units[lineKey] ?? 0, shape, paise)),
  );
}

/** Only the plugin keeps the key. */
function sentParcelOf({ lines, customFields }: AnswerFields): SentParcel {
  const units: Record<string, number> = {};
  for (const { orderLineId, quantity } of itemsOf(lines).map(fieldsOf)) {
    const lineKey = idOf(orderLineId) ?? '';
    units[lineKey] = (units[lineKey] ?? 0) + (numberOf(quantity) ?? 0);
  }
  const kept = textOf(fieldsOf(customFields).dakiyaParcel);
  return { units, parcelKey: kept === null ? null : kept.slice(KEY_MARK.length) };
}

/** In front of the key of a parcel in the shop, because the first key is empty. */
export const KEY_MARK = '#';

/** When an order last changed. Placing an order does not date it anew, so the later of two times counts. */
function changeOf({ updatedAt, orderPlacedAt }: AnswerFields): Date | null {
  const times = [timeOf(updatedAt), timeOf(orderPlacedAt)].filter((time) => time !== null);
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
}

/** An address has one name, and no email address: the customer has it. */
function contactOf(address: AnswerFields, customer: AnswerFields): ShopContact {
  const text = (name: string) => plainTextOf(address[name]) ?? '';
  const ofCustomer = (name: string) => plainTextOf(customer[name]) ?? '';
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
function paymentOf(order: AnswerFields, paise: Paise): ShopOrder['payment'] {
  const payments = itemsOf(order.payments).map(fieldsOf);
  const of = (state: string) => payments.filter((one) => textOf(one.state) === state);
  const sumOf = (some: readonly AnswerFields[]) => some.reduce((sum, { amount }) => sum + paise(amount), 0);
  const [authorised, settled] = [of('Authorized'), of('Settled')];
  const outstandingPaise = Math.max(0, paise(order.totalWithTax) - sumOf(settled));
  const open = authorised.length > 0 ? authorised : settled.slice(0, 1);
  const methods = [...new Set(open.map(({ method }) => textOf(method) ?? ''))];
  return {
    // Cash may be one of several, and only a person knows how much of it is collected.
    method: methods.join(' and '),
    outstandingPaise,
    isAuthorised: methods.length === 1 && authorised.length > 0 && sumOf(authorised) >= outstandingPaise,
  };
}

function customOf({ productVariant }: AnswerFields): AnswerFields {
  return fieldsOf(fieldsOf(productVariant).customFields);
}

/** Empty for no units. */
function itemOf(line: AnswerFields, units: number, shape: VendureShape, paise: Paise): ShopItem[] {
  if (units <= 0) return [];
  const ordered = numberOf(line.quantity) ?? units;
  const variant = fieldsOf(line.productVariant);
  const custom = customOf(line);
  const grams = numberOf(custom[shape.weightField]);
  return [
    {
      lineKey: idOf(line.id) ?? '',
      name: plainTextOf(variant.name) ?? '',
      sku: textOf(variant.sku),
      units,
      totalPaise: Math.round((paise(line.proratedLinePriceWithTax) * units) / Math.max(ordered, units)),
      taxRate: rateOf([numberOf(line.taxRate) ?? 0]),
      hsn: textOf(custom.hsn),
      gramsEach: grams === null || grams <= 0 ? null : wholeGrams(grams),
      size: sizeOf(custom),
    },
  ];
}

function sizeOf({ lengthCm, breadthCm, heightCm }: AnswerFields): ShopItemSize | null {
  const [length, breadth, height] = [lengthCm, breadthCm, heightCm].map((side) => numberOf(side) ?? 0);
  return length && breadth && height ? { length, breadth, height } : null;
}
