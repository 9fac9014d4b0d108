import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { quoteParcel } from '../../../usecases/rates/quote-parcel.ts';
import { answer, operation } from '../../operation.ts';
import { forwardQuoteAnswer, returnQuoteAnswer } from './quote-answer.ts';
import { ForwardQuoteBody, QuoteBody, ReturnQuoteBody } from './quote-body.ts';
import { QuoteRequestBody, quoteRequest } from './quote-request.ts';
import type { RateRouteOptions } from './rate-route-options.ts';
import { unserviceableBody } from './unserviceable.ts';

/** One schema for each journey: with a common schema, each answer would be validated to choose one. */
const ANSWERS = { forward: { ...ForwardQuoteBody }, return: { ...ReturnQuoteBody } };

export function addQuoteRates(api: FastifyInstance, { rateBooks }: RateRouteOptions): void {
  api.post<{ Body: ValueOf<typeof QuoteRequestBody> }>(
    '/rates',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'quoteRates',
        tag: 'Rates',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get shipping rates',
        description:
          'The charge and the delivery date of each carrier for a parcel, cheapest first. `GET /rates/explain` says why the others are left out.',
        body: QuoteRequestBody,
        answers: { 200: answer('The quote.', QuoteBody) },
      }),
    },
    async ({ body, account }, reply) => {
      const request = quoteRequest(body);
      const { quote, leftOut } = await quoteParcel(account, rateBooks, request);
      reply
        .type('application/json; charset=utf-8')
        .serializer(reply.compileSerializationSchema(ANSWERS[quote.journey]));
      const shown =
        quote.journey === 'return'
          ? returnQuoteAnswer(quote, request)
          : forwardQuoteAnswer(quote, request, body.payment_method ?? 'prepaid');
      if (leftOut !== null) shown.result.unserviceable = unserviceableBody(leftOut);
      return shown;
    },
  );
}
