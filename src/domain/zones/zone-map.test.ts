import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataJson, shippedGround } from '../../../test/support/rates.ts';
import { readZoneLists } from '../../data-files/read-zone-lists.ts';
import { ZONES, zoneLetter } from './zone.ts';
import { compileZoneMap, zoneBetween, zoneRule, zoneRuleBetween } from './zone-map.ts';

const { directory, zoneMap } = shippedGround();

function zoneOf(origin: string, destination: string): string {
  return zoneLetter(zoneBetween(zoneMap, directory.placeOf(origin), directory.placeOf(destination)));
}

function ruleOf(origin: string, destination: string): string {
  return zoneRule(zoneRuleBetween(zoneMap, directory.placeOf(origin), directory.placeOf(destination)));
}

describe('the zone between two places', () => {
  it.each([
    // Within the city: A, also in a special state.
    ['110001', '110092', 'A', 'Connaught Place to East Delhi'],
    ['400001', '400050', 'A', 'Fort to Bandra'],
    ['560001', '560066', 'A', 'Bengaluru to Whitefield'],
    ['600001', '600119', 'A', 'Chennai to its part in Kanchipuram district'],
    ['700001', '700091', 'A', 'Kolkata to Salt Lake'],
    ['500001', '502032', 'A', 'Hyderabad to its part in Medak district'],
    ['302001', '302001', 'A', 'a Jaipur pincode to itself'],
    ['781001', '781005', 'A', 'Guwahati to Guwahati, in Assam'],
    ['190001', '190001', 'A', 'Srinagar to Srinagar, in Jammu and Kashmir'],
    // Around a metro or a regional group: B, also over a state border.
    ['110001', '122001', 'B', 'Delhi to Gurugram'],
    ['110001', '201301', 'B', 'Delhi to Noida'],
    ['122001', '201306', 'B', 'Gurugram to Greater Noida'],
    ['121001', '201001', 'B', 'Faridabad to Ghaziabad'],
    ['400001', '400601', 'B', 'Mumbai to Thane'],
    ['400703', '401107', 'B', 'Navi Mumbai to Mira-Bhayandar'],
    ['700001', '711101', 'B', 'Kolkata to Howrah'],
    ['160017', '140308', 'B', 'Chandigarh to Mohali'],
    ['160017', '134109', 'B', 'Chandigarh to Panchkula'],
    ['140308', '134109', 'B', 'Mohali to Panchkula'],
    // Within the state: B, also between two metros.
    ['411001', '400001', 'B', 'Pune to Mumbai'],
    ['440001', '422001', 'B', 'Nagpur to Nashik'],
    ['560001', '570001', 'B', 'Bengaluru to Mysuru'],
    ['560001', '562123', 'B', 'Bengaluru to Bengaluru Rural'],
    ['600001', '641001', 'B', 'Chennai to Coimbatore'],
    ['226001', '208001', 'B', 'Lucknow to Kanpur'],
    ['226001', '201301', 'B', 'Lucknow to Noida'],
    ['380001', '395003', 'B', 'Ahmedabad to Surat'],
    ['520001', '530001', 'B', 'Vijayawada to Visakhapatnam'],
    ['605001', '673310', 'B', 'Puducherry to Mahe, far apart but one territory'],
    // Metro to metro: C.
    ['110001', '560001', 'C', 'Delhi to Bengaluru'],
    ['110001', '400001', 'C', 'Delhi to Mumbai'],
    ['122001', '411001', 'C', 'Gurugram to Pune'],
    ['201301', '600001', 'C', 'Noida to Chennai'],
    ['400601', '500001', 'C', 'Thane to Hyderabad'],
    ['711101', '380001', 'C', 'Howrah to Ahmedabad'],
    ['560001', '600001', 'C', 'Bengaluru to Chennai'],
    // The rest of the country: D.
    ['110001', '302001', 'D', 'Delhi to Jaipur'],
    ['560001', '682001', 'D', 'Bengaluru to Kochi'],
    ['400001', '403001', 'D', 'Mumbai to Panaji'],
    ['160017', '110001', 'D', 'Chandigarh to Delhi: Tricity is no metro'],
    ['160017', '560001', 'D', 'Chandigarh to Bengaluru'],
    ['302001', '800001', 'D', 'Jaipur to Patna'],
    ['248001', '171001', 'D', 'Dehradun to Shimla: Uttarakhand and Himachal are not special'],
    ['600001', '605001', 'D', 'Chennai to Puducherry'],
    ['495001', '174001', 'D', 'Bilaspur in Chhattisgarh to Bilaspur in Himachal'],
    ['396210', '396001', 'D', 'Daman to Valsad, neighbours in two states'],
    // Special states: E, before same state and before metros.
    ['110001', '781001', 'E', 'Delhi to Guwahati'],
    ['781001', '788001', 'E', 'Guwahati to Silchar, both in Assam'],
    ['190001', '180001', 'E', 'Srinagar to Jammu'],
    ['110001', '194101', 'E', 'Delhi to Leh'],
    ['700001', '737101', 'E', 'Kolkata to Gangtok'],
    ['600001', '744101', 'E', 'Chennai to Port Blair'],
    ['682001', '682555', 'E', 'Kochi to Lakshadweep'],
    ['793001', '781001', 'E', 'Shillong to Guwahati'],
    ['799001', '796001', 'E', 'Agartala to Aizawl'],
    ['797001', '795001', 'E', 'Kohima to Imphal'],
    ['791111', '560001', 'E', 'Itanagar to Bengaluru'],
  ])('from %s to %s is %s: %s', (origin, destination, zone) => {
    expect(zoneOf(origin, destination)).toBe(zone);
  });
});

