import type { RateBooks } from '../../../usecases/rates/rate-books.ts';

export interface RateRouteOptions {
  readonly rateBooks: RateBooks;
}
