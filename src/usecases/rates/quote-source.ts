import type { QuoteExplanation } from '../../domain/rates/explain-quote.ts';
import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../domain/rates/quote.ts';

/** Makes the quotes of an account with the current version of its rate book. */
export interface QuoteSource {
  /** @throws Problem `refused`, as `quoteRates` */
  quote(accountId: string, request: QuoteRequest, now: Date): Promise<ForwardQuote | ReturnQuote>;
  /** Returns the same quote with reasons, also for the carriers that it leaves out. */
  explain(accountId: string, request: QuoteRequest, now: Date): Promise<QuoteExplanation>;
}
