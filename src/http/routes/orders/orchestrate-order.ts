import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { orchestrateOrder } from '../../../usecases/orchestrate-order.ts';
import { draftOrder } from '../../../usecases/order-draft.ts';
import { boolean, object, optional, text, withDefault } from '../../schemas/fields.ts';
import { IDEMPOTENCY_NOTE, readIdempotencyKey } from './idempotency.ts';
import { encodeOrder, OrderAnswer } from './order-answer.ts';
import { orderConditions, orderFields, orderFieldsOf } from './order-fields.ts';

const Body = object(
  {
    ...orderFields,
    carrier_id: optional(text({ max: 40, description: 'Not given: the cheapest that takes it.' })),
    print_label: withDefault(boolean(), true),
  },
  { conditions: orderConditions },
);

const PATH = '/forward-order-orchestration';

export function addOrchestrateOrder(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof Body> }>(
    PATH,
    {
      schema: {
        tags: ['Orders'],
        summary: 'Create an order, book a courier and make the label',
        description: IDEMPOTENCY_NOTE,
        body: Body,
        response: { 200: OrderAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const answer = await orchestrateOrder(
        request.account,
        draftOrder(orderFieldsOf(body)),
        { carrierId: body.carrier_id ?? null, printLabel: body.print_label },
        readIdempotencyKey(request, PATH),
        encodeOrder,
      );
      return reply.type('application/json; charset=utf-8').serializer(asItIs).send(answer);
    },
  );
}

/** The text was written already. */
export function asItIs(text: unknown): string {
  return text as string;
}
