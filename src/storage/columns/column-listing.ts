import { countFacets } from '../../columns/column-facets.ts';
import { findPage, findPageAhead } from '../../columns/find-page.ts';
import { findSortedPage } from '../../columns/find-sorted-page.ts';
import { rowKey } from '../../columns/row-key.ts';
import { type ForwardStatus, type ListingStatus, listingStatusOf } from '../../domain/tracking/statuses.ts';
import type { ListingFilters } from '../listing/filters.ts';
import { type Listing, type ListingPage, neededDate, sortedDate } from '../listing/listing.ts';
import { readShipmentViews } from '../listing/shipment-views.ts';
import type { ListingColumns } from './listing-columns.ts';
import { queryColumns } from './query-columns.ts';

/** Sorting all rows before a page is one step that blocks other work, so SQL finds deeper pages. */
const DEEPEST_SORTED_ROW = 10_000;

/**
 * Finds one page and the total from one snapshot, using the columns in memory; null if SQL has to answer.
 *
 * @param deepestSorted sorted by another date than the creation, pages after this row are only counted; if such a page
 * has rows, SQL answers
 */
export function listByColumns(
  columns: ListingColumns,
  accountId: string,
  listed: ListingPage,
  deepestSorted = DEEPEST_SORTED_ROW,
): Promise<Listing | null> {
  const { filters, order, perPage, after, page } = listed;
  const by = sortedDate(listed);
  const needed = neededDate(listed);
  const skip = after === null ? (page - 1) * perPage : 0;
  const isTooDeep = by !== 'created_at' && skip > deepestSorted;
  const wanted = { order, skip, limit: perPage };
  return queryColumns(columns, accountId, filters, {
    find: async (table, conditions, scope) => {
      const key = after === null ? null : rowKey(after.at, after.shipmentId);
      const isDated = needed === null ? [] : [{ column: needed, from: 0 }];
      const conditionList = [...conditions.values(), ...isDated];
      if (isTooDeep) {
        const { total } = await findPage(table, conditionList, { order, skip: 0, limit: 0, after: null });
        return total > skip ? null : { shown: Promise.resolve([]), total };
      }
      const { ids, total } =
        by === 'created_at'
          ? await findPageAhead(table, conditionList, { ...wanted, after: key })
          : await findSortedPage(table, conditionList, {
              ...wanted,
              by,
              after: key && { number: key.at / 1000, id: key.id },
            });
      // PostgreSQL reads the page's rows while the total is counted here.
      const shown = readShipmentViews(scope, ids);
      // The error is handled when the promise is awaited.
      shown.catch(() => undefined);
      return { shown, total: await total };
    },
    show: async (found) => found && { shipments: await found.shown, total: found.total },
  });
}

/** Counts matching shipments by status; null if SQL has to answer. */
export function countStatusesByColumns(
  columns: ListingColumns,
  accountId: string,
  filters: ListingFilters,
): Promise<Map<ListingStatus, number> | null> {
  const byStatus = [{ column: 'granular_status', own: [] }];
  return queryColumns(columns, accountId, filters, {
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
