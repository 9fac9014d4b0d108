export interface SignedLabel {
  readonly accountId: string;
  readonly shipmentId: string;
  /** In Unix seconds. */
  readonly expires: number;
  readonly signature: string;
}

export interface LabelLinks {
  /** Returns a signed absolute link that expires; null if the service offers no labels. */
  labelUrl(accountId: string, shipmentId: string, now: Date): string | null;
  /** Tells whether this service made the link and it has not expired. */
  isValid(label: SignedLabel, now: Date): boolean;
}

export const NO_LABELS: LabelLinks = { labelUrl: () => null, isValid: () => false };

/** What links to labels. */
export interface LabelParts {
  readonly labels: LabelLinks;
}
