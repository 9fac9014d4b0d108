import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { quoteParcel } from '../../../usecases/quote-parcel.ts';
import type { RateRouteOptions } from './index.ts';
import { QuoteBody } from './quote-body.ts';
import { QuoteRequestBody, quoteRequest } from './quote-request.ts';
import { forwardQuoteText, returnQuoteText } from './quote-text.ts';

/**
 * Measured under load (`npm run bench -- rates-http`, and a profile): a request takes the main thread about
 * 105 microseconds, of which quote and text are 6; a bare `node:http` server takes 20, a bare Fastify with
 * six empty hooks and its log 48. The rest is spread thin: 17 in the kernel for sending, 4 for the hash of the
 * credential, and below 3 each for parsing, limit, metrics and log line. A child log made only where
 * something is written to it saved 0.2 and was dropped.
 */
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
