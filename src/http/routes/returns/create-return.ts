import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { createOrder } from '../../../usecases/booking/create-order.ts';
import { IdempotencyHeader, readIdempotencyKey, sendWritten } from '../../idempotency.ts';
import { answer, operation } from '../../operation.ts';
import type { ReturnOptions } from './index.ts';
import { readReturn } from './read-return.ts';
import { ReturnAnswer, returnEncoder } from './return-answer.ts';
import { ReturnBody } from './return-fields.ts';

const PATH = '/reverse-order';

export function addCreateReturn(api: FastifyInstance, { rateBooks, publicUrl }: ReturnOptions): void {
  api.post<{ Body: ValueOf<typeof ReturnBody> }>(
    PATH,
    {
      schema: operation({
        operationId: 'createReturn',
        tag: 'Returns',
        summary: 'Create a return without a courier',
        description: `A courier is booked by \`/reverse-order-shipment\`.`,
        headerFields: IdempotencyHeader,
        body: ReturnBody,
        answers: { 200: answer('The return.', ReturnAnswer) },
      }),
    },
    async (request, reply) => {
      const answer = await createOrder(
        request.account,
        readReturn(request, request.body, rateBooks.ground.directory),
        readIdempotencyKey(request, PATH),
        returnEncoder(request, publicUrl),
      );
      return sendWritten(reply, answer);
    },
  );
}
