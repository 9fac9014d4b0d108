import { GRANULAR_STATUSES, type GranularStatus, LISTING_STATUSES, type ListingStatus } from './statuses.ts';

const GRANULAR = new Map<string, GranularStatus>(GRANULAR_STATUSES.map((status) => [status, status]));
const LISTING = new Map<string, ListingStatus>(LISTING_STATUSES.map((status) => [status, status]));

/**
 * Reads a granular status as a carrier or a client may write it: `Out For Delivery`, `RTO-Delivered`,
 * `out_for_delivery`. Null for any other word.
 */
export function readGranularStatus(text: string): GranularStatus | null {
  return GRANULAR.get(withUnderscores(text)) ?? null;
}

/** Reads one of the ten listing statuses, as liberally. Null for any other word. */
export function readListingStatus(text: string): ListingStatus | null {
  return LISTING.get(withUnderscores(text)) ?? null;
}

function withUnderscores(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_\-\u2010-\u2015]+/g, '_');
}
