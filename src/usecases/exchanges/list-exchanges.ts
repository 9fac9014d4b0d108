import {
  type ExchangesPage,
  type ExchangeView,
  listExchangeRows,
} from '../../storage/exchanges/list-exchanges.ts';
import type { Listing } from '../../storage/listing/listing.ts';
import type { AccountContext } from '../service.ts';

export {
  EXCHANGE_FILTER_FIELDS,
  EXCHANGE_FILTER_ORDERS,
  readExchangeFilters,
} from '../../storage/exchanges/filters.ts';
export type { ExchangeView };

/**
 * One page of the account's exchanges with the exact total (contract: returns and exchanges). Its cost grows with
 * them: pages take turns, and are dropped when the signal is aborted.
 */
export async function listExchanges(
  { database, accountId, longWork }: AccountContext,
  page: ExchangesPage,
  signal: AbortSignal,
): Promise<Listing<ExchangeView>> {
  return longWork.inTurn({ accountId, signal }, () =>
    listExchangeRows(database.account(accountId, signal), page),
  );
}
