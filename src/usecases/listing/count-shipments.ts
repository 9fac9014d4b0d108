import { LISTING_STATUSES, type ListingStatus } from '../../domain/tracking/statuses.ts';
import { countStatusesByColumns } from '../../storage/columns/column-listing.ts';
import { asksSql } from '../../storage/columns/query-columns.ts';
import { countByStatus, isUnfiltered } from '../../storage/listing/count.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { AccountContext } from '../service.ts';

/** Returns the totals for tabs: of all matches and of each status, including zeros. Stops with the signal. */
export async function countShipments(
  account: AccountContext,
  filters: ListingFilters,
  signal: AbortSignal,
): Promise<Record<'all' | ListingStatus, number>> {
  const { status: _status, ...rest } = filters;
  const { database, accountId, restriction } = account;
  // Restricted people are counted by a query, because the counters cover the whole account.
  if (restriction !== null || !isUnfiltered(rest)) return countFiltered(account, rest, signal);
  return shown(await database.read(accountId, (from) => countByStatus(from.account(accountId), rest)));
}

async function countFiltered(
  account: AccountContext,
  filters: ListingFilters,
  signal: AbortSignal,
): Promise<Record<'all' | ListingStatus, number>> {
  const { database, accountId, longWork, columns } = account;
  const isLong = asksSql(filters);
  const counted = isLong ? null : await countStatusesByColumns(columns, accountId, filters);
  if (counted !== null) return shown(counted);
  const queued = await longWork.run({ accountId, signal }, async () => {
    const byColumns = isLong ? await countStatusesByColumns(columns, accountId, filters) : null;
    return (
      byColumns ?? database.read(accountId, (from) => countByStatus(from.account(accountId, signal), filters))
    );
  });
  return shown(queued);
}

function shown(counts: ReadonlyMap<ListingStatus, number>): Record<'all' | ListingStatus, number> {
  const byStatus = LISTING_STATUSES.map((status) => [status, counts.get(status) ?? 0] as const);
  const all = byStatus.reduce((sum, [, count]) => sum + count, 0);
  return { all, ...Object.fromEntries(byStatus) } as Record<'all' | ListingStatus, number>;
}

export { type CheckedCounts, checkCounts } from '../../storage/listing/check-counts.ts';
