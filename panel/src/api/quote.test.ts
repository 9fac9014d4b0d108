import { expect, it } from 'vitest';
import { quoteBody } from './quote.ts';

const VIEW = { from: '110020', to: '560038', weight: '750', length: '10', width: '20', height: '5' };

it('quotes a prepaid parcel, a parcel with cash on delivery, and a return', () => {
  const common = {
    ...{
      origin_pincode: '110020',
      destination_pincode: '560038',
      dead_weight: 750,
      length: 10,
      width: 20,
      height: 5,
    },
  };
  expect(quoteBody(VIEW)).toEqual({ ...common, journey_type: 'forward', payment_method: 'prepaid' });
  expect(quoteBody({ ...VIEW, payment: 'cod', value: '1299.50' })).toEqual({
    ...common,
    ...{ journey_type: 'forward', payment_method: 'cod', shipment_value: 1299.5 },
  });
  expect(quoteBody({ ...VIEW, journey: 'return', payment: 'cod' })).toEqual({
    ...common,
    ...{ journey_type: 'return', qc_applicable: true },
  });
  expect(quoteBody({ ...VIEW, journey: 'return', qc: 'no' })).toMatchObject({ qc_applicable: false });
});

it('takes the weight that is given instead of the one in the address', () => {
  expect(quoteBody(VIEW, 500)).toMatchObject({ dead_weight: 500 });
});

it.each([
  ['an origin', { from: '01100' }],
  ['a destination', { to: '056003' }],
  ['a weight', { weight: '0' }],
  ['a length', { length: '' }],
  ['a width', { width: '-1' }],
  ['a height', { height: 'x' }],
  ['the value of cash on delivery', { payment: 'cod', value: '0' }],
] as const)('waits for %s', (_what, changed) => expect(quoteBody({ ...VIEW, ...changed })).toBeNull());
