import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { createOrder } from '../../../usecases/create-order.ts';
import { draftOrder } from '../../../usecases/order-draft.ts';
import { IDEMPOTENCY_NOTE, readIdempotencyKey } from './idempotency.ts';
import { asItIs } from './orchestrate-order.ts';
import { encodeOrder, OrderAnswer } from './order-answer.ts';
import { OrderBody, orderFieldsOf } from './order-fields.ts';

const PATH = '/forward-order';

export function addCreateOrder(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof OrderBody> }>(
    PATH,
    {
      schema: {
        tags: ['Orders'],
        summary: 'Create an order and its shipment without a courier',
        description: `A courier is booked by \`/forward-order-shipment\`. ${IDEMPOTENCY_NOTE}`,
        body: OrderBody,
        response: { 200: OrderAnswer },
      },
    },
    async (request, reply) => {
      const answer = await createOrder(
        request.account,
        draftOrder(orderFieldsOf(request.body)),
        readIdempotencyKey(request, PATH),
        encodeOrder,
      );
      return reply.type('application/json; charset=utf-8').serializer(asItIs).send(answer);
    },
  );
}
