import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { requestReattempt } from '../../../usecases/request-reattempt.ts';
import { mobile, object, optional, text } from '../../schemas/fields.ts';
import { NdrAnswer, ndrAnswer } from './ndr-answer.ts';

const Body = object({
  awb: text({ max: 100 }),
  updated_address: optional(
    object({
      address_line: optional(text({ max: 300, multiline: true })),
      landmark: optional(text({ max: 200 })),
    }),
  ),
  updated_phone_number: optional(mobile()),
  comments: optional(text({ max: 500, multiline: true })),
});

export function addRequestReattempt(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof Body> }>(
    '/reattempt',
    {
      schema: {
        tags: ['Orders'],
        summary: 'Ask for another delivery attempt after a failed one',
        body: Body,
        response: { 200: NdrAnswer },
      },
    },
    async (request) => {
      const { awb, updated_address, updated_phone_number, comments } = request.body;
      await requestReattempt(request.account, awb, {
        addressLine: updated_address?.address_line ?? null,
        landmark: updated_address?.landmark ?? null,
        phone: updated_phone_number ?? null,
        comments: comments ?? null,
      });
      return ndrAnswer(awb, 'Another delivery attempt is requested');
    },
  );
}
