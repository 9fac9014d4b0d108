import type { PaperBrand } from '../a4/theme.ts';
import type { LabelParty } from '../labels/label-content.ts';

/** A page has a signature line of its own below this number of parcels. */
export const ROWS_PER_PAGE = 12;

/** A page of a manifest: handed-over parcels, with signatures. */
export interface ManifestPage {
  readonly paper: 'manifest';
  readonly brand: PaperBrand;
  readonly manifestId: string;
  readonly carrierName: string;
  readonly sender: LabelParty;
  /** Epoch milliseconds, on the day of the handover. */
  readonly day: number;
  readonly parcels: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  /** The number of the first parcel of the page. */
  readonly firstRow: number;
  /** At most `ROWS_PER_PAGE`. */
  readonly rows: readonly ManifestRow[];
  /** Epoch milliseconds. */
  readonly madeAt: number;
}

export interface ManifestRow {
  /** Printed as Code 128: printable ASCII. */
  readonly trackingNumber: string;
  /** The merchant's own order id. */
  readonly orderDisplayId: string;
  readonly receiver: string;
  /** City and pincode. */
  readonly place: string;
  readonly weightGrams: number;
  /** The amount to collect; 0 for prepaid. */
  readonly codPaise: number;
}
