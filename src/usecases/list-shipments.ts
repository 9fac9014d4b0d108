import type { Listing, ListingPage } from '../domain/listing/listing.ts';
import { isLight, listShipmentRows } from '../storage/listing/list.ts';
import type { AccountContext } from './service.ts';

/**
 * One page of the account's forward shipments with the exact total (contract: listing). Pages whose cost
 * grows with the account take turns.
 */
export async function listShipments(account: AccountContext, page: ListingPage): Promise<Listing> {
  const { database } = account;
  const list = () => listShipmentRows(database.account(account.accountId), page);
  return isLight(page) ? list() : database.heavyReads.take(list);
}
