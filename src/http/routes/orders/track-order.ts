import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { consigneeOf, fullNameOf } from '../../../domain/orders/order.ts';
import { GRANULAR_STATUSES, publicStatus } from '../../../domain/tracking/statuses.ts';
import { trackingAddress } from '../../../domain/tracking/tracking-address.ts';
import { object, optional, type ValueOf } from '../../../reading/fields.ts';
import { type Tracking, trackShipments } from '../../../usecases/tracking/track-shipments.ts';
import { exampleOf } from '../../document/document-example.ts';
import { answer, operation } from '../../operation.ts';
import { orNull, PublishedStatusWord, textLike, Uuid } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';
import type { RouteOptions } from '../route-options.ts';
import { awbsField, orderIdsField } from './awbs-field.ts';

const MOST = 100;

const Body = object(
  { awbs: optional(awbsField(MOST)), order_ids: optional(orderIdsField(MOST)) },
  { requiresOneOf: [['awbs', 'order_ids']] },
);

// One type, because the serializer accepts no reference with null in a nested union.
const SubStatus = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  enum: [...GRANULAR_STATUSES, null],
  description: 'The granular status, if it says more than the status in the listing; as in the listing.',
  examples: [null],
});

const ExpectedDay = orNull(textLike('2026-11-20', 'The expected date of delivery.'));

const Track = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The same as `shipment_id`.' }),
  awb_code: orNull(textLike('ND00000000017', 'Null until a courier is booked.')),
  shipment_id: Uuid,
  order_id: Uuid,
  courier_company_id: orNull(textLike('h7vd3r8c')),
  courier_name: orNull(textLike('Morpankhi Surface 500 g')),
  current_status: PublishedStatusWord,
  sub_status: SubStatus,
  pickup_date: orNull(textLike('2026-11-17 10:05:00')),
  delivered_date: orNull(textLike('2026-11-20 15:40:00')),
  edd: ExpectedDay,
  estimated_delivery_date: orNull(textLike('2026-11-20', 'The same as `edd`.')),
  weight: Type.Number({ description: 'Kilograms.', examples: [0.5] }),
  packages: Type.Integer({ description: 'Parcels of the shipment.', examples: [1] }),
  origin: textLike('Bengaluru', 'The city of the warehouse.'),
  destination: textLike('New Delhi'),
  delivered_to: textLike('New Delhi', 'The city of the destination.'),
  consignee_name: textLike('Asha'),
  courier_agent_details: Type.Null(),
});

const FoundBody = Type.Object(
  {
    tracking_data: Type.Object({
      track_status: Type.Literal(1),
      shipment_status: PublishedStatusWord,
      sub_status: SubStatus,
      estimated_delivery_date: ExpectedDay,
      original_edd: orNull(textLike('2026-11-20', 'The expected delivery date at the time of the booking.')),
      shipment_track: Type.Array(Track),
      shipment_track_activities: Type.Array(
        Type.Object({
          date: textLike('2026-11-20 15:40:00'),
          activity: textLike(
            'OUT FOR DELIVERY',
            'The courier’s text; if there is none, the status in words. After a failed attempt, the reason follows.',
          ),
          location: textLike('New Delhi'),
        }),
      ),
      track_url: orNull(
        Type.String({ format: 'uri', examples: ['https://ship.example.in/track/ND00000000017'] }),
      ),
    }),
  },
  { title: 'TrackingFound' },
);

const UnknownBody = Type.Object(
  { error: textLike('ND0 is not a tracking number of this account') },
  { title: 'TrackingUnknown' },
);

/** The results, indexed by tracking number or order id as sent. */
const Results = Type.Record(Type.String(), Type.Union([FoundBody, UnknownBody]), {
  examples: [{ ND00000000017: exampleOf({ ...FoundBody }, 'ND00000000017') }],
});

export function addTrackOrder(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/order-tracking',
    {
      config: { access: 'read' },
      schema: operation({
        operationId: 'trackShipments',
        tag: 'Orders',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Track shipments',
        description:
          'By tracking number or order id. The keys of the answer are the numbers and ids as sent. If a new order and a return have the same order id, the new order is shown. Dates are `YYYY-MM-DD HH:MM:SS`, in India.',
        body: Body,
        answers: {
          200: answer('The position of each shipment.', Type.Object({ result: Results })),
        },
      }),
    },
    async (request, reply) => {
      const { awbs = [], order_ids = [] } = request.body;
      const names = { trackingNumbers: awbs, orderIds: order_ids };
      const found = await trackShipments(request.account, names, clientOf(reply).signal);
      const bodyOf = (sent: string, kind: string): Static<typeof FoundBody> | Static<typeof UnknownBody> => {
        const tracking = found.get(sent);
        if (tracking !== undefined) return trackingBody(tracking, publicUrl());
        return { error: `${sent} is not ${kind} of this account` };
      };
      const result = [
        ...order_ids.map((id) => [id, bodyOf(id, 'an order')] as const),
        ...awbs.map((awb) => [awb, bodyOf(awb, 'a tracking number')] as const),
      ];
      return { result: Object.fromEntries(result) };
    },
  );
}

function trackingBody(tracking: Tracking, publicUrl: string): Static<typeof FoundBody> {
  const { shipment } = tracking;
  const { trackingNumber } = shipment;
  const { status, sub_status } = publicStatus(shipment.status);
  const consignee = consigneeOf(shipment);
  return {
    tracking_data: {
      track_status: 1,
      shipment_status: status,
      sub_status,
      estimated_delivery_date: shipment.expectedDeliveryDate,
      original_edd: shipment.firstExpectedDeliveryDate,
      shipment_track: [
        {
          id: shipment.shipmentId,
          awb_code: trackingNumber,
          shipment_id: shipment.shipmentId,
          order_id: shipment.order.id,
          courier_company_id: shipment.carrier?.id ?? null,
          courier_name: shipment.carrier?.name ?? null,
          current_status: status,
          sub_status,
          pickup_date: tracking.pickedUpAt,
          delivered_date: tracking.deliveredAt,
          edd: shipment.expectedDeliveryDate,
          estimated_delivery_date: shipment.expectedDeliveryDate,
          weight: shipment.appliedCentigrams / 100_000,
          packages: 1,
          origin: shipment.originCity,
          destination: consignee.city,
          delivered_to: consignee.city,
          consignee_name: fullNameOf(consignee),
          courier_agent_details: null,
        },
      ],
      shipment_track_activities: [...tracking.activities],
      track_url: trackingNumber === null ? null : trackingAddress(publicUrl, trackingNumber),
    },
  };
}
