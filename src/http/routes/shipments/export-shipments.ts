import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { exportShipments } from '../../../usecases/export-shipments.ts';
import { readFilters } from '../../../usecases/listing-filters.ts';
import { object } from '../../schemas/fields.ts';
import { FILTER_FIELDS, FILTER_ORDERS } from './listing-fields.ts';

const Body = object(FILTER_FIELDS, { inOrder: FILTER_ORDERS });

export function addExportShipments(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof Body> }>(
    '/shipments/export',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Shipments'],
        summary: "All that match the listing's filters, as CSV",
        body: Body,
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const { filters } = readFilters(request.body);
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      reply.headers({
        'content-disposition': 'attachment; filename="shipments.csv"',
        'cache-control': 'private, no-store',
      });
      const pieces = exportShipments(request.account, filters, gone.signal);
      return reply.type('text/csv; charset=utf-8').send(Readable.from(pieces, { objectMode: false }));
    },
  );
}
