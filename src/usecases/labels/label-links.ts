/** The content of a label link, in addition to the shipment. */
export interface SignedLabel {
  readonly accountId: string;
  readonly shipmentId: string;
  /** Unix seconds. */
  readonly expires: number;
  readonly signature: string;
}

export interface LabelLinks {
  /** A signed absolute link that expires; null if labels are not offered. */
  labelUrl(accountId: string, shipmentId: string, now: Date): string | null;
  /** Tells whether the link was made by this service and has not expired. */
  isValid(label: SignedLabel, now: Date): boolean;
}

/** For a service without labels. */
export const NO_LABELS: LabelLinks = { labelUrl: () => null, isValid: () => false };
