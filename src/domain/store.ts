import type { HexColor } from './brand-color.ts';

/** A store: a sales channel of an account with its brand. */
export interface Store extends StoreDetails {
  readonly storeId: string;
  readonly storeName: string;
  readonly brandName: string | null;
  readonly channel: string;
  readonly status: StoreStatus;
  readonly logo: StoreLogo | null;
}

/** Details of a store that its customers see; null if not set. */
export interface StoreDetails extends StoreInvoicing {
  /** Chosen by the merchant; null uses the logo's colour. */
  readonly brandColor: HexColor | null;
  /** As customers dial it, with its blanks and hyphens. */
  readonly supportPhone: string | null;
  readonly supportEmail: string | null;
  /** Ten digits, no country code. */
  readonly supportWhatsapp: string | null;
  /** `https:`, like the next one. */
  readonly siteUrl: string | null;
  readonly returnPolicyUrl: string | null;
  /** The number of days after delivery in which customers may request a return; null for no returns. */
  readonly returnDays: number | null;
  /** Languages of its customers, the default first. */
  readonly languages: readonly Language[] | null;
}

/** Details of a store for its invoices; null if not set. */
export interface StoreInvoicing {
  /** The GSTIN for its invoices, if the warehouse has no GSTIN of the same firm. */
  readonly gstin: string | null;
  /** The supplier's name as registered for GST; null uses the name that customers see. */
  readonly legalName: string | null;
  /** The address of the business in lines; null uses that of the warehouse. */
  readonly legalAddress: string | null;
  /** The start of invoice numbers: at most four letters or digits. */
  readonly invoicePrefix: string | null;
  /** Percent, for items without a rate. */
  readonly gstRate: string | null;
}

/** The details by their names in the API and the table. */
export const STORE_DETAILS = [
  ['brand_color', 'brandColor'],
  ['support_phone', 'supportPhone'],
  ['support_email', 'supportEmail'],
  ['support_whatsapp', 'supportWhatsapp'],
  ['site_url', 'siteUrl'],
  ['return_policy_url', 'returnPolicyUrl'],
  ['return_days', 'returnDays'],
  ['languages', 'languages'],
  ['gstin', 'gstin'],
  ['legal_name', 'legalName'],
  ['legal_address', 'legalAddress'],
  ['invoice_prefix', 'invoicePrefix'],
  ['gst_rate', 'gstRate'],
] as const satisfies readonly (readonly [name: string, key: keyof StoreDetails])[];

export const NO_DETAILS: StoreDetails = {
  brandColor: null,
  supportPhone: null,
  supportEmail: null,
  supportWhatsapp: null,
  siteUrl: null,
  returnPolicyUrl: null,
  returnDays: null,
  languages: null,
  gstin: null,
  legalName: null,
  legalAddress: null,
  invoicePrefix: null,
  gstRate: null,
};

export const STORE_STATUSES = ['connected', 'disconnected'] as const;
export type StoreStatus = (typeof STORE_STATUSES)[number];

/** The languages for messages to customers (ISO 639-1). */
export const LANGUAGES = ['en', 'hi', 'bn', 'mr', 'ta'] as const;
export type Language = (typeof LANGUAGES)[number];
/** The languages of stores that set none. */
export const DEFAULT_LANGUAGES: readonly Language[] = ['en', 'hi'];

/** The parts of a logo's public address. */
export interface StoreLogoAddress {
  readonly contentHash: string;
  readonly extension: string;
}

export interface StoreLogo extends StoreLogoAddress {
  /** The logo's main colour; null if it has none. */
  readonly color: HexColor | null;
}
