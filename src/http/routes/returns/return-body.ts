import { type Static, Type } from 'typebox';
import type { ReturnView } from '../../../domain/listing/return-view.ts';
import { fullNameOf } from '../../../domain/orders/order.ts';
import { listingStatusOf, returnMilestoneWord, subStatusOf } from '../../../domain/tracking/statuses.ts';
import type { UnreadScan } from '../../../domain/tracking/unread-scan.ts';
import { zoneWord } from '../../../domain/zones/zone.ts';
import { detailsOf } from '../../../problems/sentence.ts';
import {
  amount,
  Day,
  EventText,
  LabelUrl,
  orNull,
  QcStatusWord,
  ReturnListingStatusWord,
  ReturnStatusWord,
  Time,
  textLike,
  Uuid,
  ZoneWord,
} from '../../schemas.ts';
import { EventDetails } from '../../sentence-body.ts';
import { UnreadScansBody, unreadScansBody } from '../shipments/unread-scan-body.ts';

const attributes = {
  return_reason: orNull(textLike('Too small')),
  request_date: Time,
  display_id: textLike('RET-1001', 'The `order_id` as sent.'),
  external_id: textLike('RET-1001'),
  qc_status: orNull(QcStatusWord),
  qc_required: Type.Boolean(),
  status: ReturnListingStatusWord,
  sub_status: Type.Union([ReturnStatusWord, Type.Null()], {
    description: 'The granular status, if it says more than the status.',
    examples: ['return_pickup_scheduled'],
  }),
  warehouse_id: Uuid,
  shipping_address: Type.Object(
    {
      name: textLike('Asha'),
      phone: textLike('9876543210'),
      city: textLike('New Delhi'),
      state: textLike('Delhi'),
      zip: textLike('110024'),
    },
    { description: 'The customer, and the address of the pickup.' },
  ),
  total_price: amount(899, 'Rupees.'),
  is_exchange: Type.Boolean(),
  refund_status: Type.Null({ description: 'Always null: refunds are not recorded here.' }),
  created_at: Time,
  zone: ZoneWord,
  attempt_count: Type.Integer({ description: 'The number of failed pickups.', examples: [0] }),
  return_items: Type.Array(
    Type.Object(
      {
        id: Uuid,
        quantity: Type.Integer({ examples: [1] }),
        price: amount(899, 'In rupees, for one unit.'),
        name: textLike('Kurta, blue'),
        sku: orNull(textLike('KURTA-M')),
        return_reason: orNull(textLike('Too small')),
        qc_enable: Type.Boolean(),
        qc_product_image: orNull(textLike('https://shop.example/images/kurta.jpg')),
      },
      { title: 'ReturnItem' },
    ),
  ),
  weight: Type.Object({ value: Type.Number({ examples: [340] }), metric_unit: Type.Literal('g') }),
  shipment: Type.Object({
    id: Type.String({ format: 'uuid', description: 'The same as the id of the return.' }),
    tracking_number: orNull(textLike('ND00000000017')),
    status: ReturnStatusWord,
    carrier: Type.Object({
      id: orNull(textLike('h7vd3r8c')),
      name: orNull(textLike('Morpankhi Surface 500 g')),
    }),
    expected_pickup_date: orNull(Day),
    expected_delivery_date: orNull(Day),
    shipment_milestones: Type.Array(Type.Object({ milestone: ReturnStatusWord, milestone_at: Time })),
    tracking_details: Type.Array(
      Type.Object(
        {
          id: Uuid,
          status: ReturnStatusWord,
          last_location: orNull(textLike('Mumbai hub')),
          event_date_time: Time,
          description: EventText,
          description_details: EventDetails,
          qc_status: Type.Union([QcStatusWord, Type.Null()], {
            description: 'The result of the quality check.',
            examples: ['passed'],
          }),
          qc_failure_reason: orNull(textLike('Tag missing')),
          qc_images: Type.Array(textLike('https://courier.example/door.jpg')),
        },
        { title: 'ReturnEvent' },
      ),
    ),
  }),
  order: Type.Object({
    id: Type.Union([Uuid, Type.Null()], { description: 'The order that is returned.' }),
    display_id: orNull(textLike('CHAI-1001')),
    channel: textLike('shopify'),
    store_name: orNull(textLike('my-first-store')),
  }),
  label_url: orNull(LabelUrl),
};

