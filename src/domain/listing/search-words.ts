import { normalized } from '../normalized.ts';

/** What `search` looks in, of an order. */
export interface SearchedOrder {
  readonly displayId: string;
  readonly externalId: string;
  readonly billing: SearchedContact;
  /** Null if it is the billing contact. */
  readonly shipping: SearchedContact | null;
  readonly items: readonly SearchedItem[];
}

interface SearchedContact {
  readonly firstName: string;
  readonly lastName: string | null;
  /** Ten digits. */
  readonly phone: string;
  readonly email: string | null;
  readonly city: string;
  readonly pincode: string;
}

interface SearchedItem {
  readonly name: string;
  readonly sku: string | null;
}

/** Characters of items' names and SKUs, so that an order of 1,000 items does not fill the index. */
const LONGEST_ITEMS = 4_000;

/**
 * Builds one text that contains all values, normalised (`asSearched`) and each value once. Blanks separate
 * the values. A whole word is the text between two blanks, so the text also begins and ends with a blank.
 */
export function searchWords(trackingNumber: string | null, order: SearchedOrder): string {
  const { displayId, externalId, billing, shipping, items } = order;
  const contacts = shipping === null ? [billing] : [billing, shipping];
  const compared = comparedValues([
    trackingNumber,
    displayId,
    externalId,
    ...contacts.flatMap(({ firstName, lastName, phone, email, city, pincode }) => [
      firstName,
      lastName,
      phone,
      email,
      city,
      pincode,
    ]),
  ]);
  let room = LONGEST_ITEMS;
  for (const value of comparedValues(items.flatMap(({ sku, name }) => [sku, name]))) {
    room -= value.length + 1;
    if (room < 0) break;
    compared.add(value);
  }
  return ` ${[...compared].join(' ')} `;
}

function comparedValues(values: readonly (string | null)[]): Set<string> {
  return new Set(values.flatMap((value) => (value === null ? [] : [asSearched(value)])));
}

/** Normalises text for search: compatible characters become equal; case and runs of blanks do not count. */
export function asSearched(text: string): string {
  return normalized(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
