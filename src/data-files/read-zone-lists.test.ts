import { describe, expect, it } from 'vitest';
import { dataJson } from '../../test/support/rates.ts';
import { zoneNumber, zoneWord } from '../domain/zones/zone.ts';
import { StartupError } from '../problems/startup-error.ts';
import { readZoneLists } from './read-zone-lists.ts';

const shipped = dataJson('zones.json') as Record<string, unknown>;

describe('the file of zone lists', () => {
  it('is read from the shipped data', () => {
    const lists = readZoneLists(shipped);
    expect(lists.zoneOfRule).toEqual({
      same_city: 'A',
      special: 'E',
      same_group: 'B',
      same_state: 'B',
      metro_to_metro: 'C',
      rest: 'D',
    });
    expect(lists.metroGroups).toHaveLength(8);
    expect(lists.regionalGroups).toEqual([
      [
        { stateCode: 'CH', city: 'Chandigarh' },
        { stateCode: 'PB', city: 'Mohali' },
        { stateCode: 'HR', city: 'Panchkula' },
      ],
    ]);
    expect(lists.specialStates).toHaveLength(12);
  });

  it.each([
    [[], 'the zone lists must be an object'],
    [{ zone: { same_city: 'zone_f' } }, '"zone" must give "same_city" one of zone_a to zone_e'],
    [{ ...shipped, special_states: ['XX'] }, '"special_states" names "XX", which is no state code'],
    [{ ...shipped, special_states: 'AN' }, '"special_states" must be a list of texts'],
    [{ ...shipped, special_pincode_prefixes: ['0'] }, 'which is not one to six digits'],
    [
      { ...shipped, metro_groups: { pune: ['Pune'] } },
      '"metro_groups.pune" names "Pune", which is not a city',
    ],
    [{ ...shipped, metro_groups: { a: ['MH:Pune'], b: ['MH:Pune'] } }, '"metro_groups" names MH:Pune twice'],
    [{ ...shipped, distance_km: 200 }, '"distance_km" must be null, or be left out'],
    [{ ...shipped, metro_group_is_same_city: true }, '"metro_group_is_same_city" must be false'],
  ])('is rejected in one sentence: %#', (content, sentence) => {
    expect(() => readZoneLists(content)).toThrow(StartupError);
    expect(() => readZoneLists(content)).toThrow(sentence);
  });
});

describe('zones', () => {
  it('are letters in quotes, and words everywhere else', () => {
    expect(zoneWord('B')).toBe('zone_b');
    expect(zoneNumber('e')).toBe(4);
    expect(zoneNumber('F')).toBe(-1);
  });
});
