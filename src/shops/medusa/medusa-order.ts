import type {
  ShopContact,
  ShopItem,
  ShopItemSize,
  ShopOrder,
  ShopOrderState,
  ShopParcel,
} from '../../domain/shops/shop-order.ts';
import { wholeGrams } from '../../domain/shops/whole-grams.ts';
import {
  type AnswerFields,
  fieldsOf,
  idOf,
  itemsOf,
  numberOf,
  paiseOf,
  textOf,
} from '../../partners/answer-fields.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { type KeptParcel, type LineUnits, sentAndOpen, unitsIn } from '../parcels-of-order.ts';
import { plainTextOf } from '../plain-text.ts';
import {
  chosenAmong,
  NO_CONTACT,
  NO_ID_OR_DATE,
  NO_TOTAL,
  notedIn,
  optionsIn,
  rateOf,
  readable,
  timeOf,
} from '../shop-answers.ts';

/** The fields of an order's fulfilments that are read. */
export const FULFILMENT_FIELDS = [
  ...['id', 'created_at', 'canceled_at', 'shipped_at', 'delivered_at', 'metadata'],
  'labels.tracking_number',
]
  .map((field) => `fulfillments.${field}`)
  .join(',');

/** The fields of an order that are read. */
export const ORDER_FIELDS = [
  'id,display_id,custom_display_id,status,is_draft_order,created_at,updated_at,email,currency_code,shipping_total,summary,metadata',
  '*items,*items.detail,*items.tax_lines,*items.adjustments',
  ...['items.variant', 'items.variant.product'].flatMap((of) =>
    ['weight', 'length', 'width', 'height', 'hs_code'].map((field) => `${of}.${field}`),
  ),
  'items.variant.product.shipping_profile.id',
  '*shipping_address,*billing_address',
  'shipping_methods.shipping_option_id,shipping_methods.detail.return_id,shipping_methods.shipping_option.shipping_profile_id',
  'shipping_methods.shipping_option.service_zone.fulfillment_set.location.id,shipping_methods.shipping_option.service_zone.fulfillment_set.type',
  'shipping_methods.amount,shipping_methods.adjustments.amount',
  'shipping_methods.shipping_option.provider_id,shipping_methods.shipping_option.data',
  ...['id', 'provider_id', 'canceled_at', 'captured_at', 'created_at'].map(
    (field) => `payment_collections.payments.${field}`,
  ),
  FULFILMENT_FIELDS,
].join(',');

/** The provider that takes no money by itself: what it authorized is paid in cash, or in a way that Medusa does not know. */
const SYSTEM_PROVIDER = 'pp_system_default';

/**
 * Reads an order of the Admin API.
 *
 * @param places the stock location of each line that has stock reserved
 * @returns the reason if it cannot be read
 */
export function readMedusaOrder(sent: unknown, places: ReadonlyMap<string, string>): ShopOrder | Sentence {
  const order = fieldsOf(sent);
  const orderKey = idOf(order.id);
  const createdAt = timeOf(order.created_at);
  const updatedAt = timeOf(order.updated_at);
  if (orderKey === null || createdAt === null || updatedAt === null) return NO_ID_OR_DATE;
  const outstanding = rawOf(fieldsOf(order.summary), 'pending_difference');
  if (numberOf(outstanding) === null) return NO_TOTAL;
  if (hasLineTwice(order)) return LINE_TWICE;
  const payments = paymentsOf(order);
  // Negative if the customer gets money back.
  const outstandingPaise = paiseOf(outstanding) ?? 0;
  const email = textOf(order.email) ?? '';
  const billing = contactOf(order.billing_address, email);
  const shipping = contactOf(order.shipping_address, email);
  const buyer = billing ?? shipping ?? NO_CONTACT;
  const isToBuyer = shipping === null || JSON.stringify(shipping) === JSON.stringify(buyer);
  const { parcels, elsewherePaise, isShipped } = partsOf(order, updatedAt, places);
  const last = payments.at(-1);
  return readable({
    orderKey,
    number: textOf(order.custom_display_id) ?? textOf(order.display_id) ?? orderKey,
    createdAt,
    changedAt: updatedAt,
    state: isShipped ? 'done' : stateOf(order, payments, outstandingPaise),
    isTest: false,
    currency: (textOf(order.currency_code) ?? '').toUpperCase(),
    buyer,
    recipient: isToBuyer ? null : shipping,
    payment: {
      method: last?.provider ?? '',
      outstandingPaise,
      isAuthorised:
        last !== undefined && !last.isCancelled && !last.isCaptured && last.provider !== SYSTEM_PROVIDER,
    },
    chargesPaise: paiseOf(order.shipping_total) ?? 0,
    tags: [],
    ...notedIn(
      NOTES.map((name) => fieldsOf(order.metadata)[name]).find((one) => plainTextOf(one) !== null),
      [
        ...Object.entries(fieldsOf(order.metadata)),
        ...Object.entries(fieldsOf(fieldsOf(order.billing_address).metadata)),
      ],
    ),
    ...chosenAmong(parcels.map(({ parcelKey }) => chosenLineOf(order, parcelKey))),
    elsewherePaise,
    parcels,
  });
}

