import type { FastifyInstance } from 'fastify';
import { addCheckServiceability } from './check-serviceability.ts';
import { addExplainRates } from './explain-rates.ts';
import { addQuoteRates } from './quote-rates.ts';
import type { RateRouteOptions } from './rate-route-options.ts';

export function addRates(api: FastifyInstance, options: RateRouteOptions): void {
  addQuoteRates(api, options);
  addCheckServiceability(api, options);
  addExplainRates(api);
}
