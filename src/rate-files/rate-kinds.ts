import type { CarrierSetting, ZoneOverrideRow } from '../domain/rates/book-rows.ts';
import type { Carrier } from '../domain/rates/carrier.ts';
import type { RateCard } from '../domain/rates/rate-card.ts';
import type { ServiceabilityRow } from '../domain/rates/serviceability-rules.ts';
import { CARRIER_ROWS } from './carrier-rows.ts';
import { CARRIER_SETTING_ROWS } from './carrier-setting-rows.ts';
import { PLATFORM_FEE_ROWS, type PlatformFee } from './platform-fee-rows.ts';
import { RATE_CARD_ROWS } from './rate-card-rows.ts';
import type { RowFormat } from './row-format.ts';
import { SERVICEABILITY_ROWS } from './serviceability-rows.ts';
import { ZONE_OVERRIDE_ROWS } from './zone-override-rows.ts';

/** The kinds of rows in a rate book; each is one CSV file. */
export const RATE_KINDS = [
  'carriers',
  'rate-cards',
  'carrier-settings',
  'zone-overrides',
  'serviceability',
  'platform-fee',
] as const;

export type RateKind = (typeof RATE_KINDS)[number];

export interface RowOfKind {
  readonly carriers: Carrier;
  readonly 'rate-cards': RateCard;
  readonly 'carrier-settings': CarrierSetting;
  readonly 'zone-overrides': ZoneOverrideRow;
  readonly serviceability: ServiceabilityRow;
  readonly 'platform-fee': PlatformFee;
}

export const ROW_FORMATS: { readonly [Kind in RateKind]: RowFormat<RowOfKind[Kind]> } = {
  carriers: CARRIER_ROWS,
  'rate-cards': RATE_CARD_ROWS,
  'carrier-settings': CARRIER_SETTING_ROWS,
  'zone-overrides': ZONE_OVERRIDE_ROWS,
  serviceability: SERVICEABILITY_ROWS,
  'platform-fee': PLATFORM_FEE_ROWS,
};

export function isRateKind(word: string): word is RateKind {
  return (RATE_KINDS as readonly string[]).includes(word);
}
