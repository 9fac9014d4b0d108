import { list, text } from '../../../reading/fields.ts';

/** A list of up to `most` tracking numbers, under the names that clients use for this list. */
export function awbsField(most: number) {
  return list(text({ max: 100, mayBeNumber: true }), {
    min: 1,
    max: most,
    examples: [['ND00000000017']],
    nearMisses: ['awb', 'awb_codes', 'awb_code', 'awb_numbers', 'tracking_numbers', 'tracking_number'],
  });
}

/** A list of up to `most` order ids of either kind. */
export function orderIdsField(most: number) {
  return list(text({ max: 100, mayBeNumber: true }), {
    min: 1,
    max: most,
    description: 'Our order ids, or yours.',
    nearMisses: ['order_id'],
  });
}
