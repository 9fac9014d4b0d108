import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import type { ListingPosition } from './conditions.ts';
import type { DateField, ListingFilters } from './filters.ts';

/**
 * The sort orders of the listing; rows with equal times are sorted by id. The creation time never changes.
 * Other dates are compared in whole seconds, as in the columns in memory. A row without a scan counts as 1970;
 * by `date_field`, rows without that date are left out.
 */
export const LISTING_ORDERS = ['created_at', 'last_scan_at', 'date_field'] as const;

export type ListingOrder = (typeof LISTING_ORDERS)[number];

/** A page's order and filters. */
type Sorted = Pick<ListingPage, 'sortBy'> & { readonly filters: { readonly date_field?: DateField } };

/** The date that a page is sorted by. */
export function sortedDate({ sortBy, filters }: Sorted): DateField {
  return sortBy === 'date_field' ? (filters.date_field ?? 'created_at') : sortBy;
}

/** The date without which rows are left out of the page; null if all rows are in it. */
export function neededDate(page: Sorted): Exclude<DateField, 'created_at'> | null {
  const date = sortedDate(page);
  return page.sortBy !== 'date_field' || date === 'created_at' ? null : date;
}

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
