import type { HexColor } from './brand-color.ts';

export const STORE_STATUSES = ['connected', 'disconnected'] as const;
export type StoreStatus = (typeof STORE_STATUSES)[number];

/** The languages for messages to customers (ISO 639-1). */
export const LANGUAGES = ['en', 'hi', 'bn', 'mr', 'ta'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGES: readonly Language[] = ['en', 'hi'];

export interface StoreLogoAddress {
  readonly contentHash: string;
  readonly extension: string;
}

export interface StoreLogo extends StoreLogoAddress {
  /** The logo's main colour; null for black, white and grey. */
  readonly color: HexColor | null;
}