/** Medusa has no field for it: storefronts keep it in the metadata of the order. */
const NOTES = ['customer_note', 'note', 'notes', 'order_note', 'comment'];

/** Two changes of an order at the same moment copy all its lines and its shipping twice, and double its total: seen at Medusa 2.21. */
function hasLineTwice({ items }: AnswerFields): boolean {
  const keys = itemsOf(items).flatMap((item) => idOf(fieldsOf(item).id) ?? []);
  return new Set(keys).size < keys.length;
}

const LINE_TWICE = say(
  'lists_line_twice',
  'It lists a line twice, because it was changed in two ways at the same moment: correct it in the shop',
);

/** The lines of an order that are shipped. */
export function shippedLinesOf(sent: unknown): readonly AnswerFields[] {
  return itemsOf(fieldsOf(sent).items)
    .map(fieldsOf)
    .filter(({ requires_shipping }) => requires_shipping !== false);
}

export interface MedusaPayment {
  readonly paymentKey: string;
  readonly provider: string;
  readonly isCancelled: boolean;
  readonly isCaptured: boolean;
}

/** The payments of an order, the cancelled ones first, then by age. */
export function paymentsOf(order: AnswerFields): readonly MedusaPayment[] {
  return itemsOf(order.payment_collections)
    .flatMap((collection) => itemsOf(fieldsOf(collection).payments))
    .map(fieldsOf)
    .map((payment) => ({
      paymentKey: textOf(payment.id) ?? '',
      provider: textOf(payment.provider_id) ?? '',
      createdAt: textOf(payment.created_at) ?? '',
      isCancelled: textOf(payment.canceled_at) !== null,
      isCaptured: textOf(payment.captured_at) !== null,
    }))
    .sort(
      (one, other) =>
        Number(other.isCancelled) - Number(one.isCancelled) || compare(one.createdAt, other.createdAt),
    );
}

function stateOf(
  order: AnswerFields,
  payments: readonly MedusaPayment[],
  outstandingPaise: number,
): ShopOrderState {
  const status = textOf(order.status);
  if (status === 'canceled') return 'cancelled';
  if (status === 'completed' || status === 'archived') return 'done';
  if (status !== 'pending' || order.is_draft_order === true) return 'waiting';
  // An edited order loses its payment, and a draft never had one: the goods wait until one is there, or it is paid in cash.
  const last = payments.at(-1);
  const isCovered = last !== undefined && (!last.isCancelled || last.provider === SYSTEM_PROVIDER);
  return isCovered || outstandingPaise === 0 ? 'open' : 'waiting';
}

/** What we keep in a fulfilment that we made. */
export interface OwnFulfilment extends KeptParcel {
  readonly trackingNumber: string;
  readonly trackingUrl: string;
}

/** Null for a fulfilment that somebody else made. */
export function ownFulfilmentOf(fulfilment: AnswerFields): OwnFulfilment | null {
  const own = fieldsOf(fieldsOf(fulfilment.metadata).dakiya);
  const parcelKey = idOf(own.parcel);
  const trackingNumber = textOf(own.tracking_number);
  if (parcelKey === null || trackingNumber === null) return null;
  const units = Object.entries(fieldsOf(own.units)).map(([line, count]) => [line, numberOf(count) ?? 0]);
  return {
    parcelKey,
    units: Object.fromEntries(units),
    trackingNumber,
    trackingUrl: textOf(own.tracking_url) ?? '',
  };
}

