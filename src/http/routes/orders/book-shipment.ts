import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { bookShipment } from '../../../usecases/book-shipment.ts';
import { object, optional, text, uuid } from '../../schemas/fields.ts';
import { IDEMPOTENCY_NOTE, readIdempotencyKey } from './idempotency.ts';
import { asItIs } from './orchestrate-order.ts';
import { encodeOrder, OrderAnswer } from './order-answer.ts';

const Body = object({
  shipment_id: uuid(),
  carrier_id: optional(text({ max: 40, description: 'Not given: the cheapest that takes it.' })),
});

const PATH = '/forward-order-shipment';

export function addBookShipment(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof Body> }>(
    PATH,
    {
      schema: {
        tags: ['Orders'],
        summary: 'Book a courier for a shipment that has none',
        description: IDEMPOTENCY_NOTE,
        body: Body,
        response: { 200: OrderAnswer },
      },
    },
    async (request, reply) => {
      const { shipment_id, carrier_id } = request.body;
      const answer = await bookShipment(
        request.account,
        { shipmentId: shipment_id, carrierId: carrier_id ?? null },
        readIdempotencyKey(request, PATH),
        encodeOrder,
      );
      return reply.type('application/json; charset=utf-8').serializer(asItIs).send(answer);
    },
  );
}
