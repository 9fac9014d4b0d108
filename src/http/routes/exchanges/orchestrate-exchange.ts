import type { FastifyInstance } from 'fastify';
import { LARGE_JSON } from '../../../problems/foreign-json.ts';
import { sentenceOf } from '../../../problems/problem.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { ExchangeBody, exchangeOf } from '../../../resources/order/exchange.ts';
import { doubtsOf } from '../../../usecases/booking/order-warnings.ts';
import { orchestrateExchange } from '../../../usecases/exchanges/orchestrate-exchange.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { ExchangeAnswer, exchangeAnswer } from './exchange-answer.ts';

const PATH = '/exchange-order-orchestration';

export function addOrchestrateExchange(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof ExchangeBody> }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
      config: { json: LARGE_JSON },
      schema: operation({
        operationId: 'createExchangeAndBook',
        tag: 'Returns',
        role: 'manager',
        restricted: 'filtered',
        summary: 'Create an exchange and book it',
        description:
          'Creates a return and the replacement parcel, and books couriers for both or for neither. If an exchange has this `order_id` already, the answer is that exchange.',
        headerFields: IdempotencyHeader,
        body: ExchangeBody,
        answers: { 200: answer('The exchange and its bookings.', ExchangeAnswer) },
      }),
    },
    async (request, reply) => {
      const { body } = request;
      const draft = exchangeOf(body, request.account.now());
      const doubts = [draft.forward, draft.back].flatMap((one) => doubtsOf(one, request.account));
      warn(request, doubts.map(sentenceOf));
      const options = { carrierId: body.carrier_id ?? null, printLabel: body.print_label };
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 200,
        body: exchangeAnswer(body.print_label),
        run: (answerOf) => orchestrateExchange(request.account, draft, options, answerOf),
      });
    },
  );
}
