import { Type } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import type {
  ForwardCarrierQuote,
  ForwardQuote,
  ReturnCarrierQuote,
  ReturnQuote,
} from '../../../domain/rates/quote.ts';

/** Amounts are rupees without GST, with at most two decimals. */
const Rupees = Type.Number({ minimum: 0 });
/** With at most two decimals. */
const Grams = Type.Number({ exclusiveMinimum: 0 });
const Day = Type.String({ format: 'date' });

const offer = {
  carrier_id: Type.String(),
  carrier_name: Type.String(),
  carrier_code: Type.String(),
  service_level: Type.String({ enum: ['standard', 'express'] }),
};

const standing = {
  status: Type.Literal('active'),
  expected_delivery: Type.Object({ pickup: Day, delivery: Day }),
};

const ForwardCourier = Type.Object({
  ...offer,
  is_fast: Type.Boolean(),
  is_prime: Type.Boolean(),
  ...standing,
  charges: Type.Object({
    forward_freight_charges: Rupees,
    cod_charges: Rupees,
    rto_charges: Type.Number({ minimum: 0, description: 'Should it come back; in no total.' }),
    total_forward_charges: Type.Number({ minimum: 0, description: 'Freight and COD.' }),
  }),
  platform_fee: Type.Number({ minimum: 0, description: 'For each shipment; in no total.' }),
});

const ReturnCourier = Type.Object({
  ...offer,
  ...standing,
  charges: Type.Object({
    return_freight_charges: Rupees,
    qc_charges: Rupees,
    total_return_charges: Type.Number({ minimum: 0, description: 'Freight and quality check.' }),
  }),
});

const route = { origin_pincode: Type.String(), destination_pincode: Type.String() };

const weights = {
  dead_weight: Grams,
  volumetric_weight: Type.Number({ exclusiveMinimum: 0, description: 'Length x width x height / 5.' }),
  applicable_weight: Type.Number({ exclusiveMinimum: 0, description: 'The larger of the two.' }),
  zone: Type.String({ enum: ['A', 'B', 'C', 'D', 'E'] }),
};

export const ForwardQuoteBody = Type.Object({
  status: Type.Literal('SUCCESS'),
  result: Type.Object({
    serviceable_couriers: Type.Array(ForwardCourier),
    shipment_details: Type.Object({
      journey_type: Type.Literal('forward'),
      ...route,
      payment_method: Type.String({ enum: ['cod', 'prepaid'] }),
      ...weights,
    }),
  }),
});

export const ReturnQuoteBody = Type.Object({
  status: Type.Literal('SUCCESS'),
  result: Type.Object({
    serviceable_couriers: Type.Array(ReturnCourier),
    shipment_details: Type.Object({ journey_type: Type.Literal('return'), ...route, ...weights }),
  }),
});

/** Either journey's, as the document shows it. */
export const QuoteBody = Type.Union([ForwardQuoteBody, ReturnQuoteBody], {
  description:
    'Amounts are rupees without GST, weights grams. Couriers: cheapest total first, then the earlier delivery, then the name; empty where none serves.',
});

/** From where to where, as it was read. */
export interface QuotedRoute {
  readonly originPincode: string;
  readonly destinationPincode: string;
}

/** A forward quote as the API shows it (contract: rates). */
export function forwardQuoteBody(
  quote: ForwardQuote,
  route: QuotedRoute,
  paymentMethod: 'cod' | 'prepaid',
): Static<typeof ForwardQuoteBody> {
  const platformFee = rupees(quote.platformFeePaise);
  return {
    status: 'SUCCESS',
    result: {
      serviceable_couriers: quote.carriers.map((courier) => forwardCourier(courier, platformFee)),
      shipment_details: {
        journey_type: 'forward',
        origin_pincode: route.originPincode,
        destination_pincode: route.destinationPincode,
        payment_method: paymentMethod,
        ...weightsOf(quote),
      },
    },
  };
}

/** A return's quote as the API shows it (contract: rates). */
export function returnQuoteBody(quote: ReturnQuote, route: QuotedRoute): Static<typeof ReturnQuoteBody> {
  return {
    status: 'SUCCESS',
    result: {
      serviceable_couriers: quote.carriers.map(returnCourier),
      shipment_details: {
        journey_type: 'return',
        origin_pincode: route.originPincode,
        destination_pincode: route.destinationPincode,
        ...weightsOf(quote),
      },
    },
  };
}

function forwardCourier(
  { carrier, pickup, delivery, charges }: ForwardCarrierQuote,
  platformFee: number,
): Static<typeof ForwardCourier> {
  return {
    carrier_id: carrier.id,
    carrier_name: carrier.name,
    carrier_code: carrier.code,
    service_level: carrier.serviceLevel,
    is_fast: carrier.isFast,
    is_prime: carrier.isPrime,
    status: 'active',
    expected_delivery: { pickup, delivery },
    charges: {
      forward_freight_charges: rupees(charges.freight),
      cod_charges: rupees(charges.cod),
      rto_charges: rupees(charges.rto),
      total_forward_charges: rupees(charges.total),
    },
    platform_fee: platformFee,
  };
}

function returnCourier({
  carrier,
  pickup,
  delivery,
  charges,
}: ReturnCarrierQuote): Static<typeof ReturnCourier> {
  return {
    carrier_id: carrier.id,
    carrier_name: carrier.name,
    carrier_code: carrier.code,
    service_level: carrier.serviceLevel,
    status: 'active',
    expected_delivery: { pickup, delivery },
    charges: {
      return_freight_charges: rupees(charges.freight),
      qc_charges: rupees(charges.qc),
      total_return_charges: rupees(charges.total),
    },
  };
}

function weightsOf({ parcel, zone }: ForwardQuote | ReturnQuote) {
  return {
    dead_weight: parcel.deadHundredths / 100,
    volumetric_weight: parcel.volumetricHundredths / 100,
    applicable_weight: parcel.applicableHundredths / 100,
    zone,
  };
}

/** Paise are a whole number, so that the quotient has at most two decimals. */
function rupees(paise: number): number {
  return paise / 100;
}
