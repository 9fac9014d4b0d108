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
    { pincode: 494444, stateCode: 'CG', district: 'Bijapur', city: 'Bijapur' },
    { pincode: 586101, stateCode: 'KA', district: 'Vijayapura', city: 'Vijayapura' },
    { pincode: 230001, stateCode: 'UP', district: 'Pratapgarh', city: 'Pratapgarh' },
    { pincode: 312605, stateCode: 'RJ', district: 'Chittorgarh', city: 'Chittorgarh' },
  ]),
);

const bengaluru = { pincode: '560038', city: 'Bengaluru', state: 'Karnataka' };

function foundIn(changes: Partial<DoubtfulOrder> = {}): OrderDoubt[] {
  const order: DoubtfulOrder = {
    billing: bengaluru,
    shipping: null,
    parcel: { deadWeight: '450', length: '10', width: '10', height: '10' },
    items: [],
    ...changes,
  };
  return orderDoubts(order, places);
}

const doubtsOf = (changes?: Partial<DoubtfulOrder>) => foundIn(changes).map(({ message }) => message);

describe('warnings about an order', () => {
  it('are none if everything fits', () => {
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
  ])('are none for %j, which is not known to be elsewhere', (changes) => {
    expect(doubtsOf({ billing: { ...bengaluru, ...changes } })).toEqual([]);
  });

  it.each([
    ['Bombay', ['billing_city Bombay does not fit billing_pincode 560038 (Bengaluru, Karnataka)']],
    ['Madras', []],
    ['constructor', []],
  ])('know old names of cities: %s', (city, doubts) => {
    expect(doubtsOf({ billing: { ...bengaluru, city } })).toEqual(doubts);
  });

  it('are none for a city nearby', () => {
    expect(doubtsOf({ billing: { pincode: '400601', city: 'Mumbai', state: 'Maharashtra' } })).toEqual([]);
  });

  it.each([
    ['586101', 'Bijapur', 'Karnataka', []],
    ['586101', 'Bijapur', 'Chhattisgarh', ['billing_state']],
    ['312605', 'Pratapgarh', 'Rajasthan', []],
    ['312605', 'Pratapgarh', 'RJ', []],
    ['312605', 'Pratapgarh', 'Uttar Pradesh', ['billing_city', 'billing_state']],
    ['312605', 'Pratapgarh', 'Mewar', ['billing_city']],
    ['562110', 'Bengaluru', 'Karnataka', []],
    ['312605', 'Bengaluru', 'Rajasthan', ['billing_city']],
  ])(
    'doubt a town that shares its name only if the state does not fit: %s %s, %s',
    (pincode, city, state, fields) => {
      const found = foundIn({ billing: { pincode, city, state } });
      expect(found.map(({ field }) => field)).toEqual(fields);
    },
  );

  it('name a city or state that is elsewhere, of either contact', () => {
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
  ])('about %s g in a cube of %s cm: %d', (deadWeight, side, doubts) => {
    const parcel = { deadWeight, length: side, width: side, height: side };
    expect(doubtsOf({ parcel })).toHaveLength(doubts);
  });

  it('give the weight in kilograms', () => {
    expect(
      doubtsOf({
        parcel: { deadWeight: '450000', length: '10', width: '10', height: '10' },
      }),
    ).toEqual(['weight 450 kg looks like grams: weight is in kilograms']);
  });

  it('name the field, and a value that fits', () => {
    const parcel = { deadWeight: '2400000', length: '10', width: '10', height: '10' };
    const found = foundIn({ parcel, billing: { ...bengaluru, city: 'Mumbai', state: 'MH' } });
    expect(found.map(({ field, code, expected }) => [field, code, expected])).toEqual([
      ['billing_city', 'city_elsewhere', 'Bengaluru'],
      ['billing_state', 'state_elsewhere', 'Karnataka'],
      ['weight', 'weight_in_grams', '2.4'],
    ]);
  });

  it.each([
    [null, []],
    ['0902', []],
    ['902', ['order_items[1].hsn 902 is read as 0902']],
    ['90240', ['order_items[1].hsn 90240 is read as 090240']],
    ['0902.10.00', []],
    ['N/A', ['order_items[1].hsn N/A is not 4, 6 or 8 digits, as an invoice needs']],
    ['9.02E+03', ['order_items[1].hsn 9.02E+03 is not 4, 6 or 8 digits, as an invoice needs']],
  ])('tell that an HSN is none: %s', (hsn, doubts) => {
    expect(doubtsOf({ items: [{ hsn: null }, { hsn }] })).toEqual(doubts);
  });

  it.each([
    ['560999', 'Bengaluru', 'Karnataka', []],
    ['560999', 'Whitefield', 'KA', []],
    ['560999', 'Mumbai', 'Maharashtra', ['billing_city', 'billing_state']],
    ['313999', 'Pune', 'Goa', null],
  ])('tell that a pincode is not listed, by its first digits: %s %s, %s', (pincode, city, state, fields) => {
    const found = foundIn({ billing: { pincode, city, state } });
    expect(found.map(({ field }) => field)).toEqual(fields === null ? [] : ['billing_pincode', ...fields]);
    expect(found[0]?.message).toBe(
      fields === null
        ? undefined
        : `billing_pincode ${pincode} is not in the pincode directory: the courier decides whether it serves it`,
    );
  });

  it.each([
    ['12, MG Road, 400050', '400050'],
    ['12, MG Road, Mumbai-400 050.', '400050'],
    ['१२, एमजी रोड ४०००५०', '400050'],
    ['12, MG Road, Bengaluru 560038', null],
    ['12, MG Road, 560-038, not 400050', null],
    ['12, MG Road, plot 999999', null],
    ['12, MG Road, call 400050 4000', null],
    ['12, MG Road, GST 1400050', null],
  ])('tell another pincode in the address: %s', (address, other) => {
    const sentence = `has the pincode ${other}, but billing_pincode is 560038`;
    const told = (field: string) => (other === null ? [] : [`${field} ${sentence}`]);
    expect(doubtsOf({ billing: { ...bengaluru, address } })).toEqual(told('billing_address'));
    const billing = { ...bengaluru, address: '12, MG Road', address2: address };
    expect(doubtsOf({ billing })).toEqual(told('billing_address_2'));
  });

  it.each([
    ['12', null, true],
    ['12/A-4', '5 B', true],
    ['H 12 Bx', null, true],
    ['H 12 Bxyz', null, false],
    ['12', 'MG Road', false],
    ['गली ५', null, true],
    ['गांधी रोड', null, false],
  ])('tell an address with few letters: %s, %s', (address, address2, isTold) => {
    expect(doubtsOf({ billing: { ...bengaluru, address, address2 } })).toEqual(
      isTold ? ['billing_address has fewer than 5 letters: a courier may not find it'] : [],
    );
  });

  it('name the contacts of a return as the return does', () => {
    const billing = { ...bengaluru, address: '12', state: 'MH' };
    const destination = { ...bengaluru, address: 'Hall 4, Fort 400050' };
    const items = [{ hsn: 'none' }];
    expect(foundIn({ billing, items, returned: { destination } }).map(({ field }) => field)).toEqual([
      'pickup_state',
      'pickup_address',
      'shipping_address',
    ]);
    expect(foundIn({ items, returned: { destination: null } })).toEqual([]);
  });

  it('tell of Arabic letters, which papers show', () => {
    const sentence = 'has Arabic letters, which couriers may not read: write it in Latin letters too';
    expect(doubtsOf({ billing: { ...bengaluru, address: '۱۲ گاندھی روڈ', city: 'سری نگر' } })).toEqual([
      `billing_address ${sentence}`,
      `billing_city ${sentence}`,
    ]);
    expect(foundIn({ billing: { ...bengaluru, address: '۱۲ گاندھی روڈ' } })[0]?.code).toBe('seldom_read');
  });

  it.each([
    ['14, Lajpat Nagar II', null],
    ['Café Zürich, №5 – “A”', null],
    ['१४ लाजपत नगर', null],
    ['12 🏠 Rose Villa', '🏠'],
    ['ᱥᱟᱱ 5', 'ᱥ ᱟ ᱱ'],
    ['ꯃꯅꯤ', 'ꯃ ꯅ ꯤ'],
    ['5 Невский', 'Н е в с к и й'],
  ])('tell what no paper can show: %s', (address, characters) => {
    const shipping = { ...bengaluru, firstName: 'Asha', lastName: null, address, address2: null };
    const sentence = `shipping_address has ${characters}, which papers cannot show: write it in Latin letters`;
    expect(doubtsOf({ shipping })).toEqual(characters === null ? [] : [sentence]);
    expect(doubtsOf({ billing: { ...bengaluru, firstName: address } })).toHaveLength(
      characters === null ? 0 : 1,
    );
  });
});
