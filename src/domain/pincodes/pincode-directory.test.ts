import { describe, expect, it } from 'vitest';
import { readShippedDirectory } from '../../../test/support/rates.ts';
import { PincodeDirectory } from './pincode-directory.ts';
import { STATE_CODES } from './states.ts';

const small = new PincodeDirectory([
  { pincode: 999999, stateCode: 'AN', district: 'Last', city: 'Last' },
  { pincode: 560001, stateCode: 'KA', district: 'Bengaluru Urban', city: 'Bengaluru' },
  { pincode: 495001, stateCode: 'CG', district: 'Bilaspur', city: 'Bilaspur' },
  { pincode: 174001, stateCode: 'HP', district: 'Bilaspur', city: 'Bilaspur' },
  { pincode: 560002, stateCode: 'KA', district: 'Bengaluru Urban', city: 'Bengaluru' },
  { pincode: 100000, stateCode: 'DL', district: 'First', city: 'First' },
]);
const pincodesAt = (places: Iterable<number>) => Array.from(places, (place) => small.pincodeAt(place));

describe('the pincode directory', () => {
  it('finds the city, district and state of a pincode', () => {
    expect(small.find('560001')).toEqual({
      pincode: '560001',
      city: 'Bengaluru',
      district: 'Bengaluru Urban',
      state: 'Karnataka',
      state_code: 'KA',
    });
  });

  it('finds the lowest and the highest possible pincode', () => {
    expect(small.has('100000')).toBe(true);
    expect(small.has('999999')).toBe(true);
  });

  it.each(['560003', '099999', '56000', '5600011', '56000a', ' 56000', '-60001', '', '５６０００１'])(
    'has no "%s"',
    (text) => {
      expect(small.has(text)).toBe(false);
      expect(small.find(text)).toBeNull();
      expect(small.placeOf(text)).toBe(-1);
    },
  );

  it('is sorted by pincode, for any order of rows', () => {
    expect(pincodesAt(small.pincodes.keys())).toEqual([
      '100000',
      '174001',
      '495001',
      '560001',
      '560002',
      '999999',
    ]);
  });

  it('distinguishes cities of the same name in two states', () => {
    const city = (stateCode: string) => small.cityNumber({ stateCode, city: 'Bilaspur' });
    expect(pincodesAt(small.placesOfCity(city('CG')))).toEqual(['495001']);
    expect(pincodesAt(small.placesOfCity(city('HP')))).toEqual(['174001']);
    expect(city('KA')).toBe(-1);
  });

  it('lists the places of a city, of a state and of a prefix', () => {
    const bengaluru = small.cityNumber({ stateCode: 'KA', city: 'Bengaluru' });
    expect(pincodesAt(small.placesOfCity(bengaluru))).toEqual(['560001', '560002']);
    expect(pincodesAt(small.placesOfState(STATE_CODES.indexOf('KA')))).toEqual(['560001', '560002']);
    expect(pincodesAt(small.placesOfState(STATE_CODES.indexOf('TN')))).toEqual([]);
    const ofPrefix = (prefix: string) => {
      const { from, to } = small.placesOfPrefix(prefix);
      return pincodesAt([...small.pincodes.keys()].slice(from, to));
    };
    expect(ofPrefix('5')).toEqual(['560001', '560002']);
    expect(ofPrefix('560002')).toEqual(['560002']);
    expect(ofPrefix('56001')).toEqual([]);
    expect(ofPrefix('9')).toEqual(['999999']);
    expect(ofPrefix('1')).toEqual(['100000', '174001']);
  });

  it.each([
    ['560001', '560001'],
    ['560000', '560001'],
    ['560999', '560002'],
    ['174500', '174001'],
    ['561001', undefined],
    ['559999', undefined],
    ['899999', undefined],
    ['999998', undefined],
    ['999999', '999999'],
    ['56000', undefined],
    ['56000a', undefined],
  ])('finds the nearest place with the same first three digits: %s', (pincode, nearest) => {
    const place = small.placeNear(pincode);
    expect(place < 0 ? undefined : small.pincodeAt(place)).toBe(nearest);
    expect(small.findNear(pincode)?.pincode).toBe(nearest === undefined ? undefined : pincode);
  });

  it('knows the state of a pincode that it lacks if its first three digits are of one state', () => {
    const mixed = new PincodeDirectory([
      { pincode: 160001, stateCode: 'CH', district: 'Chandigarh', city: 'Chandigarh' },
      { pincode: 160055, stateCode: 'PB', district: 'Mohali', city: 'Mohali' },
      { pincode: 161001, stateCode: 'PB', district: 'X', city: 'X' },
    ]);
    expect(['160001', '160055', '160099', '161999', '162001'].map((one) => mixed.stateCodeOf(one))).toEqual([
      'CH',
      'PB',
      null,
      'PB',
      null,
    ]);
  });

  it('holds the whole shipped file in two or three megabytes', () => {
    const shipped = readShippedDirectory();
    expect(shipped.size).toBe(19_414);
    expect(shipped.find('744101')).toEqual({
      pincode: '744101',
      city: 'Port Blair',
      district: 'South Andaman',
      state: 'Andaman and Nicobar Islands',
      state_code: 'AN',
    });
    expect(shipped.memoryBytes).toBeGreaterThan(2_000_000);
    expect(shipped.memoryBytes).toBeLessThan(3_000_000);
  });
});
