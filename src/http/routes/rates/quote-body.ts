import { Type } from 'typebox';
import { Day, ServiceLevelWord, textLike, ZoneLetter } from '../../schemas.ts';
import { Unserviceable } from './unserviceable.ts';

/** Rounded to two decimals: less than 0.005 is 0. */
const Grams = Type.Number({ minimum: 0, examples: [500] });
/** Rupees without GST, with at most two decimals. */
const Amount = (example: number, description?: string) =>
  Type.Number({ minimum: 0, examples: [example], ...(description === undefined ? {} : { description }) });

const offer = {
  carrier_id: textLike('h7vd3r8c'),
  carrier_name: textLike('Morpankhi Surface 500 g'),
  carrier_code: textLike('morpankhi_surface_500g'),
  service_level: ServiceLevelWord,
};

const standing = {
  status: Type.Literal('active'),
  expected_delivery: Type.Object({ pickup: Day, delivery: Day }),
};

const ForwardCourier = Type.Object(
  {
    ...offer,
    is_fast: Type.Boolean(),
    is_prime: Type.Boolean(),
    ...standing,
    charges: Type.Object({
      forward_freight_charges: Amount(44.4),
      cod_charges: Amount(35),
      rto_charges: Amount(40, 'The charge for a return to origin; not part of a total.'),
      total_forward_charges: Amount(79.4, 'Freight and COD.'),
    }),
    platform_fee: Amount(2, 'For each shipment; not part of a total.'),
  },
  { title: 'ForwardOffer' },
);

const ReturnCourier = Type.Object(
  {
    ...offer,
    ...standing,
    charges: Type.Object({
      return_freight_charges: Amount(62),
      qc_charges: Amount(20),
      total_return_charges: Amount(82, 'Freight and quality check.'),
    }),
  },
  { title: 'ReturnOffer' },
);

const route = { origin_pincode: textLike('560001'), destination_pincode: textLike('110001') };

const weights = {
  dead_weight: Grams,
  volumetric_weight: Type.Number({
    minimum: 0,
    examples: [200],
    description: 'Length x width x height / 5, in grams.',
  }),
  applicable_weight: Type.Number({
    minimum: 0,
    examples: [500],
    description: 'The larger of the dead and the volumetric weight.',
  }),
  zone: ZoneLetter,
};

export const ForwardQuoteBody = Type.Object(
  {
    status: Type.Literal('SUCCESS'),
    result: Type.Object({
      serviceable_couriers: Type.Array(ForwardCourier),
      shipment_details: Type.Object({
        journey_type: Type.Literal('forward'),
        ...route,
        payment_method: Type.String({ enum: ['cod', 'prepaid'] }),
        ...weights,
      }),
      unserviceable: Unserviceable,
    }),
  },
  { title: 'ForwardQuote' },
);

export const ReturnQuoteBody = Type.Object(
  {
    status: Type.Literal('SUCCESS'),
    result: Type.Object({
      serviceable_couriers: Type.Array(ReturnCourier),
      shipment_details: Type.Object({ journey_type: Type.Literal('return'), ...route, ...weights }),
      unserviceable: Unserviceable,
    }),
  },
  { title: 'ReturnQuote' },
);

/** A quote of either journey, as the document shows it. */
export const QuoteBody = Type.Union([ForwardQuoteBody, ReturnQuoteBody], {
  title: 'Quote',
  description:
    'Amounts are rupees without GST, and weights are grams. Couriers are sorted by total, then by delivery date, then by name; the list is empty if none serves the route.',
});
