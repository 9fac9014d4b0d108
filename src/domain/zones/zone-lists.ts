import type { CityName } from '../pincodes/city-name.ts';
import type { Zone } from './zone.ts';

/** The rules that tell a zone without overrides, in their order: domain, "pincodes and zones". */
export const ZONE_RULES = [
  'same_city',
  'special',
  'same_group',
  'same_state',
  'metro_to_metro',
  'rest',
] as const;

export type ZoneRule = (typeof ZONE_RULES)[number];

/** The lists behind the zone rules, as `data/zones.json` holds them. */
export interface ZoneLists {
  readonly zoneOfRule: Readonly<Record<ZoneRule, Zone>>;
  /** Each metro with the cities around it. */
  readonly metroGroups: readonly (readonly CityName[])[];
  /** Neighbouring cities that are no metro. */
  readonly regionalGroups: readonly (readonly CityName[])[];
  readonly specialStates: readonly string[];
  /** Pincode prefixes, of one to six digits, that are special whatever their state. */
  readonly specialPrefixes: readonly string[];
}
