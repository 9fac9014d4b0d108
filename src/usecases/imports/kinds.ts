import type { ImportKindName } from '../../storage/imports/imports.ts';
import { courierInvoiceFiles } from '../money/courier-invoice-file.ts';
import { remittanceFiles } from '../money/remittance-file.ts';
import type { ImportKind } from './import-kind.ts';
import { orderFiles } from './order-import.ts';

export const IMPORT_KIND_OF: Readonly<Record<ImportKindName, ImportKind<unknown>>> = {
  courier_invoice: courierInvoiceFiles as ImportKind<unknown>,
  orders: orderFiles as ImportKind<unknown>,
  remittance: remittanceFiles as ImportKind<unknown>,
};
