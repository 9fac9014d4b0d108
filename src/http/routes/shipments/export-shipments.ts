import type { FastifyInstance } from 'fastify';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { exportShipments } from '../../../usecases/listing/export-shipments.ts';
import { SHIPMENT_FILTERS } from '../../../usecases/listing/list-shipments.ts';
import { fileAnswer, operation } from '../../operation.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';

const Body = object(SHIPMENT_FILTERS.fields, { inOrder: SHIPMENT_FILTERS.inOrder });

export function addExportShipments(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/shipments/export',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'exportShipments',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Export shipments as CSV',
        description: 'All shipments that match the filters of `POST /shipments`.',
        body: Body,
        answers: { 200: fileAnswer('A heading and a row for each shipment.', ['text/csv']) },
      }),
    },
    async (request, reply) => {
      const { filters } = SHIPMENT_FILTERS.read(request.body);
      return sendCsv(reply, 'shipments', exportShipments(request.account, filters, clientOf(reply)));
    },
  );
}
