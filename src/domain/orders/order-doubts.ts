import type { ProblemDetail } from '../../problems/problem.ts';
import { type AboutField, about, fieldNamed } from '../../problems/sentence.ts';
import { usableEmail } from '../email-address.ts';
import { readHsn } from '../invoices/hsn.ts';
import type { PlaceNames } from '../pincodes/place-names.ts';
import type { ParcelSize } from '../rates/parcel.ts';

/** The parts of a valid order that may be mistakes. Weight is in grams, sides are in centimetres. */
export interface DoubtfulOrder {
  readonly billing: DoubtfulContact;
  /** Null if the parcel goes to the billing contact. */
  readonly shipping: DoubtfulContact | null;
  readonly parcel: ParcelSize;
  readonly items: readonly { readonly hsn: string | null }[];
  /** Not null for a return, which is picked up at the billing contact and gets no invoice. */
  readonly returned?: {
    /** Null if it goes to the warehouse. */
    readonly destination: DoubtfulContact | null;
  } | null;
}

/** Longer texts are cut where a doubt repeats them. */
const LONGEST_ECHO = 100;

/** The warning about an invalid email address, which was left out. */
export function emailDoubts(field: string, sent: unknown): OrderDoubt[] {
  if (typeof sent !== 'string' || usableEmail(sent) !== null) return [];
  const value = sent.slice(0, LONGEST_ECHO);
  const sentence = about('email_left_out', '{value} is not an email address and was left out', { value });
  return [orderDoubt(field, 'email_left_out', sentence)];
}

/** The warning about a buyer's GSTIN that was left out. */
export function gstinLeftOut(sent: string): OrderDoubt {
  const value = sent.slice(0, LONGEST_ECHO);
  const sentence = about('gstin_left_out', '{value} is no GSTIN and was left out', { value });
  return orderDoubt('billing_gstin', 'gstin_left_out', sentence);
}

/** The warning about a text that is longer than we keep it. */
export function textShortened(field: string, most: number): OrderDoubt {
  const sentence = about('text_shortened', 'was shortened to {most} characters', { most });
  return orderDoubt(field, 'text_shortened', sentence);
}

export interface DoubtfulContact {
  readonly firstName?: string;
  readonly lastName?: string | null;
  readonly address?: string;
  readonly address2?: string | null;
  readonly pincode: string;
  readonly city: string;
  readonly state: string;
}

/** What is odd about a value of an accepted order. */
export type DoubtCode =
  | 'city_elsewhere'
  | 'state_elsewhere'
  /** The directory has other pincodes with the same first digits. */
  | 'pincode_not_listed'
  /** The address has another pincode than its field. */
  | 'another_pincode'
  /** The address has too few letters to be found. */
  | 'few_letters'
  | 'weight_in_grams'
  /** The items do not cost what the order says. */
  | 'sums_differ'
  /** A recipient without an address is not used. */
  | 'recipient_without_address'
  /** More cash than all parts of the order. */
  | 'cash_in_no_part'
  /** The email address is invalid and was left out. */
  | 'email_left_out'
  /** It is no HSN, so the order gets no invoice. */
  | 'hsn_form'
  /** No paper can show it. */
  | 'not_printed'
  /** Another order has the same id in other letters. */
  | 'order_id_alike'
  /** No courier is told of another warehouse for parcels that come back. */
  | 'rto_warehouse_unused'
  /** Papers show it, but few people and machines at couriers read it. */
  | 'seldom_read'
  /** A file has the same row of an order twice. */
  | 'repeated_row'
  /** What the shop has as the GSTIN of the buyer is none, and was left out. */
  | 'gstin_left_out'
  /** A text of the shop is longer than we keep it. */
  | 'text_shortened';

export const ABOUT_AMOUNTS: readonly DoubtCode[] = ['sums_differ', 'cash_in_no_part'];

/** A value that may be a mistake: only a warning. */
export interface OrderDoubt extends Omit<ProblemDetail, 'code'> {
  readonly field: string;
  readonly code: DoubtCode;
  /** A value that would fit, if one is known. */
  readonly expected?: string;
}

