import { readGstin } from '../../domain/invoices/gstin.ts';
import { gstinLeftOut, type OrderDoubt, textShortened } from '../../domain/orders/order-doubts.ts';
import { stateNamed } from '../../domain/pincodes/states.ts';
import { money, rupeesNumber } from '../../domain/rupees.ts';
import { type BookedShares, type ParcelShare, shareOfParcel } from '../../domain/shops/parcel-shares.ts';
import type { ShopContact, ShopItem, ShopOrder, ShopParcel } from '../../domain/shops/shop-order.ts';
import type { ParcelGuess, ShopRules } from '../../domain/shops/shop-rules.ts';
import { wholeGrams } from '../../domain/shops/whole-grams.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { LONGEST_NOTE, LONGEST_OPTIONS, type SentOrder } from '../../resources/order/order.ts';

/** What is done with a parcel of a shop's order. Reasons are sentences without a full stop. */
export type ParcelDecision =
  /** An order is made from this request, in the form of the API. */
  | {
      readonly kind: 'make';
      readonly request: SentOrder;
      readonly share: ParcelShare;
      /** What is odd about the shop's texts. */
      readonly doubts: readonly OrderDoubt[];
    }
  /** Not ours to ship. */
  | { readonly kind: 'skip'; readonly reason: Sentence }
  /** A person must mend something before the order is made, or confirm it: `hold` says why, or is null. */
  | {
      readonly kind: 'ask';
      readonly reasons: readonly Sentence[];
      readonly hold: Sentence | null;
      readonly request: SentOrder;
    };

export interface ParcelToDecide {
  readonly order: ShopOrder;
  readonly parcel: ShopParcel;
  /** Our order id: unique in the account. */
  readonly displayId: string;
  readonly channel: string;
  readonly storeName: string;
  /** True after a person has confirmed a cash order above the limit. */
  readonly isConfirmed: boolean;
  /** Fields of the order that a person has corrected, by the API's names. */
  readonly mended: Readonly<Record<string, unknown>>;
  readonly bookedShares: BookedShares;
}

/**
 * Decides what is done with a parcel of an open order. The request still has to pass the rules of every new order: missing and
 * wrong values of the customer are found there.
 */
export function decideParcel(
  { order, parcel, displayId, channel, storeName, isConfirmed, mended, bookedShares }: ParcelToDecide,
  rules: ShopRules,
): ParcelDecision {
  const skipped = whySkipped(order, parcel, rules);
  if (skipped !== null) return { kind: 'skip', reason: skipped };
  const doubts = [
    ...(parcel.without === 'unclear' ? [FETCHED_UNCLEAR] : []),
    ...doubtsOf(order, mended),
    ...unpaidOf(order, rules, mended),
  ];
  const items = shippedItems(parcel, rules);
  const share = shareOf(order, parcel, bookedShares, rules);
  const { cashPaise: cod, chargesPaise: charges } = share;
  const goods = items.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
  // Digital goods, tips and items that the rules skip are paid for at the door too.
  const other = Math.max(0, cod - goods - charges);
  const limit = rules.confirmCodAbovePaise;
  const hold =
    limit === null || cod <= limit || isConfirmed
      ? null
      : say('cod_above_limit', 'Cash on delivery of {cod} is above {limit}: confirm the order', {
          cod: money(cod),
          limit: money(limit),
        });
  const gstin = readGstin(order.gstin ?? '');
  const request: SentOrder = {
    order_id: displayId,
    external_id: order.orderKey,
    order_date: order.createdAt.toISOString(),
    channel,
    store_name: storeName,
    warehouse_id: warehouseOf(parcel, rules),
    tags: order.tags.slice(0, MOST_TAGS).map((tag) => cut(tag, 50)),
    ...contactFields('billing', order.buyer),
    shipping_is_billing: order.recipient === null,
    ...(order.recipient === null ? {} : contactFields('shipping', order.recipient, order.buyer)),
    ...(gstin !== undefined && { billing_gstin: gstin }),
    ...(order.note !== undefined && { customer_note: cut(order.note, LONGEST_NOTE) }),
    order_items: items.map(itemFields),
    payment_method: cod > 0 ? 'COD' : 'PREPAID',
    ...(cod > 0 ? { cod_collectible: rupeesNumber(cod) } : {}),
    sub_total: rupeesNumber(goods),
    shipping_charges: rupeesNumber(charges),
    ...(other > 0 ? { other_amount: rupeesNumber(other) } : {}),
    ...measured(items, rules),
    ...mended,
  };
  return doubts.length > 0 || hold !== null
    ? { kind: 'ask', reasons: doubts, hold, request }
    : { kind: 'make', request, share, doubts: textDoubts(order, items, mended) };
}

