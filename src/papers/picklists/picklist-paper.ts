import type { WarehousePicks } from '../../domain/orders/picklist.ts';
import type { PaperBrand } from '../a4/theme.ts';

/** The products to fetch for a selection of shipments. */
export interface PicklistPaper {
  readonly paper: 'picklist';
  readonly brand: PaperBrand;
  readonly shipments: number;
  readonly warehouses: readonly WarehousePicks[];
  /** Epoch milliseconds. */
  readonly madeAt: number;
}
