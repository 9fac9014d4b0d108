import { isLight, listShipmentRows } from '../../storage/listing/list.ts';
import type { Listing, ListingPage } from '../../storage/listing/listing.ts';
import type { AccountContext } from '../service.ts';

export type { Listing, ListingPage };

/**
 * One page of the account's forward shipments with the exact total (contract: listing). Pages whose cost
 * grows with the account take turns, and are dropped when the signal is aborted.
 */
export async function listShipments(
  account: AccountContext,
  page: ListingPage,
  signal: AbortSignal,
): Promise<Listing> {
  const { database, accountId, longWork } = account;
  if (isLight(page)) return listShipmentRows(database.account(accountId), page);
  return longWork.inTurn({ accountId, signal }, () =>
    listShipmentRows(database.account(accountId, signal), page),
  );
}
