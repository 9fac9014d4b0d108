import fc from 'fast-check';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { bookOf, sampleBook, sampleRows } from '../../../../test/support/rates.ts';
import type { ForwardQuoteRequest, ReturnQuoteRequest } from '../../../domain/rates/quote.ts';
import { quoteRates } from '../../../domain/rates/quote-rates.ts';
import { ForwardQuoteBody, ReturnQuoteBody } from './quote-body.ts';
import { forwardQuoteText, hundredths, returnQuoteText } from './quote-text.ts';

const MONDAY_NOON = Date.parse('2026-11-16T12:00:00+05:30');

const parcel = {
  originPincode: '560001',
  destinationPincode: '110001',
  deadWeight: '500.5',
  length: '10',
  width: '12.5',
  height: '9.01',
};
const cod: ForwardQuoteRequest = { journey: 'forward', ...parcel, codValue: '1299.99' };
const withQc: ReturnQuoteRequest = { journey: 'return', ...parcel, qcApplicable: true };
const tooHeavy = '9999999';

describe('the text of a forward quote', () => {
  const quote = quoteRates(sampleBook(), cod, MONDAY_NOON);

  it('says of each courier what was quoted, in its order and in rupees', () => {
    const { result } = JSON.parse(forwardQuoteText(quote, cod, 'cod'));
    expect(result.serviceable_couriers).toEqual(
      quote.carriers.map(({ carrier, pickup, delivery, charges }) => ({
        carrier_id: carrier.id,
        carrier_name: carrier.name,
        carrier_code: carrier.code,
        service_level: carrier.serviceLevel,
        is_fast: carrier.isFast,
        is_prime: carrier.isPrime,
        status: 'active',
        expected_delivery: { pickup, delivery },
        charges: {
          forward_freight_charges: charges.freight / 100,
          cod_charges: charges.cod / 100,
          rto_charges: charges.rto / 100,
          total_forward_charges: charges.total / 100,
        },
        platform_fee: 5,
      })),
    );
    expect(result.serviceable_couriers).toHaveLength(8);
  });

  it('repeats the shipment with its weights', () => {
    expect(JSON.parse(forwardQuoteText(quote, cod, 'cod')).result.shipment_details).toEqual({
      journey_type: 'forward',
      origin_pincode: '560001',
      destination_pincode: '110001',
      payment_method: 'cod',
      dead_weight: 500.5,
      volumetric_weight: 225.25,
      applicable_weight: 500.5,
      zone: quote.zone,
    });
  });

  it('is of the shape that the document declares', () => {
    expect(Value.Errors(ForwardQuoteBody, JSON.parse(forwardQuoteText(quote, cod, 'cod')))).toEqual([]);
  });

  it('has an empty list where no carrier takes the parcel', () => {
    const none = quoteRates(sampleBook(), { ...cod, deadWeight: tooHeavy }, MONDAY_NOON);
    expect(JSON.parse(forwardQuoteText(none, cod, 'prepaid')).result).toMatchObject({
      serviceable_couriers: [],
      shipment_details: { payment_method: 'prepaid', dead_weight: 9_999_999 },
    });
  });

  it("keeps a name's quotes, backslashes and letters of any script", () => {
    const { carriers, rateCards } = sampleRows();
    const name = 'The "Fast" \\ डाकिया\u2028 Co 🚚';
    const renamed = carriers.map((carrier) => ({ ...carrier, name }));
    const odd = quoteRates(bookOf({ carriers: renamed, rateCards }), cod, MONDAY_NOON);
    const text = forwardQuoteText(odd, cod, 'cod');
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    const { result } = JSON.parse(text);
    expect(
      result.serviceable_couriers.map((courier: { carrier_name: string }) => courier.carrier_name),
    ).toEqual(Array.from({ length: 8 }, () => name));
  });
});

describe("the text of a return's quote", () => {
  const quote = quoteRates(sampleBook(), withQc, MONDAY_NOON);

  it('says of each courier what was quoted, and nothing that only a forward parcel has', () => {
    const { result } = JSON.parse(returnQuoteText(quote, withQc));
    expect(result.serviceable_couriers).toEqual(
      quote.carriers.map(({ carrier, pickup, delivery, charges }) => ({
        carrier_id: carrier.id,
        carrier_name: carrier.name,
        carrier_code: carrier.code,
        service_level: carrier.serviceLevel,
        status: 'active',
        expected_delivery: { pickup, delivery },
        charges: {
          return_freight_charges: charges.freight / 100,
          qc_charges: charges.qc / 100,
          total_return_charges: charges.total / 100,
        },
      })),
    );
    expect(result.serviceable_couriers.length).toBeGreaterThan(1);
    expect(result.shipment_details).toEqual({
      journey_type: 'return',
      origin_pincode: '560001',
      destination_pincode: '110001',
      dead_weight: 500.5,
      volumetric_weight: 225.25,
      applicable_weight: 500.5,
      zone: quote.zone,
    });
  });

  it('is of the shape that the document declares', () => {
    expect(Value.Errors(ReturnQuoteBody, JSON.parse(returnQuoteText(quote, withQc)))).toEqual([]);
  });
});

describe('hundredths', () => {
  it.each([
    [0, '0'],
    [1, '0.01'],
    [10, '0.1'],
    [99, '0.99'],
    [100, '1'],
    [101, '1.01'],
    [4440, '44.4'],
    [123_456, '1234.56'],
  ])('%i is %s', (count, text) => {
    expect(hundredths(count)).toBe(text);
  });

  it('is the number that JSON writes, up to what any amount comes to', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(2 ** 19 - 1), (low, high) => {
        const count = high * 2 ** 31 + low;
        expect(hundredths(count)).toBe(JSON.stringify(count / 100));
      }),
    );
  });
});