export function orderDoubt(
  field: string,
  code: DoubtCode,
  sentence: AboutField,
  expected?: string,
): OrderDoubt {
  const { text: message, template, values } = sentence(field);
  return { field, code, message, template, values, ...(expected !== undefined && { expected }) };
}

/** Parcel couriers accept no heavier parcel. Grams sent as kilograms mostly give at least this weight. */
const HEAVY_G = 50_000;
/** From this weight on, an impossible density is reported. Below it, merchants often enter sides of 1 cm. */
const DENSE_FROM_G = 10_000;
/** Osmium, in grams per cubic centimetre. */
const DENSEST = 22.6;

/** Returns the odd values of an order. */
export function orderDoubts(order: DoubtfulOrder, places: PlaceNames): OrderDoubt[] {
  const contacts = contactsOf(order);
  return [
    ...contacts.flatMap(([of, contact]) => placeDoubts(of, contact, places)),
    ...contacts.flatMap(([of, contact]) => addressDoubts(of, contact, places)),
    ...contacts.flatMap(([of, contact]) => paperDoubts(of, contact)),
    ...weightDoubts(order.parcel),
    ...(order.returned ? [] : hsnDoubts(order.items)),
  ];
}

type Role = 'billing' | 'shipping' | 'pickup';

/** The contacts of an order or a return, by their names in a request. */
function contactsOf({ billing, shipping, returned = null }: DoubtfulOrder): [Role, DoubtfulContact][] {
  const [first, second] =
    returned === null ? ['billing' as const, shipping] : ['pickup' as const, returned.destination];
  return [
    [first, billing],
    ...(second === null ? [] : [['shipping', second] satisfies [Role, DoubtfulContact]]),
  ];
}

/** Six digits, also in two groups, that are no part of a longer number such as a phone. */
const PINCODES = /(?<!\d[ -]?)[1-9]\d{2}[ -]?\d{3}(?![ -]?\d)/g;
/** Digits of Indian scripts and of Arabic; each script has its ten digits in a row. */
const OTHER_DIGITS = /(?!\d)\p{Nd}/gu;
const FEWEST_LETTERS = 5;

/** Warns of an address that a courier may not find, or that names another pincode. */
function addressDoubts(of: Role, contact: DoubtfulContact, places: PlaceNames): OrderDoubt[] {
  const { address, address2, city, pincode } = contact;
  const lines = {
    [`${of}_address`]: address ?? '',
    [`${of}_address_2`]: address2 ?? '',
    [`${of}_city`]: city,
  };
  const found = Object.entries(lines).flatMap(([field, line]) =>
    pincodesIn(line, places).map((other) => ({ field, other })),
  );
  const another = found.some(({ other }) => other === pincode) ? undefined : found[0];
  const text = `${address ?? ''}${address2 ?? ''}`;
  // Another warning asks for Latin letters, which may be more.
  const isRewritten = text.search(NOT_PRINTED) >= 0;
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  return [
    ...(another === undefined ? [] : [anotherPincode(of, another, pincode)]),
    ...(address === undefined || letters >= FEWEST_LETTERS || isRewritten ? [] : [fewLetters(of)]),
  ];
}

function anotherPincode(
  of: Role,
  { field, other }: { field: string; other: string },
  pincode: string,
): OrderDoubt {
  const values = { other, pincode_field: fieldNamed(`${of}_pincode`), pincode };
  return orderDoubt(
    field,
    'another_pincode',
    about('another_pincode', 'has the pincode {other}, but {pincode_field} is {pincode}', values),
  );
}

function fewLetters(of: Role): OrderDoubt {
  const sentence = about('few_letters', 'has fewer than {fewest} letters: a courier may not find it', {
    fewest: FEWEST_LETTERS,
  });
  return orderDoubt(`${of}_address`, 'few_letters', sentence);
}

/** Returns the known pincodes in a text: other numbers of six digits are no pincodes. */
function pincodesIn(text: string, places: PlaceNames): string[] {
  const found = text.replaceAll(OTHER_DIGITS, asciiDigit).match(PINCODES) ?? [];
  return found.map((one) => one.replaceAll(/\D/g, '')).filter((one) => places.has(one));
}

function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(((digit.codePointAt(0) ?? 0) - zero) % 10);
}

