import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { LISTING_STATUSES } from '../../../domain/tracking/statuses.ts';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { countShipments } from '../../../usecases/listing/count-shipments.ts';
import { SHIPMENT_FILTERS } from '../../../usecases/listing/list-shipments.ts';
import { answer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';

const { status: _status, ...filters } = SHIPMENT_FILTERS.fields;
const Body = object(filters, { inOrder: SHIPMENT_FILTERS.inOrder });

const Counts = Type.Object(
  Object.fromEntries(['all', ...LISTING_STATUSES].map((name) => [name, Type.Integer({ examples: [3] })])),
);

export function addCountShipments(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/shipments/counts',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'countShipments',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Count shipments by status',
        description: 'With the filters of `POST /shipments` except `status`.',
        body: Body,
        answers: { 200: answer('The totals.', Type.Object({ data: Counts })) },
      }),
    },
    async (request, reply) => {
      const { filters } = SHIPMENT_FILTERS.read(request.body);
      return { data: await countShipments(request.account, filters, clientOf(reply).signal) };
    },
  );
}
