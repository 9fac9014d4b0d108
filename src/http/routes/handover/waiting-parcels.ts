import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { showWaitingParcels } from '../../../usecases/handover/show-handover.ts';
import { answer, operation } from '../../operation.ts';
import { clientOf } from '../../streamed-answer.ts';
import { HANDOVER } from './handover-fields.ts';

const WaitingBody = Type.Object(
  {
    warehouse: HANDOVER.warehouse,
    carrier: HANDOVER.carrier,
    parcels: Type.Integer({
      description: 'Booked, not picked up, and in no closed manifest.',
      examples: [17],
    }),
    without_manifest: Type.Integer({
      description: 'Those in no open manifest either: what `POST /manifests` would take.',
      examples: [5],
    }),
  },
  { title: 'WaitingParcels' },
);

export function addListWaitingParcels(api: FastifyInstance): void {
  api.get(
    '/waiting-parcels',
    {
      schema: operation({
        operationId: 'listWaitingParcels',
        tag: 'Handover',
        role: 'viewer',
        restricted: 'by_warehouse',
        summary: 'Count the parcels that wait for couriers',
        description:
          'By warehouse and carrier. Their sum is `to_pack` of `GET /overview`, and the total of `POST /shipments` with `"handover": "waiting"`.',
        answers: {
          200: answer('The counts, by name.', Type.Object({ data: Type.Array(WaitingBody) })),
        },
      }),
    },
    async ({ account }, reply) => {
      const waiting = await showWaitingParcels(account, clientOf(reply).signal);
      return {
        data: waiting.map((one) => ({
          warehouse: { id: one.warehouseId, name: one.warehouseName },
          carrier: { id: one.carrierId, name: one.carrierName },
          parcels: one.parcels,
          without_manifest: one.withoutManifest,
        })),
      };
    },
  );
}
