import type { FastifyInstance } from 'fastify';
import { addListLedger } from './list-ledger.ts';
import { addShippingCharges } from './shipping-charges.ts';

/** What the routes of money need beyond the request. */
export interface MoneyOptions {
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly monotonicMs: () => number;
}

/** Contract: money. */
export function addMoney(api: FastifyInstance, options: MoneyOptions): void {
  addShippingCharges(api, options);
  addListLedger(api);
}
