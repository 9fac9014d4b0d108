import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { orderWarnings } from '../../../usecases/booking/order-warnings.ts';
import { orchestrateExchange } from '../../../usecases/exchanges/orchestrate-exchange.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { ExchangeAnswer, exchangeAnswer } from './exchange-answer.ts';
import { ExchangeBody, exchangeOf } from './exchange-fields.ts';

const PATH = '/exchange-order-orchestration';

export function addOrchestrateExchange(
  api: FastifyInstance,
  { rateBooks }: { readonly rateBooks: RateBooks },
): void {
  api.post<{ Body: ValueOf<typeof ExchangeBody> }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
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
      const draft = exchangeOf(body);
      const { directory } = rateBooks.ground;
      const { billing_email, shipping_email, pickup_email } = body;
      const warnings = [
        ...orderWarnings(draft.forward, { billing_email, shipping_email }, directory),
        ...orderWarnings(draft.back, { pickup_email }, directory),
      ];
      warn(request, [...new Set(warnings)]);
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
