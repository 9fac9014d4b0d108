import type { RateBooks } from '../../../usecases/rates/rate-books.ts';

/** Dependencies of the rate routes. */
export interface RateRouteOptions {
  readonly rateBooks: RateBooks;
}
