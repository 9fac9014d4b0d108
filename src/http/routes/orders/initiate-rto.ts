import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { initiateRto } from '../../../usecases/initiate-rto.ts';
import { object, text } from '../../schemas/fields.ts';
import { NdrAnswer, ndrAnswer } from './ndr-answer.ts';

const Body = object({ awb: text({ max: 100 }) });

export function addInitiateRto(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof Body> }>(
    '/initiate-rto',
    {
      schema: {
        tags: ['Orders'],
        summary: 'Ask for a parcel to be returned after a failed delivery',
        body: Body,
        response: { 200: NdrAnswer },
      },
    },
    async (request) => {
      const { awb } = request.body;
      await initiateRto(request.account, awb);
      return ndrAnswer(awb, 'The return to the warehouse is requested');
    },
  );
}
