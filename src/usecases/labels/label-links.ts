/** The content of a label's link, besides the shipment. */
export interface SignedLabel {
  readonly accountId: string;
  readonly shipmentId: string;
  /** Unix seconds. */
  readonly expires: number;
  readonly signature: string;
}

/** Gives the links to labels, and knows its own again. */
export interface LabelLinks {
  /** A signed link, absolute, that expires; null where labels are not offered. */
  labelUrl(accountId: string, shipmentId: string, now: Date): string | null;
  /** Tells whether the link was made by this service and has not expired. */
  isValid(label: SignedLabel, now: Date): boolean;
}

/** Where labels are not offered. */
export const NO_LABELS: LabelLinks = { labelUrl: () => null, isValid: () => false };
