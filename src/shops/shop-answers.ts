import { isInYears, YEARS } from '../domain/india-time.ts';
import { readGstin } from '../domain/invoices/gstin.ts';
import type { ProgressWord } from '../domain/shops/progress.ts';
import type { ChosenService, ShopContact, ShopItem, ShopOrder } from '../domain/shops/shop-order.ts';
import { isOwnId, textOf } from '../partners/answer-fields.ts';
import { LargeAnswerError, LostAnswerError } from '../partners/partner.ts';
import { type Sentence, say, word } from '../problems/sentence.ts';
import { plainTextOf } from './plain-text.ts';
import type { ShopCheck } from './shop-adapter.ts';

/** What a note on an order says about a parcel, after its number. */
export const PROGRESS_NOTES: Readonly<Record<ProgressWord, string>> = {
  ready: 'is ready for pickup',
  picked_up: 'was picked up',
  in_transit: 'is on its way',
  out_for_delivery: 'is out for delivery',
  attempted: 'could not be delivered; the courier tries again',
  delivered: 'was delivered',
  returning: 'goes back to the sender',
  returned: 'is back with the sender',
  lost: 'was lost or damaged',
};

export const NO_CONTACT: ShopContact = {
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

/** A time of ISO 8601; null for an empty text, and an invalid `Date` for any other text and a time that no order has. */
export function timeOf(value: unknown): Date | null {
  const text = textOf(value);
  if (text === null) return null;
  const time = new Date(text);
  return isInYears(time.getTime()) ? time : new Date(Number.NaN);
}

const NO_DATE = say('has_date_out_of_years', 'It has a date that is not in the years {first} to {last}', {
  first: YEARS.first,
  last: YEARS.last,
});

export function isTime(time: Date | null): time is Date {
  return time !== null && !Number.isNaN(time.getTime());
}

/** Why an order with an id that cannot be kept is not read. */
export const NOT_KEPT_ID = say(
  'has_id_not_kept',
  'It has an id of more than 200 characters, or with characters that cannot be kept',
);

/**
 * Checks what an adapter has read of an order: whoever buys in a shop may write anything.
 *
 * @returns the reason if it cannot be read
 */
export function readable(order: ShopOrder): ShopOrder | Sentence {
  const { createdAt, changedAt, parcels, payment, chosenServices = [] } = order;
  if (!isTime(createdAt) || !isTime(changedAt)) return NO_DATE;
  const items = parcels.flatMap((parcel) => parcel.items);
  // Some shops name no parcels, and a plugin may forget to name a line.
  const ids = [
    ...parcels.flatMap(({ parcelKey, locationKey }) => [parcelKey, locationKey ?? '']),
    ...items.map(({ lineKey }) => lineKey),
  ].filter((id) => id !== '');
  if (![order.orderKey, ...ids].every(isOwnId)) return NOT_KEPT_ID;
  const numbers = [
    ...[
      order.chargesPaise,
      order.elsewherePaise,
      payment.outstandingPaise,
      payment.outstandingCashPaise ?? 0,
    ],
    ...chosenServices.map(({ pricePaise }) => pricePaise),
    ...items.flatMap(({ units, totalPaise, gramsEach }) => [units, totalPaise, gramsEach ?? 0]),
    ...items.flatMap(({ size }) => (size === null ? [] : [size.length, size.breadth, size.height])),
  ];
  const isNumber = (number: number) => Math.abs(number) <= Number.MAX_SAFE_INTEGER;
  return numbers.every(isNumber)
    ? order
    : say('has_amount_no_number', 'It has an amount that is no number, or too large');
}

/**
 * The services of an order that are ours. The field is absent without any, so that an order looks as it did to older releases.
 *
 * @param lines with the code of the service; null for a delivery that is not ours
 */
export function chosenAmong(
  lines: readonly (Omit<ChosenService, 'code'> & { readonly code: string | null })[],
): Pick<ShopOrder, 'chosenServices'> {
  const chosenServices = lines.flatMap(({ code, ...line }) =>
    code === null ? [] : [{ ...line, code: [...code].slice(0, LONGEST_CODE).join('') }],
  );
  return chosenServices.length === 0 ? {} : { chosenServices };
}

const LONGEST_CODE = 100;

/** Further data of an order or a line: a key, as people see it where the shop has such, and a value. */
export type ShopData = readonly (readonly [key: unknown, value: unknown])[];

/** The note of an order, and the GSTIN of its buyer among its further data. */
export function notedIn(note: unknown, data: ShopData): Pick<ShopOrder, 'note' | 'gstin'> {
  const text = plainTextOf(note);
  const named = data.flatMap(([key, value]) =>
    BUYERS_GSTIN.test(textOf(key) ?? '') ? (plainTextOf(value) ?? []) : [],
  );
  const gstin = named.find((one) => readGstin(one) !== undefined) ?? named[0];
  return { ...(text !== null && { note: text }), ...(gstin !== undefined && { gstin }) };
}

/** Keys under which plugins and storefronts keep it, also those of the block checkout: `_billing_gstin`, `_wc_other/tax/gstin`. */
const BUYERS_GSTIN =
  /^_?(?:wc_(?:billing|other)\/[\w-]+\/)?(?:(?:billing|customer|buyer)[ _-]?)?gst(?:in)?(?:[ _-]?(?:no|num|number|id))?$/i;

/** What the customer chose or wrote of a line. A key that begins with `_` is hidden in every shop. */
export function optionsIn(data: ShopData): Pick<ShopItem, 'options'> {
  const shown = data.flatMap(([key, value]) => {
    const [name, text] = [plainTextOf(key), plainTextOf(value)];
    return name === null || text === null || /^_|hsn/i.test(name) ? [] : [`${name}: ${text}`];
  });
  return shown.length === 0 ? {} : { options: shown.join(', ') };
}

/** The rate of all taxes of an item: CGST and SGST are two. Null without any. */
export function rateOf(percents: readonly number[]): string | null {
  const percent = percents.reduce((sum, one) => sum + one, 0);
  return percent > 0 ? String(Math.round(percent * 100) / 100) : null;
}

/** Checks that a shop sells in rupees, once it takes the credential. @param currencies the shop's */
export function soldInRupees(takes: 'app' | 'key', currencies: readonly string[]): ShopCheck {
  if (currencies.includes('INR')) {
    const message = say('shop_sells_in_rupees', 'The shop takes the {credential} and sells in rupees', {
      credential: word(takes),
    });
    return { ok: true, message };
  }
  const message = say(
    'shop_sells_not_in_rupees',
    'The shop sells in {currencies}; only orders in INR can be shipped',
    { currencies },
  );
  return { ok: false, message };
}

/** Why an order of a shop cannot be read. */
export const NO_ID_OR_DATE = say('has_no_id_or_date', 'It has no id or no date');
export const NO_TOTAL = say('has_no_total', 'It has no total');

/** The shop sent an order that cannot be read: the end of a sentence after its name. */
export function sentUnreadable(reason: Sentence): Sentence {
  return say('sent_unreadable_order', 'sent an order that cannot be read: {reason}', { reason });
}

export function unreadableOrder(reason: Sentence): LostAnswerError {
  return new LostAnswerError(sentUnreadable(reason));
}

/** A refusal of access by status alone: the end of a sentence after the shop's name. */
export function answeredByFirewall(status: number): Sentence {
  return say('answered_by_firewall', 'answered {status}, perhaps from a firewall in front of it', {
    status,
  });
}

/** How a page of orders is asked for. */
export interface PageForm {
  /** The most orders. */
  readonly size: number;
  /** Only ids and times are asked for: the next order is too large to be read. */
  readonly isThin: boolean;
}

/** Why an order in a thin page cannot be read. */
export const TOO_LARGE = say('has_too_much_data', 'It has more data than one answer may have');

/**
 * Reads a page of orders: half as many as long as the answer is too large, and at last one order without its contents, so that the orders
 * after it can be read.
 */
export async function readInHalves<Page>(
  most: number,
  read: (form: PageForm) => Promise<Page>,
): Promise<PageForm & { readonly sent: Page }> {
  for (let size = most; ; size = Math.floor(size / 2)) {
    const form = { size: Math.max(size, 1), isThin: size === 0 };
    try {
      return { ...form, sent: await read(form) };
    } catch (error) {
      if (!(error instanceof LargeAnswerError) || form.isThin) throw error;
    }
  }
}

/** Writes a place in the list of changed orders. */
export function cursorOf(place: object | null): string | null {
  return place === null ? null : JSON.stringify(place);
}

/** Reads what `cursorOf` wrote. */
export function placeIn<Place>(cursor: string | null): Place | null {
  return cursor === null ? null : (JSON.parse(cursor) as Place);
}
