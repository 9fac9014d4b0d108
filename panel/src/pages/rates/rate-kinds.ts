/** The kinds of rows of a rate book, in the order of the menu. */
export const RATE_KINDS = [
  'rate-cards',
  'carrier-settings',
  'carriers',
  'zone-overrides',
  'serviceability',
  'platform-fee',
] as const;
export type RateKind = (typeof RATE_KINDS)[number];
