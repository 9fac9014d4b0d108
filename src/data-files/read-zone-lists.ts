import { type CityName, readCityName } from '../domain/pincodes/city-name.ts';
import { isStateCode } from '../domain/pincodes/states.ts';
import { type Zone, zoneLetter, zoneNumber } from '../domain/zones/zone.ts';
import type { ZoneLists, ZoneRule } from '../domain/zones/zone-lists.ts';
import { judgeContent } from './judge-content.ts';

const { wrong, asRecord } = judgeContent('zone lists');

/** Settings of the file that allow only one value. Another value is refused instead of ignored. */
const FIXED_SETTINGS: Readonly<Record<string, unknown>> = {
  order: [
    'override',
    'same_city',
    'special',
    'same_group',
    'same_state',
    'distance',
    'metro_to_metro',
    'rest',
  ],
  same_state_aliases: {},
  special_precedence: 'after_city',
  metro_group_is_same_city: false,
  distance_km: null,
  symmetric: true,
};

/** Reads the parsed `data/zones.json`. @throws StartupError naming the error and its place */
export function readZoneLists(content: unknown): ZoneLists {
  const lists = asRecord(content, 'the zone lists');
  for (const [setting, only] of Object.entries(FIXED_SETTINGS)) {
    if (setting in lists && JSON.stringify(lists[setting]) !== JSON.stringify(only)) {
      throw wrong(`"${setting}" must be ${JSON.stringify(only)}, or be left out`);
    }
  }
  const zones = asRecord(lists.zone, '"zone"');
  const zoneOf = (rule: ZoneRule): Zone => {
    const word = zones[rule];
    const number = typeof word === 'string' ? zoneNumber(word.replace(/^zone_/, '')) : -1;
    if (number < 0) throw wrong(`"zone" must give "${rule}" one of zone_a to zone_e`);
    return zoneLetter(number);
  };
  return {
    zoneOfRule: {
      same_city: zoneOf('same_city'),
      special: zoneOf('special'),
      same_group: zoneOf('same_group'),
      same_state: zoneOf('same_state'),
      metro_to_metro: zoneOf('metro_to_metro'),
      rest: zoneOf('rest'),
    },
    metroGroups: readGroups(lists.metro_groups, 'metro_groups'),
    regionalGroups: readGroups(lists.regional_groups, 'regional_groups'),
    specialStates: readTexts(lists.special_states, 'special_states').map((code) => {
      if (!isStateCode(code)) throw wrong(`"special_states" names "${code}", which is no state code`);
      return code;
    }),
    specialPrefixes: readTexts(lists.special_pincode_prefixes ?? [], 'special_pincode_prefixes').map(
      (prefix) => {
        if (!/^[1-9]\d{0,5}$/.test(prefix)) {
          throw wrong(`"special_pincode_prefixes" names "${prefix}", which is not one to six digits`);
        }
        return prefix;
      },
    ),
  };
}

function readGroups(value: unknown, name: string): CityName[][] {
  const listed = new Set<string>();
  return Object.entries(asRecord(value, `"${name}"`)).map(([group, cities]) =>
    readTexts(cities, `${name}.${group}`).map((text) => {
      const city = readCityName(text);
      if (!isStateCode(city.stateCode) || city.city === '') {
        throw wrong(`"${name}.${group}" names "${text}", which is not a city such as KA:Bengaluru`);
      }
      if (listed.has(text)) throw wrong(`"${name}" names ${text} twice`);
      listed.add(text);
      return city;
    }),
  );
}

function readTexts(value: unknown, name: string): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw wrong(`"${name}" must be a list of texts`);
  }
  return value;
}
