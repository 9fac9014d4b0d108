import type { FastifyInstance } from 'fastify';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { exportReturns, RETURN_FILTERS } from '../../../usecases/returns/list-returns.ts';
import { fileAnswer, operation } from '../../operation.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';

const Body = object(RETURN_FILTERS.fields, { inOrder: RETURN_FILTERS.inOrder });

export function addExportReturns(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/returns/export',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'exportReturns',
        tag: 'Returns',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Export returns as CSV',
        description: 'All returns that match the filters of `POST /returns`.',
        body: Body,
        answers: { 200: fileAnswer('A heading and a row for each return.', ['text/csv']) },
      }),
    },
    async (request, reply) => {
      const { filters } = RETURN_FILTERS.read(request.body);
      return sendCsv(reply, 'returns', exportReturns(request.account, filters, clientOf(reply)));
    },
  );
}