/** Letters and digits of scripts without a font on our papers, and emoji. */
const NOT_PRINTED =
  /(?![\p{Script=Latin}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{M}\p{N}]|\p{Emoji_Presentation}/gu;
const ARABIC = /\p{Script=Arabic}/u;
/** The most characters that a warning repeats. */
const MOST_SHOWN = 10;

const ARABIC_LETTERS = about(
  'arabic_letters',
  'has Arabic letters, which couriers may not read: write it in Latin letters too',
);

/** The fields of a contact that papers print, by their names in an order. */
const PRINTED = {
  customer_name: 'firstName',
  last_name: 'lastName',
  address: 'address',
  address_2: 'address2',
  city: 'city',
  state: 'state',
} as const;

/** Warns of text that no paper can show, or that few can read, because a courier has to read it. */
export function paperDoubts(of: Role, contact: DoubtfulContact): OrderDoubt[] {
  return Object.entries(PRINTED).flatMap(([name, key]) => {
    const text = contact[key] ?? '';
    const found = [...new Set(text.match(NOT_PRINTED))].slice(0, MOST_SHOWN);
    if (found.length === 0) {
      return ARABIC.test(text) ? [orderDoubt(`${of}_${name}`, 'seldom_read', ARABIC_LETTERS)] : [];
    }
    const sentence = about(
      'not_printed',
      'has {characters}, which papers cannot show: write it in Latin letters',
      {
        characters: found.join(' '),
      },
    );
    return [orderDoubt(`${of}_${name}`, 'not_printed', sentence)];
  });
}

function hsnDoubts(items: DoubtfulOrder['items']): OrderDoubt[] {
  return items.flatMap(({ hsn }, index) => {
    const read = hsn === null ? undefined : readHsn(hsn);
    if (hsn === null || read === hsn.replaceAll(/\D/g, '')) return [];
    const field = `order_items[${index}].hsn`;
    if (read === undefined) {
      const sentence = about('hsn_form', '{hsn} is not 4, 6 or 8 digits, as an invoice needs', { hsn });
      return [orderDoubt(field, 'hsn_form', sentence)];
    }
    return [
      orderDoubt(field, 'hsn_form', about('hsn_restored', '{hsn} is read as {read}', { hsn, read }), read),
    ];
  });
}

function placeDoubts(of: Role, contact: DoubtfulContact, places: PlaceNames): OrderDoubt[] {
  const place = places.placeOf(contact.pincode);
  if (place === null) return [];
  const isListed = places.has(contact.pincode);
  const doubt = (name: 'city' | 'state') =>
    orderDoubt(
      `${of}_${name}`,
      `${name}_elsewhere`,
      about('does_not_fit_pincode', '{value} does not fit {pincode_field} {pincode} ({city}, {state})', {
        value: contact[name],
        pincode_field: fieldNamed(`${of}_pincode`),
        pincode: contact.pincode,
        city: place.city,
        state: place.state,
      }),
      isListed || name === 'state' ? place[name] : undefined,
    );
  return [
    ...(isListed ? [] : [notListed(of, contact.pincode)]),
    ...(places.isCityElsewhere(contact) ? [doubt('city')] : []),
    ...(places.isStateElsewhere(contact) ? [doubt('state')] : []),
  ];
}

function notListed(of: Role, pincode: string): OrderDoubt {
  const sentence = about(
    'pincode_not_listed',
    '{pincode} is not in the pincode directory: the courier decides whether it serves it',
    { pincode },
  );
  return orderDoubt(`${of}_pincode`, 'pincode_not_listed', sentence);
}

/** Warns if a weight looks like grams that were sent as kilograms. */
export function weightDoubts({ deadWeight, length, width, height }: ParcelSize): OrderDoubt[] {
  const grams = Number(deadWeight);
  const density = grams / (Number(length) * Number(width) * Number(height));
  const isDoubtful = grams >= HEAVY_G || (grams >= DENSE_FROM_G && density > DENSEST);
  if (!isDoubtful) return [];
  const sentence = about(
    'weight_looks_like_grams',
    '{kilograms} kg looks like grams: weight is in kilograms',
    { kilograms: grams / 1_000 },
  );
  return [orderDoubt('weight', 'weight_in_grams', sentence, String(grams / 1_000_000))];
}
