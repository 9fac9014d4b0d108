import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ValueOf } from '../../../reading/fields.ts';
import { refreshShipment } from '../../../usecases/couriers/refresh-shipment.ts';
import { getShipment } from '../../../usecases/listing/get-shipment.ts';
import { answer, operation } from '../../operation.ts';
import { ShipmentPath } from './get-shipment.ts';
import { WholeShipmentBody, wholeShipmentBody } from './shipment-body.ts';

const OneShipment = Type.Object({ data: WholeShipmentBody });

export function addRefreshShipment(api: FastifyInstance): void {
  api.post<{ Params: ValueOf<typeof ShipmentPath> }>(
    '/shipments/:id/refresh',
    {
      schema: operation({
        operationId: 'refreshShipment',
        tag: 'Shipments',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Refresh a shipment from its courier',
        description:
          'Asks the courier now, at most once a minute. The service also asks by itself, as often as the status requires.',
        params: ShipmentPath,
        answers: {
          200: answer('The shipment with the courier’s answer.', OneShipment),
          202: answer(
            'The shipment as it is now. The courier will be asked as soon as possible.',
            OneShipment,
          ),
        },
        problems: ['rate_limited', 'refused'],
      }),
    },
    async (request, reply) => {
      const { id } = request.params;
      const isAsked = await refreshShipment(request.account, id);
      reply.code(isAsked ? 200 : 202);
      return { data: wholeShipmentBody(await getShipment(request.account, id)) };
    },
  );
}
