import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { ForwardQuote, QuoteRequest, ReturnQuote } from '../../../domain/rates/quote.ts';
import { quoteParcel, quoteParcelAtHand } from '../../../usecases/quote-parcel.ts';
import type { RateBooks } from '../../../usecases/rate-books.ts';
import { jsonOf, textOf } from '../../plugins/bodies.ts';
import type { ShortRoute } from '../../plugins/short-way.ts';
import type { RequestReading } from '../../schemas/validator.ts';
import type { RateRouteOptions } from './index.ts';
import { QuoteBody } from './quote-body.ts';
import { QuoteRequestBody, quoteRequest } from './quote-request.ts';
import { forwardQuoteText, returnQuoteText } from './quote-text.ts';

type Body = Static<typeof QuoteRequestBody>;

const PATH = '/rates';

export function addQuoteRates(api: FastifyInstance, { rateBooks }: RateRouteOptions): void {
  api.post<{ Body: Body }>(
    PATH,
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
      return quoteText(quote, request, body);
    },
  );
}

/** The same route for requests that are valid, of accounts whose rates are at hand. */
export function shortQuoteRates(prefix: string, reading: RequestReading, rateBooks: RateBooks): ShortRoute {
  const read = reading.compile(QuoteRequestBody);
  return {
    path: `${prefix}${PATH}`,
    answer: (account, sent) => {
      const { value: body } = read(jsonOf(textOf(sent)));
      if (body === undefined) return null;
      const request = quoteRequest(body);
      const quote = quoteParcelAtHand(account, rateBooks, request);
      return quote && quoteText(quote, request, body);
    },
  };
}

function quoteText(quote: ForwardQuote | ReturnQuote, request: QuoteRequest, body: Body): string {
  return quote.journey === 'return'
    ? returnQuoteText(quote, request)
    : forwardQuoteText(quote, request, body.payment_method ?? 'prepaid');
}
