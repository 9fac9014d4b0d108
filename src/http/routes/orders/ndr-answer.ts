import { Type } from 'typebox';
import { text } from '../../../reading/fields.ts';
import { textLike } from '../../schemas.ts';

/** The shipment that a decision is about. */
export const awb = text({
  max: 100,
  description: 'The tracking number.',
  examples: ['ND00000000017'],
  nearMisses: ['awb_code', 'awb_number', 'tracking_number', 'waybill'],
});

/** What the decisions about a failed delivery answer (contract: orders and shipments). */
export const NdrAnswer = Type.Object({
  success: Type.Literal(true),
  message: textLike('Another delivery attempt is requested'),
  data: Type.Object({ awb: textLike('ND00000000017') }),
});

export function ndrAnswer(awb: string, message: string) {
  return { success: true as const, message, data: { awb } };
}
