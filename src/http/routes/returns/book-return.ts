import type { FastifyInstance } from 'fastify';
import { object, uuid, type ValueOf } from '../../../reading/fields.ts';
import { bookShipment } from '../../../usecases/booking/book-shipment.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { carrierChoice } from '../orders/order-fields.ts';
import { ReturnAnswer, returnAnswer } from './return-answer.ts';
import type { ReturnOptions } from './return-options.ts';

const Body = object({
  return_id: uuid({ of: 'a return', nearMisses: ['shipment_id'] }),
  carrier_id: carrierChoice,
});

const PATH = '/reverse-order-shipment';

export function addBookReturn(api: FastifyInstance, { publicUrl }: ReturnOptions): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'bookReturn',
        tag: 'Returns',
        role: 'manager',
        restricted: 'filtered',
        summary: 'Book a courier for a return',
        description: 'For a return that has no courier. The courier collects it from the customer.',
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 200: answer('The booking.', ReturnAnswer) },
      }),
    },
    async (request, reply) => {
      const { return_id, carrier_id } = request.body;
      const input = { journey: 'return', shipmentId: return_id, carrierId: carrier_id ?? null } as const;
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 200,
        body: returnAnswer(publicUrl, 0),
        run: (answerOf) => bookShipment(request.account, input, answerOf),
      });
    },
  );
}
