import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { EXCHANGE_FILTERS, listExchanges } from '../../../usecases/exchanges/list-exchanges.ts';
import { answer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';
import { metaOf, PAGE_FIELDS, PageMeta, placeOf } from '../shipments/paging.ts';
import { ExchangeBody, exchangeBody } from './exchange-body.ts';

const Body = object({ ...PAGE_FIELDS, ...EXCHANGE_FILTERS.fields }, { inOrder: EXCHANGE_FILTERS.inOrder });

const ExchangesMeta = Type.Object({
  ...PageMeta.properties,
  page: Type.Integer({ description: 'The same as `current_page`.', examples: [1] }),
  total_pages: Type.Integer({ examples: [1] }),
});

export function addListExchanges(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/exchange-orders',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'listExchanges',
        tag: 'Returns',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List exchanges',
        description: 'With search, filters, exact totals and stable paging.',
        body: Body,
        answers: {
          200: answer(
            'A page of the exchanges.',
            Type.Object({ data: Type.Array(ExchangeBody), meta: ExchangesMeta }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { body, account } = request;
      const { filters, unknownValues } = EXCHANGE_FILTERS.read(body);
      const place = placeOf(body);
      const listing = await listExchanges(account, { filters, ...place }, clientOf(reply).signal);
      const data = listing.shipments.map((shown) => exchangeBody(shown, account.accountId));
      const meta = metaOf(listing, place, unknownValues);
      const total_pages = Math.ceil(listing.total / place.perPage);
      return { data, meta: { ...meta, page: place.page, total_pages } };
    },
  );
}
