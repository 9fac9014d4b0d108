import { describe, expect, it } from 'vitest';
import { bookOf, carrierOf, rateCardOf, rulesOf, sampleBook } from '../../../test/support/rates.ts';
import { Problem } from '../../problems/problem.ts';
import { listServiceable, type ServiceabilityRequest } from './list-serviceable.ts';

const request = (changes: Partial<ServiceabilityRequest> = {}): ServiceabilityRequest => ({
  journey: 'forward',
  originPincode: '110001',
  destinationPincode: '560001',
  payment: 'prepaid',
  ...changes,
});

describe('the carriers that serve a route', () => {
  const book = bookOf({
    carriers: [
      carrierOf({ id: 'all' }),
      carrierOf({ id: 'no-cash', codLimitPaise: 0 }),
      carrierOf({ id: 'no-cod' }),
      carrierOf({ id: 'no-return' }),
      carrierOf({ id: 'no-card' }),
      carrierOf({ id: 'off' }),
    ],
    rateCards: ['all', 'no-cash', 'no-cod', 'no-return', 'off'].map((carrierId) =>
      rateCardOf({ carrierId, ...(carrierId === 'no-return' ? { reverse: null } : { qcFeePaise: null }) }),
    ),
    carrierSettings: [{ carrierId: 'off', offered: false, markup: 0, besideCouriers: false }],
    serviceability: rulesOf([{ carrierId: 'no-cod', areaKind: 'state', area: 'KA', cod: false }]),
  });
  const ids = (changes: Partial<ServiceabilityRequest>) =>
    listServiceable(book, request(changes)).carriers.map(({ id }) => id);

  it('depend on the payment method', () => {
    expect(ids({ payment: 'prepaid' })).toEqual(['all', 'no-cash', 'no-cod', 'no-return']);
    expect(ids({ payment: 'cod' })).toEqual(['all', 'no-return']);
  });

  it('include those without quality checks and cash for a return', () => {
    expect(ids({ journey: 'return', payment: 'cod' })).toEqual(['all', 'no-cash', 'no-cod']);
  });

  it('come with the zone and the version of the book', () => {
    expect(listServiceable(book, request())).toMatchObject({ zone: 'C', bookVersion: 1 });
  });

  it('are refused for unknown pincodes, with their names', () => {
    expect(() => listServiceable(book, request({ originPincode: '999999' }))).toThrow(Problem);
  });

  it('are all eight of the sample book, sorted by name', () => {
    const names = listServiceable(sampleBook(), request({ payment: 'cod' })).carriers.map(({ name }) => name);
    expect(names).toHaveLength(8);
    expect(names).toEqual(names.toSorted());
  });
});
