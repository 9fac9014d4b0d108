import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { type CancelResult, cancelShipments } from '../../../usecases/cancel-shipments.ts';
import { list, object, optional, text } from '../../schemas/fields.ts';

const MOST = 50;

const Body = object(
  {
    awbs: optional(list(text({ max: 100 }), { min: 1, max: MOST })),
    shipment_ids: optional(list(text({ max: 100 }), { min: 1, max: MOST })),
  },
  { requiresOneOf: [['awbs', 'shipment_ids']] },
);

const Result = Type.Object({
  awb: Type.Optional(Type.String()),
  shipment_id: Type.Optional(Type.String()),
  status: Type.String({ enum: ['cancelled', 'error'] }),
  message: Type.String(),
});

export function addCancelOrder(api: FastifyInstance): void {
  api.post<{ Body: Static<typeof Body> }>(
    '/cancel-order',
    {
      schema: {
        tags: ['Orders'],
        summary: 'Cancel shipments before pickup',
        description:
          'By tracking number, or by shipment id where no courier is booked yet. Each has its own result.',
        body: Body,
        response: { 200: Type.Object({ message: Type.String(), data: Type.Array(Result) }) },
      },
    },
    async (request) => {
      const { awbs = [], shipment_ids = [] } = request.body;
      const byNumber = await cancelShipments(request.account, 'tracking_number', awbs);
      const byId = await cancelShipments(request.account, 'shipment_id', shipment_ids);
      const results = [...byNumber, ...byId];
      const cancelled = results.filter(({ isCancelled }) => isCancelled).length;
      return {
        message: `${cancelled} of ${results.length} shipments cancelled`,
        data: [
          ...byNumber.map((result) => ({ awb: result.named, ...resultBody(result) })),
          ...byId.map((result) => ({ shipment_id: result.named, ...resultBody(result) })),
        ],
      };
    },
  );
}

function resultBody({ isCancelled, message }: CancelResult) {
  return { status: isCancelled ? 'cancelled' : 'error', message };
}
