import type { CityName } from '../pincodes/city-name.ts';
import type { Zone } from './zone.ts';

/** The rules for the zone without overrides, in order. */
export const ZONE_RULES = [
  'same_city',
  'special',
  'same_group',
  'same_state',
  'metro_to_metro',
  'rest',
] as const;

export type ZoneRule = (typeof ZONE_RULES)[number];

/** The lists for the zone rules, from `data/zones.json`. */
export interface ZoneLists {
  readonly zoneOfRule: Readonly<Record<ZoneRule, Zone>>;
  /** Each metro with its neighbouring cities. */
  readonly metroGroups: readonly (readonly CityName[])[];
  /** Groups of neighbouring cities without a metro. */
  readonly regionalGroups: readonly (readonly CityName[])[];
  readonly specialStates: readonly string[];
  /** Pincode prefixes, of one to six digits, that are special in any state. */
  readonly specialPrefixes: readonly string[];
}
