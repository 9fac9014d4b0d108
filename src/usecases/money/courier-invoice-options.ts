import type { CourierInvoiceColumn, CourierInvoiceOptions } from './courier-invoice-file.ts';

export interface SaidOfCourierInvoice
  extends Pick<CourierInvoiceOptions, 'courier' | 'invoiceNumber' | 'weightUnit'> {
  readonly columns: Readonly<Record<CourierInvoiceColumn, string | undefined>>;
}

/** Returns the options in stored form: the courier's name in lower case, only the given columns. */
export function courierInvoiceOptions({
  courier,
  columns,
  ...said
}: SaidOfCourierInvoice): CourierInvoiceOptions & Record<string, unknown> {
  const named = Object.entries(columns).filter(([, name]) => name !== undefined);
  return { ...said, courier: courier.toLowerCase(), columns: Object.fromEntries(named) };
}
