/** A store: a sales channel of an account with its brand. */
export interface Store {
  readonly storeId: string;
  readonly storeName: string;
  readonly brandName: string | null;
  readonly channel: string;
  readonly status: StoreStatus;
  readonly logo: StoreLogoAddress | null;
}

export const STORE_STATUSES = ['connected', 'disconnected'] as const;
export type StoreStatus = (typeof STORE_STATUSES)[number];

/** What the public address of a logo is made of. */
export interface StoreLogoAddress {
  readonly contentHash: string;
  readonly extension: string;
}
