import type {
  ShopContact,
  ShopItem,
  ShopItemSize,
  ShopOrder,
  ShopOrderState,
  ShopParcel,
} from '../../domain/shops/shop-order.ts';
import {
  type AnswerFields,
  fieldsOf,
  itemsOf,
  numberOf,
  paiseOf,
  textOf,
} from '../../partners/answer-fields.ts';

/** The fields of an order's fulfilments that are read. */
export const FULFILMENT_FIELDS = [
  ...['id', 'created_at', 'canceled_at', 'shipped_at', 'delivered_at', 'metadata'],
  'labels.tracking_number',
]
  .map((field) => `fulfillments.${field}`)
  .join(',');

/** The fields of an order that are read. */
export const ORDER_FIELDS = [
  'id,display_id,custom_display_id,status,is_draft_order,created_at,updated_at,email,currency_code,shipping_total,summary',
  '*items,*items.detail,*items.tax_lines,*items.adjustments',
  ...['items.variant', 'items.variant.product'].flatMap((of) =>
    ['weight', 'length', 'width', 'height', 'hs_code'].map((field) => `${of}.${field}`),
  ),
  'items.variant.product.shipping_profile.id',
  '*shipping_address,*billing_address',
  'shipping_methods.shipping_option_id,shipping_methods.detail.return_id,shipping_methods.shipping_option.shipping_profile_id',
  'shipping_methods.shipping_option.service_zone.fulfillment_set.location.id',
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
export function readMedusaOrder(sent: unknown, places: ReadonlyMap<string, string>): ShopOrder | string {
  const order = fieldsOf(sent);
  const orderKey = textOf(order.id);
  const createdAt = timeOf(order.created_at);
  const updatedAt = timeOf(order.updated_at);
  if (orderKey === null || createdAt === null || updatedAt === null) return 'It has no id or no date';
  const outstanding = rawOf(fieldsOf(order.summary), 'pending_difference');
  if (numberOf(outstanding) === null) return 'It has no total';
  const payments = paymentsOf(order);
  // Negative if the customer gets money back.
  const outstandingPaise = paiseOf(outstanding) ?? 0;
  const email = textOf(order.email) ?? '';
  const billing = contactOf(order.billing_address, email);
  const shipping = contactOf(order.shipping_address, email);
  const buyer = billing ?? shipping ?? NO_CONTACT;
  const isToBuyer = shipping === null || JSON.stringify(shipping) === JSON.stringify(buyer);
  const { parcels, isShipped } = parcelsOf(order, updatedAt, places);
  return {
    orderKey,
    number: textOf(order.custom_display_id) ?? textOf(order.display_id) ?? orderKey,
    createdAt,
    changedAt: updatedAt,
    state: isShipped ? 'done' : stateOf(order, payments, outstandingPaise),
    isTest: false,
    currency: (textOf(order.currency_code) ?? '').toUpperCase(),
    buyer,
    recipient: isToBuyer ? null : shipping,
    payment: { method: payments.at(-1)?.provider ?? '', outstandingPaise },
    chargesPaise: paiseOf(order.shipping_total) ?? 0,
    tags: [],
    parcels,
  };
}

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
export interface OwnFulfilment {
  readonly parcelKey: string;
  /** Indexed by line. */
  readonly units: Readonly<Record<string, number>>;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
}

/** Null for a fulfilment that somebody else made. */
export function ownFulfilmentOf(fulfilment: AnswerFields): OwnFulfilment | null {
  const own = fieldsOf(fieldsOf(fulfilment.metadata).dakiya);
  const parcelKey = textOf(own.parcel);
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

/**
 * The parcels of an order: those that we have sent, unchanged, and what is still open, by shipping option and place. Medusa allows no
 * fulfilment of two options. What is added to an order after its parcel was sent is another parcel.
 */
function parcelsOf(
  order: AnswerFields,
  updatedAt: Date,
  places: ReadonlyMap<string, string>,
): { readonly parcels: readonly ShopParcel[]; readonly isShipped: boolean } {
  const lines = [...shippedLinesOf(order)].sort((one, other) =>
    compare(textOf(one.id) ?? '', textOf(other.id) ?? ''),
  );
  const sent = new Map<string, Readonly<Record<string, number>>>();
  const unregistered: Readonly<Record<string, number>>[] = [];
  for (const fulfilment of itemsOf(order.fulfillments).map(fieldsOf)) {
    const own = textOf(fulfilment.canceled_at) === null ? ownFulfilmentOf(fulfilment) : null;
    if (own === null) continue;
    sent.set(own.parcelKey, own.units);
    // The order is changed a moment after its fulfilment is made.
    if ((timeOf(fulfilment.created_at) ?? updatedAt) > updatedAt) unregistered.push(own.units);
  }
  const open = new Map<string, Map<string, number>>();
  for (const line of lines) {
    const lineKey = textOf(line.id) ?? '';
    const registered = numberOf(fieldsOf(line.detail).fulfilled_quantity) ?? 0;
    const fulfilled = Math.max(
      registered + unitsIn(unregistered, lineKey),
      unitsIn([...sent.values()], lineKey),
    );
    const units = (numberOf(line.quantity) ?? 0) - fulfilled;
    if (units <= 0) continue;
    const key = freeKey(placeKeyOf(order, line, places.get(lineKey)), sent);
    open.set(key, (open.get(key) ?? new Map()).set(lineKey, units));
  }
  const parcels = [
    ...[...sent].map(([key, units]) => parcelOf(key, lines, (lineKey) => units[lineKey])),
    ...[...open].map(([key, units]) => parcelOf(key, lines, (lineKey) => units.get(lineKey))),
  ].sort((one, other) => compare(one.parcelKey, other.parcelKey));
  const isShipped = parcels.length === 0 && lines.some(({ quantity }) => (numberOf(quantity) ?? 0) > 0);
  return { parcels, isShipped };
}

function unitsIn(sent: readonly Readonly<Record<string, number>>[], lineKey: string): number {
  return sent.reduce((sum, units) => sum + (units[lineKey] ?? 0), 0);
}

/** `so_1@sloc_1`, and `so_1@sloc_1/2` once a parcel with that key was sent. */
function freeKey(key: string, sent: ReadonlyMap<string, unknown>, count = 1): string {
  const tried = count === 1 ? key : `${key}/${count}`;
  return sent.has(tried) ? freeKey(key, sent, count + 1) : tried;
}

/** The shipping option and the stock location in the key of a parcel; null for one that is not in it. */
export function placeInKey(parcelKey: string): {
  readonly option: string | null;
  readonly location: string | null;
} {
  const [option, location] = (parcelKey.split('/')[0] ?? '').split('@');
  return { option: option || null, location: location || null };
}

/** @param reserved the stock location that has stock reserved for the line */
function placeKeyOf(order: AnswerFields, line: AnswerFields, reserved: string | undefined): string {
  const methods = itemsOf(order.shipping_methods)
    .map(fieldsOf)
    .filter(({ detail }) => textOf(fieldsOf(detail).return_id) === null);
  const profile = textOf(fieldsOf(productOf(line).shipping_profile).id);
  const method =
    methods.find(({ shipping_option: option }) => textOf(fieldsOf(option).shipping_profile_id) === profile) ??
    methods[0];
  const option = fieldsOf(method?.shipping_option);
  const set = fieldsOf(fieldsOf(option.service_zone).fulfillment_set);
  const location = reserved ?? textOf(fieldsOf(set.location).id) ?? '';
  return `${textOf(method?.shipping_option_id) ?? ''}@${location}`;
}

function parcelOf(
  parcelKey: string,
  lines: readonly AnswerFields[],
  unitsOf: (lineKey: string) => number | undefined,
): ShopParcel {
  const items = lines.flatMap((line) => {
    const units = unitsOf(textOf(line.id) ?? '') ?? 0;
    return units > 0 ? [itemOf(line, units)] : [];
  });
  return { parcelKey, locationKey: placeInKey(parcelKey).location, items };
}

function itemOf(line: AnswerFields, units: number): ShopItem {
  const ordered = numberOf(line.quantity) ?? units;
  const variant = fieldsOf(line.variant);
  const product = productOf(line);
  const grams = numberOf(variant.weight) ?? numberOf(product.weight);
  const rate = itemsOf(line.tax_lines).reduce<number>(
    (sum, tax) => sum + (numberOf(fieldsOf(tax).rate) ?? 0),
    0,
  );
  const [title, kind] = [textOf(line.title) ?? '', textOf(line.variant_title)];
  return {
    lineKey: textOf(line.id) ?? '',
    name: kind === null || kind.startsWith('Default') ? title : `${title} - ${kind}`,
    sku: textOf(line.variant_sku),
    units,
    totalPaise: Math.round(((paiseOf(line.total) ?? 0) * units) / Math.max(ordered, units)),
    taxRate: rate > 0 ? String(Math.round(rate * 100) / 100) : null,
    hsn: textOf(variant.hs_code) ?? textOf(product.hs_code),
    gramsEach: grams === null || grams <= 0 ? null : Math.round(grams),
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

const NO_CONTACT: ShopContact = {
  firstName: '',
  lastName: '',
  company: '',
  phone: '',
  email: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  pincode: '',
  country: '',
};

/** Null if there is no address. */
function contactOf(sent: unknown, email: string): ShopContact | null {
  const address = fieldsOf(sent);
  if (Object.keys(address).length === 0) return null;
  const text = (name: string) => textOf(address[name]) ?? '';
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
    state: text('province').replace(/^in-([a-z]{2})$/i, (_, code: string) => code.toUpperCase()),
    pincode: text('postal_code'),
    country: text('country_code').toUpperCase(),
  };
}

function timeOf(value: unknown): Date | null {
  const time = Date.parse(textOf(value) ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

/** An amount as exact decimal text. */
function rawOf(of: AnswerFields, name: string): unknown {
  return fieldsOf(of[`raw_${name}`]).value ?? of[name];
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
