import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { getShipment } from '../../../usecases/listing/get-shipment.ts';
import { WholeShipmentBody, wholeShipmentBody } from './shipment-body.ts';

const ShipmentPath = pathParameters({ id: uuid() }, 'Shipment');

export function addGetShipment(api: FastifyInstance): void {
  api.get<{ Params: ValueOf<typeof ShipmentPath> }>(
    '/shipments/:id',
    {
      schema: {
        tags: ['Shipments'],
        summary: 'One shipment, with its charges and both addresses in full',
        params: ShipmentPath,
        response: { 200: Type.Object({ data: WholeShipmentBody }) },
      },
    },
    async (request) => {
      const { shipment, labelUrl } = await getShipment(request.account, request.params.id);
      return { data: wholeShipmentBody(shipment, labelUrl) };
    },
  );
}
