import type { ReturnView } from '../../domain/listing/return-view.ts';
import {
  type ForwardStatus,
  listingStatusOf,
  type ReturnListingStatus,
  returnStatusesOf,
} from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { Conditions, ofJourney } from '../listing/conditions.ts';
import {
  countedTotal,
  pageStatement,
  partsOfRows,
  partsOfSet,
  place,
  readPage,
} from '../listing/list-page.ts';
import type { Listing, ListingPage } from '../listing/listing.ts';
import { statusesMeantBy } from '../listing/shared-filters.ts';
import { readCounts } from '../listing/shipment-counts.ts';
import { columnStatus, statusOfColumn } from '../tracking/column-status.ts';
import { RETURN_FILTERS, type ReturnFilters } from './filters.ts';
import { RETURN_COLUMNS, RETURN_JOINS, type ReturnRow, returnOfRow } from './return-views.ts';

export interface ReturnsPage extends Omit<ListingPage, 'filters' | 'sortBy'> {
  readonly filters: ReturnFilters;
}

/** Lists one page of returns with the total, in one statement and therefore in one snapshot. */
export async function listReturnRows(scope: AccountScope, page: ReturnsPage): Promise<Listing<ReturnView>> {
  const { filters, order } = page;
  const conditions = new Conditions(ofJourney('return'));
  RETURN_FILTERS.add(conditions, filters);
  const where = conditions.sql;
  const parts = namesSet(filters)
    ? partsOfSet(
        `select s.created_at, s.shipment_id from shipments s where ${where}`,
        place(conditions, page),
      )
    : partsOfRows(where, place(conditions, page), totalQuery(conditions, filters, where));
  const text = pageStatement(parts, { columns: RETURN_COLUMNS, joins: RETURN_JOINS, order });
  const query = { name: null, text, parameters: conditions.parameters };
  return readPage<ReturnRow, ReturnView>(scope, query, returnOfRow);
}

function totalQuery(conditions: Conditions, filters: ReturnFilters, matching: string): string {
  if (!isCountedReturns(filters)) return `select count(*) as n from shipments s where ${matching}`;
  return countedTotal(conditions, 'return', [
    statusesMeantBy(filters.status, returnStatusesOf)?.map(columnStatus),
    filters.granular_status?.map(columnStatus),
  ]);
}

/** Tells whether the filters name a set to find once. Reading the listing in order could read every row. */
function namesSet(filters: ReturnFilters): boolean {
  return SETS.some((name) => filters[name] !== undefined);
}

const SETS = [
  'search',
  'sku',
  'display_id',
  'qc_status',
  'return_pickup_scheduled_at__gte',
  'return_pickup_scheduled_at__lte',
  'return_delivered_at__gte',
  'return_delivered_at__lte',
] as const;

export async function countReturnsByStatus(
  scope: AccountScope,
  filters: ReturnFilters,
): Promise<Map<ReturnListingStatus, number>> {
  const sums = new Map<ReturnListingStatus, number>();
  if (Object.keys(filters).length === 0) {
    for (const [granular, n] of await readCounts(scope, 'return')) {
      const status = listingStatusOf(granular) as ReturnListingStatus;
      sums.set(status, (sums.get(status) ?? 0) + n);
    }
    return sums;
  }
  const conditions = new Conditions(ofJourney('return'));
  RETURN_FILTERS.add(conditions, filters);
  const rows = await scope.read<{ status: ForwardStatus; n: number }>(
    `select s.granular_status as status, count(*) as n from shipments s where ${conditions.sql} group by s.granular_status`,
    conditions.parameters,
  );
  for (const { status: kept, n } of rows) {
    const status = listingStatusOf(statusOfColumn(kept, 'return')) as ReturnListingStatus;
    sums.set(status, (sums.get(status) ?? 0) + n);
  }
  return sums;
}

/** Tells whether the counters contain the number of matches. */
export function isCountedReturns(filters: ReturnFilters): boolean {
  return Object.keys(filters).every((name) => name === 'status' || name === 'granular_status');
}
