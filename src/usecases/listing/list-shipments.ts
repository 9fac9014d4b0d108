import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import { listByColumns } from '../../storage/columns/column-listing.ts';
import type { DateField } from '../../storage/listing/filters.ts';
import { isLight, listShipmentRows } from '../../storage/listing/list-page.ts';
import {
  LISTING_ORDERS,
  type Listing,
  type ListingOrder,
  type ListingPage,
  sortedDate,
} from '../../storage/listing/listing.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { columnsOrSql } from './columns-or-sql.ts';

export type { Listing, ListingOrder, ListingPage };

export { LISTING_ORDERS };

/** Returns a function that gets the time that a page is sorted by, in Unix milliseconds. */
export function timeSortedBy(
  page: Pick<ListingPage, 'sortBy' | 'filters'>,
): (shipment: ShipmentView) => number {
  const by = sortedDate(page);
  if (by === 'created_at') return ({ createdAt }) => createdAt.getTime();
  return (shipment) => Math.floor((dateOf(shipment, by)?.getTime() ?? 0) / 1000) * 1000;
}

function dateOf(shipment: ShipmentView, by: Exclude<DateField, 'created_at'>): Date | null | undefined {
  if (by === 'last_scan_at') return shipment.lastScanAt;
  if (by === 'updated_at') return shipment.updatedAt;
  if (by === 'order_date') return shipment.order.orderDate;
  return shipment.milestones.find(({ milestone }) => `${milestone}_at` === by)?.at;
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
