import type { FastifyInstance } from 'fastify';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { addCheckServiceability } from './check-serviceability.ts';
import { addQuoteRates } from './quote-rates.ts';

export interface RateRouteOptions {
  readonly rateBooks: RateBooks;
}

/** Contract: rates and serviceability. */
export function addRates(api: FastifyInstance, options: RateRouteOptions): void {
  addQuoteRates(api, options);
  addCheckServiceability(api, options);
}
