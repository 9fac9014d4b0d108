import type { PaperBrand } from '../a4/theme.ts';
import type { LabelParty } from '../labels/label-content.ts';

/** The most parcels on a page. Each page has separate signatures. */
export const ROWS_PER_PAGE = 12;

/** A page of a manifest: handed-over parcels, with signatures. */
export interface ManifestPage {
  readonly paper: 'manifest';
  readonly brand: PaperBrand;
  readonly manifestId: string;
  readonly carrierName: string;
  readonly sender: LabelParty;
  /** Epoch milliseconds of a moment on the day of the handover. */
  readonly day: number;
  readonly parcels: number;
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly firstRow: number;
  /** At most `ROWS_PER_PAGE`. */
  readonly rows: readonly ManifestRow[];
  /** Epoch milliseconds. */
  readonly madeAt: number;
}

export interface ManifestRow {
  /** Printed as Code 128: printable ASCII. */
  readonly trackingNumber: string;
  readonly orderDisplayId: string;
  readonly receiver: string;
  /** City and pincode. */
  readonly place: string;
  readonly weightGrams: number;
  /** The amount to collect; 0 for prepaid. */
  readonly codPaise: number;
}
