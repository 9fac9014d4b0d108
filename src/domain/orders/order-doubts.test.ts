import { describe, expect, it } from 'vitest';
import { PincodeDirectory } from '../pincodes/pincode-directory.ts';
import { PlaceNames } from '../pincodes/place-names.ts';
import { type DoubtfulOrder, type OrderDoubt, orderDoubts } from './order-doubts.ts';

const places = new PlaceNames(
  new PincodeDirectory([
    { pincode: 560038, stateCode: 'KA', district: 'Bengaluru Urban', city: 'Bengaluru' },
    { pincode: 562110, stateCode: 'KA', district: 'Bengaluru Rural', city: 'Devanahalli' },
    { pincode: 400050, stateCode: 'MH', district: 'Mumbai', city: 'Mumbai' },
    { pincode: 400601, stateCode: 'MH', district: 'Thane', city: 'Thane' },
    { pincode: 110001, stateCode: 'DL', district: 'Central Delhi', city: 'Delhi' },
  ]),
);

const bengaluru = { pincode: '560038', city: 'Bengaluru', state: 'Karnataka' };

function foundIn(changes: Partial<DoubtfulOrder> = {}): OrderDoubt[] {
  const order: DoubtfulOrder = {
    billing: bengaluru,
    shipping: null,
    parcel: { deadWeight: '450', length: '10', width: '10', height: '10' },
    ...changes,
  };
  return orderDoubts(order, places);
}

const doubtsOf = (changes?: Partial<DoubtfulOrder>) => foundIn(changes).map(({ message }) => message);

describe('an order is doubted', () => {
  it('not at all where everything fits', () => {
    expect(doubtsOf()).toEqual([]);
  });

  it.each([
    { city: 'BENGALURU' },
    { city: 'Indiranagar' },
    { city: 'Bangalore' },
    { city: 'Bengaluru Urban' },
    { state: 'KA' },
    { state: 'karnataka ' },
    { state: 'Karnatka' },
  ])('not for %j, which is not known to be elsewhere', (changes) => {
    expect(doubtsOf({ billing: { ...bengaluru, ...changes } })).toEqual([]);
  });

  it.each([
    ['Bombay', ['billing_city Bombay does not fit billing_pincode 560038 (Bengaluru, Karnataka)']],
    ['Madras', []],
    ['constructor', []],
  ])('for the old name of a city where the new one is known: %s', (city, doubts) => {
    expect(doubtsOf({ billing: { ...bengaluru, city } })).toEqual(doubts);
  });

  it('not for a city nearby', () => {
    expect(doubtsOf({ billing: { pincode: '400601', city: 'Mumbai', state: 'Maharashtra' } })).toEqual([]);
  });

  it('for a city or a state that is elsewhere, by name or code, of either contact', () => {
    const doubts = doubtsOf({
      billing: { ...bengaluru, city: 'Mumbai', state: 'MH' },
      shipping: { pincode: '110001', city: 'delhi', state: 'Jammu & Kashmir' },
    });
    expect(doubts).toEqual([
      'billing_city Mumbai does not fit billing_pincode 560038 (Bengaluru, Karnataka)',
      'billing_state MH does not fit billing_pincode 560038 (Bengaluru, Karnataka)',
      'shipping_state Jammu & Kashmir does not fit shipping_pincode 110001 (Delhi, Delhi)',
    ]);
  });

  it.each([
    ['450', '10', 0],
    ['9999', '1', 0],
    ['10000', '10', 0],
    ['22600', '10', 0],
    ['22601', '10', 1],
    ['49999', '100', 0],
    ['50000', '100', 1],
    ['450000', '10', 1],
  ])('where %s g are in a cube of %s cm: %d', (deadWeight, side, doubts) => {
    const parcel = { deadWeight, length: side, width: side, height: side };
    expect(doubtsOf({ parcel })).toHaveLength(doubts);
  });

  it('in sentences', () => {
    expect(
      doubtsOf({
        parcel: { deadWeight: '450000', length: '10', width: '10', height: '10' },
      }),
    ).toEqual(['weight 450 kg looks like grams: weight is in kilograms']);
  });

  it('with the field, and a value that would fit', () => {
    const parcel = { deadWeight: '2400000', length: '10', width: '10', height: '10' };
    const found = foundIn({ parcel, billing: { ...bengaluru, city: 'Mumbai', state: 'MH' } });
    expect(found.map(({ field, code, expected }) => [field, code, expected])).toEqual([
      ['billing_city', 'city_elsewhere', 'Bengaluru'],
      ['billing_state', 'state_elsewhere', 'Karnataka'],
      ['weight', 'weight_in_grams', '2.4'],
    ]);
  });
});
