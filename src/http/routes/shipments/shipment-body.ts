import { Type } from '@fastify/type-provider-typebox';
import type { Static, TSchema } from 'typebox';
import type { ShipmentView } from '../../../domain/listing/shipment-view.ts';
import { type Contact, consigneeOf, fullNameOf } from '../../../domain/orders/order.ts';
import { listingStatusOf, subStatusOf } from '../../../domain/tracking/statuses.ts';
import { zoneWord } from '../../../domain/zones/zone.ts';
import type { ShownShipment } from '../../../usecases/listing/get-shipment.ts';
import { NoteBody, noteBody } from './note-body.ts';

const orNull = <T extends TSchema>(of: T) => Type.Union([of, Type.Null()]);
const Moment = Type.String({ format: 'date-time' });
const Rupees = Type.Number({ description: 'Rupees.' });

const attributes = {
  tracking_number: orNull(Type.String()),
  status: Type.String(),
  sub_status: orNull(
    Type.String({ description: 'The granular status, where it says more than the status.' }),
  ),
  created_at: Moment,
  warehouse_id: Type.String({ format: 'uuid' }),
  total_price: Rupees,
  cod_amount: Rupees,
  is_cod: Type.Boolean(),
  zone: Type.String({ examples: ['zone_b'] }),
  applied_weight: Type.Object({ value: Type.Number(), metric_unit: Type.Literal('g') }),
  attempt_count: Type.Integer(),
  carrier: Type.Object({ id: orNull(Type.String()), name: orNull(Type.String()) }),
  order: Type.Object({
    id: Type.String({ format: 'uuid' }),
    order_date: Moment,
    channel: Type.String(),
    display_id: Type.String(),
    external_id: Type.String(),
    store_name: orNull(Type.String()),
  }),
  items: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      quantity: Type.Integer(),
      price: Rupees,
      name: Type.String(),
      sku: orNull(Type.String()),
    }),
  ),
  shipping_address: Type.Object({
    name: Type.String(),
    phone: Type.String(),
    city: Type.String(),
    state: Type.String(),
    zip: Type.String(),
  }),
  shipment_milestones: Type.Array(Type.Object({ milestone: Type.String(), milestone_at: Moment })),
  tracking_details: Type.Array(
    Type.Object({
      id: Type.String({ format: 'uuid' }),
      status: Type.String(),
      last_location: orNull(Type.String()),
      event_date_time: Moment,
      description: orNull(Type.String()),
    }),
  ),
  ndr_reason: orNull(Type.String()),
  rto_reason: orNull(Type.String()),
  tags: Type.Array(Type.String()),
  expected_pickup_date: orNull(Type.String()),
  expected_delivery_date: orNull(Type.String()),
  label_url: orNull(Type.String({ format: 'uri', description: 'A fresh link to the label.' })),
};

const FullAddress = Type.Object({
  ...attributes.shipping_address.properties,
  email: orNull(Type.String()),
  address: Type.String(),
  address_2: orNull(Type.String()),
  country: Type.String(),
});

/** An element of the listing (contract: listing). */
export const ShipmentBody = Type.Object({
  id: Type.String({ format: 'uuid' }),
  type: Type.Literal('shipment'),
  attributes: Type.Object(attributes),
});

/** The same with the charges as booked and both addresses in full. */
export const WholeShipmentBody = Type.Object({
  id: Type.String({ format: 'uuid' }),
  type: Type.Literal('shipment'),
  attributes: Type.Object({
    ...attributes,
    shipping_address: FullAddress,
    billing_address: FullAddress,
    notes: Type.Array(NoteBody, { description: 'Newest first.' }),
    charges: orNull(
      Type.Object({
        forward_freight_charges: Rupees,
        cod_charges: Rupees,
        rto_charges: Rupees,
        total_forward_charges: Rupees,
        platform_fee: Rupees,
      }),
    ),
  }),
});

/** The element of a shipment. */
export function shipmentBody(view: ShipmentView, labelUrl: string | null): Static<typeof ShipmentBody> {
  return {
    id: view.shipmentId,
    type: 'shipment',
    attributes: {
      tracking_number: view.trackingNumber,
      status: listingStatusOf(view.status),
      sub_status: subStatusOf(view.status),
      created_at: view.createdAt.toISOString(),
      warehouse_id: view.warehouseId,
      total_price: rupees(view.totalPricePaise),
      cod_amount: rupees(view.codAmountPaise),
      is_cod: view.isCod,
      zone: zoneWord(view.zone),
      applied_weight: { value: view.appliedWeight / 100, metric_unit: 'g' },
      attempt_count: view.attemptCount,
      carrier: { id: view.carrier?.id ?? null, name: view.carrier?.name ?? null },
      order: {
        id: view.order.id,
        order_date: view.order.orderDate.toISOString(),
        channel: view.order.channel,
        display_id: view.order.displayId,
        external_id: view.order.externalId,
        store_name: view.order.storeName,
      },
      items: view.items.map((item) => ({
        id: item.itemId,
        quantity: item.units,
        price: rupees(item.sellingPricePaise),
        name: item.name,
        sku: item.sku,
      })),
      shipping_address: shortAddress(consigneeOf(view)),
      shipment_milestones: view.milestones.map(({ milestone, at }) => ({
        milestone,
        milestone_at: at.toISOString(),
      })),
      tracking_details: view.events.map((event) => ({
        id: event.eventId,
        status: event.status,
        last_location: event.location,
        event_date_time: event.at.toISOString(),
        description: event.description,
      })),
      ndr_reason: view.ndrReason,
      rto_reason: view.rtoReason,
      tags: [...view.order.tags],
      expected_pickup_date: view.expectedPickupDate,
      expected_delivery_date: view.expectedDeliveryDate,
      label_url: labelUrl,
    },
  };
}

/** The element with the charges and both addresses in full. */
export function wholeShipmentBody({
  shipment: view,
  labelUrl,
  notes,
}: ShownShipment): Static<typeof WholeShipmentBody> {
  const element = shipmentBody(view, labelUrl);
  const { charges } = view;
  return {
    ...element,
    attributes: {
      ...element.attributes,
      shipping_address: fullAddress(consigneeOf(view)),
      billing_address: fullAddress(view.billing),
      notes: notes.map(noteBody),
      charges:
        charges === null
          ? null
          : {
              forward_freight_charges: rupees(charges.forwardFreightPaise),
              cod_charges: rupees(charges.codChargesPaise),
              rto_charges: rupees(charges.rtoChargesPaise),
              total_forward_charges: rupees(charges.totalChargesPaise),
              platform_fee: rupees(charges.platformFeePaise),
            },
    },
  };
}

function shortAddress(contact: Contact) {
  return {
    name: fullNameOf(contact),
    phone: contact.phone,
    city: contact.city,
    state: contact.state,
    zip: contact.pincode,
  };
}

function fullAddress(contact: Contact) {
  return {
    ...shortAddress(contact),
    email: contact.email,
    address: contact.address,
    address_2: contact.address2,
    country: contact.country,
  };
}

function rupees(paise: number): number {
  return paise / 100;
}
