import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, oneOf, optional, type ValueOf } from '../../../reading/fields.ts';
import { labelUrlOf } from '../../../usecases/listing/get-shipment.ts';
import { listReturns, RETURN_FILTERS } from '../../../usecases/returns/list-returns.ts';
import { answer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';
import { metaOf, PAGE_FIELDS, PageMeta, placeOf } from '../shipments/paging.ts';
import { ReturnBody, returnBody } from './return-body.ts';

const Body = object(
  { ...PAGE_FIELDS, sort_by: optional(oneOf(['created_at'])), ...RETURN_FILTERS.fields },
  { inOrder: RETURN_FILTERS.inOrder },
);

export function addListReturns(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/returns',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'listReturns',
        tag: 'Returns',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List returns',
        description: 'With search, filters, exact totals and stable paging.',
        body: Body,
        answers: {
          200: answer(
            'A page of the returns.',
            Type.Object({ data: Type.Array(ReturnBody), meta: PageMeta }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { body, account } = request;
      const { filters, unknownValues } = RETURN_FILTERS.read(body);
      const place = placeOf(body);
      const listing = await listReturns(account, { filters, ...place }, clientOf(reply).signal);
      const data = listing.shipments.map((shown) => returnBody(shown, labelUrlOf(account, shown)));
      return { data, meta: metaOf(listing, place, unknownValues) };
    },
  );
}
