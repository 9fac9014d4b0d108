import type { NdrReason, RtoReason } from '../tracking/reasons.ts';
import type { GranularStatus, ListingStatus } from '../tracking/statuses.ts';
import type { Zone } from '../zones/zone.ts';

/** The dates that `start_time` and `end_time` can be about (contract: listing). */
export const DATE_FIELDS = [
  'created_at',
  'order_date',
  'picked_up_at',
  'out_for_delivery_at',
  'delivered_at',
  'ndr_raised_at',
  'rto_initiated_at',
  'rto_delivered_at',
  'cancelled_at',
  'updated_at',
] as const;

export type DateField = (typeof DATE_FIELDS)[number];

/**
 * What a listing, its counts and its export are narrowed to. An absent filter does not narrow; a list
 * matches any of its values, so that an empty one matches nothing.
 */
export interface ListingFilters {
  readonly status?: ListingStatus;
  readonly granularStatuses?: readonly GranularStatus[];
  readonly dateField?: DateField;
  /** Unix milliseconds, included. */
  readonly from?: number;
  /** Unix milliseconds, not included. */
  readonly before?: number;
  readonly search?: SearchTerms;
  readonly carrierIds?: readonly string[];
  readonly warehouseIds?: readonly string[];
  readonly channels?: readonly string[];
  readonly zones?: readonly Zone[];
  readonly skus?: readonly string[];
  readonly tags?: readonly string[];
  readonly ndrReasons?: readonly NdrReason[];
  readonly rtoReasons?: readonly RtoReason[];
  readonly storeNames?: readonly string[];
  readonly displayIds?: readonly string[];
  readonly isCod?: boolean;
  /** 0.01 g, included. */
  readonly leastWeight?: number;
  /** 0.01 g, included. */
  readonly mostWeight?: number;
  readonly leastAttempts?: number;
  readonly mostAttempts?: number;
}

/** The words of a search, each of which must be found; see `readSearch`. */
export type SearchTerms = readonly SearchTerm[];

/** One word: found in any of its spellings, as a part where it is long enough, else as a whole word. */
export interface SearchTerm {
  readonly spellings: readonly string[];
  readonly whole: boolean;
}
