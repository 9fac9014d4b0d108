import type { FastifyInstance } from 'fastify';
import { object, uuid, type ValueOf } from '../../../reading/fields.ts';
import { bookShipment } from '../../../usecases/booking/book-shipment.ts';
import { IdempotencyHeader, readIdempotencyKey, sendWritten } from '../../idempotency.ts';
import { answer, operation } from '../../operation.ts';
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
      schema: operation({
        operationId: 'bookShipment',
        tag: 'Orders',
        summary: 'Book a courier for a shipment that has none',
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 200: answer('The booking.', OrderAnswer) },
      }),
    },
    async (request, reply) => {
      const { shipment_id, carrier_id } = request.body;
      const answer = await bookShipment(
        request.account,
        { journey: 'forward', shipmentId: shipment_id, carrierId: carrier_id ?? null },
        readIdempotencyKey(request, PATH),
        orderEncoder(request),
      );
      return sendWritten(reply, answer);
    },
  );
}
