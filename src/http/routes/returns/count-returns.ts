import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { RETURN_LISTING_STATUSES } from '../../../domain/tracking/statuses.ts';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { countReturns, RETURN_FILTERS } from '../../../usecases/returns/list-returns.ts';
import { answer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';

const { status: _status, ...filters } = RETURN_FILTERS.fields;
const Body = object(filters, { inOrder: RETURN_FILTERS.inOrder });

const Counts = Type.Object(
  Object.fromEntries(
    ['all', ...RETURN_LISTING_STATUSES].map((name) => [name, Type.Integer({ examples: [3] })]),
  ),
);

export function addCountReturns(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/returns/counts',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'countReturns',
        tag: 'Returns',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Count returns by status',
        description: 'With the filters of `POST /returns` except `status`.',
        body: Body,
        answers: { 200: answer('The totals.', Type.Object({ data: Counts })) },
      }),
    },
    async (request, reply) => {
      const { filters } = RETURN_FILTERS.read(request.body);
      return { data: await countReturns(request.account, filters, clientOf(reply).signal) };
    },
  );
}
