import { normalized } from '../normalized.ts';

/** The values of an order in which `search` looks. */
export interface SearchedValues {
  readonly trackingNumber: string | null;
  readonly displayId: string;
  readonly externalId: string;
  /** The billing contact, and the shipping one if it differs. */
  readonly contacts: readonly SearchedContact[];
  /** SKUs of a return, which is found by them too. */
  readonly skus?: readonly string[];
}

export interface SearchedContact {
  readonly firstName: string;
  readonly lastName: string | null;
  /** Ten digits. */
  readonly phone: string;
  readonly email: string | null;
  readonly city: string;
}

/**
 * One text in which every part of the values can be found: as compared (`asSearched`), each value between
 * blanks, repeated ones once. A whole word is what stands between two blanks, so the text begins and ends
 * with one.
 */
export function searchWords({
  trackingNumber,
  displayId,
  externalId,
  contacts,
  skus = [],
}: SearchedValues): string {
  const values = [trackingNumber, displayId, externalId, ...skus];
  for (const { firstName, lastName, phone, email, city } of contacts) {
    values.push(firstName, lastName, phone, email, city);
  }
  const compared = values.flatMap((value) => (value === null ? [] : [asSearched(value)]));
  return ` ${[...new Set(compared)].join(' ')} `;
}

/** As compared: compatible characters are one, case and runs of blanks do not count. */
export function asSearched(text: string): string {
  return normalized(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
