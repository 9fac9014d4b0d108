import type { FastifyInstance } from 'fastify';
import { addListExchanges } from './list-exchanges.ts';
import { addOrchestrateExchange } from './orchestrate-exchange.ts';

export function addExchanges(api: FastifyInstance): void {
  addOrchestrateExchange(api);
  addListExchanges(api);
}
