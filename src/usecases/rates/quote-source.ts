import type { QuoteExplanation } from '../../domain/rates/explain-quote.ts';
import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../domain/rates/quote.ts';

/** The quotes of an account, from the version of its rate book that is in force. */
export interface QuoteSource {
  /** @throws Problem `refused` as `quoteRates` does */
  quote(accountId: string, request: QuoteRequest, now: Date): Promise<ForwardQuote | ReturnQuote>;
  /** The same quote with the reasons, including those of the carriers left out. */
  explain(accountId: string, request: QuoteRequest, now: Date): Promise<QuoteExplanation>;
}
