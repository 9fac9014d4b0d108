import type { Static } from 'typebox';
import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../../domain/rates/quote.ts';
import type { ForwardQuoteBody, ReturnQuoteBody } from './quote-body.ts';

/*
 * Each object is written out in full: spreading parts took 95 microseconds instead of 2 for an answer with 8
 * carriers.
 */

export function forwardQuoteAnswer(
  quote: ForwardQuote,
  request: QuoteRequest,
  paymentMethod: 'cod' | 'prepaid',
): Static<typeof ForwardQuoteBody> {
  const platformFee = quote.platformFeePaise / 100;
  return {
    status: 'SUCCESS',
    result: {
      serviceable_couriers: quote.carriers.map(({ carrier, pickup, delivery, charges }) => ({
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
        platform_fee: platformFee,
      })),
      shipment_details: {
        journey_type: 'forward',
        origin_pincode: request.originPincode,
        destination_pincode: request.destinationPincode,
        payment_method: paymentMethod,
        dead_weight: quote.parcel.deadCentigrams / 100,
        volumetric_weight: quote.parcel.volumetricCentigrams / 100,
        applicable_weight: quote.parcel.applicableCentigrams / 100,
        zone: quote.zone,
      },
    },
  };
}

export function returnQuoteAnswer(quote: ReturnQuote, request: QuoteRequest): Static<typeof ReturnQuoteBody> {
  return {
    status: 'SUCCESS',
    result: {
      serviceable_couriers: quote.carriers.map(({ carrier, pickup, delivery, charges }) => ({
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
      shipment_details: {
        journey_type: 'return',
        origin_pincode: request.originPincode,
        destination_pincode: request.destinationPincode,
        dead_weight: quote.parcel.deadCentigrams / 100,
        volumetric_weight: quote.parcel.volumetricCentigrams / 100,
        applicable_weight: quote.parcel.applicableCentigrams / 100,
        zone: quote.zone,
      },
    },
  };
}
