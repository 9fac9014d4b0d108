import type { RateBooks } from '../../../usecases/rates/rate-books.ts';

/** Dependencies of the money routes. */
export interface MoneyOptions {
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly monotonicMs: () => number;
  readonly rateBooks: RateBooks;
}
