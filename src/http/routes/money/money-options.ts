import type { RateBooks } from '../../../usecases/rates/rate-books.ts';

export interface MoneyOptions {
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
  readonly rateBooks: RateBooks;
}
