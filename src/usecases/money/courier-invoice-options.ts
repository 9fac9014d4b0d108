import type { CourierInvoiceColumn, CourierInvoiceOptions } from './courier-invoice-file.ts';

/** Options of a courier invoice's file as sent. */
export interface SaidOfCourierInvoice
  extends Pick<CourierInvoiceOptions, 'courier' | 'invoiceNumber' | 'weightUnit'> {
  readonly columns: Readonly<Record<CourierInvoiceColumn, string | undefined>>;
}

/** The same in stored form: a courier's name in lower case. */
export function courierInvoiceOptions({
  courier,
  columns,
  ...said
}: SaidOfCourierInvoice): CourierInvoiceOptions & Record<string, unknown> {
  const named = Object.entries(columns).filter(([, name]) => name !== undefined);
  return { ...said, courier: courier.toLowerCase(), columns: Object.fromEntries(named) };
}
