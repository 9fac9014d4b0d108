import type { FastifyInstance } from 'fastify';
import { object, uuid, type ValueOf } from '../../../reading/fields.ts';
import { bookShipment } from '../../../usecases/booking/book-shipment.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { OrderAnswer, orderAnswer } from './order-answer.ts';
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
      schema: operation({
        operationId: 'bookShipment',
        tag: 'Orders',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Book a courier for a shipment',
        description:
          'For a shipment that has no courier. Without `carrier_id` the cheapest carrier is booked; up to three are tried.',
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 200: answer('The booking.', OrderAnswer) },
      }),
    },
    async (request, reply) => {
      const { shipment_id, carrier_id } = request.body;
      const input = { journey: 'forward', shipmentId: shipment_id, carrierId: carrier_id ?? null } as const;
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 200,
        body: orderAnswer,
        run: (answerOf) => bookShipment(request.account, input, answerOf),
      });
    },
  );
}
