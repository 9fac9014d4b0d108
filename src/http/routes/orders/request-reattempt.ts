import type { FastifyInstance } from 'fastify';
import { say } from '../../../problems/sentence.ts';
import { either, mobile, object, optional, text, type ValueOf } from '../../../reading/fields.ts';
import { requestReattempt } from '../../../usecases/tracking/request-reattempt.ts';
import { answer, operation } from '../../operation.ts';
import { awb, NdrAnswer, ndrAnswer, replace_answer } from './ndr-answer.ts';

const addressLine = { max: 300, multiline: true } as const;

const UpdatedAddress = object({
  address_line: optional(
    text({
      ...addressLine,
      nearMisses: ['address', 'address_line_1', 'address_line1', 'line1', 'street_address'],
    }),
  ),
  landmark: optional(text({ max: 200 })),
});

const Body = object({
  awb,
  updated_address: optional(
    either(text({ ...addressLine, description: 'Only the address line.' }), UpdatedAddress, {
      nearMisses: ['address', 'new_address', 'address_line'],
    }),
  ),
  updated_phone_number: optional(
    mobile({ nearMisses: ['phone', 'phone_number', 'updated_phone', 'mobile', 'new_phone_number'] }),
  ),
  comments: optional(
    text({
      max: 500,
      multiline: true,
      examples: ['Please call first'],
      nearMisses: ['comment', 'remarks', 'remark', 'notes'],
    }),
  ),
  replace_answer,
});

const REQUESTED = say('reattempt_requested', 'Another delivery attempt is requested');

export function addRequestReattempt(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/reattempt',
    {
      schema: operation({
        operationId: 'requestReattempt',
        tag: 'Orders',
        role: 'manager',
        restricted: 'filtered',
        summary: 'Request another delivery attempt',
        description: 'For a shipment whose last delivery attempt failed.',
        body: Body,
        answers: { 200: answer('The delivery attempt is requested.', NdrAnswer) },
      }),
    },
    async (request) => {
      const { awb: number, updated_address, updated_phone_number, comments, replace_answer } = request.body;
      const address =
        typeof updated_address === 'string' ? { address_line: updated_address } : updated_address;
      const correction = {
        addressLine: address?.address_line ?? null,
        landmark: address?.landmark ?? null,
        phone: updated_phone_number ?? null,
        comments: comments ?? null,
      };
      await requestReattempt(request.account, number, correction, { isReplacing: replace_answer });
      return ndrAnswer(number, REQUESTED);
    },
  );
}
