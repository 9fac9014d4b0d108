import { describe, expect, it } from 'vitest';
import { buildRequestReading } from '../../reading/request-reading.ts';
import { OrderBody, orderOf } from './order.ts';

const reading = buildRequestReading({ knownPincode: () => true });

const BILLING = {
  billing_customer_name: 'Asha',
  billing_last_name: 'Rao',
  billing_address: '14, Lajpat Nagar II',
  billing_city: 'New Delhi',
  billing_pincode: '110024',
  billing_state: 'Delhi',
  billing_phone: '9876543210',
  billing_email: 'asha@example.in',
};
const PLACE = {
  shipping_address: '77 Park Street',
  shipping_city: 'Kolkata',
  shipping_pincode: '700016',
  shipping_state: 'West Bengal',
};
const RECIPIENT = { shipping_customer_name: 'Gita', shipping_phone: '9876500002', ...PLACE };
const SAME = {
  shipping_address: '14 LAJPAT  NAGAR-II.',
  shipping_city: 'Delhi',
  shipping_pincode: 110024,
  shipping_state: 'DL',
};
const ORDER = {
  order_id: 'CHAI-1',
  order_date: '2026-11-28',
  ...BILLING,
  order_items: [{ name: 'Tea', units: 1, selling_price: 499 }],
  payment_method: 'PREPAID',
  ...{ weight: 0.5, length: 10, breadth: 10, height: 10 },
  warehouse_id: '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d',
};

/** Where the parcel goes, or the problems. */
function read(sent: object) {
  const { value, error } = reading.readWith(OrderBody, { ...ORDER, ...sent });
  if (error !== undefined) return { problems: error.sentences };
  const { shipping, doubts } = orderOf(value, new Date(0));
  return { shipping, doubts: doubts.map(({ code }) => code) };
}

describe('the place of a parcel', () => {
  it.each([undefined, null, '', '  '])('is the shipping address if shipping_is_billing is %j', (flag) => {
    const { shipping } = read({ ...RECIPIENT, shipping_is_billing: flag });
    expect(shipping).toMatchObject({
      firstName: 'Gita',
      lastName: null,
      phone: '9876500002',
      pincode: '700016',
    });
    expect(read({ shipping_is_billing: flag }).shipping).toBeNull();
  });

  it('is the shipping address if shipping_is_billing is false, which then must be complete', () => {
    expect(read({ ...RECIPIENT, shipping_is_billing: false }).shipping?.city).toBe('Kolkata');
    expect(read({ shipping_is_billing: false }).problems).toEqual(
      ['shipping_address', 'shipping_city', 'shipping_pincode', 'shipping_state'].map(
        (name) => `${name} is required when shipping_is_billing is false`,
      ),
    );
  });

  it('must be complete if a part of it is given', () => {
    const { shipping_city: _, ...part } = RECIPIENT;
    expect(read(part).problems).toEqual(['shipping_city is required with shipping_address']);
    expect(read({ shipping_pincode: '700016' }).problems).toHaveLength(3);
    expect(read({ shipping_address_2: 'Flat 2' }).problems).toHaveLength(4);
  });

  it('has the name and phone of the buyer where it lacks its own', () => {
    expect(read(PLACE).shipping).toMatchObject({
      ...{ firstName: 'Asha', lastName: 'Rao', phone: '9876543210', email: null },
      ...{ address: '77 Park Street', pincode: '700016' },
    });
    expect(read({ ...PLACE, shipping_customer_name: 'Gita' }).shipping).toMatchObject({
      ...{ firstName: 'Gita', lastName: null, phone: '9876543210' },
    });
    expect(read({ ...RECIPIENT, shipping_email: 'gita@example.in' }).shipping?.email).toBe('gita@example.in');
    expect(read({ ...RECIPIENT, shipping_email: 'gita' })).toMatchObject({
      ...{ shipping: { email: null }, doubts: ['email_left_out'] },
    });
  });

  it('is the billing address with a warning if only a recipient is named', () => {
    const named = { shipping_customer_name: 'Gita', shipping_phone: '9876500002' };
    expect(read(named)).toEqual({ shipping: null, doubts: ['recipient_without_address'] });
    expect(read({ shipping_customer_name: 'Asha' })).toEqual({ shipping: null, doubts: [] });
    expect(read({ ...named, shipping_is_billing: true })).toEqual({ shipping: null, doubts: [] });
  });

  it.each<[string, object]>([
    ['says the same', SAME],
    [
      'says the same in two lines',
      { ...SAME, shipping_address: '14', shipping_address_2: 'Lajpat Nagar II' },
    ],
    ['names another person', { ...SAME, ...RECIPIENT, ...SAME }],
    ['is not complete', { shipping_pincode: '700016', shipping_city: 'Kolkata' }],
    ['cannot be read', { ...PLACE, shipping_pincode: 'Kolkata' }],
    ['is empty', { shipping_address: '', shipping_city: null, shipping_pincode: ' ', shipping_state: '' }],
  ])('is the billing address if shipping_is_billing is true and the shipping address %s', (_, sent) => {
    expect(read({ ...sent, shipping_is_billing: true })).toEqual({ shipping: null, doubts: [] });
  });

  it('is refused if shipping_is_billing is true and the shipping address is elsewhere', () => {
    expect(read({ ...PLACE, shipping_is_billing: true }).problems).toEqual([
      'shipping_is_billing is true, but shipping_pincode is 700016, not 110024',
    ]);
    expect(
      read({ ...SAME, shipping_address: '15 Lajpat Nagar II', shipping_is_billing: 1 }).problems,
    ).toEqual(['shipping_is_billing is true, but shipping_address is not billing_address']);
  });
});