/** Warnings about texts of the shop that are not on papers as they are there. */
function textDoubts(
  { note, gstin }: ShopOrder,
  items: readonly ShopItem[],
  mended: ParcelToDecide['mended'],
): OrderDoubt[] {
  const long = (text: string | undefined, most: number, field: string) =>
    text === undefined || [...text].length <= most || field in mended ? [] : [textShortened(field, most)];
  return [
    ...(gstin === undefined || readGstin(gstin) !== undefined || 'billing_gstin' in mended
      ? []
      : [gstinLeftOut(gstin)]),
    ...long(note, LONGEST_NOTE, 'customer_note'),
    ...items.flatMap(({ options }, index) => long(options, LONGEST_OPTIONS, `order_items[${index}].options`)),
  ];
}

const FETCHED_UNCLEAR = say(
  'fetched_part_unclear',
  'The customer fetches a part of it in the shop, but the shop does not say which: split the order in the shop',
);
const MOST_TAGS = 20;

function whySkipped(order: ShopOrder, parcel: ShopParcel, rules: ShopRules): Sentence | null {
  const isSkipped = (tag: string) => rules.skipTags.some((one) => one.toLowerCase() === tag.toLowerCase());
  const tag = order.tags.find(isSkipped);
  if (tag !== undefined) return say('tag_not_shipped', 'Its tag {tag} is not shipped', { tag });
  if (order.isTest) return say('test_order', 'It is a test order');
  if (parcel.without === 'fetched') return say('customer_fetches_it', 'The customer fetches it in the shop');
  if (parcel.without === 'shop') return say('shop_delivers_it', 'The shop delivers it itself');
  if (shippedItems(parcel, rules).length === 0)
    return say('nothing_to_ship', 'Nothing in it has to be shipped');
  return null;
}

export function shippedItems<Item extends Pick<ShopItem, 'sku' | 'units'>>(
  { items }: { readonly items: readonly Item[] },
  { skipSkus }: ShopRules,
): readonly Item[] {
  return items.filter(({ sku, units }) => units > 0 && (sku === null || !skipSkus.includes(sku)));
}

/** An address that a person has entered replaces that of the shop. */
function doubtsOf(order: ShopOrder, mended: ParcelToDecide['mended']): Sentence[] {
  const doubts: Sentence[] = [];
  const { currency } = order;
  if (currency !== 'INR')
    doubts.push(say('not_inr', 'Its currency is {currency}, and only INR can be shipped', { currency }));
  if (`${order.recipient === null ? 'billing' : 'shipping'}_pincode` in mended) return doubts;
  const to = order.recipient ?? order.buyer;
  if (to.address1 === '' && to.pincode === '' && to.city === '') {
    doubts.push(say('shop_tells_no_address', 'The shop does not tell the address of the customer'));
  } else if (to.country !== '' && to.country !== 'IN') {
    doubts.push(
      say('goes_abroad', 'It goes to the country {country}, and only India is served', {
        country: to.country,
      }),
    );
  }
  return doubts;
}

/** Doubts about an order that is neither paid, authorised nor cash on delivery, unless a person has entered how it is paid. */
function unpaidOf(
  { payment }: ShopOrder,
  { codMethods }: ShopRules,
  mended: ParcelToDecide['mended'],
): Sentence[] {
  const { method, outstandingPaise, isAuthorised, isPartUnclear = false } = payment;
  if (isPartUnclear && !('cod_collectible' in mended) && !('payment_method' in mended)) return [PART_UNCLEAR];
  const isSettled = outstandingPaise <= 0 || isAuthorised || codMethods.includes(method);
  if (isSettled || 'payment_method' in mended) return [];
  const unpaid = money(outstandingPaise);
  return [
    method === ''
      ? say('unpaid_somehow', '{unpaid} is still to be paid, and the shop does not say how', { unpaid })
      : say('unpaid_by', '{unpaid} is still to be paid, by {method}, which is not cash on delivery', {
          unpaid,
          method: cut(method, 100),
        }),
  ];
}

const PART_UNCLEAR = say(
  'part_payment_unclear',
  'The shop shows a part payment, but not how much is still to be paid: enter cod_collectible, or payment_method PREPAID',
);

/** A parcel's share of the charges, and of what is outstanding, if the payment method is one of cash: its courier collects that. */
function shareOf(
  order: ShopOrder,
  { parcelKey }: ShopParcel,
  booked: BookedShares,
  { codMethods }: ShopRules,
): ParcelShare {
  const { method, outstandingPaise, outstandingCashPaise = outstandingPaise } = order.payment;
  const cashPaise = codMethods.includes(method) ? Math.max(0, outstandingCashPaise) : 0;
  return shareOfParcel(order, { parcelKey, cashPaise, booked });
}

