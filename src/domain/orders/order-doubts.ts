import type { PlaceNames } from '../pincodes/place-names.ts';
import type { ParcelSize } from '../rates/parcel.ts';

/** The parts of a valid order that may be mistakes. Weight is in grams, sides are in centimetres. */
export interface DoubtfulOrder {
  readonly billing: DoubtfulContact;
  /** Null if the parcel goes to the billing contact. */
  readonly shipping: DoubtfulContact | null;
  readonly parcel: ParcelSize;
}

export interface DoubtfulContact {
  readonly pincode: string;
  readonly city: string;
  readonly state: string;
}

/** What is odd about a value of an accepted order. */
export type DoubtCode =
  | 'city_elsewhere'
  | 'state_elsewhere'
  | 'weight_in_grams'
  /** The email address is invalid and was left out. */
  | 'email_left_out'
  /** A file has the same row of an order twice. */
  | 'repeated_row';

/** A value that may be a mistake: only a warning. */
export interface OrderDoubt {
  readonly field: string;
  readonly code: DoubtCode;
  /** One sentence, which begins with the field. */
  readonly message: string;
  /** A value that would fit, if one is known. */
  readonly expected?: string;
}

/** Parcel couriers accept no heavier parcel. Grams sent as kilograms mostly give at least this weight. */
const HEAVY_G = 50_000;
/** From this weight on, an impossible density is reported. Below it, merchants often enter sides of 1 cm. */
const DENSE_FROM_G = 10_000;
/** Osmium, in grams per cubic centimetre. */
const DENSEST = 22.6;

/** Returns the odd values of an order. */
export function orderDoubts(order: DoubtfulOrder, places: PlaceNames): OrderDoubt[] {
  return [
    ...placeDoubts('billing', order.billing, places),
    ...(order.shipping === null ? [] : placeDoubts('shipping', order.shipping, places)),
    ...weightDoubts(order.parcel),
  ];
}

function placeDoubts(of: 'billing' | 'shipping', contact: DoubtfulContact, places: PlaceNames): OrderDoubt[] {
  const place = places.placeOf(contact.pincode);
  if (place === null) return [];
  const there = `does not fit ${of}_pincode ${contact.pincode} (${place.city}, ${place.state})`;
  const doubt = (name: 'city' | 'state'): OrderDoubt => ({
    field: `${of}_${name}`,
    code: `${name}_elsewhere`,
    message: `${of}_${name} ${contact[name]} ${there}`,
    expected: place[name],
  });
  return [
    ...(places.isCityElsewhere(contact) ? [doubt('city')] : []),
    ...(places.isStateElsewhere(contact) ? [doubt('state')] : []),
  ];
}

/** Warns if a weight looks like grams that were sent as kilograms. */
export function weightDoubts({ deadWeight, length, width, height }: ParcelSize): OrderDoubt[] {
  const grams = Number(deadWeight);
  const density = grams / (Number(length) * Number(width) * Number(height));
  const isDoubtful = grams >= HEAVY_G || (grams >= DENSE_FROM_G && density > DENSEST);
  if (!isDoubtful) return [];
  const message = `weight ${grams / 1_000} kg looks like grams: weight is in kilograms`;
  return [{ field: 'weight', code: 'weight_in_grams', message, expected: String(grams / 1_000_000) }];
}
