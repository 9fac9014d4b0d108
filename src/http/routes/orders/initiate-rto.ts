import type { FastifyInstance } from 'fastify';
import { say } from '../../../problems/sentence.ts';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { initiateRto } from '../../../usecases/tracking/initiate-rto.ts';
import { answer, operation } from '../../operation.ts';
import { awb, NdrAnswer, ndrAnswer, replace_answer } from './ndr-answer.ts';

const Body = object({ awb, replace_answer });

const REQUESTED = say('return_to_warehouse_requested', 'The return to the warehouse is requested');

export function addInitiateRto(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/initiate-rto',
    {
      schema: operation({
        operationId: 'initiateRto',
        tag: 'Orders',
        role: 'manager',
        restricted: 'filtered',
        summary: 'Return a parcel to the sender',
        description: 'For a shipment whose last delivery attempt failed.',
        body: Body,
        answers: { 200: answer('The return is requested.', NdrAnswer) },
      }),
    },
    async (request) => {
      const { awb: number, replace_answer } = request.body;
      await initiateRto(request.account, number, { isReplacing: replace_answer });
      return ndrAnswer(number, REQUESTED);
    },
  );
}
