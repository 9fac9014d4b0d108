import type { FastifyInstance } from 'fastify';
import { addFileBodies } from '../../plugins/bodies.ts';
import { addCod } from './cod.ts';
import { addCodRemittance } from './cod-remittance.ts';
import { addImportCourierInvoices } from './import-courier-invoices.ts';
import { addImportRemittances } from './import-remittances.ts';
import { addListLedger } from './list-ledger.ts';
import { addMoneyByMonth } from './money-by-month.ts';
import type { MoneyOptions } from './money-options.ts';
import { addRemittanceCycles } from './remittance-cycles.ts';
import { addRemittances } from './remittances.ts';
import { addReports } from './reports.ts';
import { addShippingCharges } from './shipping-charges.ts';
import { addWeightDifferences } from './weight-differences.ts';

export async function addMoney(api: FastifyInstance, options: MoneyOptions): Promise<void> {
  addShippingCharges(api, options);
  addCodRemittance(api, options);
  addListLedger(api);
  addCod(api, options);
  addMoneyByMonth(api, options);
  addReports(api);
  addRemittances(api, options);
  addRemittanceCycles(api, options);
  addWeightDifferences(api);
  await api.register(async (scope) => {
    addFileBodies(scope);
    addImportRemittances(scope);
    addImportCourierInvoices(scope);
  });
}
