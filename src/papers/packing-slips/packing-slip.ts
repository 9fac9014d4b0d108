import type { PaperBrand } from '../a4/theme.ts';
import type { LabelItem, LabelParty } from '../labels/label-content.ts';

/** The contents of a parcel, for the packer and the customer. It has no prices. */
export interface PackingSlip {
  readonly paper: 'packing_slip';
  readonly brand: PaperBrand;
  readonly orderDisplayId: string;
  /** Epoch milliseconds. */
  readonly orderDate: number;
  readonly trackingNumber: string | null;
  readonly from: LabelParty;
  readonly to: LabelParty;
  readonly items: readonly (LabelItem & { readonly options: string | null })[];
  /** What the customer wrote about the order; null for nothing. */
  readonly note: string | null;
  /** The customer's contacts for questions: phone, email, site. */
  readonly support: readonly string[];
}
