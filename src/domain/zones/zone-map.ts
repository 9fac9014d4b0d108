import type { CityName } from '../pincodes/city-name.ts';
import type { PincodeDirectory } from '../pincodes/pincode-directory.ts';
import { STATE_CODES } from '../pincodes/states.ts';
import { type Zone, zoneNumber } from './zone.ts';
import { ZONE_RULES, type ZoneLists, type ZoneRule } from './zone-lists.ts';

/**
 * The zone lists compiled for a directory: the properties of a pincode for the zone rules, indexed by place.
 * A lookup takes four to ten reads of small arrays that stay in the processor's cache.
 */
export interface ZoneMap {
  readonly directory: PincodeDirectory;
  /** Indexed by place: the number of its metro group from 1; 0 outside every metro. */
  readonly metroOf: Uint8Array;
  /** Indexed by place: the number of its regional group from 1; 0 outside every group. */
  readonly regionOf: Uint8Array;
  /** Indexed by place: 1 in a special state or prefix. */
  readonly specialOf: Uint8Array;
  /** Indexed by rule number: the zone number. */
  readonly zoneOfRule: Uint8Array;
  readonly lists: ZoneLists;
  /** Listed cities that this directory does not have, as `KA:Bengaluru`, for a warning. */
  readonly unknownCities: readonly string[];
}

/** Numbers of the rules that `zoneRuleBetween` returns: indexes into `ZONE_RULES`. */
const SAME_CITY = 0;
const SPECIAL = 1;
const SAME_GROUP = 2;
const SAME_STATE = 3;
const METRO_TO_METRO = 4;
const REST = 5;

/** The number of groups that fits a byte; India has eight metros. */
const MOST_GROUPS = 255;

export function compileZoneMap(directory: PincodeDirectory, lists: ZoneLists): ZoneMap {
  const unknownCities: string[] = [];
  const specialOf = new Uint8Array(directory.size);
  for (const state of lists.specialStates) {
    for (const place of directory.placesOfState(STATE_CODES.indexOf(state))) specialOf[place] = 1;
  }
  for (const prefix of lists.specialPrefixes) {
    const { from, to } = directory.placesOfPrefix(prefix);
    specialOf.fill(1, from, to);
  }
  return {
    directory,
    metroOf: groupNumbers(directory, lists.metroGroups, unknownCities),
    regionOf: groupNumbers(directory, lists.regionalGroups, unknownCities),
    specialOf,
    zoneOfRule: Uint8Array.from(ZONE_RULES, (rule) => zoneNumber(lists.zoneOfRule[rule])),
    lists,
    unknownCities,
  };
}

/**
 * The rule for the zone between two places, without overrides: an index into `ZONE_RULES`. Exactly one rule
 * matches, and it is the same in the other direction.
 */
export function zoneRuleBetween(map: ZoneMap, origin: number, destination: number): number {
  const { cityOf, stateOf } = map.directory;
  if (cityOf[origin] === cityOf[destination]) return SAME_CITY;
  if (map.specialOf[origin] === 1 || map.specialOf[destination] === 1) return SPECIAL;
  const originMetro = map.metroOf[origin] ?? 0;
  const destinationMetro = map.metroOf[destination] ?? 0;
  if (originMetro !== 0 && originMetro === destinationMetro) return SAME_GROUP;
  const region = map.regionOf[origin] ?? 0;
  if (region !== 0 && region === map.regionOf[destination]) return SAME_GROUP;
  if (stateOf[origin] === stateOf[destination]) return SAME_STATE;
  return originMetro !== 0 && destinationMetro !== 0 ? METRO_TO_METRO : REST;
}

/** The number of the zone between two places, without overrides. */
export function zoneBetween(map: ZoneMap, origin: number, destination: number): number {
  return map.zoneOfRule[zoneRuleBetween(map, origin, destination)] ?? 0;
}

export function zoneRule(ruleNumber: number): ZoneRule {
  return ZONE_RULES[ruleNumber] ?? 'rest';
}

export function zoneOfRule(map: ZoneMap, rule: ZoneRule): Zone {
  return map.lists.zoneOfRule[rule];
}

function groupNumbers(
  directory: PincodeDirectory,
  groups: readonly (readonly CityName[])[],
  unknownCities: string[],
): Uint8Array {
  const numbers = new Uint8Array(directory.size);
  for (const [index, cities] of groups.slice(0, MOST_GROUPS).entries()) {
    for (const name of cities) {
      const number = directory.cityNumber(name);
      if (number < 0) unknownCities.push(`${name.stateCode}:${name.city}`);
      else for (const place of directory.placesOfCity(number)) numbers[place] = index + 1;
    }
  }
  return numbers;
}
