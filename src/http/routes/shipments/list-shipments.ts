import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { labelUrlOf } from '../../../usecases/listing/get-shipment.ts';
import { listShipments } from '../../../usecases/listing/list-shipments.ts';
import { SHIPMENT_FILTERS } from '../../../usecases/listing/listing-filters.ts';
import { clientOf } from '../../long-answer.ts';
import { answer, operation } from '../../operation.ts';
import { metaOf, PAGE_FIELDS, PageMeta, placeOf } from './paging.ts';
import { ShipmentBody, shipmentBody } from './shipment-body.ts';

const Body = object(
  {
    ...PAGE_FIELDS,
    ...SHIPMENT_FILTERS.fields,
  },
  { inOrder: SHIPMENT_FILTERS.inOrder },
);

export function addListShipments(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/shipments',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'listShipments',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List forward shipments: search, filters, exact totals, stable paging',
        body: Body,
        answers: {
          200: answer(
            'A page of the shipments.',
            Type.Object({ data: Type.Array(ShipmentBody), meta: PageMeta }),
          ),
        },
      }),
    },
    async (request, reply) => {
      const { body } = request;
      const { filters, unknownValues } = SHIPMENT_FILTERS.read(body);
      const place = placeOf(body);
      const { signal } = clientOf(reply);
      const listing = await listShipments(request.account, { filters, ...place }, signal);
      const data = listing.shipments.map((shipment) =>
        shipmentBody(shipment, labelUrlOf(request.account, shipment)),
      );
      return { data, meta: metaOf(request, listing, place, unknownValues) };
    },
  );
}
