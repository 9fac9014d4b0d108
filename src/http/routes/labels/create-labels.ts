import type { FastifyInstance } from 'fastify';
import { list, object, oneOf, uuid, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { LABEL_FORMATS } from '../../../usecases/labels/make-labels.ts';
import { fileAnswer, operation } from '../../operation.ts';
import { sendLabels } from './send-labels.ts';

const MOST_LABELS = 200;

const Body = object({
  shipment_ids: list(uuid({ of: 'a shipment' }), {
    min: 1,
    max: MOST_LABELS,
    description: 'In the order in which they are printed.',
    nearMisses: ['shipment_id'],
  }),
  format: withDefault(oneOf(LABEL_FORMATS, { description: '`zpl` for thermal printers.' }), 'pdf'),
});

export function addCreateLabels(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/labels',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'createLabels',
        tag: 'Labels',
        summary: 'The labels of up to 200 shipments in one file',
        body: Body,
        answers: { 200: fileAnswer('The labels, one a page.', ['application/pdf', 'application/zpl']) },
      }),
    },
    async (request, reply) => {
      const { shipment_ids: shipmentIds, format } = request.body;
      const { accountId } = request.account;
      return sendLabels(reply, request.account, { accountId, shipmentIds, format, name: 'labels' });
    },
  );
}
