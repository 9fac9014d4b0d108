import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { getShipment } from '../../../usecases/listing/get-shipment.ts';
import { answer, operation } from '../../operation.ts';
import { WholeShipmentBody, wholeShipmentBody } from './shipment-body.ts';

/** The `:id` of a path. An id that is not a UUID is answered like an unknown shipment. */
export const ShipmentPath = pathParameters({ id: uuid() }, 'Shipment');

export function addGetShipment(api: FastifyInstance): void {
  api.get<{ Params: ValueOf<typeof ShipmentPath> }>(
    '/shipments/:id',
    {
      schema: operation({
        operationId: 'getShipment',
        tag: 'Shipments',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get a shipment',
        description: 'With its charges and both addresses in full.',
        params: ShipmentPath,
        answers: { 200: answer('The shipment.', Type.Object({ data: WholeShipmentBody })) },
      }),
    },
    async (request) => {
      const shown = await getShipment(request.account, request.params.id);
      return { data: wholeShipmentBody(shown) };
    },
  );
}
