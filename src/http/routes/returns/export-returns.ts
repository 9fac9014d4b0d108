import type { FastifyInstance } from 'fastify';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { exportReturns } from '../../../usecases/returns/list-returns.ts';
import {
  RETURN_FILTER_FIELDS,
  RETURN_FILTER_ORDERS,
  readReturnFilters,
} from '../../../usecases/returns/return-filters.ts';
import { clientOf, sendCsv } from '../../long-answer.ts';
import { fileAnswer, operation } from '../../operation.ts';

const Body = object(RETURN_FILTER_FIELDS, { inOrder: RETURN_FILTER_ORDERS });

export function addExportReturns(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/returns/export',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'exportReturns',
        tag: 'Returns',
        summary: "All that match the listing's filters, as CSV",
        body: Body,
        answers: { 200: fileAnswer('A heading and a row for each return.', ['text/csv']) },
      }),
    },
    async (request, reply) => {
      const { filters } = readReturnFilters(request.body);
      return sendCsv(reply, 'returns', exportReturns(request.account, filters, clientOf(reply)));
    },
  );
}
