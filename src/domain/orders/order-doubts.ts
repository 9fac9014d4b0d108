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

/** Parcel couriers accept no heavier parcel. Grams sent as kilograms mostly give at least this weight. */
const HEAVY_G = 50_000;
/** From this weight on, an impossible density is reported. Below it, merchants often enter sides of 1 cm. */
const DENSE_FROM_G = 10_000;
/** Osmium, in grams per cubic centimetre. */
const DENSEST = 22.6;

/** Sentences about odd values of an order, naming their fields. They are only warnings. */
export function orderDoubts(order: DoubtfulOrder, places: PlaceNames): string[] {
  return [
    ...placeDoubts('billing', order.billing, places),
    ...(order.shipping === null ? [] : placeDoubts('shipping', order.shipping, places)),
    ...weightDoubts(order.parcel),
  ];
}

function placeDoubts(of: 'billing' | 'shipping', contact: DoubtfulContact, places: PlaceNames): string[] {
  const there = `does not fit ${of}_pincode ${contact.pincode} (${places.cityAndState(contact.pincode)})`;
  const doubts: string[] = [];
  if (places.isCityElsewhere(contact)) doubts.push(`${of}_city ${contact.city} ${there}`);
  if (places.isStateElsewhere(contact)) doubts.push(`${of}_state ${contact.state} ${there}`);
  return doubts;
}

/** Warns if a weight looks like grams that were sent as kilograms. */
export function weightDoubts({ deadWeight, length, width, height }: ParcelSize): string[] {
  const grams = Number(deadWeight);
  const density = grams / (Number(length) * Number(width) * Number(height));
  const isDoubtful = grams >= HEAVY_G || (grams >= DENSE_FROM_G && density > DENSEST);
  return isDoubtful ? [`weight ${grams / 1_000} kg looks like grams: weight is in kilograms`] : [];
}
