import type { FastifyInstance } from 'fastify';
import { object, uuid, type ValueOf } from '../../../reading/fields.ts';
import { bookShipment } from '../../../usecases/booking/book-shipment.ts';
import { IDEMPOTENCY_NOTE, readIdempotencyKey } from './idempotency.ts';
import { asItIs } from './orchestrate-order.ts';
import { OrderAnswer, orderEncoder } from './order-answer.ts';
import { carrierChoice } from './order-fields.ts';

const Body = object({
  shipment_id: uuid({ of: 'a shipment' }),
  carrier_id: carrierChoice,
});

const PATH = '/forward-order-shipment';

export function addBookShipment(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
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
        orderEncoder(request),
      );
      return reply.type('application/json; charset=utf-8').serializer(asItIs).send(answer);
    },
  );
}