describe('the first matching rule', () => {
  it.each([
    ['781001', '781005', 'same_city'],
    ['781001', '788001', 'special'],
    ['400001', '400601', 'same_group'],
    ['160017', '134109', 'same_group'],
    ['400001', '411001', 'same_state'],
    ['400001', '560001', 'metro_to_metro'],
    ['400001', '403001', 'rest'],
  ])('from %s to %s is %s', (origin, destination, rule) => {
    expect(ruleOf(origin, destination)).toBe(rule);
  });

  it('finds every listed city in the shipped directory', () => {
    expect(zoneMap.unknownCities).toEqual([]);
  });

  it('reports listed cities that the directory does not have', () => {
    const file = dataJson('zones.json') as Record<string, unknown>;
    const lists = readZoneLists({ ...file, regional_groups: { twins: ['KA:Hubballi', 'KA:Nowhere'] } });
    expect(compileZoneMap(directory, lists).unknownCities).toContain('KA:Nowhere');
  });

  it('uses the special prefixes and the zones of the lists', () => {
    const file = dataJson('zones.json') as { zone: Record<string, string> };
    const lists = readZoneLists({
      ...file,
      special_pincode_prefixes: ['17'],
      zone: { ...file.zone, rest: 'zone_c' },
    });
    const changed = compileZoneMap(directory, lists);
    const between = (origin: string, destination: string) =>
      zoneLetter(zoneBetween(changed, directory.placeOf(origin), directory.placeOf(destination)));
    expect(between('248001', '171001')).toBe('E');
    expect(between('248001', '302001')).toBe('C');
  });
});

describe('for any two pincodes of the directory', () => {
  const place = fc.integer({ min: 0, max: directory.size - 1 });

  it('the zone is the same in both directions', () => {
    fc.assert(
      fc.property(place, place, (origin, destination) => {
        const zone = zoneBetween(zoneMap, origin, destination);
        expect(ZONES[zone]).toBeDefined();
        expect(zoneBetween(zoneMap, destination, origin)).toBe(zone);
        expect(zoneRuleBetween(zoneMap, destination, origin)).toBe(
          zoneRuleBetween(zoneMap, origin, destination),
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it('a pincode has a zone with its neighbours and every metro, and zone A with itself', () => {
    const metros = ['110001', '400001', '560001', '600001', '700001', '500001', '411001', '380001'];
    const ends = metros.map((pincode) => directory.placeOf(pincode));
    for (let origin = 0; origin < directory.size; origin += 1) {
      const next = (origin + 1) % directory.size;
      for (const end of [...ends, next]) {
        const zone = zoneBetween(zoneMap, origin, end);
        if (ZONES[zone] === undefined || zone !== zoneBetween(zoneMap, end, origin)) {
          expect.fail(`${directory.pincodeAt(origin)} to ${directory.pincodeAt(end)}`);
        }
      }
      if (zoneBetween(zoneMap, origin, origin) !== 0) expect.fail(directory.pincodeAt(origin));
    }
  });
});
