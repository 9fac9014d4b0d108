import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { type Tracking, trackShipments } from '../../../usecases/track-shipments.ts';
import { list, object, text } from '../../schemas/fields.ts';
import type { RouteOptions } from '../route-options.ts';

const Body = object({ awbs: list(text({ max: 100 }), { min: 1, max: 100 }) });

const Track = Type.Object({
  awb_code: Type.String(),
  shipment_id: Type.String({ format: 'uuid' }),
  order_id: Type.String({ format: 'uuid' }),
  courier_company_id: Type.Union([Type.String(), Type.Null()]),
  courier_name: Type.Union([Type.String(), Type.Null()]),
  current_status: Type.String(),
  pickup_date: Type.Union([Type.String(), Type.Null()]),
  delivered_date: Type.Union([Type.String(), Type.Null()]),
  edd: Type.Union([Type.String({ description: 'The expected date of delivery.' }), Type.Null()]),
  weight: Type.String({ description: 'Kilograms.' }),
  destination: Type.String(),
  consignee_name: Type.String(),
});

const Found = Type.Object({
  tracking_data: Type.Object({
    shipment_status: Type.String({ description: 'The granular status.' }),
    shipment_track: Type.Array(Track),
    shipment_track_activities: Type.Array(
      Type.Object({ date: Type.String(), activity: Type.String(), location: Type.String() }),
    ),
    track_url: Type.String({ format: 'uri' }),
  }),
});

const Unknown = Type.Object({ error: Type.String() });

export function addTrackOrder(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.post<{ Body: Static<typeof Body> }>(
    '/order-tracking',
    {
      config: { access: 'read' },
      schema: {
        tags: ['Orders'],
        summary: 'Where shipments are, by tracking number',
        description: 'Keyed by the tracking number as sent. Dates are `YYYY-MM-DD HH:MM:SS`, in India.',
        body: Body,
        response: {
          200: Type.Object({ result: Type.Record(Type.String(), Type.Union([Found, Unknown])) }),
        },
      },
    },
    async (request) => {
      const { awbs } = request.body;
      const found = await trackShipments(request.account, awbs);
      const result = awbs.map((awb) => {
        const tracking = found.get(awb);
        return [awb, tracking === undefined ? unknown(awb) : trackingBody(tracking, publicUrl())] as const;
      });
      return { result: Object.fromEntries(result) };
    },
  );
}

function unknown(awb: string): Static<typeof Unknown> {
  return { error: `${awb} is not a tracking number of this account` };
}

function trackingBody(tracking: Tracking, publicUrl: string): Static<typeof Found> {
  const { shipment } = tracking;
  const { trackingNumber, shipping } = shipment;
  const granularStatus = shipment.subStatus ?? shipment.status;
  return {
    tracking_data: {
      shipment_status: granularStatus,
      shipment_track: [
        {
          awb_code: trackingNumber ?? '',
          shipment_id: shipment.shipmentId,
          order_id: shipment.order.id,
          courier_company_id: shipment.carrier?.id ?? null,
          courier_name: shipment.carrier?.name ?? null,
          current_status: granularStatus,
          pickup_date: tracking.pickedUpAt,
          delivered_date: tracking.deliveredAt,
          edd: shipment.expectedDeliveryDate,
          weight: String(shipment.appliedWeight / 100_000),
          destination: shipping.city,
          consignee_name: [shipping.firstName, shipping.lastName].filter((part) => part !== null).join(' '),
        },
      ],
      shipment_track_activities: [...tracking.activities],
      track_url: `${publicUrl}/track/${encodeURIComponent(trackingNumber ?? '')}`,
    },
  };
}
