import { normalized } from '../normalized.ts';

/** The values of an order in which `search` looks. */
export interface SearchedValues {
  readonly trackingNumber: string | null;
  readonly displayId: string;
  readonly externalId: string;
  /** The billing contact, and the shipping one if it differs. */
  readonly contacts: readonly SearchedContact[];
  /** The SKUs of a return, because returns can also be found by SKU. */
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
 * Builds one text that contains all values, normalised (`asSearched`) and each value once. Blanks separate
 * the values. A whole word is the text between two blanks, so the text also begins and ends with a blank.
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

/** Normalises text for search: compatible characters become equal; case and runs of blanks do not count. */
export function asSearched(text: string): string {
  return normalized(text, 'NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}
