import type { RateBooks } from '../../../usecases/rates/rate-books.ts';

/** What the routes of money need beyond the request. */
export interface MoneyOptions {
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly monotonicMs: () => number;
  readonly rateBooks: RateBooks;
}
