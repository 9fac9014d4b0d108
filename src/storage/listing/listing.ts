import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import type { ListingPosition } from './conditions.ts';
import type { ListingFilters } from './filters.ts';

/** Which page of which listing. */
export interface ListingPage {
  readonly filters: ListingFilters;
  readonly order: 'asc' | 'desc';
  readonly perPage: number;
  /** The rows after this place; null for the page of this number, from 1. */
  readonly after: ListingPosition | null;
  readonly page: number;
}

/** One page. */
export interface Listing<View = ShipmentView> {
  readonly shipments: readonly View[];
  /** All that match the filters, exactly, in one snapshot with the page. */
  readonly total: number;
  /** Whether a row follows the last of these. */
  readonly hasMore: boolean;
}
