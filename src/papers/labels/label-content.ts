import type { Outcome } from '../../domain/tracking/outcome.ts';
import type { Zone } from '../../domain/zones/zone.ts';

export const LABEL_FORMATS = ['pdf', 'zpl'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** The paper of labels: a roll of 4 x 6 inch, or A4 with one, two or four labels. */
export const LABEL_PAPERS = ['4x6', 'a4-1', 'a4-2', 'a4-4'] as const;
export type LabelPaper = (typeof LABEL_PAPERS)[number];

/** The content of a label in plain values, which the caller has loaded. */
export interface LabelContent {
  /** The brand of the linked store, or else the store's name, or else the account's display name. */
  readonly brandName: string;
  /** The uploaded PNG, JPEG, WebP or GIF. A label is printed without a logo that cannot be read. */
  readonly logo: Uint8Array | null;
  readonly sender: LabelParty;
  /** The return address of an undelivered parcel; null if it is the sender's address. */
  readonly returnTo: LabelParty | null;
  readonly receiver: LabelParty;
  /** Printable ASCII, printed as Code 128. */
  readonly trackingNumber: string;
  readonly carrierName: string;
  /** The carrier's service, such as `Surface 500 g`; null if the carrier's name is enough. */
  readonly serviceName: string | null;
  readonly payment: LabelPayment;
  /** Null while the parcel is to be delivered; else nothing is collected. Cancelled: no barcode. */
  readonly outcome: Outcome | null;
  /** The charged weight in grams, with at most two decimals. */
  readonly appliedWeightGrams: number;
  /** In centimetres, with at most two decimals. */
  readonly dimensions: { readonly length: number; readonly breadth: number; readonly height: number };
  readonly orderDisplayId: string;
  /** Epoch milliseconds. */
  readonly orderDate: number;
  readonly items: readonly LabelItem[];
  readonly routing: LabelRouting;
  /** Null if the courier requires no details. */
  readonly requiredDetails: RequiredDetails | null;
  /** Epoch milliseconds. */
  readonly printedAt: number;
}

export interface LabelParty {
  readonly name: string;
  readonly phone: string | null;
  /** Street, area and landmark, each on a separate line. */
  readonly addressLines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
  /** City and state in Latin letters, from the directory, if the address is in another script. */
  readonly latinPlace?: string | null;
}

/** The cash to collect at the door, in paise. `return` is for goods that a customer sends back. */
/** Cash in paise, and the order's total if the cash is only a part of it. */
export type LabelPayment = 'prepaid' | 'return' | { readonly cod: number; readonly partOf?: number | null };

export interface LabelItem {
  readonly name: string;
  readonly sku: string | null;
  readonly quantity: number;
}

export interface RequiredDetails {
  /** Null if the supplier has no GSTIN. */
  readonly gstin: string | null;
  /** Null for couriers that do not require an invoice. The number is null until the parcel is invoiced. */
  readonly invoice: { readonly number: string | null; readonly valuePaise: number } | null;
  /** True if the order id is also printed as a barcode. */
  readonly hasOrderBars: boolean;
}

export interface LabelRouting {
  readonly zone: Zone;
  /** The carrier's sorting code for the destination; null if the carrier gives no code. */
  readonly code: string | null;
}
