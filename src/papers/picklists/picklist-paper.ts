import type { WarehousePicks } from '../../domain/orders/picklist.ts';
import type { PaperBrand } from '../a4/theme.ts';

/** What is to be fetched from the shelves for a selection of shipments. */
export interface PicklistPaper {
  readonly paper: 'picklist';
  readonly brand: PaperBrand;
  readonly shipments: number;
  readonly warehouses: readonly WarehousePicks[];
  /** Epoch milliseconds. */
  readonly madeAt: number;
}
