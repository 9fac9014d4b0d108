import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { quoteParcel } from '../../../usecases/quote-parcel.ts';
import type { RateRouteOptions } from './index.ts';
import {
  ForwardQuoteBody,
  forwardQuoteBody,
  QuoteBody,
  ReturnQuoteBody,
  returnQuoteBody,
} from './quote-body.ts';
import { QuoteRequestBody, quoteRequest } from './quote-request.ts';

/** The same objects at every request: Fastify finds the serialiser that it compiled by them. */
const FORWARD = ForwardQuoteBody as unknown as Record<string, unknown>;
const RETURN = ReturnQuoteBody as unknown as Record<string, unknown>;

export function addQuoteRates(api: FastifyInstance, { rateBooks }: RateRouteOptions): void {
  api.post<{ Body: Static<typeof QuoteRequestBody> }>(
    '/rates',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Rates'],
        summary: 'What each carrier charges for a parcel, and when it comes; the cheapest first',
        body: QuoteRequestBody,
        response: { 200: QuoteBody },
      },
    },
    async ({ body, account }, reply) => {
      const request = quoteRequest(body);
      const quote = await quoteParcel(account, rateBooks, request);
      // Told which of the two it is, the serialiser need not try the union, which costs more than the quote.
      if (quote.journey === 'return') {
        reply.serializer(reply.compileSerializationSchema(RETURN));
        return returnQuoteBody(quote, request);
      }
      reply.serializer(reply.compileSerializationSchema(FORWARD));
      return forwardQuoteBody(quote, request, body.payment_method ?? 'prepaid');
    },
  );
}
