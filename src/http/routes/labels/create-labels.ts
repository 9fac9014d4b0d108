import type { FastifyInstance } from 'fastify';
import { list, object, oneOf, uuid, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { LABEL_FORMATS, LABEL_PAPERS } from '../../../usecases/labels/make-labels.ts';
import { fileAnswer, operation } from '../../operation.ts';
import { sendLabels } from './send-labels.ts';

const MOST_LABELS = 200;

const Body = object({
  shipment_ids: list(uuid({ of: 'a shipment' }), {
    min: 1,
    max: MOST_LABELS,
    description: 'Printed in this order.',
    nearMisses: ['shipment_id'],
  }),
  format: withDefault(oneOf(LABEL_FORMATS, { description: '`zpl` for thermal printers.' }), 'pdf'),
  paper: withDefault(
    oneOf(LABEL_PAPERS, {
      description: 'A roll of 4 x 6 inch. For PDF also A4 with one, two or four labels on a page.',
    }),
    '4x6',
  ),
});

export function addCreateLabels(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/labels',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'createLabels',
        tag: 'Labels',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Create labels',
        description: 'The labels of up to 200 shipments in one file, as PDF or ZPL.',
        body: Body,
        answers: { 200: fileAnswer('The labels.', ['application/pdf', 'application/zpl']) },
      }),
    },
    async (request, reply) => {
      const { shipment_ids: shipmentIds, format, paper } = request.body;
      const { accountId } = request.account;
      return sendLabels(reply, request.account, { accountId, shipmentIds, format, paper, name: 'labels' });
    },
  );
}
