import type { RateBooks } from '../../../usecases/rates/rate-books.ts';

/** What the routes of rates need beyond the request. */
export interface RateRouteOptions {
  readonly rateBooks: RateBooks;
}
