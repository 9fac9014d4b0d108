import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import type { QuoteExplanation } from '../../domain/rates/explain-quote.ts';
import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../domain/rates/quote.ts';

/** Makes the quotes of an account with the current version of its rate book. */
export interface QuoteSource {
  /** Another number after each change of any rates, once it was noticed. */
  readonly seenVersion: number;
  /** @throws Problem `refused`, as `quoteRates` */
  quote(accountId: string, request: QuoteRequest, now: Date): Promise<ForwardQuote | ReturnQuote>;
  /** Returns the same quote with reasons, also for the carriers that it leaves out. */
  explain(accountId: string, request: QuoteRequest, now: Date): Promise<QuoteExplanation>;
}

/** Rates and places. */
export interface RateParts {
  readonly quotes: QuoteSource;
  readonly directory: PincodeDirectory;
}
