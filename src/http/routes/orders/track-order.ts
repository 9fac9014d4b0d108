import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { consigneeOf, fullNameOf } from '../../../domain/orders/order.ts';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { type Tracking, trackShipments } from '../../../usecases/tracking/track-shipments.ts';
import { clientOf } from '../../long-answer.ts';
import type { RouteOptions } from '../route-options.ts';
import { awbsField } from './awbs-field.ts';

const Body = object({ awbs: awbsField(100) });

const orNull = <T extends ReturnType<typeof Type.String>>(of: T) => Type.Union([of, Type.Null()]);

const Track = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The same as `shipment_id`.' }),
  awb_code: Type.String(),
  shipment_id: Type.String({ format: 'uuid' }),
  order_id: Type.String({ format: 'uuid' }),
  courier_company_id: orNull(Type.String()),
  courier_name: orNull(Type.String()),
  current_status: Type.String(),
  pickup_date: orNull(Type.String()),
  delivered_date: orNull(Type.String()),
  edd: orNull(Type.String({ description: 'The expected date of delivery.' })),
  estimated_delivery_date: orNull(Type.String({ description: 'The same as `edd`.' })),
  weight: Type.Number({ description: 'Kilograms.' }),
  packages: Type.Integer({ description: 'Parcels of the shipment.' }),
  origin: Type.String({ description: 'The city of the warehouse.' }),
  destination: Type.String(),
  delivered_to: Type.String({ description: 'The city that it goes to.' }),
  consignee_name: Type.String(),
  courier_agent_details: Type.Null(),
});

const Found = Type.Object({
  tracking_data: Type.Object({
    track_status: Type.Literal(1),
    shipment_status: Type.String({ description: 'The granular status.' }),
    shipment_track: Type.Array(Track),
    shipment_track_activities: Type.Array(
      Type.Object({
        date: Type.String(),
        activity: Type.String({
          description: 'The courier’s text; where there is none, the status in words.',
          examples: ['OUT FOR DELIVERY'],
        }),
        location: Type.String(),
      }),
    ),
    track_url: Type.String({ format: 'uri' }),
  }),
});

const Unknown = Type.Object({ error: Type.String() });

export function addTrackOrder(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
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
    async (request, reply) => {
      const { awbs } = request.body;
      const found = await trackShipments(request.account, awbs, clientOf(reply).signal);
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
  const { trackingNumber, status } = shipment;
  const consignee = consigneeOf(shipment);
  return {
    tracking_data: {
      track_status: 1,
      shipment_status: status,
      shipment_track: [
        {
          id: shipment.shipmentId,
          awb_code: trackingNumber ?? '',
          shipment_id: shipment.shipmentId,
          order_id: shipment.order.id,
          courier_company_id: shipment.carrier?.id ?? null,
          courier_name: shipment.carrier?.name ?? null,
          current_status: status,
          pickup_date: tracking.pickedUpAt,
          delivered_date: tracking.deliveredAt,
          edd: shipment.expectedDeliveryDate,
          estimated_delivery_date: shipment.expectedDeliveryDate,
          weight: shipment.appliedWeight / 100_000,
          packages: 1,
          origin: shipment.originCity,
          destination: consignee.city,
          delivered_to: consignee.city,
          consignee_name: fullNameOf(consignee),
          courier_agent_details: null,
        },
      ],
      shipment_track_activities: [...tracking.activities],
      track_url: `${publicUrl}/track/${encodeURIComponent(trackingNumber ?? '')}`,
    },
  };
}
