import type {
  ShopContact,
  ShopItem,
  ShopItemSize,
  ShopOrder,
  ShopOrderState,
} from '../../domain/shops/shop-order.ts';
import {
  type AnswerFields,
  amountOf,
  fieldsOf,
  idOf,
  itemsOf,
  numberOf,
  textOf,
} from '../../partners/answer-fields.ts';
import type { Sentence } from '../../problems/sentence.ts';
import { type LineUnits, partsOfOrder, type SentParcel } from '../parcels-of-order.ts';
import { plainTextOf } from '../plain-text.ts';
import {
  chosenAmong,
  NO_ID_OR_DATE,
  NO_TOTAL,
  notedIn,
  optionsIn,
  rateOf,
  readable,
  type ShopData,
  timeOf,
} from '../shop-answers.ts';

/** What the shop knows of a product or variation. */
export interface WooCommerceProduct {
  readonly grams: number | null;
  readonly size: ShopItemSize | null;
  /** It is not shipped. */
  readonly isVirtual: boolean;
  /** It has a file to download, also beside goods that are shipped. */
  readonly isDownload: boolean;
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

export function stateOf({ status }: AnswerFields): ShopOrderState {
  return STATES[textOf(status) ?? ''] ?? 'waiting';
}

/** Details of the goods that the order does not contain. They are read only for orders that are to be shipped. */
export interface WooCommerceDetails {
  /** The products of its items, by `productKeyOf`. */
  readonly products: ReadonlyMap<string, WooCommerceProduct>;
  /** The refunded units of each line, by its id. */
  readonly refunded: LineUnits;
  readonly fulfilments: readonly AnswerFields[];
}

/**
 * Reads an order of the REST API.
 *
 * @returns the reason if it cannot be read
 */
export function readOrder(sent: unknown, details: WooCommerceDetails): ShopOrder | Sentence {
  const order = fieldsOf(sent);
  const orderKey = idOf(order.id);
  const createdAt = gmtTimeOf(order.date_created_gmt);
  const changedAt = gmtTimeOf(order.date_modified_gmt) ?? createdAt;
  if (orderKey === null || createdAt === null || changedAt === null) return NO_ID_OR_DATE;
  if (textOf(order.total) === null) return NO_TOTAL;
  const total = paiseOf(order.total);
  const buyer = contactOf(fieldsOf(order.billing));
  const recipient = contactOf(fieldsOf(order.shipping));
  const back = itemsOf(order.refunds).reduce<number>((sum, one) => sum + paiseOf(fieldsOf(one).total), 0);
  const method = textOf(order.payment_method) ?? '';
  const isPaid = textOf(order.date_paid_gmt) !== null;
  // Refunds are negative.
  const duePaise = Math.max(0, total + back);
  const deposit = depositOf(order);
  const isPart = typeof deposit === 'number';
  const restPaise = Math.max(0, duePaise - (isPart ? deposit : 0));
  const charges = [...itemsOf(order.shipping_lines), ...itemsOf(order.fee_lines)].map(fieldsOf);
  return readable({
    orderKey,
    number: textOf(order.number) ?? orderKey,
    createdAt,
    changedAt,
    state: stateOf(order),
    isTest: false,
    currency: textOf(order.currency) ?? '',
    buyer,
    recipient: isEmpty(recipient) ? null : recipient,
    payment: {
      method,
      outstandingPaise: isPaid && !isPart ? 0 : restPaise,
      // WooCommerce 11.0.1 dates the payment once the order is "processing", also of cash: of methods of other plugins, and of its own
      // if a plugin, WP-CLI or cron has set the status, because the gateway is not loaded there. Only a transaction proves a payment.
      ...(isPaid && !isPart && textOf(order.transaction_id) === null && { outstandingCashPaise: duePaise }),
      ...(deposit === 'unclear' && { isPartUnclear: true }),
      isAuthorised: false,
    },
    // A fee may be a discount.
    chargesPaise: Math.max(
      0,
      charges.reduce((sum, line) => sum + withTax(line), 0),
    ),
    tags: [],
    ...notedIn(
      order.customer_note,
      itemsOf(order.meta_data)
        .map(fieldsOf)
        .map(({ key, value }) => [key, value]),
    ),
    ...chosenAmong(itemsOf(order.shipping_lines).map(fieldsOf).map(chosenLineOf)),
    ...partsOf(order, details),
  });
}

/** The method of our plugin, which keeps the service in hidden data of the line. */
const OWN_METHOD = /^dakiya(?::\d*(?::(?<code>.+))?)?$/;

function chosenLineOf(line: AnswerFields) {
  const own = OWN_METHOD.exec(textOf(line.method_id) ?? '');
  const code =
    own === null ? null : (textOf(metaValueOf(line, '_dakiya_service')) ?? own.groups?.code ?? null);
  return { code, pricePaise: paiseOf(line.total), parcelKey: null };
}

/**
 * What was paid beforehand of an order by a plugin for deposits, in paise: the rest is still to be collected.
 *
 * @returns null if no part of it was; `unclear` if a plugin shows a part payment in a way that is not known
 */
function depositOf(order: AnswerFields): number | 'unclear' | null {
  const meta = (name: string) => metaValueOf(order, `_wc_deposits_${name}`);
  if (textOf(meta('order_has_deposit')) === 'yes') {
    const isPart = textOf(meta('deposit_paid')) === 'yes' && textOf(meta('second_payment_paid')) !== 'yes';
    const amount = numberOf(meta('deposit_amount'));
    if (!isPart) return null;
    return amount === null || amount < 0 ? 'unclear' : Math.round(amount * 100);
  }
  const others = itemsOf(order.meta_data).map(fieldsOf);
  const isShown = others.some(
    ({ key, value }) => PART_PAYMENT.test(textOf(key) ?? '') && (numberOf(value) ?? 0) > 0,
  );
  return isShown ? 'unclear' : null;
}

/** Keys under which plugins keep what was paid beforehand: `_advance_paid`, `_partial_payment_amount`. */
const PART_PAYMENT = /^_?(?:\w+_)?(?:deposit|partial|advance)\w*(?:paid|amount)/i;

function partsOf(
  order: AnswerFields,
  { products, refunded, fulfilments }: WooCommerceDetails,
): Pick<ShopOrder, 'elsewherePaise' | 'parcels'> {
  const sent = [
    ...fulfilments.filter((one) => isShipped(one) && !isOfDownloads(one, order, products)).map(sentParcelOf),
    ...trackedOf(order).flatMap(keptParcelIn),
  ];
  const rates = taxRatesOf(order);
  const lines = itemsOf(order.line_items)
    .map(fieldsOf)
    .filter((line) => products.get(productKeyOf(line))?.isVirtual !== true)
    .map((line) => ({ line, lineKey: idOf(line.id) ?? '' }));
  const ordered = lines.map(({ line, lineKey }) => [
    lineKey,
    (numberOf(line.quantity) ?? 0) - (refunded[lineKey] ?? 0),
  ]);
  const fetched = fetchedLinesOf(
    order,
    lines.map(({ line }) => line),
  );
  const isUnclear = fetched === 'unclear';
  const { elsewherePaise, parcels } = partsOfOrder(
    Object.fromEntries(ordered),
    sent,
    (units) => lines.flatMap(({ line, lineKey }) => itemOf(line, units[lineKey] ?? 0, rates, products)),
    isUnclear ? NO_LINES : fetched,
  );
  return {
    elsewherePaise,
    parcels: isUnclear ? parcels.map((parcel) => ({ ...parcel, without: 'unclear' as const })) : parcels,
  };
}

const NO_LINES: ReadonlySet<string> = new Set();
/** Methods of WooCommerce itself by which the customer fetches the goods: of the classic checkout, and of the blocks. */
const FETCHED_BY = ['local_pickup', 'pickup_location'];

/**
 * The lines of an order that the customer fetches in the shop. An order that is divided into packages has a shipping line for each;
 * WooCommerce keeps in it what is in the package, as a text: `Chai &times; 2, Cup &times; 1`.
 *
 * @returns `unclear` if some are fetched, but not these texts say which
 */
function fetchedLinesOf(
  order: AnswerFields,
  lines: readonly AnswerFields[],
): ReadonlySet<string> | 'unclear' {
  const ways = itemsOf(order.shipping_lines).map(fieldsOf);
  const isFetched = ({ method_id: method }: AnswerFields) => FETCHED_BY.includes(textOf(method) ?? '');
  const fetched = ways.filter(isFetched);
  if (fetched.length === 0) return NO_LINES;
  const keyOf = ({ id }: AnswerFields) => idOf(id) ?? '';
  if (fetched.length === ways.length) return new Set(lines.map(keyOf));
  const keys = new Set<string>();
  for (const line of lines) {
    const named = `, ${plainTextOf(line.name) ?? ''} × ${numberOf(line.quantity)}, `;
    const isIn = (way: AnswerFields) =>
      itemsOf(way.meta_data).some((meta) => `, ${plainTextOf(fieldsOf(meta).value) ?? ''}, `.includes(named));
    const among = ways.filter(isIn);
    if (among.length !== 1) return 'unclear';
    if (among.some(isFetched)) keys.add(keyOf(line));
  }
  return keys;
}

/** Where we keep which parcel a fulfilment is. */
export const PARCEL_META = '_dakiya_parcel';

/** A fulfilment can also be only planned, or deleted. */
function isShipped({ is_fulfilled: is, date_deleted: deleted }: AnswerFields): boolean {
  return (is === true || textOf(is) === '1') && textOf(deleted) === null;
}

/**
 * True for a fulfilment that the shop has made by itself. WooCommerce marks whole lines with a download as fulfilled once an order is
 * "processing", with all others of that kind in one fulfilment without a tracking number, also of goods that are shipped.
 */
function isOfDownloads(
  fulfilment: AnswerFields,
  order: AnswerFields,
  products: WooCommerceDetails['products'],
): boolean {
  const { units, parcelKey } = sentParcelOf(fulfilment);
  if (parcelKey !== null || textOf(metaValueOf(fulfilment, '_tracking_number')) !== null) return false;
  const lines = itemsOf(order.line_items).map(fieldsOf);
  return Object.entries(units).every(([lineKey, count]) => {
    const line = lines.find(({ id }) => idOf(id) === lineKey) ?? {};
    const product = products.get(productKeyOf(line));
    const isItself = product?.isDownload === true || product?.isVirtual === true;
    return isItself && numberOf(line.quantity) === count;
  });
}

function sentParcelOf(fulfilment: AnswerFields): SentParcel {
  const own = metaValueOf(fulfilment, PARCEL_META);
  const units: Record<string, number> = {};
  for (const { item_id: line, qty } of itemsOf(metaValueOf(fulfilment, '_items')).map(fieldsOf)) {
    const lineKey = idOf(line) ?? '';
    units[lineKey] = (units[lineKey] ?? 0) + (numberOf(qty) ?? 0);
  }
  return { units, parcelKey: own === undefined ? null : (idOf(fieldsOf(own).key) ?? '') };
}

/** The entries of the plugin "Shipment Tracking" and others; shops without fulfilments keep parcels here. */
export const TRACKING_META = '_wc_shipment_tracking_items';

export function trackedOf(order: AnswerFields): AnswerFields[] {
  return itemsOf(metaValueOf(order, TRACKING_META)).map(fieldsOf);
}

/** Nothing for an entry of somebody else, which does not say what is in the parcel. */
function keptParcelIn({ dakiya }: AnswerFields): SentParcel[] {
  if (dakiya === undefined) return [];
  const { key, units } = fieldsOf(dakiya);
  const counts = Object.entries(fieldsOf(units)).map(
    ([line, count]) => [line, numberOf(count) ?? 0] as const,
  );
  return [{ parcelKey: idOf(key) ?? '', units: Object.fromEntries(counts) }];
}

export function metaValueOf(of: AnswerFields, key: string): unknown {
  return itemsOf(of.meta_data)
    .map(fieldsOf)
    .find((one) => textOf(one.key) === key)?.value;
}

/** A time of a field that ends with `_gmt`: without a zone, in UTC. */
export function gmtTimeOf(value: unknown): Date | null {
  const text = textOf(value);
  return timeOf(text === null || text.endsWith('Z') ? text : `${text}Z`);
}

/** Decimal text in rupees, possibly negative. */
function paiseOf(value: unknown): number {
  return Math.round(amountOf(value) * 100);
}

function withTax(line: AnswerFields): number {
  return paiseOf(line.total) + paiseOf(line.total_tax);
}

function contactOf(contact: AnswerFields): ShopContact {
  const text = (name: string) => plainTextOf(contact[name]) ?? '';
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

function taxRateOf(line: AnswerFields, rates: ReadonlyMap<string, number>): string | null {
  const charged = itemsOf(line.taxes)
    .map(fieldsOf)
    .filter(({ total }) => (numberOf(total) ?? 0) > 0);
  return rateOf(charged.map(({ id }) => rates.get(textOf(id) ?? '') ?? 0));
}

/** Plugins keep the HSN code of a product under a key of their own. */
function hsnOf(line: AnswerFields): string | null {
  const entry = itemsOf(line.meta_data)
    .map(fieldsOf)
    .find(({ key }) => /hsn/i.test(textOf(key) ?? ''));
  return textOf(entry?.value);
}

/** What the shop shows below a line, in its words: `pa_size` is `Size`. WooCommerce hides keys that begin with `_`. */
function shownMetaOf(line: AnswerFields): ShopData {
  return itemsOf(line.meta_data)
    .map(fieldsOf)
    .filter(({ key }) => !(textOf(key) ?? '_').startsWith('_'))
    .map(({ key, value, display_key: shownKey, display_value: shownValue }) => [
      textOf(shownKey) ?? key,
      textOf(shownValue) ?? value,
    ]);
}

/** Empty for no units. */
function itemOf(
  line: AnswerFields,
  units: number,
  rates: ReadonlyMap<string, number>,
  products: ReadonlyMap<string, WooCommerceProduct>,
): ShopItem[] {
  if (units <= 0) return [];
  const ordered = numberOf(line.quantity) ?? units;
  const product = products.get(productKeyOf(line));
  return [
    {
      lineKey: idOf(line.id) ?? '',
      name: plainTextOf(line.name) ?? '',
      sku: textOf(line.sku),
      units,
      totalPaise: Math.round((withTax(line) * units) / Math.max(ordered, units)),
      taxRate: taxRateOf(line, rates),
      hsn: hsnOf(line),
      ...optionsIn(shownMetaOf(line)),
      gramsEach: product?.grams ?? null,
      size: product?.size ?? null,
    },
  ];
}
