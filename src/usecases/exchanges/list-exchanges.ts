import {
  type ExchangesPage,
  type ExchangeView,
  hasNoExchangeFilter,
  listExchangeRows,
} from '../../storage/exchanges/list-exchanges.ts';
import type { Listing } from '../../storage/listing/listing.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

export { EXCHANGE_FILTERS } from '../../storage/exchanges/filters.ts';
export type { ExchangeView };

/**
 * Returns one page of the account's exchanges with the exact total. Pages that take longer in a larger
 * account wait for a turn; they are dropped when the signal is aborted.
 */
export async function listExchanges(
  { database, accountId, longWork }: AccountContext & ListingParts,
  page: ExchangesPage,
  signal: AbortSignal,
): Promise<Listing<ExchangeView>> {
  const isLight = hasNoExchangeFilter(page) && (page.after !== null || page.page === 1);
  if (isLight) return listExchangeRows(database.account(accountId), page);
  return longWork.run({ accountId, signal }, () =>
    listExchangeRows(database.account(accountId, signal), page),
  );
}
