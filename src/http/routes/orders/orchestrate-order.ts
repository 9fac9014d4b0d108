import type { FastifyInstance } from 'fastify';
import { boolean, object, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { orchestrateOrder } from '../../../usecases/booking/orchestrate-order.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { OrderAnswer, orderAnswer } from './order-answer.ts';
import { carrierChoice, orderConditions, orderFields } from './order-fields.ts';
import { readOrder } from './read-order.ts';

const Body = object(
  {
    ...orderFields,
    carrier_id: carrierChoice,
    print_label: withDefault(boolean(), true),
  },
  { title: 'NewOrderToBook', conditions: orderConditions },
);

const PATH = '/forward-order-orchestration';

export function addOrchestrateOrder(api: FastifyInstance, { rateBooks }: { rateBooks: RateBooks }): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'createOrderAndBook',
        tag: 'Orders',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Create an order and book it',
        description:
          'Creates an order, books a courier and makes the label. Without `carrier_id` the cheapest carrier is booked; up to three are tried. If no carrier accepts it, nothing is created.',
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 200: answer('The order, its shipment and its booking.', OrderAnswer) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const draft = readOrder(request, body, rateBooks.ground.directory);
      const options = { carrierId: body.carrier_id ?? null, printLabel: body.print_label };
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 200,
        body: orderAnswer,
        run: (answerOf) => orchestrateOrder(account, draft, options, answerOf),
      });
    },
  );
}
