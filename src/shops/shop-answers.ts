import type { ProgressWord } from '../domain/shops/progress.ts';
import type { ShopContact } from '../domain/shops/shop-order.ts';
import { textOf } from '../partners/answer-fields.ts';
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

/** A time of ISO 8601; null for anything else. */
export function timeOf(value: unknown): Date | null {
  const time = Date.parse(textOf(value) ?? '');
  return Number.isNaN(time) ? null : new Date(time);
}

/** The rate of all taxes of an item: CGST and SGST are two. Null without any. */
export function rateOf(percents: readonly number[]): string | null {
  const percent = percents.reduce((sum, one) => sum + one, 0);
  return percent > 0 ? String(Math.round(percent * 100) / 100) : null;
}

/** Checks that a shop sells in rupees, once it takes the credential. @param currencies the shop's */
export function soldInRupees(takes: 'app' | 'key', currencies: readonly string[]): ShopCheck {
  if (currencies.includes('INR'))
    return { ok: true, message: `The shop takes the ${takes} and sells in rupees` };
  const named = currencies.join(', ');
  return { ok: false, message: `The shop sells in ${named}; only orders in INR can be shipped` };
}

/** Writes a place in the list of changed orders. */
export function cursorOf(place: object | null): string | null {
  return place === null ? null : JSON.stringify(place);
}

/** Reads what `cursorOf` wrote. */
export function placeIn<Place>(cursor: string | null): Place | null {
  return cursor === null ? null : (JSON.parse(cursor) as Place);
}
