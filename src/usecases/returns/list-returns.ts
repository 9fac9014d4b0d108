import type { ReturnView } from '../../domain/listing/return-view.ts';
import { RETURN_LISTING_STATUSES, type ReturnListingStatus } from '../../domain/tracking/statuses.ts';
import type { UnreadScan } from '../../domain/tracking/unread-scan.ts';
import { notFound } from '../../problems/problem.ts';
import type { Listing } from '../../storage/listing/listing.ts';
import { EXPORT_RETURN_HEADINGS, exportReturnLines } from '../../storage/returns/export-returns.ts';
import type { ReturnFilters } from '../../storage/returns/filters.ts';
import {
  countReturnsByStatus,
  isCountedReturns,
  listReturnRows,
  type ReturnsPage,
} from '../../storage/returns/list-returns.ts';
import { readReturnView } from '../../storage/returns/return-views.ts';
import { readUnreadScans } from '../../storage/tracking/unread-scans.ts';
import type { LabelParts } from '../labels/label-links.ts';
import { tabTotals } from '../listing/count-shipments.ts';
import { csvLinesOf } from '../listing/export-shipments.ts';
import { labelUrlOf } from '../listing/get-shipment.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

/**
 * Returns one page of the account's returns with the exact total. Pages that take longer in a larger account
 * wait for a turn; they are dropped when the signal is aborted.
 */
export async function listReturns(
  account: AccountContext & ListingParts,
  page: ReturnsPage,
  signal: AbortSignal,
): Promise<Listing<ReturnView>> {
  const { database, accountId, longWork } = account;
  const isLight = isCountedReturns(page.filters) && (page.after !== null || page.page === 1);
  const read = (stop: AbortSignal | null) =>
    database.read(accountId, (from) => listReturnRows(from.account(accountId, stop), page));
  if (isLight) return read(null);
  return longWork.run({ accountId, signal }, () => read(signal));
}

/** Returns totals for tabs: of all matches without the filter `status`, and of each status, with zeros. */
export async function countReturns(
  account: AccountContext & ListingParts,
  { status: _status, ...filters }: ReturnFilters,
  signal: AbortSignal,
): Promise<Record<'all' | ReturnListingStatus, number>> {
  const { database, accountId, longWork } = account;
  const count = (stop: AbortSignal | null) =>
    database.read(accountId, (from) => countReturnsByStatus(from.account(accountId, stop), filters));
  const counts = await (Object.keys(filters).length === 0
    ? count(null)
    : longWork.run({ accountId, signal }, () => count(signal)));
  return tabTotals(RETURN_LISTING_STATUSES, counts);
}

/** Exports the matching returns as CSV: see `exportShipments`. */
export function exportReturns(
  { database, accountId, longWork }: AccountContext & ListingParts,
  filters: ReturnFilters,
  client: Client,
): AsyncGenerator<Buffer, void, undefined> {
  const lines = database.readInParts(accountId, (from) =>
    csvLinesOf(EXPORT_RETURN_HEADINGS, exportReturnLines(from.account(accountId, client.signal), filters)),
  );
  return longWork.inParts({ accountId, ...client }, lines);
}

/** Returns a return with a new label link. @throws Problem `not_found` */
export async function getReturn(
  account: AccountContext & LabelParts,
  returnId: string,
): Promise<{
  readonly shown: ReturnView;
  readonly labelUrl: string | null;
  readonly unread: readonly UnreadScan[];
}> {
  const { database, accountId } = account;
  const [shown, unread] = await database.read(accountId, (from) => {
    const scope = from.account(accountId);
    return Promise.all([readReturnView(scope, returnId), readUnreadScans(scope, [returnId])]);
  });
  if (shown === null) throw notFound('Return');
  return { shown, labelUrl: labelUrlOf(account, shown), unread: unread.get(returnId) ?? [] };
}

export { RETURN_FILTERS } from '../../storage/returns/filters.ts';
