import { explainQuote, type LeftOutCarrier } from '../../domain/rates/explain-quote.ts';
import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../domain/rates/quote.ts';
import { quoteRates } from '../../domain/rates/quote-rates.ts';
import type { AccountContext } from '../service.ts';
import type { RateBooks } from './rate-books.ts';

export interface ReasonedQuote {
  readonly quote: ForwardQuote | ReturnQuote;
  readonly leftOut: readonly LeftOutCarrier[] | null;
}

/**
 * Quotes a parcel with all carriers that accept it, with the account's current rates.
 *
 * @throws Problem `refused` for an unknown pincode
 */
export async function quoteParcel(
  account: AccountContext,
  rateBooks: RateBooks,
  request: QuoteRequest,
): Promise<ReasonedQuote> {
  const book = await rateBooks.bookOf(account.accountId);
  const now = account.now().getTime();
  const quote = quoteRates(book, request, now);
  return { quote, leftOut: quote.carriers.length > 0 ? null : explainQuote(book, request, now).leftOut };
}
