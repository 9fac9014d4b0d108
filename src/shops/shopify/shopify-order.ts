import type {
  ShopContact,
  ShopItem,
  ShopOrder,
  ShopOrderState,
  ShopParcel,
  WithoutCourier,
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
import { plainTextOf } from '../plain-text.ts';
import {
  chosenAmong,
  NO_CONTACT,
  NO_ID_OR_DATE,
  notedIn,
  optionsIn,
  rateOf,
  readable,
  type ShopData,
  timeOf,
} from '../shop-answers.ts';
import { ownCodeIn } from './shopify-checkout.ts';

/** An order that Shopify has not yet divided into fulfilment orders, which it does a moment after the checkout. */
export const NOT_ROUTED = say('has_not_decided_place', 'has not decided yet from where it is shipped');

/** The number at the end of an id: `1` of `gid://shopify/Order/1`. */
export function keyOf(id: unknown): string {
  return (idOf(id) ?? '').split('?')[0]?.split('/').at(-1) ?? '';
}

export function gidOf(type: 'Order' | 'Fulfillment', key: string): string {
  return `gid://shopify/${type}/${key}`;
}

export function nodesOf(connection: unknown): AnswerFields[] {
  return itemsOf(fieldsOf(connection).nodes).map(fieldsOf);
}

/** A decimal amount of the shop's currency, in paise. */
export function shopPaiseOf(bag: unknown): number {
  return Math.round(amountOf(fieldsOf(fieldsOf(bag).shopMoney).amount) * 100);
}

const GRAMS: Readonly<Record<string, number>> = {
  GRAMS: 1,
  KILOGRAMS: 1_000,
  OUNCES: 28.349_523_125,
  POUNDS: 453.592_37,
};
/** Time after the checkout in which fulfilment orders appear. */
const ROUTED_WITHIN_MS = 60 * 60_000;

/**
 * Reads an order.
 *
 * @param fulfilmentOrders all of the order, with all their lines
 * @param cancelled its cancelled fulfilments
 * @returns the reason if it cannot be read yet
 */
export function readShopifyOrder(
  order: AnswerFields,
  fulfilmentOrders: readonly AnswerFields[],
  cancelled: readonly AnswerFields[],
  now: Date,
): ShopOrder | Sentence {
  const orderKey = idOf(order.legacyResourceId);
  const [createdAt, changedAt] = [timeOf(order.createdAt), timeOf(order.updatedAt)];
  if (orderKey === null || createdAt === null || changedAt === null) return NO_ID_OR_DATE;
  const isRouted = fulfilmentOrders.length > 0 || order.requiresShipping !== true || isOver(order);
  if (!isRouted && now.getTime() - createdAt.getTime() < ROUTED_WITHIN_MS) return NOT_ROUTED;
  const keys = parcelKeys(fulfilmentOrders, cancelled);
  const parcels = fulfilmentOrders.flatMap((one): ShopParcel[] => {
    const without = withoutCourier(one);
    if (without === undefined && !isToShip(one)) return [];
    const items = nodesOf(one.lineItems).flatMap((line) => itemOf(line, order));
    const locationKey = keyOf(fieldsOf(fieldsOf(one.assignedLocation).location).id);
    return items.length === 0
      ? []
      : [
          {
            parcelKey: keys.get(keyOf(one.id)) ?? keyOf(one.id),
            ...{ locationKey: locationKey || null, items },
            ...(without !== undefined && { without }),
          },
        ];
  });
  const recipient = contactOf(order.shippingAddress, order);
  return readable({
    orderKey,
    number: (textOf(order.name) ?? orderKey).replace(/^#/, ''),
    createdAt,
    changedAt,
    state: stateOf(order, parcels, fulfilmentOrders),
    isTest: order.test === true,
    currency: textOf(order.currencyCode) ?? '',
    buyer: contactOf(order.billingAddress, order) ?? recipient ?? contactOf({}, order) ?? NO_CONTACT,
    recipient,
    payment: paymentOf(order),
    chargesPaise: nodesOf(order.shippingLines).reduce(
      (sum, line) =>
        sum + shopPaiseOf(line.currentDiscountedPriceSet) + (order.taxesIncluded === true ? 0 : taxOf(line)),
      0,
    ),
    tags: itemsOf(order.tags).flatMap((tag) => plainTextOf(tag) ?? []),
    ...notedIn(order.note, attributesOf(order)),
    ...chosenAmong(
      nodesOf(order.shippingLines).map(({ code, currentDiscountedPriceSet: price }) => ({
        ...{ code: ownCodeIn(textOf(code)), pricePaise: shopPaiseOf(price), parcelKey: null },
      })),
    ),
    elsewherePaise: elsewhereOf(order, fulfilmentOrders, parcels),
    parcels,
  });
}

/** What is held, or sent already. */
function elsewhereOf(
  order: AnswerFields,
  fulfilmentOrders: readonly AnswerFields[],
  parcels: readonly ShopParcel[],
): number {
  const lines = fulfilmentOrders.flatMap(({ lineItems }) => nodesOf(lineItems));
  const sold = new Map(
    lines
      .filter(({ requiresShipping }) => requiresShipping !== false)
      .map(({ lineItem }) => [keyOf(fieldsOf(lineItem).id), fieldsOf(lineItem)]),
  );
  const items = parcels.flatMap((parcel) => parcel.items);
  return [...sold].reduce((sum, [key, line]) => {
    const here = items.reduce((units, item) => units + (item.lineKey === key ? item.units : 0), 0);
    // Refunded and removed units are in no parcel.
    return sum + priceOf(line, Math.max(0, (numberOf(line.currentQuantity) ?? 0) - here), order);
  }, 0);
}

function isOver({ cancelledAt, closedAt }: AnswerFields): boolean {
  return textOf(cancelledAt) !== null || textOf(closedAt) !== null;
}

/** How an open fulfilment order gets to the customer, if not by a courier. https://shopify.dev/docs/api/admin-graphql/latest/enums/DeliveryMethodType */
function withoutCourier({ status, deliveryMethod }: AnswerFields): WithoutCourier | undefined {
  if (!OPEN.includes(textOf(status) ?? '')) return undefined;
  return WITHOUT_COURIER[textOf(fieldsOf(deliveryMethod).methodType) ?? ''];
}

const OPEN = ['OPEN', 'IN_PROGRESS'];
const WITHOUT_COURIER: Readonly<Record<string, WithoutCourier>> = { PICK_UP: 'fetched', LOCAL: 'shop' };

/** Shipped by a courier, and Shopify would take a fulfilment now: not held, scheduled or asked of somebody else. */
export function isToShip({ status, supportedActions, deliveryMethod }: AnswerFields): boolean {
  const method = textOf(fieldsOf(deliveryMethod).methodType) ?? 'SHIPPING';
  return (
    OPEN.includes(textOf(status) ?? '') &&
    ['SHIPPING', 'PICKUP_POINT'].includes(method) &&
    itemsOf(supportedActions).some((one) => fieldsOf(one).action === 'CREATE_FULFILLMENT')
  );
}

function stateOf(
  order: AnswerFields,
  parcels: readonly ShopParcel[],
  fulfilmentOrders: readonly AnswerFields[],
): ShopOrderState {
  const paid = textOf(order.displayFinancialStatus) ?? '';
  if (textOf(order.cancelledAt) !== null || paid === 'REFUNDED' || paid === 'VOIDED') return 'cancelled';
  const isHeld = fulfilmentOrders.some(({ status }) => status === 'ON_HOLD' || status === 'SCHEDULED');
  // Of what is still open, nothing may be left to ship.
  if (parcels.length === 0 && !fulfilmentOrders.some(isToShip)) return isHeld ? 'waiting' : 'done';
  // An online payment that is under way; cash and transfers are payments by hand.
  const isUnderWay = paid === 'EXPIRED' || (paid === 'PENDING' && manualGatewayOf(order) === null);
  return isUnderWay ? 'waiting' : 'open';
}

function manualGatewayOf({ transactions }: AnswerFields): string | null {
  const manual = itemsOf(transactions)
    .map(fieldsOf)
    .find(({ manualPaymentGateway }) => manualPaymentGateway === true);
  return textOf(manual?.formattedGateway);
}

function paymentOf(order: AnswerFields): ShopOrder['payment'] {
  const method = manualGatewayOf(order) ?? textOf(itemsOf(order.paymentGatewayNames).at(-1)) ?? '';
  // What a card has authorised is outstanding for Shopify, but secured.
  const isSecured = ['PAID', 'AUTHORIZED'].includes(textOf(order.displayFinancialStatus) ?? '');
  const outstandingPaise = isSecured ? 0 : Math.max(0, shopPaiseOf(order.totalOutstandingSet));
  return { method, outstandingPaise, isAuthorised: false };
}

/** Null without an address, as when the shop's plan withholds it. */
function contactOf(address: unknown, order: AnswerFields): ShopContact | null {
  if (typeof address !== 'object' || address === null) return null;
  const sent = fieldsOf(address);
  const text = (name: string) => plainTextOf(sent[name]) ?? '';
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    company: text('company'),
    phone: text('phone') || (textOf(order.phone) ?? ''),
    email: textOf(order.email) ?? '',
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: text('province'),
    pincode: text('zip'),
    country: text('countryCodeV2'),
  };
}

/** What the customer entered in the cart: notes of an order, properties of a line. */
function attributesOf({ customAttributes }: AnswerFields): ShopData {
  return itemsOf(customAttributes)
    .map(fieldsOf)
    .map(({ key, value }) => [key, value]);
}

/** Nothing for a line that is not shipped: digital, refunded, or fulfilled already. */
function itemOf(line: AnswerFields, order: AnswerFields): ShopItem[] {
  const sold = fieldsOf(line.lineItem);
  const units = numberOf(line.remainingQuantity) ?? 0;
  if (units <= 0 || line.requiresShipping === false) return [];
  const { unit, value } = fieldsOf(line.weight);
  const grams = wholeGrams((numberOf(value) ?? 0) * (GRAMS[textOf(unit) ?? ''] ?? 0));
  return [
    {
      lineKey: keyOf(sold.id),
      name: plainTextOf(sold.name) ?? '',
      sku: textOf(line.sku),
      units,
      totalPaise: priceOf(sold, units, order),
      taxRate: taxRateOf(sold),
      hsn: null,
      ...optionsIn(attributesOf(sold)),
      gramsEach: grams > 0 ? grams : null,
      size: null,
    },
  ];
}

/** The price of some units of a line, after discounts, with taxes. */
function priceOf(sold: AnswerFields, units: number, { taxesIncluded }: AnswerFields): number {
  const net = shopPaiseOf(sold.discountedUnitPriceAfterAllDiscountsSet) * units;
  const ordered = Math.max(1, numberOf(sold.quantity) ?? units);
  return taxesIncluded === true ? net : net + Math.round((taxOf(sold) * units) / ordered);
}

function taxOf({ taxLines }: AnswerFields): number {
  return itemsOf(taxLines).reduce<number>((sum, tax) => sum + shopPaiseOf(fieldsOf(tax).priceSet), 0);
}

function taxRateOf({ taxLines }: AnswerFields): string | null {
  const charged = itemsOf(taxLines)
    .map(fieldsOf)
    .filter(({ priceSet }) => shopPaiseOf(priceSet) > 0);
  return rateOf(charged.map(({ ratePercentage }) => numberOf(ratePercentage) ?? 0));
}

/**
 * The key of each fulfilment order, by its id. When a fulfilment is cancelled, Shopify makes a new fulfilment order of its units.
 * For us this is still the same parcel, so the new one keeps the key of the old one; otherwise a cancelled parcel would be made and
 * booked again.
 */
export function parcelKeys(
  fulfilmentOrders: readonly AnswerFields[],
  cancelled: readonly AnswerFields[],
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const left = new Set(cancelled);
  const known = fulfilmentOrders.toSorted((one, other) => Number(keyOf(one.id)) - Number(keyOf(other.id)));
  for (const one of known) {
    const key = keyOf(one.id);
    const units = unitsOf(nodesOf(one.lineItems), 'totalQuantity');
    const before = [...left].find(
      (fulfilment) =>
        unitsOf(nodesOf(fulfilment.fulfillmentLineItems), 'quantity') === units &&
        (timeOf(fulfilment.updatedAt)?.getTime() ?? 0) <=
          (timeOf(one.createdAt)?.getTime() ?? 0) + CLOSE_MS &&
        Number(ofCancelled(fulfilment)) < Number(key),
    );
    if (before !== undefined) left.delete(before);
    const of = before === undefined ? key : ofCancelled(before);
    keys.set(key, keys.get(of) ?? of);
  }
  return keys;
}

/** Shopify's times of one action differ by up to this. */
const CLOSE_MS = 5_000;

function ofCancelled({ fulfillmentOrders }: AnswerFields): string {
  return keyOf(nodesOf(fulfillmentOrders)[0]?.id);
}

function unitsOf(lines: readonly AnswerFields[], quantity: 'totalQuantity' | 'quantity'): string {
  return lines
    .map((line) => `${keyOf(fieldsOf(line.lineItem).id)}:${numberOf(line[quantity])}`)
    .sort()
    .join(' ');
}
