import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { createOrder } from '../../../usecases/booking/create-order.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { OrderAnswer, orderAnswer } from './order-answer.ts';
import { OrderBody } from './order-fields.ts';
import { readOrder } from './read-order.ts';

const PATH = '/forward-order';

export function addCreateOrder(api: FastifyInstance, { rateBooks }: { rateBooks: RateBooks }): void {
  api.post<{ Body: ValueOf<typeof OrderBody> }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'createOrder',
        tag: 'Orders',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Create an order',
        description:
          'Creates an order and its shipment, without a courier. Book a courier with `POST /forward-order-shipment`.',
        headerFields: IdempotencyHeader,
        body: OrderBody,
        answers: { 200: answer('The order and its shipment.', OrderAnswer) },
      }),
    },
    async (request, reply) => {
      const draft = readOrder(request, request.body, rateBooks.ground.directory);
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 200,
        body: orderAnswer,
        run: (answerOf) => createOrder(request.account, draft, answerOf),
      });
    },
  );
}
