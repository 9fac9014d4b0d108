import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import type { RouteOptions } from '../route-options.ts';

/** What the routes of returns need beyond the request. */
export interface ReturnOptions extends RouteOptions {
  readonly rateBooks: RateBooks;
}
