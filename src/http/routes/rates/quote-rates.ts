import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { quoteParcel } from '../../../usecases/quote-parcel.ts';
import type { RateRouteOptions } from './index.ts';
import { QuoteBody } from './quote-body.ts';
import { QuoteRequestBody, quoteRequest } from './quote-request.ts';
import { forwardQuoteText, returnQuoteText } from './quote-text.ts';

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
      reply.type('application/json; charset=utf-8');
      return quote.journey === 'return'
        ? returnQuoteText(quote, request)
        : forwardQuoteText(quote, request, body.payment_method ?? 'prepaid');
    },
  );
}
