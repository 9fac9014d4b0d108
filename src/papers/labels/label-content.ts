import type { Outcome } from '../../domain/tracking/outcome.ts';
import type { Zone } from '../../domain/zones/zone.ts';

/** Formats of labels: for any printer, or for thermal ones. */
export const LABEL_FORMATS = ['pdf', 'zpl'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** Papers of labels: a roll of 4 x 6 inch, or A4 with one, two or four labels. */
export const LABEL_PAPERS = ['4x6', 'a4-1', 'a4-2', 'a4-4'] as const;
export type LabelPaper = (typeof LABEL_PAPERS)[number];

/** The content of a label in plain values, which the caller has loaded. */
export interface LabelContent {
  /** The linked store's brand, else its name, else the account's display name. */
  readonly brandName: string;
  /** As uploaded: PNG, JPEG, WebP or GIF. An unreadable logo is left out of the label. */
  readonly logo: Uint8Array | null;
  readonly sender: LabelParty;
  /** The return address of an undelivered parcel; null if it is the sender's own address. */
  readonly returnTo: LabelParty | null;
  readonly receiver: LabelParty;
  /** Printed as Code 128: printable ASCII. */
  readonly trackingNumber: string;
  readonly carrierName: string;
  /** The carrier's service, such as `Surface 500 g`; null if its name is enough. */
  readonly serviceName: string | null;
  readonly payment: LabelPayment;
  /** Null while it is to be delivered; else nothing is collected. Cancelled: no barcode. */
  readonly outcome: Outcome | null;
  /** The charged weight in grams, with at most two decimals. */
  readonly appliedWeightGrams: number;
  /** Centimetres, at most two decimals. */
  readonly dimensions: { readonly length: number; readonly breadth: number; readonly height: number };
  /** The merchant's own order id. */
  readonly orderDisplayId: string;
  /** Epoch milliseconds. */
  readonly orderDate: number;
  readonly items: readonly LabelItem[];
  readonly routing: LabelRouting;
  /** Details that the courier requires; null for none. */
  readonly requiredDetails: RequiredDetails | null;
  /** Epoch milliseconds. */
  readonly printedAt: number;
}

export interface LabelParty {
  readonly name: string;
  readonly phone: string | null;
  /** Street, area and landmark, each on a line of its own. */
  readonly addressLines: readonly string[];
  readonly city: string;
  readonly state: string;
  readonly pincode: string;
  /** City and state in Latin letters, from the directory, if the address is in another script. */
  readonly latinPlace?: string | null;
}

/** The paise to collect at the door, or nothing; `return` is for goods that a customer sends back. */
export type LabelPayment = 'prepaid' | 'return' | { readonly cod: number };

export interface LabelItem {
  readonly name: string;
  readonly sku: string | null;
  readonly quantity: number;
}

/** Details that some couriers require on labels. */
export interface RequiredDetails {
  /** The supplier's GSTIN; null for none. */
  readonly gstin: string | null;
  /** Its number is null until the parcel is invoiced; null for couriers that do not require it. */
  readonly invoice: { readonly number: string | null; readonly valuePaise: number } | null;
  /** Tells whether the order id is also a barcode. */
  readonly hasOrderBars: boolean;
}

export interface LabelRouting {
  readonly zone: Zone;
  /** The carrier's sorting code for the destination, if it gives one. */
  readonly code: string | null;
}
