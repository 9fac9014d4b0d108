import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { PaperBrand } from '../a4/theme.ts';

/** An invoice or a credit note for printing. */
export interface InvoicePaper {
  readonly paper: 'invoice';
  readonly brand: PaperBrand;
  readonly invoice: Invoice;
}
