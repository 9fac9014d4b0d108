import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import type { RouteOptions } from '../route-options.ts';

export interface ReturnOptions extends RouteOptions {
  readonly rateBooks: RateBooks;
}
