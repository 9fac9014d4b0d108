import { countFacets } from '../../columns/count-facets.ts';
import { findPageAhead } from '../../columns/find-page.ts';
import { rowKey } from '../../columns/row-key.ts';
import { type ForwardStatus, type ListingStatus, listingStatusOf } from '../../domain/tracking/statuses.ts';
import type { ListingFilters } from '../listing/filters.ts';
import type { Listing, ListingPage } from '../listing/listing.ts';
import { readShipmentViews } from '../listing/shipment-views.ts';
import { askMatching } from './asked-conditions.ts';
import type { ListingColumns } from './listing-columns.ts';

/** One page with its total, of one snapshot, by the columns in memory; null where SQL is to answer. */
export function listByColumns(
  columns: ListingColumns,
  accountId: string,
  { filters, order, perPage, after, page }: ListingPage,
): Promise<Listing | null> {
  return askMatching(columns, accountId, filters, {
    find: async (table, conditions, scope) => {
      const { ids, total } = await findPageAhead(table, [...conditions.values()], {
        order,
        after: after === null ? null : rowKey(after.createdAt, after.shipmentId),
        skip: after === null ? (page - 1) * perPage : 0,
        limit: perPage + 1,
      });
      // PostgreSQL reads the page while it is counted here how many match.
      const shown = readShipmentViews(scope, ids.slice(0, perPage));
      // It is heard where it is waited for.
      shown.catch(() => undefined);
      return { shown, total: await total, hasMore: ids.length > perPage };
    },
    show: async ({ shown, ...found }) => ({ shipments: await shown, ...found }),
  });
}

/** How many shipments with each status match the filters; null where SQL is to answer. */
export function countStatusesByColumns(
  columns: ListingColumns,
  accountId: string,
  filters: ListingFilters,
): Promise<Map<ListingStatus, number> | null> {
  const byStatus = [{ column: 'granular_status', own: [] }];
  return askMatching(columns, accountId, filters, {
    find: (table, conditions) => countFacets(table, [...conditions.values()], byStatus),
    show: async ({ counts: [byWord] }) => {
      const sums = new Map<ListingStatus, number>();
      for (const [word, count] of byWord ?? []) {
        const status = listingStatusOf(word as ForwardStatus);
        sums.set(status, (sums.get(status) ?? 0) + count);
      }
      return sums;
    },
  });
}
