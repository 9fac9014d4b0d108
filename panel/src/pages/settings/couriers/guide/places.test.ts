import { expect, it } from 'vitest';
import { fileWith, isSame, pincodesOfFile, placesNow, typedPlaces, unknownPlaces } from './places.ts';

const HEADER = 'carrier_id,area_kind,area,pickup,prepaid,cod,reverse';
const SERVICES = new Set(['a-1', 'a-2']);
const CHOSEN = { isEverywhere: false, places: ['5600', '110001'], withCod: true, withReturns: false };
const own = (...rows: string[]) => ({ header: HEADER, rows, version: 3 });

it('accepts first digits in typed text, but only whole pincodes in a file', () => {
  expect(typedPlaces('5600, 110001\n110001 1234567')).toEqual(['5600', '110001']);
  const file =
    'S.No,Pincode,TAT,Zone,Rate\r\n1,560001,3,D,45.50\r\n2,"110001",5,E,1200\r\n3,012345,5,E,9876543210';
  expect(pincodesOfFile(file)).toEqual(['560001', '110001']);
});

it('reads published places back from the rules, and keeps the rules of other services', () => {
  const other = 'b-1,pincode,781001,,yes,no,no';
  const file = fileWith(own(other, 'a-1,pincode,400001,,yes,yes,yes'), SERVICES, CHOSEN);
  const [header, ...rows] = file.split('\n');
  expect([header, rows[0], rows.length]).toEqual([HEADER, other, 7]);
  expect(placesNow(own(...rows), SERVICES)).toEqual({ ...CHOSEN, rules: 6, isWhole: true });
  expect(fileWith(own(...rows), SERVICES, { ...CHOSEN, isEverywhere: true })).toBe(`${HEADER}\n${other}`);
});

it('delivers everywhere without rules, and notices rules that the form cannot show', () => {
  expect(placesNow(own(), SERVICES)).toMatchObject({ isEverywhere: true, isWhole: true });
  const rows = ['a-1,pincode,400001,,yes,yes,no', 'a-1,state,KA,no,no,no,no'];
  expect(placesNow(own(...rows), SERVICES)).toMatchObject({
    ...{ isEverywhere: false, places: ['400001'], rules: 2, isWhole: false },
  });
});

it('notices a change, but not a different order of places', () => {
  expect(isSame(CHOSEN, { ...CHOSEN, places: CHOSEN.places.toReversed() })).toBe(true);
  expect(isSame(CHOSEN, { ...CHOSEN, withCod: false })).toBe(false);
  const everywhere = { ...CHOSEN, isEverywhere: true };
  expect(isSame(CHOSEN, everywhere)).toBe(false);
  expect(isSame(everywhere, { ...everywhere, places: [] })).toBe(true);
});

it('reads unknown places from the errors of a refusal', () => {
  const refused = (value: string, template = 'cell_is_not') => {
    return { message: 'In English', values: { reason: { type: 'sentence', template, values: { value } } } };
  };
  const problems = [
    refused('999999'),
    refused('0'),
    refused('TLFS', 'cell_too_long'),
    { message: 'Nothing' },
  ];
  expect(unknownPlaces(problems)).toEqual(['999999', '0']);
});
