import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { LABEL_FORMATS, makeLabels } from '../../../usecases/make-labels.ts';
import { list, object, oneOf, uuid, withDefault } from '../../schemas/fields.ts';
import { sendLabels } from './send-labels.ts';

const MOST_LABELS = 200;

const Body = object({
  shipment_ids: list(uuid(), {
    min: 1,
    max: MOST_LABELS,
    description: 'In the order in which they are printed.',
  }),
  format: withDefault(oneOf(LABEL_FORMATS, { description: '`zpl` for thermal printers.' }), 'pdf'),
});

export function addCreateLabels(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof Body> }>(
    '/labels',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Labels'],
        summary: 'The labels of up to 200 shipments in one file',
        body: Body,
        produces: ['application/pdf', 'application/zpl'],
      },
    },
    async (request, reply) => {
      const { shipment_ids, format } = request.body;
      const { account } = request;
      const pieces = await makeLabels(account, account.accountId, [...new Set(shipment_ids)], format);
      return sendLabels(reply, pieces, format, 'labels');
    },
  );
}
