import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { object, oneOf, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { labelUrlOf } from '../../../usecases/listing/get-shipment.ts';
import {
  LISTING_ORDERS,
  type ListingOrder,
  listShipments,
  SHIPMENT_FILTERS,
  timeSortedBy,
} from '../../../usecases/listing/list-shipments.ts';
import { answer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';
import { metaOf, PAGE_FIELDS, PageMeta, placeOf } from './paging.ts';
import { ShipmentBody, shipmentBody } from './shipment-body.ts';

const Body = object(
  {
    ...PAGE_FIELDS,
    sort_by: withDefault(
      oneOf(LISTING_ORDERS, {
        description:
          '`last_scan_at`: by the newest entry of the history, to the second: a scan, or an action here, such as a booking. A shipment without entries counts as 1970. A shipment that gets an entry while you page moves to the newest end. `date_field`: by the date that `date_field` names, to the second; shipments without that date are not in the list. By `updated_at` too, a shipment that changes while you page moves to the newest end. A position belongs to the `sort_by`, `date_field` and `sort_order` that it came from.',
        examples: ['created_at'],
      }),
      'created_at',
    ),
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
        summary: 'List shipments',
        description: 'Forward shipments, with search, filters, exact totals and stable paging.',
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
      const sortBy = body.sort_by as ListingOrder;
      const { signal } = clientOf(reply);
      const page = { filters, sortBy, ...place };
      const listing = await listShipments(request.account, page, signal);
      const data = listing.shipments.map((shipment) =>
        shipmentBody(shipment, labelUrlOf(request.account, shipment)),
      );
      return { data, meta: metaOf(listing, place, unknownValues, timeSortedBy(page)) };
    },
  );
}
