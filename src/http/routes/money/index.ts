import type { FastifyInstance } from 'fastify';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { addFileBodies } from '../../plugins/bodies.ts';
import { addCodRemittance } from './cod-remittance.ts';
import { addImportCourierInvoices } from './import-courier-invoices.ts';
import { addImportRemittances } from './import-remittances.ts';
import { addListLedger } from './list-ledger.ts';
import { addRemittances } from './remittances.ts';
import { addReports } from './reports.ts';
import { addShippingCharges } from './shipping-charges.ts';
import { addWeightDifferences } from './weight-differences.ts';

/** What the routes of money need beyond the request. */
export interface MoneyOptions {
  /** Milliseconds since any moment, by a clock that nobody sets. */
  readonly monotonicMs: () => number;
  readonly rateBooks: RateBooks;
}

/** Contract: money. */
export async function addMoney(api: FastifyInstance, options: MoneyOptions): Promise<void> {
  addShippingCharges(api, options);
  addCodRemittance(api, options);
  addListLedger(api);
  addReports(api);
  addRemittances(api);
  addWeightDifferences(api);
  await api.register(async (scope) => {
    addFileBodies(scope);
    addImportRemittances(scope);
    addImportCourierInvoices(scope);
  });
}
