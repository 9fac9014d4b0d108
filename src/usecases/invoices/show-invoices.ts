import type { Invoice } from '../../domain/invoices/invoice.ts';
import { notFound } from '../../problems/problem.ts';
import { findInvoice, listInvoices } from '../../storage/invoices/invoices.ts';
import type { Newest, NewestPage } from '../../storage/newest-page.ts';
import type { AccountActor } from '../service.ts';

export type { Invoice } from '../../domain/invoices/invoice.ts';
export { titleOf } from '../../domain/invoices/invoice.ts';

/** Returns the invoices and credit notes of the account or of one shipment, newest first. */
export function listAccountInvoices(
  { database, accountId }: Pick<AccountActor, 'database' | 'accountId'>,
  page: NewestPage,
  shipmentId: string | null,
): Promise<Newest<Invoice>> {
  return listInvoices(database.account(accountId), page, shipmentId);
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
