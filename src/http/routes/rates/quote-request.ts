import type { QuoteRequest } from '../../../domain/rates/quote.ts';
import {
  boolean,
  decimal,
  exactRupees,
  moment,
  object,
  oneOf,
  optional,
  pincode,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import type { Condition } from '../../../reading/object.ts';

const side = decimal({ greaterThan: 0, atMost: 10_000, unit: 'centimetres', examples: [10] });

/** Far above any parcel's value, and small enough that every percentage of it is exact. */
const LARGEST_VALUE = 1_000_000_000_000;

const FIELDS = {
  journey_type: oneOf(['forward', 'return']),
  origin_pincode: pincode({ examples: ['560001'] }),
  destination_pincode: pincode({ examples: ['110001'] }),
  dead_weight: decimal({ greaterThan: 0, atMost: 10_000_000, unit: 'grams', examples: [500] }),
  length: side,
  width: side,
  height: side,
  payment_method: optional(oneOf(['cod', 'prepaid'], { examples: ['cod'] })),
  shipment_value: optional(exactRupees({ greaterThan: 0, atMost: LARGEST_VALUE, examples: [1499] })),
  qc_applicable: withDefault(
    boolean({ description: "Whether the goods are checked at the customer's door." }),
    true,
  ),
};
const CONDITIONS: readonly Condition<typeof FIELDS>[] = [
  { field: 'journey_type', is: 'forward', requires: ['payment_method'], ignores: ['qc_applicable'] },
  { field: 'journey_type', is: 'return', ignores: ['payment_method', 'shipment_value'] },
  { field: 'payment_method', is: 'cod', requires: ['shipment_value'] },
  { field: 'payment_method', is: 'prepaid', ignores: ['shipment_value'] },
];

export const QuoteRequestBody = object(FIELDS, { conditions: CONDITIONS });

const EXPLAINED = {
  ...FIELDS,
  at: optional(moment({ description: 'The time of the quote. Default: now.' })),
};

/** The fields of a quote, and the time for which it is explained. */
export const ExplainQuery = object<typeof EXPLAINED>(EXPLAINED, { conditions: CONDITIONS });

export function quoteRequest(body: ValueOf<typeof QuoteRequestBody>): QuoteRequest {
  const route = {
    originPincode: body.origin_pincode,
    destinationPincode: body.destination_pincode,
    deadWeight: body.dead_weight,
    length: body.length,
    width: body.width,
    height: body.height,
  };
  return body.journey_type === 'return'
    ? { journey: 'return', ...route, qcApplicable: body.qc_applicable }
    : {
        journey: 'forward',
        ...route,
        codValue: body.payment_method === 'cod' ? (body.shipment_value ?? null) : null,
      };
}
