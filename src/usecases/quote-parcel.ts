import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../domain/rates/quote.ts';
import { quoteRates } from '../domain/rates/quote-rates.ts';
import type { RateBooks } from './rate-books.ts';
import type { AccountContext } from './service.ts';

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

/** The same at once; null where the account's rates would have to be read first. */
export function quoteParcelAtHand(
  account: AccountContext,
  rateBooks: RateBooks,
  request: QuoteRequest,
): ForwardQuote | ReturnQuote | null {
  const book = rateBooks.bookAtHand(account.accountId);
  return book && quoteRates(book, request, account.now().getTime());
}
