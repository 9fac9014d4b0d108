import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { PaperBrand } from '../a4/theme.ts';

export interface InvoicePaper {
  readonly paper: 'invoice';
  readonly brand: PaperBrand;
  readonly invoice: Invoice;
}
