import {
  FORWARD_STATUSES,
  type ForwardStatus,
  GRANULAR_STATUSES,
  type GranularStatus,
  LISTING_STATUSES,
  type ListingStatus,
  RETURN_LISTING_STATUSES,
  RETURN_STATUSES,
  type ReturnListingStatus,
  type ReturnStatus,
} from './statuses.ts';

const GRANULAR = byName(GRANULAR_STATUSES);
const FORWARD = byName(FORWARD_STATUSES);
const RETURN = byName(RETURN_STATUSES);
const LISTING = byName(LISTING_STATUSES);
const RETURN_LISTING = byName(RETURN_LISTING_STATUSES);

/**
 * Reads a granular status of either journey as a carrier or a client may write it: `Out For Delivery`, `RTO-Delivered`,
 * `out_for_delivery`. Null for any other word.
 */
export function readGranularStatus(text: string): GranularStatus | null {
  return GRANULAR.get(withUnderscores(text)) ?? null;
}

/** Like `readGranularStatus`, for forward shipments. */
export function readForwardStatus(text: string): ForwardStatus | null {
  return FORWARD.get(withUnderscores(text)) ?? null;
}

/** Like `readGranularStatus`, for returns. */
export function readReturnStatus(text: string): ReturnStatus | null {
  return RETURN.get(withUnderscores(text)) ?? null;
}

/** Like `readGranularStatus`, for the five statuses of the listing of returns. */
export function readReturnListingStatus(text: string): ReturnListingStatus | null {
  return RETURN_LISTING.get(withUnderscores(text)) ?? null;
}

/** Like `readGranularStatus`, for the ten listing statuses. */
export function readListingStatus(text: string): ListingStatus | null {
  return LISTING.get(withUnderscores(text)) ?? null;
}

function byName<Status extends string>(statuses: readonly Status[]): ReadonlyMap<string, Status> {
  return new Map(statuses.map((status) => [status, status]));
}

function withUnderscores(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_\-\u2010-\u2015]+/g, '_');
}
