import type { FastifyInstance } from 'fastify';
import { boolean, object, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { orchestrateOrder } from '../../../usecases/booking/orchestrate-order.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { carrierChoice } from '../orders/order-fields.ts';
import { readReturn } from './read-return.ts';
import { ReturnAnswer, returnAnswer } from './return-answer.ts';
import { returnFieldGroups, returnFields } from './return-fields.ts';
import type { ReturnOptions } from './return-options.ts';

const Body = object(
  {
    ...returnFields,
    carrier_id: carrierChoice,
    print_label: withDefault(boolean(), true),
  },
  { title: 'NewReturnToBook', together: returnFieldGroups },
);

const PATH = '/reverse-order-orchestration';

export function addOrchestrateReturn(api: FastifyInstance, { rateBooks, publicUrl }: ReturnOptions): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'createReturnAndBook',
        tag: 'Returns',
        role: 'manager',
        restricted: 'filtered',
        summary: 'Create a return and book it',
        description:
          'Creates a return and books a courier for it, from the customer to a warehouse or to the address in `shipping_*`. If no carrier accepts it, nothing is created.',
        headerFields: IdempotencyHeader,
        body: Body,
        answers: { 200: answer('The return and its booking.', ReturnAnswer) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const draft = readReturn(request, body, rateBooks.ground.directory);
      const options = { carrierId: body.carrier_id ?? null, printLabel: body.print_label };
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 200,
        body: returnAnswer(publicUrl),
        run: (answerOf) => orchestrateOrder(account, draft, options, answerOf),
      });
    },
  );
}