export const ReturnBody = Type.Object(
  { id: Uuid, type: Type.Literal('return'), attributes: Type.Object(attributes) },
  { title: 'Return' },
);

/** A return as shown alone: with what the listing leaves out. */
export const WholeReturnBody = Type.Object(
  {
    id: Uuid,
    type: Type.Literal('return'),
    attributes: Type.Object({ ...attributes, unread_scans: UnreadScansBody }),
  },
  { title: 'WholeReturn' },
);

export function wholeReturnBody(
  view: ReturnView,
  labelUrl: string | null,
  unread: readonly UnreadScan[],
): Static<typeof WholeReturnBody> {
  const { attributes, ...element } = returnBody(view, labelUrl);
  return { ...element, attributes: { ...attributes, unread_scans: unreadScansBody(unread) } };
}

export function returnBody(view: ReturnView, labelUrl: string | null): Static<typeof ReturnBody> {
  const { billing, forwardOrder } = view;
  const images = new Map(view.qcItems.map(({ position, productImage }) => [position, productImage]));
  return {
    id: view.shipmentId,
    type: 'return',
    attributes: {
      return_reason: view.reason,
      request_date: view.order.orderDate.toISOString(),
      display_id: view.order.displayId,
      external_id: view.order.externalId,
      qc_status: view.qcStatus,
      qc_required: view.qcStatus !== null,
      status: listingStatusOf(view.status),
      sub_status: subStatusOf(view.status),
      warehouse_id: view.warehouseId,
      shipping_address: {
        name: fullNameOf(billing),
        phone: billing.phone,
        city: billing.city,
        state: billing.state,
        zip: billing.pincode,
      },
      total_price: view.totalPricePaise / 100,
      is_exchange: view.isExchange,
      refund_status: null,
      created_at: view.createdAt.toISOString(),
      zone: zoneWord(view.zone),
      attempt_count: view.attemptCount,
      return_items: view.items.map((item, index) => ({
        id: item.itemId,
        quantity: item.units,
        price: item.sellingPricePaise / 100,
        name: item.name,
        sku: item.sku,
        return_reason: view.reason,
        qc_enable: images.has(index + 1),
        qc_product_image: images.get(index + 1) ?? null,
      })),
      weight: { value: view.appliedCentigrams / 100, metric_unit: 'g' },
      shipment: {
        id: view.shipmentId,
        tracking_number: view.trackingNumber,
        status: view.status,
        carrier: { id: view.carrier?.id ?? null, name: view.carrier?.name ?? null },
        expected_pickup_date: view.expectedPickupDate,
        expected_delivery_date: view.expectedDeliveryDate,
        shipment_milestones: view.milestones.flatMap(({ milestone, at }) => {
          const word = returnMilestoneWord(milestone);
          return word === null ? [] : [{ milestone: word, milestone_at: at.toISOString() }];
        }),
        tracking_details: view.events.map((event) => {
          const answer = view.qcAnswers.get(event.eventId);
          return {
            id: event.eventId,
            status: event.status,
            last_location: event.location,
            event_date_time: event.at.toISOString(),
            description: event.description,
            description_details: event.sentence && detailsOf(event.sentence),
            qc_status: answer?.status ?? null,
            qc_failure_reason: answer?.reason ?? null,
            qc_images: [...(answer?.images ?? [])],
          };
        }),
      },
      order: {
        id: forwardOrder?.id ?? null,
        display_id: forwardOrder?.displayId ?? null,
        channel: forwardOrder?.channel ?? view.order.channel,
        store_name: view.order.storeName,
      },
      label_url: labelUrl,
    },
  };
}
