import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../domain/rates/quote.ts';
import { quoteRates } from '../../domain/rates/quote-rates.ts';
import type { AccountContext } from '../service.ts';
import type { RateBooks } from './rate-books.ts';

/**
 * Quotes a parcel with every carrier that takes it, by the account's rates at this moment.
 *
 * @throws Problem `refused` where a pincode is unknown
 */
export async function quoteParcel(
  account: AccountContext,
  rateBooks: RateBooks,
  request: QuoteRequest,
): Promise<ForwardQuote | ReturnQuote> {
  return quoteRates(await rateBooks.bookOf(account.accountId), request, account.now().getTime());
}
