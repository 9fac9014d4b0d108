import { LISTING_STATUSES, type ListingStatus } from '../../domain/tracking/statuses.ts';
import { countStatusesByColumns } from '../../storage/columns/column-listing.ts';
import { countByStatus, isUnfiltered } from '../../storage/listing/count.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { columnsOrSql } from './columns-or-sql.ts';

/** Returns the totals for tabs: of all matches and of each status, including zeros. Stops with the signal. */
export async function countShipments(
  account: AccountContext & ListingParts,
  filters: ListingFilters,
  signal: AbortSignal,
): Promise<Record<'all' | ListingStatus, number>> {
  const { status: _status, ...rest } = filters;
  const { database, accountId, columns, restriction } = account;
  const count = (stop: AbortSignal | null) =>
    database.read(accountId, (from) => countByStatus(from.account(accountId, stop), rest));
  // Restricted people are counted by a query, because the counters cover the whole account.
  const counts = await (restriction === null && isUnfiltered(rest)
    ? count(null)
    : columnsOrSql(
        account,
        rest,
        signal,
        () => countStatusesByColumns(columns, accountId, rest),
        () => count(signal),
      ));
  return tabTotals(LISTING_STATUSES, counts);
}

/** Returns the total of all statuses, and of each one, including zeros. */
export function tabTotals<Status extends string>(
  statuses: readonly Status[],
  counts: ReadonlyMap<Status, number>,
): Record<'all' | Status, number> {
  const byStatus = statuses.map((status) => [status, counts.get(status) ?? 0] as const);
  const all = byStatus.reduce((sum, [, count]) => sum + count, 0);
  return { all, ...Object.fromEntries(byStatus) } as Record<'all' | Status, number>;
}

export { type CheckedCounts, checkCounts } from '../../storage/listing/check-counts.ts';
