import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { createOrder } from '../../../usecases/booking/create-order.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { readReturn } from './read-return.ts';
import { ReturnAnswer, returnAnswer } from './return-answer.ts';
import { ReturnBody } from './return-fields.ts';
import type { ReturnOptions } from './return-options.ts';

const PATH = '/reverse-order';

export function addCreateReturn(api: FastifyInstance, { rateBooks, publicUrl }: ReturnOptions): void {
  api.post<{ Body: ValueOf<typeof ReturnBody> }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'createReturn',
        tag: 'Returns',
        role: 'manager',
        restricted: 'filtered',
        summary: 'Create a return',
        description: 'Without a courier. Book a courier with `POST /reverse-order-shipment`.',
        headerFields: IdempotencyHeader,
        body: ReturnBody,
        answers: { 200: answer('The return.', ReturnAnswer) },
      }),
    },
    async (request, reply) => {
      const draft = readReturn(request, request.body, rateBooks.ground.directory);
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 200,
        body: returnAnswer(publicUrl),
        run: (answerOf) => createOrder(request.account, draft, answerOf),
      });
    },
  );
}
