import type { FastifyInstance } from 'fastify';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { addListExchanges } from './list-exchanges.ts';
import { addOrchestrateExchange } from './orchestrate-exchange.ts';

export function addExchanges(api: FastifyInstance, options: { readonly rateBooks: RateBooks }): void {
  addOrchestrateExchange(api, options);
  addListExchanges(api);
}
