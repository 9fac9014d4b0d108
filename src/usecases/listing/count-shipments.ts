import { LISTING_STATUSES, type ListingStatus } from '../../domain/tracking/statuses.ts';
import { countByStatus, isUnfiltered } from '../../storage/listing/count.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { AccountContext } from '../service.ts';

/** The totals for tabs: of all that match the filters, and of each status, zeros included; dropped when the signal is aborted. */
export async function countShipments(
  account: AccountContext,
  filters: ListingFilters,
  signal: AbortSignal,
): Promise<Record<'all' | ListingStatus, number>> {
  const { status: _status, ...rest } = filters;
  const { database, accountId, longWork } = account;
  const counts = isUnfiltered(rest)
    ? await countByStatus(database.account(accountId), rest)
    : await longWork.inTurn({ accountId, signal }, () =>
        countByStatus(database.account(accountId, signal), rest),
      );
  const byStatus = LISTING_STATUSES.map((status) => [status, counts.get(status) ?? 0] as const);
  const all = byStatus.reduce((sum, [, count]) => sum + count, 0);
  return { all, ...Object.fromEntries(byStatus) } as Record<'all' | ListingStatus, number>;
}
