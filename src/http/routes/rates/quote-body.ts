import { Type } from '@fastify/type-provider-typebox';

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