/** One parcel for each shipping option and place, because a fulfilment in Medusa has one option. */
function partsOf(
  order: AnswerFields,
  updatedAt: Date,
  places: ReadonlyMap<string, string>,
): Pick<ShopOrder, 'parcels' | 'elsewherePaise'> & { readonly isShipped: boolean } {
  const lines = [...shippedLinesOf(order)].sort((one, other) =>
    compare(idOf(one.id) ?? '', idOf(other.id) ?? ''),
  );
  const sent: KeptParcel[] = [];
  const unregistered: KeptParcel[] = [];
  for (const fulfilment of itemsOf(order.fulfillments).map(fieldsOf)) {
    const own = textOf(fulfilment.canceled_at) === null ? ownFulfilmentOf(fulfilment) : null;
    if (own === null) continue;
    sent.push(own);
    // The order is changed a moment after its fulfilment is made.
    if ((timeOf(fulfilment.created_at) ?? updatedAt) > updatedAt) unregistered.push(own);
  }
  const open = new Map<string, Record<string, number>>();
  let elsewherePaise = 0;
  for (const line of lines) {
    const lineKey = idOf(line.id) ?? '';
    const registered = numberOf(fieldsOf(line.detail).fulfilled_quantity) ?? 0;
    const ours = unitsIn(sent, lineKey);
    const fulfilled = Math.max(registered + unitsIn(unregistered, lineKey), ours);
    const units = (numberOf(line.quantity) ?? 0) - fulfilled;
    if (fulfilled > ours) elsewherePaise += itemOf(line, fulfilled - ours).totalPaise;
    if (units <= 0) continue;
    const key = placeKeyOf(order, line, places.get(lineKey));
    open.set(key, { ...open.get(key), [lineKey]: units });
  }
  const parcels = sentAndOpen(sent, open)
    .map(({ parcelKey, units }) => ({
      ...parcelOf(parcelKey, lines, units),
      ...(isFetched(order, parcelKey) && { without: 'fetched' as const }),
    }))
    .sort((one, other) => compare(one.parcelKey, other.parcelKey));
  const isShipped = parcels.length === 0 && lines.some(({ quantity }) => (numberOf(quantity) ?? 0) > 0);
  return { parcels, elsewherePaise, isShipped };
}

/** The shipping option and the stock location in the key of a parcel; null for one that is not in it. */
export function placeInKey(parcelKey: string): {
  readonly option: string | null;
  readonly location: string | null;
} {
  const [option, location] = (parcelKey.split('/')[0] ?? '').split('@');
  return { option: option || null, location: location || null };
}

function deliveriesOf(order: AnswerFields): AnswerFields[] {
  return itemsOf(order.shipping_methods)
    .map(fieldsOf)
    .filter(({ detail }) => textOf(fieldsOf(detail).return_id) === null);
}

/** The shipping method of a parcel; empty if its key names none. */
function deliveryOf(order: AnswerFields, parcelKey: string): AnswerFields {
  const { option } = placeInKey(parcelKey);
  if (option === null) return {};
  return deliveriesOf(order).find(({ shipping_option_id: id }) => idOf(id) === option) ?? {};
}

/** The id of a provider that our plugin makes: its own, and the one in the configuration of the shop. */
const OWN_PROVIDER = /^dakiya(?:_|$)/;

/** The service that was chosen for a parcel. Our plugin has the codes of services as the ids of its options. */
function chosenLineOf(order: AnswerFields, parcelKey: string) {
  const method = deliveryOf(order, parcelKey);
  const { provider_id: provider, data } = fieldsOf(method.shipping_option);
  const discounts = itemsOf(method.adjustments).map((one) => paiseOf(rawOf(fieldsOf(one), 'amount')) ?? 0);
  const amount = paiseOf(rawOf(method, 'amount')) ?? 0;
  return {
    code: OWN_PROVIDER.test(textOf(provider) ?? '') ? textOf(fieldsOf(data).id) : null,
    pricePaise: discounts.reduce((rest, one) => rest - one, amount),
    parcelKey,
  };
}

