import type { RateBooks } from '../../../usecases/rates/rate-books.ts';

/** Dependencies of the money routes. */
export interface MoneyOptions {
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number;
  readonly rateBooks: RateBooks;
}
