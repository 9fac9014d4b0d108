import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import { listByColumns } from '../../storage/columns/column-listing.ts';
import { isLight, listShipmentRows } from '../../storage/listing/list-page.ts';
import {
  LISTING_ORDERS,
  type Listing,
  type ListingOrder,
  type ListingPage,
} from '../../storage/listing/listing.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { columnsOrSql } from './columns-or-sql.ts';

export type { Listing, ListingOrder, ListingPage };

export { LISTING_ORDERS };

/** Returns a function that gets the time that shipments are sorted by, in Unix milliseconds. */
export function timeSortedBy(order: ListingOrder): (shipment: ShipmentView) => number {
  if (order === 'created_at') return ({ createdAt }) => createdAt.getTime();
  return ({ lastScanAt }) => Math.floor((lastScanAt?.getTime() ?? 0) / 1000) * 1000;
}

/**
 * Returns one page of the account's forward shipments with the exact total. Pages that take longer in a larger
 * account wait for a turn: see `columnsOrSql`.
 */
export async function listShipments(
  account: AccountContext & ListingParts,
  page: ListingPage,
  signal: AbortSignal,
): Promise<Listing> {
  const { database, accountId, columns, restriction } = account;
  // The counters cover the whole account, so they do not apply to restricted people.
  if (restriction === null && isLight(page)) {
    return database.read(accountId, (from) => listShipmentRows(from.account(accountId), page));
  }
  return columnsOrSql(
    account,
    page.filters,
    signal,
    () => listByColumns(columns, accountId, page),
    () => database.read(accountId, (from) => listShipmentRows(from.account(accountId, signal), page)),
  );
}

export { type SentFilters, SHIPMENT_FILTERS } from '../../storage/listing/filters.ts';