export function warehouseOf(
  { locationKey }: Pick<ShopParcel, 'locationKey'>,
  { locations, warehouseId }: ShopRules,
): string {
  return locations.find((one) => one.locationKey === locationKey)?.warehouseId ?? warehouseId;
}

/** @param other gives the phone and email that the contact lacks */
function contactFields(of: 'billing' | 'shipping', contact: ShopContact, other?: ShopContact) {
  const name = contact.firstName || contact.company || contact.lastName;
  return {
    [`${of}_customer_name`]: cut(name, 120),
    [`${of}_last_name`]: cut(name === contact.firstName ? contact.lastName : '', 120),
    [`${of}_address`]: cut(contact.address1, 500),
    [`${of}_address_2`]: cut(
      [contact.company, contact.address2].filter((line) => line !== '').join(', '),
      500,
    ),
    [`${of}_city`]: cut(contact.city, 100),
    [`${of}_state`]: cut(stateNamed(contact.state), 100),
    [`${of}_pincode`]: contact.pincode.replace(/\s/g, ''),
    [`${of}_phone`]: contact.phone || (other?.phone ?? ''),
    [`${of}_email`]: contact.email || (other?.email ?? ''),
  };
}

/** A price that the units do not divide is rounded up, and the rest is a discount. */
function itemFields({ name, sku, units, totalPaise, taxRate, hsn, options }: ShopItem) {
  const each = Math.ceil(totalPaise / units);
  const rest = each * units - totalPaise;
  return {
    name: cut(name, 300) || sku || 'Item',
    sku: sku === null ? undefined : cut(sku, 100),
    units,
    selling_price: rupeesNumber(each),
    ...(rest > 0 && { discount: rupeesNumber(rest) }),
    ...(taxRate !== null && { tax: taxRate }),
    ...(hsn !== null && { hsn: cut(hsn, 20) }),
    ...(options !== undefined && { options: cut(options, LONGEST_OPTIONS) }),
  };
}

type MeasuredItem = Pick<ShopItem, 'sku' | 'units' | 'gramsEach' | 'size'>;

/**
 * Weight and size of a parcel, as the API wants them: of the shop, else of the rule for the SKU. What is known of the weight always
 * counts; an item of unknown weight counts as the usual item, and its parcel weighs at least the usual one. If the size of one item is
 * not known, the usual size is that of the whole parcel.
 */
export function measured(
  items: readonly MeasuredItem[],
  { skuSizes, usualParcel, usualItemWeight }: Pick<ShopRules, 'skuSizes' | 'usualParcel' | 'usualItemWeight'>,
): ParcelGuess {
  const ruled = items.map((item) => skuSizes.find(({ sku }) => sku === item.sku));
  const weights = items.map(({ gramsEach }, index) =>
    gramsEach === null ? gramsOf(ruled[index]?.weight) : wholeGrams(gramsEach),
  );
  const sizes = items.map(({ size }, index) => size ?? ruled[index] ?? null);
  const known = <T>(values: readonly (T | null)[]): values is readonly T[] => !values.includes(null);
  const usual = gramsOf(usualItemWeight ?? undefined) ?? 0;
  const grams = items.reduce((sum, { units }, index) => sum + units * (weights[index] ?? usual), 0);
  const weight = known(weights) ? grams / 1_000 : Math.max(grams / 1_000, usualParcel.weight);
  const { length, breadth, height } = known(sizes) ? stacked(items, sizes) : usualParcel;
  return { weight, length, breadth, height };
}

/** Whole grams, rounded up. Decimal kilograms have errors of binary fractions, which round nothing up. */
function gramsOf(kilograms: number | undefined): number | null {
  return kilograms === undefined ? null : wholeGrams(kilograms * 1_000);
}
/** Items lie on each other, each on its largest side. */
function stacked(
  items: readonly MeasuredItem[],
  sizes: readonly { readonly length: number; readonly breadth: number; readonly height: number }[],
): Pick<ParcelGuess, 'length' | 'breadth' | 'height'> {
  let [length, breadth, height] = [0, 0, 0];
  for (const [index, { units }] of items.entries()) {
    const size = sizes[index];
    if (size === undefined) continue;
    const [thin = 0, middle = 0, long = 0] = [size.length, size.breadth, size.height].sort((a, b) => a - b);
    length = Math.max(length, long);
    breadth = Math.max(breadth, middle);
    height += thin * units;
  }
  return { length, breadth, height: Math.round(height * 100) / 100 };
}

/** Shortens a text to a number of characters, never inside one. */
function cut(text: string, most: number): string {
  const characters = [...text.trim()];
  return characters.length <= most ? text.trim() : characters.slice(0, most).join('');
}
