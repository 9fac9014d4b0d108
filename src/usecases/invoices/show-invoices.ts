import { indiaDateTime } from '../../domain/india-time.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import { notFound } from '../../problems/problem.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import {
  findInvoice,
  type InvoiceFilters,
  type InvoiceSums,
  listInvoices,
  readInvoices,
} from '../../storage/invoices/invoices.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import { exportRows } from '../export-rows.ts';
import type { Client, ListingParts } from '../long-work.ts';
import type { AccountActor, AccountContext } from '../service.ts';

export type { Invoice } from '../../domain/invoices/invoice.ts';
export { titleOf } from '../../domain/invoices/invoice.ts';
export type { InvoiceSums };

/** Returns the matching invoices and credit notes, newest first. @throws Problem if `LongWork` is full */
export function listAccountInvoices(
  { database, accountId, longWork }: AccountContext & ListingParts,
  filters: InvoiceFilters,
  page: NewestPage,
  { signal }: Pick<Client, 'signal'>,
): Promise<Newest<Invoice, InvoiceSums>> {
  return longWork.run({ accountId, signal }, () =>
    listInvoices(database.account(accountId, signal), filters, page),
  );
}

const HEADINGS = [
  'issued_at',
  'kind',
  'number',
  'order_id',
  'tracking_number',
  'gstin',
  'buyer_gstin',
  'place_of_supply',
  'taxable',
  'cgst',
  'sgst',
  'igst',
  'total',
  'credits',
  'credited_by',
];

/** Exports all matching invoices as CSV; amounts of credit notes are below 0, so that a column can be summed. */
export function exportInvoices(
  account: AccountContext & ListingParts,
  filters: InvoiceFilters,
  client: Client,
) {
  const rows = {
    headings: HEADINGS,
    read: (scope: AccountScope) => readInvoices(scope, filters),
    cellsOf: ({ totals, ...invoice }: Invoice) => {
      const sign = invoice.kind === 'invoice' ? 1 : -1;
      return [
        indiaDateTime(invoice.issuedAt.getTime()),
        invoice.kind,
        invoice.number,
        invoice.orderDisplayId,
        invoice.trackingNumber,
        invoice.gstin,
        invoice.billTo.gstin ?? null,
        invoice.placeOfSupply,
        sign * totals.taxablePaise,
        sign * totals.cgstPaise,
        sign * totals.sgstPaise,
        sign * totals.igstPaise,
        sign * totals.valuePaise,
        invoice.credits?.number ?? null,
        invoice.creditedBy?.number ?? null,
      ];
    },
  };
  return exportRows(account, rows, client);
}

/** @throws Problem `not_found` */
export async function getInvoice(
  { database, accountId }: Pick<AccountActor, 'database' | 'accountId'>,
  invoiceId: string,
): Promise<Invoice> {
  const invoice = await findInvoice(database.account(accountId), invoiceId);
  if (invoice === null) throw notFound('Invoice');
  return invoice;
}
