import type { ListingFilters } from './filters.ts';

/** A place in the listing's order: the creation time in Unix milliseconds, and the shipment's id. */
export interface Position {
  readonly createdAt: number;
  readonly shipmentId: string;
}

/** Which page of which listing. */
export interface ListingPage {
  readonly filters: ListingFilters;
  readonly order: 'asc' | 'desc';
  readonly perPage: number;
  /** The rows after this place; null for the page of this number, from 1. */
  readonly after: Position | null;
  readonly page: number;
}

/** One shipment of a page: `attributes` is JSON text, ready to be sent. */
export interface ListedShipment {
  readonly shipmentId: string;
  readonly createdAt: number;
  readonly hasTrackingNumber: boolean;
  readonly attributes: string;
}

export interface Listing {
  readonly shipments: readonly ListedShipment[];
  /** All that match the filters, exactly, in one snapshot with the page. */
  readonly total: number;
  /** Whether a row follows the last of these. */
  readonly hasMore: boolean;
}
