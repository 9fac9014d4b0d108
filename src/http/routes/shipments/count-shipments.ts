import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { countShipments } from '../../../usecases/count-shipments.ts';
import { LISTING_STATUSES, readFilters } from '../../../usecases/listing-filters.ts';
import { object } from '../../schemas/fields.ts';
import { FILTER_FIELDS, FILTER_ORDERS } from './listing-fields.ts';

const { status: _status, ...filters } = FILTER_FIELDS;
const Body = object(filters, { inOrder: FILTER_ORDERS });

const Counts = Type.Object(
  Object.fromEntries(['all', ...LISTING_STATUSES].map((name) => [name, Type.Integer()])),
);

export function addCountShipments(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof Body> }>(
    '/shipments/counts',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Shipments'],
        summary: "The totals per status for the listing's filters less `status`",
        body: Body,
        response: { 200: Type.Object({ data: Counts }) },
      },
    },
    async (request) => ({ data: await countShipments(request.account, readFilters(request.body).filters) }),
  );
}
