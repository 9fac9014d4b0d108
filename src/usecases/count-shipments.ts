import type { ListingFilters } from '../domain/listing/filters.ts';
import { LISTING_STATUSES, type ListingStatus } from '../domain/tracking/statuses.ts';
import { countByStatus, isUnfiltered } from '../storage/listing/count.ts';
import type { AccountContext } from './service.ts';

/** The totals for tabs: of all that match the filters, and of each status, zeros included. */
export async function countShipments(
  account: AccountContext,
  filters: ListingFilters,
): Promise<Record<'all' | ListingStatus, number>> {
  const { status: _status, ...rest } = filters;
  const { database } = account;
  const count = () => countByStatus(database.account(account.accountId), rest);
  const counts = await (isUnfiltered(rest) ? count() : database.heavyReads.take(count));
  const byStatus = LISTING_STATUSES.map((status) => [status, counts.get(status) ?? 0] as const);
  const all = byStatus.reduce((sum, [, count]) => sum + count, 0);
  return { all, ...Object.fromEntries(byStatus) } as Record<'all' | ListingStatus, number>;
}