/** @param reserved the stock location that has stock reserved for the line */
function placeKeyOf(order: AnswerFields, line: AnswerFields, reserved: string | undefined): string {
  const methods = deliveriesOf(order);
  const profile = textOf(fieldsOf(productOf(line).shipping_profile).id);
  const method =
    methods.find(({ shipping_option: option }) => textOf(fieldsOf(option).shipping_profile_id) === profile) ??
    methods[0];
  const option = fieldsOf(method?.shipping_option);
  const set = fieldsOf(fieldsOf(option.service_zone).fulfillment_set);
  const location = reserved ?? idOf(fieldsOf(set.location).id) ?? '';
  return `${idOf(method?.shipping_option_id) ?? ''}@${location}`;
}

/** True for a shipping option of a fulfilment set for pickup: `pickup` in Medusa Admin, `pick-up` in Medusa's guides. */
function isFetched(order: AnswerFields, parcelKey: string): boolean {
  const zone = fieldsOf(fieldsOf(deliveryOf(order, parcelKey).shipping_option).service_zone);
  return /^pick[-_ ]?up$/i.test(textOf(fieldsOf(zone.fulfillment_set).type) ?? '');
}

function parcelOf(parcelKey: string, lines: readonly AnswerFields[], unitsOf: LineUnits): ShopParcel {
  const items = lines.flatMap((line) => {
    const units = unitsOf[idOf(line.id) ?? ''] ?? 0;
    return units > 0 ? [itemOf(line, units)] : [];
  });
  return { parcelKey, locationKey: placeInKey(parcelKey).location, items };
}

function itemOf(line: AnswerFields, units: number): ShopItem {
  const ordered = numberOf(line.quantity) ?? units;
  const variant = fieldsOf(line.variant);
  const product = productOf(line);
  const grams = numberOf(variant.weight) ?? numberOf(product.weight);
  const [title, kind] = [plainTextOf(line.title) ?? '', plainTextOf(line.variant_title)];
  return {
    lineKey: idOf(line.id) ?? '',
    name: kind === null || kind.startsWith('Default') ? title : `${title} - ${kind}`,
    sku: textOf(line.variant_sku),
    units,
    totalPaise: Math.round(((paiseOf(line.total) ?? 0) * units) / Math.max(ordered, units)),
    taxRate: rateOf(itemsOf(line.tax_lines).map((tax) => numberOf(fieldsOf(tax).rate) ?? 0)),
    hsn: textOf(variant.hs_code) ?? textOf(product.hs_code),
    ...optionsIn(Object.entries(fieldsOf(line.metadata))),
    gramsEach: grams === null || grams <= 0 ? null : wholeGrams(grams),
    size: sizeOf(variant) ?? sizeOf(product),
  };
}

function productOf(line: AnswerFields): AnswerFields {
  return fieldsOf(fieldsOf(line.variant).product);
}

/** Medusa has no units: sizes are taken as centimetres. */
function sizeOf({ length, width, height }: AnswerFields): ShopItemSize | null {
  const [long, broad, high] = [length, width, height].map((side) => numberOf(side) ?? 0);
  if (!long || !broad || !high || Math.min(long, broad, high) < 0) return null;
  return { length: long, breadth: broad, height: high };
}

/** Null if there is no address. */
function contactOf(sent: unknown, email: string): ShopContact | null {
  const address = fieldsOf(sent);
  if (Object.keys(address).length === 0) return null;
  const text = (name: string) => plainTextOf(address[name]) ?? '';
  return {
    firstName: text('first_name'),
    lastName: text('last_name'),
    company: text('company'),
    phone: text('phone'),
    email,
    address1: text('address_1'),
    address2: text('address_2'),
    city: text('city'),
    // Storefronts may keep the code of ISO 3166-2: `in-ka`.
    state: text('province'),
    pincode: text('postal_code'),
    country: text('country_code').toUpperCase(),
  };
}

/** An amount as exact decimal text. */
function rawOf(of: AnswerFields, name: string): unknown {
  return fieldsOf(of[`raw_${name}`]).value ?? of[name];
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
