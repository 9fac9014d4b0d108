import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import type { ListingPosition } from './conditions.ts';
import type { ListingFilters } from './filters.ts';

/**
 * The sort orders of the listing; rows with equal times are sorted by id. The creation time never changes.
 * The last scan is compared in whole seconds, as in the columns in memory; without a scan it is 1970.
 */
export const LISTING_ORDERS = ['created_at', 'last_scan_at'] as const;

export type ListingOrder = (typeof LISTING_ORDERS)[number];

export interface ListingPage {
  readonly filters: ListingFilters;
  readonly sortBy: ListingOrder;
  readonly order: 'asc' | 'desc';
  readonly perPage: number;
  /** The page starts after this position; null uses the page number, which starts at 1. */
  readonly after: ListingPosition | null;
  readonly page: number;
}

export interface Listing<View = ShipmentView> {
  readonly shipments: readonly View[];
  /** The exact total of matches, from the same snapshot as the page. */
  readonly total: number;
}
