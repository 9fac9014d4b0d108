import { isReturnStatus, type ListingStatus, listingStatusOf } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { Conditions } from './conditions.ts';
import { type ListingFilters, SHIPMENT_FILTERS } from './filters.ts';
import { readCounts } from './shipment-counts.ts';

/** Counts matches by status, exactly. Without filters, it reads the counters. */
export async function countByStatus(
  scope: AccountScope,
  filters: ListingFilters,
): Promise<Map<ListingStatus, number>> {
  if (isUnfiltered(filters)) return sumByListingStatus(scope);
  const conditions = new Conditions();
  SHIPMENT_FILTERS.add(conditions, filters);
  const rows = await scope.read<{ status: ListingStatus; n: number }>(
    `select s.status, count(*) as n from shipments s where ${conditions.sql} group by s.status`,
    conditions.parameters,
  );
  return new Map(rows.map(({ status, n }) => [status, n]));
}

async function sumByListingStatus(scope: AccountScope): Promise<Map<ListingStatus, number>> {
  const sums = new Map<ListingStatus, number>();
  for (const [granular, n] of await readCounts(scope, 'forward')) {
    if (isReturnStatus(granular)) continue;
    const status = listingStatusOf(granular);
    sums.set(status, (sums.get(status) ?? 0) + n);
  }
  return sums;
}

export function isUnfiltered(filters: ListingFilters): boolean {
  return Object.keys(filters).every((name) => name === 'date_field');
}
