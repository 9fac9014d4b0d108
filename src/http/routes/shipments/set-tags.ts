import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { clearable, object, type ValueOf } from '../../../reading/fields.ts';
import { orderFields } from '../../../resources/order/order.ts';
import { setShipmentTags } from '../../../usecases/shipments/set-tags.ts';
import { answer, operation } from '../../operation.ts';
import { ShipmentPath } from './get-shipment.ts';

const Body = object(
  { tags: clearable(orderFields.tags, { emptyTextClears: true }) },
  { requiresOneOf: [['tags']] },
);

export function addSetTags(api: FastifyInstance): void {
  api.put<{ Body: ValueOf<typeof Body>; Params: ValueOf<typeof ShipmentPath> }>(
    '/shipments/:id/tags',
    {
      schema: operation({
        operationId: 'setShipmentTags',
        tag: 'Shipments',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Replace the tags of a shipment',
        description: 'An empty list removes all tags.',
        params: ShipmentPath,
        body: Body,
        answers: {
          200: answer(
            'The tags as they are now.',
            Type.Object({
              data: Type.Object({
                id: Type.String({ format: 'uuid' }),
                tags: Type.Array(Type.String(), { examples: [['fragile']] }),
              }),
            }),
          ),
        },
      }),
    },
    async ({ account, params: { id }, body }) => ({
      data: { id, tags: [...(await setShipmentTags(account, id, body.tags ?? []))] },
    }),
  );
}
