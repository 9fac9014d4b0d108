import { Type } from 'typebox';
import type { Sentence } from '../../../problems/sentence.ts';
import { boolean, text, withDefault } from '../../../reading/fields.ts';
import { textLike } from '../../schemas.ts';
import { SentenceBody, sentenceField } from '../../sentence-body.ts';

/** The shipment that a decision is about. */
export const awb = text({
  max: 100,
  mayBeNumber: true,
  description: 'The tracking number.',
  examples: ['ND00000000017'],
  nearMisses: ['awb_code', 'awb_number', 'tracking_number', 'waybill'],
});

export const replace_answer = withDefault(
  boolean({
    description:
      'Answer even if another person has answered already. Without it, the second person gets the name of the first, and nothing is done.',
    examples: [false],
  }),
  false,
);

export const NdrAnswer = Type.Object({
  success: Type.Literal(true),
  message: textLike('Another delivery attempt is requested'),
  message_details: SentenceBody,
  data: Type.Object({ awb: textLike('ND00000000017') }),
});

export function ndrAnswer(awb: string, message: Sentence) {
  return { success: true as const, ...sentenceField('message', message), data: { awb } };
}
